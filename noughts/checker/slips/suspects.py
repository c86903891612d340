"""The slips that are known, in the order of trial: what is proved first is told."""

import ast
from collections.abc import Iterator

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.record import Misconception
from noughts.checker.slips import (
    anywhere,
    cutting,
    keeping_best,
    negamax,
    recursing,
    ruled,
    witnessed,
)
from noughts.checker.slips.experiment import (
    Finder,
    FunctionSource,
    Slip,
    Witness,
    described,
)
from noughts.checker.slips.syntax import searching

MOST = 40  # changes that are tried for one search
FEW = 12  # and for one of the rules

ANYWHERE: list[Finder] = [
    anywhere.not_called,
    anywhere.always_true,
    anywhere.compared_for_stored,
    anywhere.text_for_mark,
]
PROVED: list[Finder] = [
    negamax.minus_forgotten,
    negamax.side_kept,
    negamax.valued_for_x,
    *ANYWHERE,
    recursing.same_board,
    keeping_best.returns_early,
    anywhere.given_up_early,
    cutting.depth_not_remembered,
    recursing.depth_limit,
    cutting.bounds_swapped,
    cutting.bound_misplaced,
    cutting.narrow_window,
    cutting.bound_remembered,
    cutting.remembered_wrong,
    cutting.wrong_cut,
    recursing.wrong_side,
    recursing.wrong_function_called,
    keeping_best.best_overwritten,
    keeping_best.best_not_kept,
    keeping_best.left_before_kept,
    recursing.end_not_valued,
    recursing.rule_of_thumb,
    recursing.end_not_asked,
    keeping_best.compared_as_text,
    cutting.ties_taken,
    keeping_best.zero_for_nothing,
    keeping_best.begins_too_good,
    keeping_best.wrong_direction,
    keeping_best.breaks_early,
]
RULES: list[Finder] = [
    *ANYWHERE,
    ruled.printed_not_raised,
    ruled.wrong_range,
    ruled.last_is_two,
    ruled.rows_not_cells,
    ruled.set_for_none,
    ruled.first_of_equals,
    ruled.dict_for_set,
    ruled.pair_for_tuple,
    ruled.turn_for_winner,
    anywhere.given_up_early,
    ruled.digit_for_letter,
    ruled.not_set_back,
    ruled.answers_exchanged,
    ruled.condition_turned,
]
# What text and answers of a search show together: asked where no change proves one.
SEEN: list[Witness] = [
    witnessed.by_chance,
    witnessed.one_move_ahead,
    witnessed.never_compared,
    witnessed.unrestored,
    witnessed.action_for_value,
    witnessed.none_from_branch,
]


def suspected(tree: ast.Module, function: str = "minimax") -> Iterator[Slip]:
    """Yield the slips that the text allows, each with a file in which it is fixed."""
    source = FunctionSource(tree, searching(tree, function))
    if not source.functions:
        return
    finders, most = (PROVED, MOST) if function == "minimax" else (RULES, FEW)
    places = (
        (finder, place)
        for finder in finders
        for place in finder(source)
        if len(place.parts) <= MOST  # which are all needed, each is tried for
    )
    for _, (finder, place) in zip(range(most), places, strict=False):
        yield Slip(tree, finder, place, function)


def shown_by(
    tree: ast.Module, sheet: AnswerSheet, deep: bool = False
) -> Misconception | None:
    """Return the first slip that the text and the answers of minimax show."""
    search = FunctionSource(tree, searching(tree), deep)
    for witness in SEEN if search.functions and sheet.function == "minimax" else ():
        if node := witness(search, sheet):
            return described(witness, node)
    return None
