"""The commands, one file each: `main(argv) -> int` reads arguments, calls, prints."""
