"""Puzzles: the list of them, one of them, and the one of a day."""

from __future__ import annotations

import datetime as dt
from functools import partial

from branchline.puzzles import Puzzle, boards, daily, load
from branchline.server.errors import RequestError
from branchline.server.wire import forms
from branchline.server.wire.present import wire_view

from .access import Call
from .endpoints import Endpoints
from .positions import puzzle_named

endpoints = Endpoints()


@endpoints.add("GET", "/api/puzzles", forms.PuzzleList)
async def list_puzzles(call: Call) -> forms.PuzzleList:
    """All puzzles, without their positions."""
    return await call.services.hub.in_thread(summaries)


@endpoints.add("GET", "/api/puzzles/daily", forms.PuzzleAnswer, query=forms.DailyQuery)
async def show_daily(call: Call) -> forms.PuzzleAnswer:
    """The puzzle of a day, with its answer."""
    date = dt.datetime.now(dt.UTC).date()
    if call.query.date is not None:
        try:
            date = dt.date.fromisoformat(call.query.date)
        except ValueError:
            raise RequestError("bad_request") from None
    return await call.services.hub.in_thread(partial(daily_answer, date))


@endpoints.add("GET", "/api/puzzles/{id}", forms.PuzzleAnswer, codes=("no_such_puzzle",))
async def show_puzzle(call: Call) -> forms.PuzzleAnswer:
    """A puzzle, with its answer."""
    return await call.services.hub.in_thread(partial(known_puzzle, call.path["id"]))


def summaries() -> forms.PuzzleList:
    """What is chosen from."""
    return forms.PuzzleList(
        tuple(
            forms.PuzzleSummary(one.id, one.board, one.theme, one.difficulty, one.seats)
            for board in boards()
            for one in load(board)
        )
    )


def daily_answer(date: dt.date) -> forms.PuzzleAnswer:
    """The puzzle of a day as it is sent."""
    return answer(daily(date))


def known_puzzle(name: str) -> forms.PuzzleAnswer:
    """A puzzle by its id as it is sent."""
    return answer(puzzle_named(name))


def answer(puzzle: Puzzle) -> forms.PuzzleAnswer:
    """A puzzle as it is sent: the position is the view of the seat to move."""
    return forms.PuzzleAnswer(
        id=puzzle.id,
        board=puzzle.board,
        theme=puzzle.theme,
        difficulty=puzzle.difficulty,
        view=wire_view(puzzle.view, puzzle.view.log),
        answers=puzzle.answers,
        candidates=tuple(
            forms.PuzzleCandidate(one.move, one.value, one.behind, one.error) for one in puzzle.candidates
        ),
        reasons=puzzle.reasons,
        solvers=puzzle.solvers,
    )
