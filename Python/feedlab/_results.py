"""Results: what a command found, with its tables as rows or frames."""

from __future__ import annotations

import atexit
import csv
import hashlib
import io
import json
import os
import re
import webbrowser
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _show
from ._errors import FeedLabError, MissingPackage, StaleResult

if TYPE_CHECKING:
    import weakref

    import pandas
    import polars
    import pyarrow

# A table: its file, its bytes, or a function that makes them.
Source = Union[str, bytes, Callable[[], bytes]]
# The columns with names, which are texts even where each looks like a number.
_NAMES = frozenset((
    "arm", "at", "baseline", "because_of", "by", "candidate", "design", "feature", "group", "key", "kind", "label", "metric", "name", "of", "other",
    "outcome", "parameter", "ranker", "rule", "scenario", "scope", "scope_kind", "society", "surface",
))
# How the lines of a verdict begin.
_IMPERATIVES = {
    "ship": "Ship", "do_not_ship": "Do not ship", "equivalent": "No reason to ship", "undecided": "Not sure yet about",
    "no_headroom": "No headroom to judge"
}


class Decision(NamedTuple):
    """What a comparison decides about a candidate.

    Attributes:
        candidate: The name of the arm.
        outcome: ``ship``, ``do_not_ship``, ``equivalent``, ``undecided`` or ``no_headroom``.
        reasons: The ids of the metrics that decide.
    """

    candidate: str
    outcome: str
    reasons: Tuple[str, ...]


class Headroom(NamedTuple):
    """How far the order of posts can move the primary metric of a comparison.

    Attributes:
        metric: The id of the primary metric.
        worlds: How many worlds have runs of the reference rankers.
        random: The change by random order, as a fraction of the baseline; ``None`` where the baseline is not above 0.
        ideal: The change by ideal order.
        found: Whether ideal order is better than random order, beyond chance. Otherwise no arm is shipped.
    """

    metric: str
    worlds: int
    random: Optional[float]
    ideal: Optional[float]
    found: bool


class _Tables:
    """Tables by their kind, which are read when they are asked for."""

    def __init__(self, sources: Dict[str, Source], what: str) -> None:
        self._sources = sources
        self._what = what

    @property
    def kinds(self) -> List[str]:
        """The tables that there are."""
        return list(self._sources)

    def rows(self, kind: Optional[str] = None) -> List[Dict[str, Any]]:
        """A table as dictionaries, with ``None`` where there is no value. Needs no package.

        The cells of a column are all whole numbers, all numbers, or all texts; names, such as those of arms, are always texts.
        """
        with self._open(kind) as file:
            names, *rows = csv.reader(io.TextIOWrapper(file, encoding="utf-8", newline=""))
        columns = [_column(name, [row[index] for row in rows]) for index, name in enumerate(names)]
        return [dict(zip(names, row)) for row in zip(*columns)]

    def frame(self, kind: Optional[str] = None) -> "pandas.DataFrame":
        """A table as a data frame of pandas; the first of ``kinds`` where none is named.

        The columns are those of the file: times in seconds, rates between 0 and 1, no value as NaN. Names, such as those of arms, are
        texts.
        """
        package = _needs("pandas", f"frame({self._kind(kind)!r})")
        # From 3.1 on, pandas reads numbers as they are by itself.
        is_exact = tuple(map(int, package.__version__.split(".")[:2])) >= (3, 1)
        exact = {} if is_exact else {"float_precision": "round_trip"}
        with self._open(kind) as file:
            frame: "pandas.DataFrame" = package.read_csv(
                file, keep_default_na=False, na_values=[""], dtype=dict.fromkeys(self._names(kind), str), **exact
            )
            return frame

    def arrow(self, kind: Optional[str] = None) -> "pyarrow.Table":
        """A table as one of pyarrow."""
        csv_of_arrow = _needs("pyarrow.csv", f"arrow({self._kind(kind)!r})")
        types = dict.fromkeys(self._names(kind), _needs("pyarrow", "arrow()").string())
        options = csv_of_arrow.ConvertOptions(null_values=[""], strings_can_be_null=True, column_types=types)
        with self._open(kind) as file:
            return csv_of_arrow.read_csv(file, convert_options=options)

    def polars(self, kind: Optional[str] = None) -> "polars.DataFrame":
        """A table as a data frame of polars."""
        polars = _needs("polars", f"polars({self._kind(kind)!r})")
        with self._open(kind) as file:
            types = dict.fromkeys(self._names(kind), polars.String)
            return polars.read_csv(file.read(), infer_schema_length=None, schema_overrides=types)

    def _names(self, kind: Optional[str]) -> List[str]:
        """The columns of a table that have names."""
        with self._open(kind) as file:
            columns = next(csv.reader(io.TextIOWrapper(file, encoding="utf-8", newline="")), [])
        return [column for column in columns if column in _NAMES]

    def _kind(self, kind: Optional[str]) -> str:
        if kind is None and self._sources:
            return next(iter(self._sources))
        if kind not in self._sources:
            raise ValueError(f"there is no table {kind!r} in {self._what}; {_choice(str(kind), self.kinds)}")
        return str(kind)

    def _open(self, kind: Optional[str]) -> Any:
        source = self._sources[self._kind(kind)]
        if callable(source):
            source = self._sources[self._kind(kind)] = source()
        return io.BytesIO(source) if isinstance(source, bytes) else open(source, "rb")


class Result(_Tables):
    """What a command found.

    The figures are read from the files of the command when they are asked for. A later command with the same folder replaces them;
    what is asked of this result then is an error, unless the new figures are the same.

    Attributes:
        command: The name of the command.
        exit_code: Its exit code: ``feedlab describe exit-codes``.
        text: The report as a terminal shows it.
        messages: What else the program said, a line each, such as how many worlds it knew already.
        folder: The folder of its files; ``None`` where it writes none.
        scenario: The scenario that ``calibrate`` made, as YAML text; ``None`` of other commands.
        kinds: The tables that :meth:`frame` has.
    """

    def __init__(
        self,
        command: str,
        exit_code: int,
        text: str,
        messages: Sequence[str],
        folder: Optional[str],
        files: Mapping[str, str],
        tables: Dict[str, Source],
        printed: Optional[Callable[[str], Optional[str]]] = None,
        source: Any = None,
        words: Sequence[str] = (),
        scenario: Optional[str] = None,
        files_folder: Optional[str] = None,
        absolute: Optional[str] = None,
    ) -> None:
        """
        Args:
            files: The names of the files of figures, of the page and of the Markdown, in the folder.
            tables: The tables, the most important first.
            printed: Makes the Markdown and the figures, by the names of their formats, where these are no files.
            source: The scenario, as it was given.
            words: The options of the command line.
            scenario: The text of a scenario that the command made.
            files_folder: The folder of the files, where they are a copy of what ``folder`` had.
            absolute: The path of ``folder``, where the working folder may be another one already.
        """
        super().__init__(tables, f"the results of '{command}'")
        self.command, self.exit_code, self.text = command, exit_code, text
        self.messages, self.folder = list(messages), folder
        self._files, self._printed, self._source = files, printed, source
        self._words, self.scenario = list(words), scenario
        # The working folder may be another one later.
        self._absolute = None if folder is None else os.path.abspath(absolute or folder)
        self._folder = None if folder is None else os.path.abspath(files_folder or folder)
        # That of an experiment that is not the last one of its folder.
        self._number: Optional[int] = None
        self._figures: Optional[Dict[str, Any]] = None
        # Removes the folder with this result, where it is a copy.
        self._removal: Optional["weakref.finalize[Any, Any]"] = None
        self._digest = self._current_digest()

    def __repr__(self) -> str:
        return self.text

    @property
    def figures(self) -> Dict[str, Any]:
        """All figures, as the program writes them in JSON; empty where it has none."""
        if self._figures is None:
            self._check()
            path = self._path("figures")
            if path is not None:
                with open(path, encoding="utf-8") as file:
                    self._figures = json.load(file)
            else:
                self._figures = json.loads(self._printed and self._printed("json") or "{}")
        return self._figures

    @property
    def decisions(self) -> Dict[str, Decision]:
        """What a comparison decides, by candidate; empty for other commands."""
        found = self.figures.get("decisions") if self.command == "ab" else None
        if not isinstance(found, list):
            return {}
        decisions = [Decision(entry["candidate"], entry["outcome"], tuple(entry["reasons"])) for entry in found]
        return {decision.candidate: decision for decision in decisions}

    @property
    def headroom(self) -> Optional[Headroom]:
        """How far order can move the primary; ``None`` where that is not known, for the reason in ``figures["headroom"]["gap"]``."""
        found = self.figures.get("headroom") if self.command == "ab" else None
        if not isinstance(found, dict) or found["found"] is None:
            return None
        random, ideal = ((found[order]["relative"] or {}).get("estimate") for order in ("random", "ideal"))
        return Headroom(found["metric"], found["worlds"], random, ideal, found["found"])

    @property
    def verdict(self) -> str:
        """What the command found: of a comparison a line for each candidate, which decides, below a warning where order decides nothing.

        Of ``tune``, ``select``, ``power`` and ``sensitivity`` it is the sentence with the outcome, of ``check`` a line for each
        scenario, and of other commands it is empty.
        """
        if self.command == "ab":
            headroom = self.headroom
            warning = re.findall(r"^! (In this world .*(?:\n  +\S.*)*)", self.text, re.MULTILINE) if headroom and not headroom.found else []
            lines = [re.sub(r"\n +", " ", line) for line in warning[:1]]
            return "\n".join(lines + [self._sentence(decision) for decision in self.decisions.values()])
        if self.command == "check":
            lines = re.sub(r"\n {2,}(?=[^\s!])", " ", self.text.partition("\n\n")[0]).splitlines()
            return "\n".join(line for line in lines if re.search(r": [A-Z][A-Z ]+: ", line))
        if self.command in ("tune", "select", "power", "sensitivity"):
            blocks = self.text.strip().split("\n\n")
            return " ".join(blocks[1].split()) if len(blocks) > 1 else ""
        return ""

    def _sentence(self, decision: Decision) -> str:
        """The line of the report about a candidate; without the values where the report has another form."""
        begin = f"{_IMPERATIVES.get(decision.outcome, decision.outcome)} {decision.candidate}"
        found = re.findall(rf"^(?:[^\s\w] )?{re.escape(begin)}(?=[:.,; ]|$).*(?:\n  +\S.*)*", self.text, re.MULTILINE)
        return re.sub(r"\n +", " ", found[-1]) if found else f"{begin}: {', '.join(decision.reasons)}"

    @property
    def passed(self) -> bool:
        """Whether the exit code is 0. That of a check is another one where a ranker has become worse."""
        return self.exit_code == 0

    @property
    def markdown(self) -> str:
        """The report in Markdown."""
        self._check()
        path = self._path("markdown")
        if path is not None:
            with open(path, encoding="utf-8") as file:
                return file.read()
        return self._printed and self._printed("markdown") or f"```text\n{self.text.rstrip()}\n```\n"

    def report(self) -> str:
        """The path of the page with charts.

        Raises:
            FeedLabError: The command writes no page.
        """
        self._check()
        path = self._path("page")
        if path is None:
            raise FeedLabError(f"'feedlab {self.command}' writes no page")
        removal = self._removal.detach() if self._removal is not None else None
        if removal is not None:
            # Whoever has the path may look at the page when this result is gone.
            _, remove, arguments, named = removal
            atexit.register(remove, *arguments, **(named or {}))
        return os.path.abspath(path)

    def open(self) -> None:
        """Opens the page in a browser."""
        webbrowser.open("file://" + self.report())

    def trace(self, arm: Optional[str] = None, world: int = 0, progress: Optional[bool] = None) -> "Trace":
        """Everything that happened in one world under one arm, which is simulated again for that.

        Args:
            arm: The arm; the baseline where none is named.
            world: The number of the world, from 0.
            progress: As of the commands.
        """
        from . import _commands

        return _commands.trace_of(self, arm, world, progress)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, Any]:
        comparisons = self._comparisons()
        bundle: Dict[str, Any] = {
            "text/plain": self.text,
            "text/markdown": self.markdown,
            "text/html": _show.html(self.text, self.verdict, self._baseline(), comparisons),
        }
        chart = _show.vega_lite(comparisons)
        if chart is not None:
            bundle["application/vnd.vegalite.v5+json"] = chart
        return {
            kind: value
            for kind, value in bundle.items()
            if (not include or kind in include) and kind not in (exclude or ())
        }

    def _comparisons(self) -> List[Dict[str, Any]]:
        """Those that decide; other commands have none."""
        found = self.figures.get("comparisons") if self.command == "ab" else None
        return [entry for entry in found if entry.get("asked")] if isinstance(found, list) else []

    def _baseline(self) -> str:
        return str(self.figures.get("baseline", "")) if self.command == "ab" else ""

    # MARK: Files

    def folder_now(self) -> Optional[str]:
        """The folder as a path from the present working folder, where it was given as one from that."""
        return None if self.folder is None or self._absolute is None else path_now(self.folder, self._absolute)

    def _path(self, role: str) -> Optional[str]:
        name = self._files.get(role)
        return None if self._folder is None or name is None else os.path.join(self._folder, name)

    def _current_digest(self) -> Optional[bytes]:
        path = self._path("figures")
        if path is None:
            return None
        try:
            with open(path, "rb") as file:
                return hashlib.sha256(file.read()).digest()
        except FileNotFoundError:
            return b""

    def _check(self) -> None:
        if self._current_digest() != self._digest:
            raise StaleResult(
                f"the files in {self.folder} are those of a later command, or are gone; with another folder for each, "
                f"feedlab.{self.command}(…, out=…), both results stay"
            )

    def _open(self, kind: Optional[str]) -> Any:
        self._check()
        return super()._open(kind)


class Calibration(Result):
    """What ``calibrate`` made.

    Attributes:
        scenario: The scenario, as YAML text.
    """

    scenario: str


class Trace(_Tables):
    """Everything that happened in one world under one arm: a folder with a CSV file for each table.

    Times are seconds from the start of the world. :meth:`feedlab.measure` computes its metrics.

    Attributes:
        folder: The folder.
        kinds: Its tables, such as ``impressions`` and ``interactions``.
    """

    def __init__(self, folder: Union[str, "os.PathLike[str]"]) -> None:
        folder = os.fspath(folder)
        # The working folder may be another one later.
        self._folder = os.path.abspath(folder)
        names = sorted(name for name in os.listdir(folder) if name.endswith(".csv"))
        super().__init__({name[:-4]: os.path.join(self._folder, name) for name in names}, f"the trace {folder}")
        self.folder: str = folder

    def __fspath__(self) -> str:
        return path_now(self.folder, self._folder)

    def __repr__(self) -> str:
        return f"<feedlab.Trace {self.folder}: {', '.join(self.kinds)}>"

    def to_parquet(self, folder: Union[str, "os.PathLike[str]", None] = None) -> str:
        """Writes each table as a Parquet file, compressed with Zstandard, and returns their folder, by default that of the trace."""
        return self._convert(folder, "parquet")

    def to_arrow(self, folder: Union[str, "os.PathLike[str]", None] = None) -> str:
        """Writes each table as an Arrow IPC file, compressed with Zstandard, and returns their folder, by default that of the trace."""
        return self._convert(folder, "arrow")

    def _convert(self, folder: Union[str, "os.PathLike[str]", None], ending: str) -> str:
        folder = os.fspath(self) if folder is None else os.fspath(folder)
        name = "pyarrow.parquet" if ending == "parquet" else "pyarrow.feather"
        package = _needs(name, f"to_{ending}()")
        os.makedirs(folder, exist_ok=True)
        write = package.write_table if ending == "parquet" else package.write_feather
        for kind in self.kinds:
            write(self.arrow(kind), os.path.join(folder, f"{kind}.{ending}"), compression="zstd")
        return folder


def _column(name: str, cells: List[str]) -> List[Any]:
    """The cells as the one type that all of them have."""
    for kind in (int, float) if name not in _NAMES else ():
        try:
            return [kind(cell) if cell else None for cell in cells]
        except ValueError:
            continue
    return [cell or None for cell in cells]


def path_now(path: str, absolute: str) -> str:
    """A path as it was given, or the absolute one where the working folder is another one now."""
    return path if os.path.abspath(path) == absolute else absolute


def _needs(module: str, call: str) -> Any:
    """A module, or an error that names the call that needs it."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise MissingPackage(
            f"{call} needs {package}, which is not installed: pip install {package}; rows() needs nothing"
        ) from None


def _choice(word: str, names: Sequence[str]) -> str:
    """What could have been meant."""
    import difflib

    nearest = difflib.get_close_matches(word, names, 1)
    return f"did you mean {nearest[0]!r}?" if nearest else f"there are {', '.join(names) or 'none'}"
