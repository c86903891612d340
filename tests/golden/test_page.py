"""What the page is sent: some answers to read, digests of all the others."""

import hashlib
import json

import pytest
from helpers.golden import HERE, compare

from noughts.page.app import create

PAGE = HERE / "page"
METHODS = ("minimax", "alphabeta", "strong-first")
SEARCHED = "XOX.OX..O"  # a search to read
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
FREE = range(1, 6)  # free squares of the positions whose searches are digested


def reachable():
    """Return every position that a game can reach, as nine marks."""
    found = new = {"." * 9}
    while new:
        new = {after for key in new if not over(key) for after in replies(key)}
        found = found | new
    return sorted(found)


def over(key):
    return any({key[int(n)] for n in line} in ({"X"}, {"O"}) for line in LINES)


def replies(key):
    mark = "XO"[key.count("X") - key.count("O")]
    return [key[:n] + mark + key[n + 1 :] for n in range(9) if key[n] == "."]


POSITIONS = reachable()


@pytest.fixture(scope="module")
def ask():
    """Return what the page gets from an address."""
    client = create().test_client()

    def get(address):
        response = client.get(address, base_url="http://127.0.0.1:8765")
        assert response.status_code == 200, address
        return response.get_json()

    return get


def readable(answers):
    return json.dumps(answers, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def digest(answers):
    text = json.dumps(answers, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_positions_read_as_before(ask, update_golden):
    chosen = POSITIONS[:: len(POSITIONS) // 49]
    answers = {key: ask(f"/api/positions/{key}.json") for key in chosen}
    compare(PAGE / "positions.json", readable(answers), update_golden)


@pytest.mark.parametrize("method", METHODS)
def test_a_search_reads_as_before(ask, method, update_golden):
    answer = ask(f"/api/searches/{method}/{SEARCHED}.json")
    compare(PAGE / f"{method}.json", readable(answer), update_golden)


@pytest.mark.ci
def test_everything_else_is_as_before(ask, update_golden):
    compare(PAGE / "digests.txt", "\n".join(digests(ask)) + "\n", update_golden)


def digests(ask):
    """Yield a digest of the answers about all positions of each ply, and searches."""
    for free in range(10):
        keys = [key for key in POSITIONS if key.count(".") == free]
        found = [ask(f"/api/positions/{key}.json") for key in keys]
        yield f"{len(keys)} positions with {free} free squares: {digest(found)}"
    for method in METHODS:
        for free in FREE:
            keys = [k for k in POSITIONS if k.count(".") == free and not over(k)]
            found = [ask(f"/api/searches/{method}/{key}.json") for key in keys]
            yield f"{method} with {free} free squares: {digest(found)}"
