"""What can go wrong, by the exit code of the program: ``feedlab describe exit-codes``."""

from __future__ import annotations

import re
from typing import List, NamedTuple, Optional, Tuple


class Fault(NamedTuple):
    """One fault of a scenario or of data.

    Attributes:
        file: The path of the file, ``<dict>``, ``<text>``, or the option, such as ``--set world.members=x``.
        line: Its line, from 1; ``None`` in a dictionary, in an option, and of a file as a whole.
        column: Its column, from 1; ``None`` where there is no line.
        message: What was expected and found, after the path of the key.
    """

    file: str
    line: Optional[int]
    column: Optional[int]
    message: str

    def __str__(self) -> str:
        location = self.file if self.line is None else f"{self.file}:{self.line}:{self.column}"
        return f"{location}: {self.message}"


class FeedLabError(Exception):
    """The program could not do what it was asked.

    Attributes:
        exit_code: The exit code of the program; ``None`` where it did not run.
    """

    def __init__(self, message: str, exit_code: Optional[int] = None) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class RunFailed(FeedLabError):
    """A world could not be finished, such as by a ranker that failed (exit code 1).

    Attributes:
        request: The file of the request at which a ranker failed; ``feedlab.rank(scenario, request=…)`` asks it again. ``None`` where
            there is none.
    """

    request: Optional[str] = None


class NoBaseline(FeedLabError):
    """A check has no baseline yet (exit code 5)."""


class UnusableBaseline(FeedLabError):
    """The baseline of a check has another format, seed or world than the scenario (exit code 6)."""


class UncheckedBaseline(FeedLabError):
    """A folder has a baseline whose scenario was not checked, or two scenarios have one name (exit code 7)."""


class WrongUsage(FeedLabError):
    """An option is unknown or has an impossible value, or an output would overwrite a file (exit code 64)."""


class InvalidInput(FeedLabError):
    """A scenario or data have faults (exit code 65).

    Attributes:
        faults: All of them, in order.
    """

    def __init__(self, message: str, exit_code: Optional[int] = None, faults: Tuple[Fault, ...] = ()) -> None:
        super().__init__(message, exit_code)
        self.faults = faults


class Unrepeatable(FeedLabError):
    """A ranker gave two orders for one request (exit code 70)."""


class ProgramCrashed(FeedLabError):
    """The program was ended by a signal, whose number is the exit code below 0."""


class ProgramNotFound(FeedLabError):
    """There is no program ``feedlab`` for this machine."""


class MissingPackage(FeedLabError, ImportError):
    """A call needs a package that is not installed."""


class StaleResult(FeedLabError):
    """The files of a result are those of a later command."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or the button that interrupts a notebook. The finished runs are kept, and the same call goes on from there.

    Attributes:
        folder: The folder with the finished runs, which :func:`feedlab.load` reads where they are those of ``ab`` or ``run``; ``None``
            where none is kept.
    """

    def __init__(self, message: str, folder: Optional[str] = None) -> None:
        super().__init__(message)
        self.exit_code = 130
        self.folder = folder

    def _render_traceback_(self) -> List[str]:
        """What IPython shows instead of a traceback: nothing went wrong."""
        return [f"feedlab.Interrupted: {self}"]


_CLASSES = {
    1: RunFailed,
    5: NoBaseline,
    6: UnusableBaseline,
    7: UncheckedBaseline,
    64: WrongUsage,
    65: InvalidInput,
    70: Unrepeatable,
}
_FAULT = re.compile(r"(?P<file>[^\n]+?):(?P<line>\d+):(?P<column>\d+): (?P<message>.+)")
# Of a file as a whole, or of an option.
_OTHER_FAULT = re.compile(r"(?P<file>--set [^=\n]+=.*?|[^\n:]+): (?P<message>.+)")


def failure(exit_code: int, lines: List[str], without_lines: Optional[str] = None) -> FeedLabError:
    """The error of a command that ended with an exit code.

    Args:
        lines: What it wrote to standard error, without progress.
        without_lines: What stands for a file whose lines nobody knows.
    """
    text = "\n".join(line[len("feedlab: error: ") :] if line.startswith("feedlab: error: ") else line for line in lines)
    if exit_code < 0:
        return ProgramCrashed(text or f"feedlab was ended by signal {-exit_code}", exit_code)
    kind = _CLASSES.get(exit_code, FeedLabError)
    if kind is not InvalidInput:
        return kind(text or f"feedlab ended with exit code {exit_code}", exit_code)
    faults = []
    for line in lines:
        line = line[len("feedlab: error: ") :] if line.startswith("feedlab: error: ") else line
        match = _FAULT.fullmatch(line)
        if match is None:
            match = _OTHER_FAULT.fullmatch(line)
            if match is not None:
                faults.append(Fault(match["file"], None, None, match["message"]))
            continue
        has_lines = match["file"] != without_lines
        faults.append(
            Fault(
                match["file"],
                int(match["line"]) if has_lines else None,
                int(match["column"]) if has_lines else None,
                match["message"],
            )
        )
    message = "\n".join(map(str, faults)) if len(faults) == len(lines) else text
    return InvalidInput(message, exit_code, tuple(faults))
