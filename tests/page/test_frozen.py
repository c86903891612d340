"""The frozen page: the same answers as files, and only classic scripts."""

import json
import re

import pytest
from helpers.refusals import refused

pytest.importorskip("flask", reason="the page needs Flask: noughts[explore]")

from noughts.game.board import key_of
from noughts.game.notation import parse_board
from noughts.lessons import load
from noughts.page import data
from noughts.page.app import create, encoded
from noughts.page.assets import STYLES, WEB, replaced
from noughts.page.bundle import bundle
from noughts.page.data import LATER
from noughts.page.freeze import answer_files, freeze, page_files
from noughts.page.searches import METHODS
from noughts.texts import LANGUAGES

HOME = "http://127.0.0.1:8765"


def unwrapped(script):
    """Return the answer in a script."""
    return json.loads(script[script.index(b"{") : script.rindex(b")")])


def check_frozen(boards):
    """Check that the files hold exactly the server's answers, for every board."""
    client, kept, frozen = create().test_client(), 0, {}
    frozen |= answer_files(boards, lambda *_: None, python=False)
    for path, content in frozen.items():
        folder = path.rpartition("/")[0]
        bundled = folder.startswith(("api/positions", "api/searches"))
        for key, answer in (unwrapped(content) if bundled else {}).items():
            name = key.replace(".", "-")
            live = client.get(f"/{folder}/{name}.json", base_url=HOME)
            assert live.data == encoded(answer)
            kept += folder == "api/positions"
    assert kept == len(boards)
    return frozen


@pytest.mark.ci
def test_frozen_answers_equal_live_answers(positions):
    check_frozen([board for board in positions if key_of(board).count(".") <= 2][::20])


@pytest.mark.slow
def test_frozen_answers_equal_live_answers_on_every_position(positions):
    frozen = check_frozen(positions)
    assert len(frozen) < 120
    assert sum(map(len, frozen.values())) < 25_000_000


def test_a_frozen_page_is_a_folder_of_files(tmp_path, monkeypatch):
    late = [parse_board(text) for text in ("XOX XOO OXX", "XOX XOO O.X")]
    first, seen = load()[:1], []  # all lessons would take some seconds
    monkeypatch.setattr("noughts.page.freeze.load", lambda: first)
    site = tmp_path / "a" / "site"
    size = freeze(site, lambda *step: seen.append(step), boards=late)
    assert size == sum(path.stat().st_size for path in site.rglob("*.*"))
    assert seen == [(1, 2), (2, 2)]
    answers = {
        path.relative_to(site / "api").as_posix(): unwrapped(path.read_bytes())
        for path in (site / "api").rglob("*.js")
    }
    about = answers["about.js"]
    assert about == data.about(frozen=True) | {"first": about["first"]}
    found = {name: [*answers.pop(name)] for name in (*answers,) if "/XOX" in name}
    searches = {f"searches/{method}/XOX.js": ["XOXXOOO.X"] for method in METHODS}
    assert found == {"positions/XOX.js": ["XOXXOOOXX", "XOXXOOO.X"]} | searches
    others = {f"lessons/{first[0].name}.js", "lessons.js", "about.js"}
    parts = ["", *(f"/{part}" for part in LATER)]
    spoken = {f"words/{name}{part}.js" for name in LANGUAGES for part in parts}
    assert answers.keys() == others | spoken
    monkeypatch.setattr("noughts.page.freeze.answer_files", lambda *_: {})
    (tmp_path / "empty").mkdir()
    freeze(tmp_path / "empty")
    for used in (site, site / "index.html"):
        with refused("refusal.not_new_folder", path=used):
            freeze(used)


@pytest.mark.parametrize("python", [False, True])
def test_a_frozen_page_has_only_classic_scripts_and_its_own_policy(python):
    """A page opened from a disk can load neither modules nor JSON."""
    files = page_files(python)
    scripts = {name for name in files if name.endswith(".js")}
    assert scripts == {f"page/{name}.js" for name in ("noughts", *LATER)}
    index = files["index.html"].decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*)">', index)
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert ("wasm-unsafe-eval" in policy) == ("worker-src" in policy) == python
    assert "<html data-frozen" in index
    assert 'type="module"' not in index
    assert "{ f: e, g: g };" in bundle({"a": "const e=1,g=2;export{e as f,g};"}, "a")[0]
    made = {name: files[name].decode() for name in scripts}
    assert not re.search(r"^(import|export)\b", "".join(made.values()), re.MULTILINE)
    for path in WEB.rglob("*.js"):
        name = path.relative_to(WEB).as_posix()
        times = [f'modules["{name}"] = (' in script for script in made.values()]
        assert sum(times) == (name != "begin.js"), name
    for part in LATER:
        end = f'["{part}"] = modules["{part}/view.js"];'
        assert made[f"page/{part}.js"].splitlines()[-1].endswith(end)


@pytest.mark.parametrize(
    "left",
    [
        'export { one } from "./b.js";',
        "export const { one } = two;",
        "export default one;",
        'import "./b.js";',
        'import one from "b";',
        'const one = import("./b.js");',
        "const one = import.meta.url;",
    ],
)
def test_a_form_that_the_bundle_does_not_know_is_refused(left):
    modules = {"a.js": f"const two = {{}};\n{left}\n", "b.js": "const one = 1;"}
    with pytest.raises(ValueError, match=r"a\.js: a form that the bundle"):
        bundle(modules, "a.js")


def test_comments_are_left_out_and_code_and_texts_are_not():
    text = (
        '// a\nconst a = "; // b"; // c\n/** d\n * e */\nconst b = 1;\n/** f */ (b);\n'
        "const c = `\n, // '`;\n"
    )
    made, _ = bundle({"a.js": text}, "a.js")
    assert 'const a = "; // b";\nconst b = 1;\n/** f */ (b);\n' in made
    assert "const c = `\n, // '`;\n" in made


def test_a_later_script_has_only_what_the_first_one_lacks():
    modules = {
        "main.js": 'import { a } from "./a.js";\n',
        "a.js": "export const a = 1;\n",
        "more/b.js": "export const b = 2;\n",
        "more/view.js": 'import { a } from "../a.js";\nimport { b } from "./b.js";\n',
    }
    first, later = bundle(modules, "main.js", later=["more/view.js"])
    in_first, in_later = (
        {name for name in modules if f'modules["{name}"] = (' in script}
        for script in (first, later["more"])
    )
    assert in_first == {"main.js", "a.js"}
    assert in_later == {"more/b.js", "more/view.js"}


def test_a_module_that_two_later_scripts_need_is_in_the_first():
    modules = {
        "main.js": "const a = 1;\n",
        "both.js": "export const b = 2;\n",
        "one/view.js": 'import { b } from "../both.js";\n',
        "two/view.js": 'import { b } from "../both.js";\n',
    }
    first, later = bundle(modules, "main.js", later=["one/view.js", "two/view.js"])
    made = [first, later["one"], later["two"]]
    assert ['modules["both.js"] = (' in script for script in made] == [
        True,
        False,
        False,
    ]


def test_every_style_sheet_has_its_place():
    sheets = [path.relative_to(WEB).with_suffix("") for path in WEB.rglob("*.css")]
    assert sorted(STYLES) == sorted(path.as_posix() for path in sheets)


def test_a_text_is_replaced_only_where_it_occurs_once():
    assert replaced("abc", "b", "x") == "axc"
    for text in ("b", "d"):
        with pytest.raises(ValueError, match=f"expected '{text}' once"):
            replaced("abcb", text, "")
