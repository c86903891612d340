#!/bin/sh
# Run the sandbox's tests, attacks and all, on an x86-64 kernel of Debian's in a virtual
# machine, emulated: on any processor, and some 20 times slower than it would be.
# Needs qemu-system-x86_64, mmdebstrap and cpio. What is downloaded, 240 MB, is kept.
set -eu
cd "$(dirname "$0")/.."
work=${X86:-.x86}
for tool in qemu-system-x86_64 mmdebstrap cpio; do
  command -v $tool >/dev/null || {
    echo "make test-x86: $tool is not there (apt install qemu-system-x86 mmdebstrap cpio)" >&2
    exit 2
  }
done

mkdir -p "$work"
if [ ! -e "$work/root.tar" ]; then
  mmdebstrap --quiet --variant=extract --architectures=amd64 \
    --include=python3,python3-pytest,bubblewrap,procps,linux-image-amd64,busybox-static \
    trixie "$work/draft.tar"
  mv "$work/draft.tar" "$work/root.tar"
fi

# The machine's memory is its disk: a small first file system unpacks the real one.
first="$work/first"
rm -rf "$first"
mkdir -p "$first/bin" "$first/new"
tar -xf "$work/root.tar" -C "$first" ./usr/bin/busybox ./boot
mv "$first/usr/bin/busybox" "$first/bin/busybox"
mv "$first"/boot/vmlinuz-* "$work/vmlinuz"
rm -r "$first/boot" "$first/usr"
cp "$work/root.tar" "$first/root.tar"
echo "${TESTS:-tests/sandbox tests/test_disk.py}" > "$first/chosen"
git ls-files -z noughts tests tictactoe.py | tar -cf "$first/noughts.tar" --null -T -

cat > "$first/init" <<'INIT'
#!/bin/busybox sh
/bin/busybox mount -t tmpfs -o size=90% tmpfs /new
/bin/busybox tar -xf /root.tar -C /new
/bin/busybox mkdir -p /new/noughts /new/proc /new/sys /new/dev /new/tmp
for name in bin sbin lib lib64; do /bin/busybox ln -s usr/$name /new/$name; done
/bin/busybox tar -xf /noughts.tar -C /new/noughts
/bin/busybox cp /test /chosen /new
exec /bin/busybox switch_root /new /usr/bin/busybox sh /test
INIT
cat > "$first/test" <<'TEST'
export PATH=/usr/bin:/usr/sbin HOME=/tmp
busybox mount -t proc proc /proc
busybox mount -t sysfs sysfs /sys
busybox mount -t devtmpfs devtmpfs /dev
busybox ifconfig lo 127.0.0.1 up
busybox uname -srm
cd /noughts
python3 -m pytest -q -c /dev/null --rootdir /noughts -p no:cacheprovider -W ignore --color=no \
  $(busybox cat /chosen)
echo "The tests ended with exit code $?."
busybox poweroff -f
TEST
chmod +x "$first/init"
(cd "$first" && find . | cpio --quiet -o -H newc) > "$work/first.cpio"
rm -rf "$first"

qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 3G -no-reboot \
  -display none -serial stdio -monitor none -nic none \
  -kernel "$work/vmlinuz" -initrd "$work/first.cpio" \
  -append "console=ttyS0 quiet panic=-1 rdinit=/init" | tee "$work/log"
grep -q "The tests ended with exit code 0" "$work/log"
