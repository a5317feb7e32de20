"""Scenarios as files, texts and dictionaries."""

from __future__ import annotations

import contextlib
import datetime
import fcntl
import functools
import json
import math
import os
import re
import shutil
import stat
import tempfile
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _program
from ._errors import InvalidInput, Fault
from ._rankers import Ranker, Session

# How the folders begin that stand for a working folder which cannot be written.
_TWIN = "feedlab-twin-"
# What stands for a dictionary in messages.
DICT = "<dict>"
Scenario = Union[str, "os.PathLike[str]", Mapping[str, Any]]
# Commands about a scenario that is no file of the user's; lines may be broken.
_ADVICE = re.compile(
    r"feedlab\s+(?P<command>sensitivity|baseline\s+record)\s+(?:\S*\.feedlab\.(?:json|yml)|<dict>|<text>)(?:\s+--record)?"
)


class Opened(NamedTuple):
    """A scenario that the program can read.

    Attributes:
        path: Its file.
        shown: What stands in messages for it and for the files that are written for it.
        session: The rankers in this process, which it names.
    """

    path: str
    shown: Dict[str, str]
    session: Session

    @property
    def is_file(self) -> bool:
        """Whether it is one of the user's files, which stays."""
        return not self.shown

    def text(self, text: str) -> str:
        """A text of the program, with what stands for the files."""
        for path, shown in self.shown.items():
            text = text.replace(path, shown)
        return advised(text)


def advised(text: str) -> str:
    """A text with calls where it advises commands for a scenario that is no file."""

    def call(match: "re.Match[str]") -> str:
        return "feedlab.sensitivity(scenario, record=True)" if match["command"] == "sensitivity" else "feedlab.baseline(scenario)"

    return _ADVICE.sub(call, text)


@contextlib.contextmanager
def opened(scenario: Scenario, session: Optional[Session] = None) -> Iterator[Opened]:
    """Has the scenario in a file while a command runs.

    Args:
        session: Serves its rankers, where one does so for several scenarios.
    """
    with contextlib.ExitStack() as stack:
        if session is None:
            session = Session()
            stack.callback(session.close)
        if isinstance(scenario, Mapping):
            faults: List[Fault] = []
            shown: Dict[str, str] = {}
            try:
                value = _plain(scenario, "", _Writing(session, stack, shown, faults))
            except RecursionError:
                raise _unwritable("it is nested too deeply, or a part of it contains itself") from None
            if faults:
                raise InvalidInput("\n".join(map(str, faults)), 65, tuple(faults))
            value.setdefault("name", "scenario")
            name = value["name"] if isinstance(value["name"], str) else "scenario"
            path = stack.enter_context(file(name, ".json", _encodable(json.dumps(value, ensure_ascii=False, indent=1))))
            yield Opened(path, {path: DICT, **shown, **_beside(path)}, session)
        elif isinstance(scenario, str) and "\n" in scenario:
            path = stack.enter_context(file("scenario", ".yml", _encodable(scenario)))
            yield Opened(path, {path: "<text>", **_beside(path)}, session)
        elif isinstance(scenario, (str, os.PathLike)):
            yield Opened(word(scenario), {}, session)
        else:
            raise TypeError(
                f"a scenario is a path, a text of several lines or a dictionary, and not of the type {type(scenario).__name__}"
            )


def _unwritable(reason: str) -> InvalidInput:
    fault = Fault(DICT, None, None, f"the scenario cannot be written to a file: {reason}")
    return InvalidInput(str(fault), 65, (fault,))


def _encodable(text: str) -> str:
    """The text, which a file in UTF-8 can have.

    Raises:
        InvalidInput: It has half of a character.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _unwritable(f"{text[error.start]!a} is no character of Unicode") from None
    return text


def word(path: Union[str, "os.PathLike[str]"]) -> str:
    """A path as a word of a command line, which is no option of the program."""
    text = os.fspath(path)
    return os.path.join(os.curdir, text) if text.startswith("-") else text


@contextlib.contextmanager
def all_opened(scenarios: Sequence[Scenario]) -> Iterator[Tuple[List[str], Opened]]:
    """Has several scenarios in files: their paths, and what is common to them."""
    with contextlib.ExitStack() as stack:
        session = Session()
        stack.callback(session.close)
        files = [stack.enter_context(opened(scenario, session)) for scenario in scenarios]
        shown = {path: name for file in files for path, name in file.shown.items()}
        yield [file.path for file in files], Opened("", shown, session)


def copied(scenario: Any) -> Any:
    """A scenario with dictionaries and lists of its own, which stays as it is when the caller changes theirs."""
    if isinstance(scenario, Mapping):
        return {key: copied(value) for key, value in scenario.items()}
    if isinstance(scenario, (list, tuple)):
        return [copied(value) for value in scenario]
    return scenario


def kept(scenario: Scenario) -> Scenario:
    """A scenario for later, when the working folder may be another one."""
    if isinstance(scenario, os.PathLike) or isinstance(scenario, str) and "\n" not in scenario:
        return os.path.abspath(scenario)
    return scenario


@contextlib.contextmanager
def file(name: str, ending: str, text: str) -> Iterator[str]:
    """A file in the working folder, from which its paths start; where that cannot be written, in one that has the same in it."""
    name = re.sub(r"[^A-Za-z0-9_-]", "-", name)[:60]
    folder: Optional[str] = None
    for number in range(1000):
        path = f".{name}{f'-{number}' if number else ''}.feedlab{ending}"
        _remove_leftover(path)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
            _locked(descriptor)
            if not _is_at(descriptor, path):
                # Another process took it for one that is left before it was locked.
                os.close(descriptor)
                continue
            # The working folder may be another one when it is removed.
            own = os.path.abspath(path)
            break
        except FileExistsError:
            continue
        except OSError:
            folder, inner = _twin(text)
            own = path = os.path.join(inner, path)
            break
    else:
        raise FileExistsError(f"the working folder has a thousand files like {path}; remove them")
    try:
        # Open, and with it locked, as long as the file is in use.
        with open(own if folder else descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            yield path
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(own)
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _locked(descriptor: int) -> bool:
    """Locks a file until it is closed, which the end of this process does too; false where another one has locked it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        # Some file systems have no locks; no file there is taken for one that is left.
        return False
    return True


def _is_at(descriptor: int, path: str) -> bool:
    with contextlib.suppress(OSError):
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    return False


def _remove_leftover(path: str) -> None:
    """Removes a file of :func:`file` that a process which was killed has left: one that is not locked."""
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if stat.S_ISREG(os.fstat(descriptor).st_mode) and _locked(descriptor) and _is_at(descriptor, path):
                os.unlink(path)
        finally:
            os.close(descriptor)


def _twin(text: str) -> Tuple[str, str]:
    """A folder with links to what is in the working folder, and in those above as far as the paths of a text go.

    Returns the folder to remove, and the one within it that stands for the working folder.
    """
    climbs = [match.count("..") for match in re.findall(r"(?:\.\./)+", text)]
    names = os.getcwd().strip(os.sep).split(os.sep)
    levels = min(max(climbs, default=0), len(names))
    root = tempfile.mkdtemp(prefix=_TWIN)
    twin, real = root, os.sep + os.sep.join(names[: len(names) - levels])
    for name in [*names[len(names) - levels :], None]:
        for entry in os.listdir(real):
            if entry != name:
                os.symlink(os.path.join(real, entry), os.path.join(twin, entry))
        if name is not None:
            twin, real = os.path.join(twin, name), os.path.join(real, name)
            os.mkdir(twin)
    return root, twin


def _beside(path: str) -> Dict[str, str]:
    """What stands for the files in the folder of :func:`file` where that is no working folder: their names alone."""
    folder = os.path.dirname(path)
    return {folder + os.sep: ""} if _TWIN in folder else {}


def duration(value: datetime.timedelta, key: str = "") -> Union[int, float, str]:
    """A time as the program reads it, exactly: a number where that is what a key of the scenario has, in its unit, or else a text."""
    micros = value // datetime.timedelta(microseconds=1)
    unit = _units(_program.program()).get(key) if key else None
    if unit is not None:
        whole, rest = divmod(micros, unit * 1_000_000)
        return whole if not rest else micros / (unit * 1_000_000)
    seconds, rest = divmod(abs(micros), 1_000_000)
    return f"{'-' if micros < 0 else ''}{seconds}{f'.{rest:06d}'.rstrip('0') if rest else ''}s"


@functools.lru_cache(maxsize=None)
def _units(path: str) -> Dict[str, int]:
    """The keys of a scenario that are numbers of days or hours, with the seconds of these."""
    units = {"days": 86_400, "hours": 3_600}
    described = json.loads(_program.execute(["describe", "scenario", "--format", "json"]).output)
    found = {entry["key"]: re.fullmatch(r"a number .*\((days|hours)\)", entry["value"]) for entry in described["keys"]}
    return {key: units[match[1]] for key, match in found.items() if match is not None}


def _csv(frame: Any) -> str:
    """A data frame of pandas or polars as text, with times as the program reads them: without a zone they are those of UTC."""
    form = "%Y-%m-%dT%H:%M:%S"
    if hasattr(frame, "to_csv"):
        zoned = [name for name, kind in frame.dtypes.items() if getattr(kind, "tz", None) is not None]
        if zoned:
            frame = frame.copy(deep=False)
            for name in zoned:
                frame[name] = frame[name].dt.tz_convert("UTC")
        return str(frame.to_csv(index=False, date_format=f"{form}.%f"))
    zoned = [name for name, kind in frame.schema.items() if getattr(kind, "time_zone", None) is not None]
    if zoned:
        frame = frame.with_columns([frame[name].dt.convert_time_zone("UTC") for name in zoned])
    return str(frame.write_csv(datetime_format=f"{form}%.6f"))


class _Writing(NamedTuple):
    """What a dictionary needs while it is written.

    Attributes:
        files: Removes the files of its data frames.
        shown: What stands for these.
    """

    session: Session
    files: contextlib.ExitStack
    shown: Dict[str, str]
    faults: List[Fault]


def _plain(value: Any, path: str, writing: _Writing) -> Any:
    """The value as JSON has it, with rankers as commands and data frames as files.

    Args:
        path: The path of its key.
    """
    if isinstance(value, Ranker):
        return writing.session.section(value, {})
    if isinstance(value, Mapping):
        keys: Dict[str, Any] = {}
        for key, element in value.items():
            # The number of the format is the one key that might be written as a number by mistake.
            if not isinstance(key, (str, int, float)):
                where = f"in {path}" if path else "in the scenario"
                writing.faults.append(Fault(DICT, None, None, f"{where}: a key is a text, and not a {type(key).__name__}"))
                continue
            name = key if isinstance(key, str) else json.dumps(key)
            if name == "ranker" and isinstance(element, Ranker):
                continue
            keys[name] = _plain(element, f"{path}.{name}" if path else name, writing)
        own = value.get("ranker")
        return writing.session.section(own, keys) if isinstance(own, Ranker) else keys
    if isinstance(value, (list, tuple)):
        return [_plain(element, f"{path}.{index}", writing) for index, element in enumerate(value)]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, datetime.timedelta):
        return duration(value, path)
    if isinstance(value, float) and not math.isfinite(value):
        writing.faults.append(Fault(DICT, None, None, f"{path}: expected a finite number, found {value}"))
        return None
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "columns") and (hasattr(value, "to_csv") or hasattr(value, "write_csv")):
        table = writing.files.enter_context(file(path, ".csv", _csv(value)))
        writing.shown[table] = f"<{path}>"
        return table
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        item = value.item()
        # A number that Python has no type for stays what it is.
        if type(item) is not type(value):
            return _plain(item, path, writing)
    elif hasattr(value, "tolist"):
        return _plain(value.tolist(), path, writing)
    remedy = (
        f"'{getattr(value, '__name__', value)}' is no ranker yet; write @feedlab.ranker(reads=[…]) above the function"
        if callable(value)
        else f"expected a text, a number, a list or a dictionary, found {type(value).__name__}"
    )
    writing.faults.append(Fault(DICT, None, None, f"{path}: {remedy}"))
    return None
