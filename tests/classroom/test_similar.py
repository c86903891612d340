"""Submissions that are alike: what is found, and what is let alone."""

import random
import re
from itertools import product

import pytest
from conftest import ENGINES, ROOT

from noughts.checker.rubric import load
from noughts.classroom import similar
from noughts.classroom.overview import Overview
from noughts.classroom.reports.class_index import render_class
from noughts.classroom.reports.sentences import closeness
from noughts.classroom.similar import (
    FEWEST,
    GRAM,
    WINDOW,
    Alike,
    Closeness,
    Member,
    Prints,
    Similarity,
    alike_pairs,
    grams,
    repeated,
    tokenize,
    winnow,
)
from noughts.words import words

OURS = (ROOT / "tictactoe.py").read_text("utf-8")
PLAIN = (ENGINES / "textbook_deepcopy.py").read_text("utf-8")


def code(seed, lines=60):
    """Return a program that nobody else has written."""
    dice = random.Random(seed)
    signs = ["+", "-", "*", "//", "%", "**", "&", "|", "^"]
    return "".join(
        f"def f{n}(a, b):\n    return a {dice.choice(signs)} {dice.randrange(10**6)} "
        f"{dice.choice(signs)} (b {dice.choice(signs)} {dice.randrange(10**6)})\n"
        for n in range(lines // 2)
    )


def found(files):
    similarity = Similarity()
    for student, text in files.items():
        similarity.add(student, text.encode())
    return similarity.found()


def test_a_copy_under_other_names_and_comments_is_the_same_file():
    renamed = re.sub(r"\bf(\d+)\b", r"solve_\1", code(1)).replace("(a, b)", "( x,  y )")
    renamed = renamed.replace("a ", "x ").replace("(b ", "(y ")
    copied = "# all my own work\n" + renamed.replace("\n", "  # because\n\n")
    [alike] = found({"bob": code(1), "ana": copied, "carl": code(2)})
    assert alike == ((Member(("ana", "bob"), (), "", ((1.0, ""),)),),)


def test_a_copy_that_was_worked_on_is_found_with_its_lines():
    mine = code(1).splitlines(keepends=True)
    reworked = [*code(2, 10).splitlines(keepends=True), *mine[:50]]
    [alike] = found({"ana": "".join(mine), "bob": "".join(reworked), "carl": code(3)})
    ana, bob = alike.members
    assert (ana.students, bob.students) == (("ana",), ("bob",))
    assert 0.75 < alike.share < 1
    assert re.fullmatch(r"[1-3]-(49|50)", ana.lines)
    assert re.fullmatch(r"1[123]-(59|60)", bob.lines)


def test_a_share_is_that_of_two_files_whoever_else_is_like_them():
    mine = code(1).splitlines(keepends=True)
    reworked = "".join([*code(2, 10).splitlines(keepends=True), *mine[:50]])
    same = "".join(mine)
    [alone] = found({"ana": same, "carl": reworked})
    [alike] = found({"ana": same, "bob": same, "carl": reworked})
    both, carl = alike.members
    assert carl == alone.members[1]
    assert carl.like == ((alone.share, "ana"),)
    assert both.like == ((1.0, ""), (alone.share, "carl"))
    assert both.lines == ""  # all
    similarity = Similarity()
    similarity.add("ana", reworked.encode())
    for name in ("2023: bob", "2024: carl"):
        similarity.compare(name, same.encode())
    [alike] = similarity.found()
    assert alike.members[1].like == ((alone.share, "ana"),)
    assert alike.share < 1, "that others copied from each other is not asked here"


def test_those_who_wrote_by_themselves_are_let_alone():
    assert found({f"s{n}": code(n) for n in range(20)}) == []
    assert found({"ana": OURS, "bob": PLAIN}) == []


def test_the_lines_of_the_assignment_do_not_count():
    starters = {
        f"s{n}": similar.STARTER.replace("''", f'"""Do {n}."""') + code(n, 10)
        for n in range(3)
    }
    assert found(starters) == []


def test_those_who_began_with_our_starter_are_not_alike():
    ours = (ROOT / "noughts/cli/starter/tictactoe.txt").read_text()
    some = {f"s{n}": ours + code(n, 10) for n in range(3)}
    assert found({"ana": ours, "bob": ours, **some}) == []


def test_those_who_wrote_nothing_are_not_alike():
    assert (
        found({"ana": similar.STARTER, "bob": similar.STARTER, "carl": "x = 1"}) == []
    )
    assert found({"ana": "import math", "bob": "import cmath"}) == []


def test_what_many_in_a_class_have_does_not_count():
    lecture = code(0, 60)
    assert found({f"s{n}": lecture + code(n + 1, 30) for n in range(12)}) == []
    alike = found({f"s{n}": lecture + code(n + 1, 30) for n in range(4)})
    [group] = alike
    assert len(group.members) == 4, "what four of four have may as well be copied"


def test_what_many_have_does_not_dilute_what_two_share():
    """The share is counted over what is left when the lecture is taken away."""
    lecture = code(0, 60)
    texts = {f"s{n}": lecture + code(n + 1, 30) for n in range(12)}
    texts["s1"] = lecture + code(1, 30) + code(99, 10)  # what s0 has, and more
    [group] = found(texts)
    assert [member.students for member in group.members] == [("s0",), ("s1",)]
    assert group.share == pytest.approx(1, abs=0.1)


def test_a_chain_of_copies_is_one_group():
    one, two, three = (code(n, 60) for n in range(3))
    files = {"ana": one, "bob": one + two, "carl": two + three, "dora": code(9)}
    [alike] = found(files)
    assert [member.students for member in alike.members] == [
        ("ana",),
        ("bob",),
        ("carl",),
    ]
    whose = [[name for _, name in member.like] for member in alike.members]
    assert whose == [["bob"], ["ana", "carl"], ["bob"]]


def test_those_of_last_year_are_compared_but_not_with_each_other():
    similarity = Similarity()
    similarity.add("ana", code(1).encode())
    similarity.add("bob", code(2).encode())
    for name in ("2025: zoe", "2025: yan"):
        similarity.compare(name, code(3).encode())
    assert similarity.found() == []
    similarity.compare("2025: xim", code(1).encode())
    [alike] = similarity.found()
    assert alike == ((Member(("ana",), ("2025: xim",), "", ((1.0, ""),)),),)


def test_a_copy_of_last_years_that_was_worked_on_is_found_too():
    mine = code(1).splitlines(keepends=True)
    similarity = Similarity()
    similarity.add("ana", "".join(mine[:50]).encode())
    similarity.add("bob", code(2).encode())
    for name in ("2025: zoe", "2025: yan"):
        similarity.compare(name, code(1).encode())
    similarity.compare("2025: xim", "".join(mine[10:]).encode())
    [alike] = similarity.found()
    whose = [(each.students, each.others) for each in alike.members]
    assert whose == [
        (("ana",), ()),
        ((), ("2025: xim",)),
        ((), ("2025: yan", "2025: zoe")),
    ]
    assert alike.members[0].lines == "1-50"


def test_what_both_were_given_is_never_evidence():
    """At any place of the file, however much of it there is."""
    base = code(0, 80)
    for seed in range(5):
        lines = base.splitlines(keepends=True)
        cut = 2 * random.Random(seed).randrange(40)
        files = {
            f"s{n}": "".join(lines[:cut])
            + code(10 * seed + n + 1, 20)
            + "".join(lines[cut:])
            for n in range(3)
        }
        assert found(files) != []
        similarity = Similarity([base.encode()])
        for student, text in files.items():
            similarity.add(student, text.encode())
        assert similarity.found() == []


def test_of_what_was_given_every_run_of_tokens_is_known():
    assert len(grams(b" ".join(b"%d" % n for n in range(GRAM + 5)))) == 6


def test_the_order_of_arrival_does_not_matter():
    files = {f"s{n}": code(n % 4) + code(n) for n in range(9)}
    backwards = dict(reversed(files.items()))
    assert found(files) == found(backwards) != []


def test_a_shared_passage_is_always_noticed():
    """The promise of winnowing, on passages of the least length at every offset."""
    shared = [(f"+{n}", 1) for n in range(GRAM + WINDOW - 1)]
    for before, after in product(range(2 * WINDOW), (0, 1, 30)):
        texts = [
            [(f"{who}{n}", 1) for n in range(before)]
            + shared
            + [(f"{who}{who}{n}", 1) for n in range(after)]
            for who in "ab"
        ]
        one, other = ({hashed for hashed, _, _ in winnow(text)} for text in texts)
        assert one & other


def test_a_short_file_is_known_by_one_hash_and_a_shorter_one_by_none():
    tokens = [(f"+{n}", n) for n in range(GRAM + WINDOW)]
    assert winnow(tokens[: GRAM - 1]) == []
    for length in range(GRAM, GRAM + WINDOW):
        [(_, first, last)] = winnow(tokens[:length])
        assert last == first + GRAM - 1 < length


@pytest.mark.parametrize("text", ["", "x", "'", '"""', "\\", "é = '\n", "\0", "#"])
def test_anything_at_all_has_tokens_and_hashes(text):
    assert found({"ana": text, "bob": code(1)}) == []


@pytest.mark.ci
def test_a_file_made_to_waste_time_wastes_none():
    for unit in ('"\\', "'", '""" ', "'" * 3, "("):
        text = unit * (400_001 // len(unit))
        assert sum(1 for _ in tokenize(text)) <= len(text)


def test_groups_are_folded_after_five():
    overview = Overview.of("class", load(), 0)
    for n in range(7):
        like = (Closeness(0.9, "x"),)
        members = tuple(Member((f"s{n}{m}",), (), "1-9", like) for m in "ab")
        overview.alike.append(Alike(members))
    page = render_class(overview)
    shown, _, folded = page.rpartition("<details>")
    assert "2 more</summary>" in folded
    assert [f"s{n}a" in shown for n in range(7)] == [True] * 5 + [False] * 2
    assert "s5a" in folded
    assert "s6b" in folded


@pytest.mark.parametrize(
    ("like", "said"),
    [
        ([(1.0, ""), (0.996, "carl")], "100 %, 99 % with carl"),
        (
            [(0.9, n) for n in "abcde"],
            ", ".join(f"90 % with {n}" for n in "abcd") + " (+1)",
        ),
    ],
)
def test_each_share_is_said_of_two_and_100_is_all(like, said):
    member = Member(("ana",), (), "1-9", tuple(Closeness(*each) for each in like))
    assert closeness(member, words()) == said


def prints(*codes):
    """Return a file that is known by these hashes, each on a line of its own."""
    return Prints([(code, code, code) for code in codes])


@pytest.mark.parametrize(
    ("shared", "own", "found"),
    [
        (FEWEST, FEWEST, [(0, 1, 0.5, {*range(FEWEST)})]),  # exactly half, and enough
        (FEWEST - 1, 0, []),  # all of it, but too little
        (FEWEST, FEWEST + 1, []),  # enough, but less than half
    ],
)
def test_a_pair_shares_enough_hashes_and_half_of_the_smaller_file(shared, own, found):
    ana = prints(*range(shared), *range(100, 100 + own))
    bob = prints(*range(shared), *range(200, 300))
    assert alike_pairs([ana, bob]) == found


def test_copies_of_a_file_that_has_enough_hashes_are_told(monkeypatch):
    hashes = len(winnow(list(tokenize(code(1, 8)))))
    for fewest, told in ((hashes, 1), (hashes + 1, 0)):
        monkeypatch.setattr(similar, "FEWEST", fewest)
        assert len(found({"ana": code(1, 8), "bob": code(1, 8)})) == told


def test_only_hashes_of_more_than_one_file_are_looked_at():
    assert [*repeated([prints(1, 2, 2), prints(2, 3), prints(4, 2)])] == [[0, 1, 2]]


@pytest.mark.parametrize(
    ("files", "having", "counts"),
    [
        (10, 5, True),
        (10, 6, False),
        (24, 6, True),
        (24, 7, False),
        (200, 40, True),
        (200, 41, False),
    ],
)
def test_what_a_quarter_of_a_class_has_is_common_or_more_than_five(
    files, having, counts
):
    some = [prints(*range(20)) for _ in range(having)]
    others = [prints(1000 + n) for n in range(files - having)]
    assert bool(alike_pairs([*some, *others])) is counts


def test_lines_that_touch_are_one_passage():
    file = Prints([(1, 1, 3), (2, 4, 5), (3, 7, 7), (4, 7, 9), (5, 20, 20)])
    assert file.lines({1, 2, 3, 4, 5}) == "1-5, 7-9, 20"
    assert file.lines({1, 3}) == "1-3, 7"
    assert file.lines(set()) == ""
