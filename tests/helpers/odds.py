"""The odds of a player whose opponent moves at random."""

from noughts.game.board import opponent
from noughts.game.games import odds, policy_of, uniform


def odds_against_random(player, mark):
    """Return the exact odds of a player against a uniformly random one."""
    return odds({mark: policy_of(player), opponent(mark): uniform}, mark)
