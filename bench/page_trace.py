"""What a page costs by Chromium's trace: CPU time of its main thread, and the frames that were drawn.

CPU time is the thread's own (`tdur`), so that other programs on the machine lengthen it little.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tests.web.visitor import Visitor

Event = dict[str, Any]

#: The browser's own record of frames, and of what the main thread does.
FRAME_EVENTS = "disabled-by-default-devtools.timeline.frame,devtools.timeline.frame"
WORK_EVENTS = f"devtools.timeline,disabled-by-default-devtools.timeline,{FRAME_EVENTS}"
TASK = "RunTask"
PRESSES = ("pointerdown", "pointerup", "click", "keydown")
#: Microseconds after which a frame is not that of a press any more.
LONGEST = 2_000_000
#: What of a task is told apart. All other time of a task that has one of these in it counts as `other`.
KINDS = {
    "EventDispatch": "script",
    "TimerFire": "script",
    "FunctionCall": "script",
    "RunMicrotasks": "script",
    "FireAnimationFrame": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
    "MinorGC": "garbage collection",
    "MajorGC": "garbage collection",
}


def record(visitor: Visitor, act: Callable[[], object], categories: str = WORK_EVENTS) -> list[Event]:
    """Everything that the browser notes while something is done."""
    devtools = visitor.devtools()
    found: list[Event] = []
    devtools.on("Tracing.dataCollected", lambda event: found.extend(event["value"]))
    ended: list[bool] = []
    devtools.on("Tracing.tracingComplete", lambda _: ended.append(True))
    devtools.send("Tracing.start", {"categories": categories, "transferMode": "ReportEvents"})
    act()
    devtools.send("Tracing.end")
    visitor.wait_until(lambda: bool(ended), "the trace came to no end")
    devtools.detach()
    return found


def drawn_frames(visitor: Visitor, act: Callable[[], object]) -> list[float]:
    """When the compositor drew frames during something, in seconds."""
    events = record(visitor, act, FRAME_EVENTS)
    return sorted(event["ts"] / 1e6 for event in events if event["name"] == "DrawFrame")


@dataclass(frozen=True, slots=True)
class Work:
    """CPU time of the main thread in milliseconds, by kind."""

    kinds: Counter[str]

    @property
    def whole(self) -> float:
        return sum(self.kinds.values())

    def __str__(self) -> str:
        return ", ".join(f"{kind} {time:.1f}" for kind, time in self.kinds.most_common() if time >= 0.05)


@dataclass(frozen=True, slots=True)
class Response:
    """What followed a click: up to the first frame that shows its effect, and in all."""

    first: Work
    whole: Work
    frames: int


def response(events: list[Event]) -> Response:
    """What the main thread did from the only click of a trace on."""
    click = next(event for event in events if is_dispatch(event, "pointerdown"))
    main = [
        one for one in events if one["ph"] == "X" and (one["pid"], one["tid"]) == (click["pid"], click["tid"])
    ]
    released = next(event for event in main if is_dispatch(event, "pointerup"))
    commits = sorted(one["ts"] for one in main if one["name"] == "Commit" and one["ts"] > released["ts"])
    tasks = [task for task in main if task["name"] == TASK and ends(task) > click["ts"]]
    first = [task for task in tasks if task["ts"] <= commits[0]]
    return Response(work(main, first), work(main, tasks), len(commits))


def interactions(events: list[Event]) -> list[tuple[float, str]]:
    """For each press, click and key of a trace the CPU time of the main thread until the next frame was handed over."""
    presses = sorted((one for one in events if is_press(one)), key=lambda one: one["ts"])
    thread = presses[0]["pid"], presses[0]["tid"]
    main = sorted(
        (one for one in events if one["ph"] == "X" and (one["pid"], one["tid"]) == thread),
        key=lambda one: one["ts"],
    )
    tasks = [one for one in main if one["name"] == TASK]
    starts = [task["ts"] for task in tasks]
    commits = [one["ts"] for one in main if one["name"] == "Commit"]
    found: list[tuple[float, str]] = []
    for press in presses:
        at = bisect_left(commits, press["ts"])
        if at == len(commits) or commits[at] - press["ts"] > LONGEST:
            continue  # nothing was to be painted
        inside = tasks[max(0, bisect_right(starts, press["ts"]) - 1) : bisect_right(starts, commits[at])]
        found.append((sum(task.get("tdur", 0) for task in inside) / 1000, press["args"]["data"]["type"]))
    return sorted(found)


def is_press(event: Event) -> bool:
    return event["name"] == "EventDispatch" and event["args"]["data"]["type"] in PRESSES


def is_dispatch(event: Event, kind: str) -> bool:
    return event["name"] == "EventDispatch" and event["args"]["data"]["type"] == kind


def ends(event: Event) -> int:
    return int(event["ts"] + event.get("dur", 0))


def work(main: Iterable[Event], tasks: Iterable[Event]) -> Work:
    """The time of tasks, by kind; tasks of the browser itself, with nothing of the page in them, do not count."""
    kinds: Counter[str] = Counter()
    named = sorted((one for one in main if one["name"] in KINDS), key=lambda one: (one["ts"], -one["dur"]))
    for task in tasks:
        inside = [one for one in named if task["ts"] <= one["ts"] < ends(task)]
        if inside:
            kinds += own_times([{**task, "name": "other"}, *inside])
    return Work(kinds)


def own_times(nested: Iterable[Event]) -> Counter[str]:
    """The time of events by kind, each without that of the events in it; the outermost come first."""
    times: Counter[str] = Counter()
    around: list[Event] = []
    for event in nested:
        while around and event["ts"] >= ends(around[-1]):
            around.pop()
        time = event.get("tdur", 0) / 1000
        times[KINDS.get(event["name"], event["name"])] += time
        if around:
            times[KINDS.get(around[-1]["name"], around[-1]["name"])] -= time
        around.append(event)
    return times
