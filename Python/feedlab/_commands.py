"""The commands as functions."""

from __future__ import annotations

import contextlib
import datetime
import functools
import json
import os
import re
import shlex
import shutil
import tempfile
import weakref
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _errors, _program, _progress, _rankers, _scenario
from ._results import Calibration, Result, Source, Trace, _choice
from ._scenario import Opened, Scenario, all_opened, opened

_Path = Union[str, "os.PathLike[str]", None]
_Results = Union[Result, str, "os.PathLike[str]"]

# Options that the functions set themselves, by the names of the program.
_OWN = {"color", "format", "full", "help", "no-progress", "quiet", "version"}
# The functions with options of the program.
_FUNCTIONS = (
    "ab", "baseline", "calibrate", "check", "explain", "load", "measure", "power", "rank", "run", "select", "sensitivity", "tune", "validate"
)
_EXTERNAL = re.compile(r"ranker[\"']?\s*:\s*[\"']?(?:command|library|url)\b")
_ASKS_AGAIN = re.compile(r"'(?P<command>feedlab rank .*)' asks again")
# What commands write besides experiments, which a ledger has: the stems of their files, and the commands.
_STUDIES = {
    "tune": "tune", "select": "select", "power": "power", "societies": "sensitivity", "sensitivity": "sensitivity", "weights": "sensitivity"
}
_FOLDER = re.compile(r"feedlab: done in .* s; files are in (?P<folder>.+?)(?:; open .+)?")


class _Command(NamedTuple):
    """What the functions know of a command besides its options.

    Attributes:
        table: What its table is called; the stem of its CSV file where that is one of its files.
        outcomes: The exit codes that are findings.
    """

    name: str
    table: Optional[str] = None
    outcomes: Tuple[int, ...] = (0,)


_AB = _Command("ab", "comparisons")
_RUN = _Command("run", "metrics")
_CHECK = _Command("check", "rules", (0, 2, 3, 4))
_TUNE = _Command("tune", outcomes=(0, 3))


# MARK: The functions


def ab(
    scenario: Scenario, *, out: _Path = None, progress: Optional[bool] = None, **options: Any
) -> Result:
    """Compares the rankers of a scenario in parallel worlds.

    Tables: ``comparisons`` (differences in the metric's unit, ``relative`` ones as shares of the baseline), ``replications`` (a value
    for each arm, world and metric) and ``breakdown`` (by surface, ranker and day).

    Finished worlds are kept in the output folder: the same call again, after Ctrl-C or with more worlds, simulates those alone that are
    missing.

    Args:
        scenario: A path, YAML text of several lines, or a dictionary, in which arms may be rankers of :func:`feedlab.ranker`.
        out: The output folder; ``reports/NAME`` by default.
        progress: Whether progress is shown. By default in a notebook or a terminal.
        options: Those of ``feedlab ab``, such as ``worlds=16``, ``seed=7``, ``set={"world.members": 500}`` or ``until="decided"``.

    Raises:
        InvalidInput: The scenario has faults, all of which the error has.
        RunFailed: A world could not be finished, such as by a ranker that raised an exception, which is its cause.
        Unrepeatable: A ranker gave two orders for one request.
        Interrupted: Ctrl-C. The finished worlds are kept.
    """
    return _study(_AB, scenario, out, progress, options)


def run(
    scenario: Scenario, *, out: _Path = None, progress: Optional[bool] = None, **options: Any
) -> Result:
    """Measures each arm of a scenario in parallel worlds, without comparing them.

    Tables: ``metrics`` (means with intervals, in each metric's unit), ``replications`` and ``breakdown``. Arguments and errors are those
    of :func:`ab`, options those of ``feedlab run``.
    """
    return _study(_RUN, scenario, out, progress, options)


def tune(
    scenario: Scenario, *, out: _Path = None, progress: Optional[bool] = None, **options: Any
) -> Result:
    """Finds better weights of a ranker within limits, and measures the gain in fresh worlds.

    The table has a row for each trial. The exit code is 3 when no trial is confirmed to keep the limits. Options are those of
    ``feedlab tune``, such as ``budget=100`` (worlds).
    """
    return _study(_TUNE, scenario, out, progress, options)


def select(
    scenario: Scenario,
    *,
    metric: str,
    delta: float,
    out: _Path = None,
    progress: Optional[bool] = None,
    **options: Any,
) -> Result:
    """Finds the best of several arms in few worlds, with a guarantee.

    Args:
        metric: The id of the metric.
        delta: The smallest lead that matters, in the metric's unit.
        options: Those of ``feedlab select``.
    """
    return _study(_Command("select"), scenario, out, progress, {"metric": metric, "delta": delta, **options})


def power(
    scenario: Scenario, *, metric: str, out: _Path = None, progress: Optional[bool] = None, **options: Any
) -> Result:
    """Estimates how many worlds a comparison needs. Options are those of ``feedlab power``, such as ``effect="1%"``."""
    return _study(_Command("power"), scenario, out, progress, {"metric": metric, **options})


def sensitivity(
    scenario: Scenario, *, out: _Path = None, progress: Optional[bool] = None, **options: Any
) -> Result:
    """Shows whether verdicts hold in other communities, or which weights of an arm matter.

    Options are those of ``feedlab sensitivity``, such as ``of="behaviour"``.
    """
    return _study(_Command("sensitivity"), scenario, out, progress, options)


def check(*scenarios: Scenario, progress: Optional[bool] = None, **options: Any) -> Result:
    """Looks whether rankers are worse than their baselines by more than a margin.

    ``passed`` says so; the exit code is 2 for a regression, 3 for undecided rules with ``undecided="fail"`` or where another order is
    served, and 4 for a change that ``fail_on`` forbids. The table ``rules`` has a row for each rule.

    Args:
        scenarios: Scenarios, or folders with them; the folder ``scenarios`` by default.
        options: Those of ``feedlab check``.

    Raises:
        NoBaseline: A scenario has none; :func:`baseline` records it.
        UnusableBaseline: A baseline has another format, seed or world.
        UncheckedBaseline: A folder has a baseline whose scenario was not checked, or two scenarios have one name.
    """
    with all_opened(scenarios) as (found, file), _files("csv", "markdown", "json") as (reports, paths):
        ended = _ended(_CHECK, ["check", *found, *reports, *_words("check", options)], progress, file)
        tables = _read(paths)
        rules: Dict[str, Source] = {"rules": tables["csv"]} if "csv" in tables else {}
        printed = {kind: file.text(content.decode()) for kind, content in tables.items()}
        messages = [file.text(line) for line in ended.messages]
        return Result("check", ended.exit_code, file.text(ended.output), messages, None, {}, rules, printed.get)


def baseline(*scenarios: Scenario, progress: Optional[bool] = None, **options: Any) -> Result:
    """Records today's values of scenarios as the baselines that :func:`check` compares with.

    A scenario's baseline is the file that it names, by default ``baselines/NAME.json`` in its folder; of a dictionary or a text that is the
    working folder. A baseline with other values is not replaced: see ``feedlab baseline update``.

    Args:
        scenarios: Scenarios, or folders with them; the folder ``scenarios`` by default.
        options: Those of ``feedlab baseline record``, such as ``baseline="tiny.json"``.
    """
    command = _Command("baseline record")
    with all_opened(scenarios) as (found, file):
        ended = _ended(command, ["baseline", "record", *found, *_words(command.name, options)], progress, file)
        return Result("baseline", 0, file.text(ended.output), [file.text(line) for line in ended.messages], None, {}, {})


def validate(*scenarios: Scenario, **options: Any) -> Result:
    """Checks scenarios, and the data files that they name.

    Raises:
        InvalidInput: One has faults; the error has all of them.
        TypeError: There is no scenario.
    """
    if not scenarios:
        raise TypeError("validate() needs a scenario: a path, a text of several lines or a dictionary")
    texts: List[str] = []
    messages: List[str] = []
    for scenario in scenarios:
        with opened(scenario) as file:
            words = ["validate", file.path, *_words("validate", options)]
            ended = _ended(_Command("validate"), words, None, file)
            texts.append(file.text(ended.output))
            messages += map(file.text, ended.messages)
    return Result("validate", 0, "\n".join(texts), messages, None, {}, {})


def measure(trace: Union[Trace, str, "os.PathLike[str]"], **options: Any) -> Result:
    """Computes the metrics of a trace, from FeedLab or from real logs. The table is ``metrics``.

    Args:
        trace: A trace, its folder or its database.
        options: Those of ``feedlab measure``.
    """
    if not isinstance(trace, (str, os.PathLike)):
        remedy = "; result.trace(arm, world) makes one" if isinstance(trace, Result) else ""
        raise TypeError(f"measure() takes a trace, its folder or its database, and not a {type(trace).__name__}{remedy}")
    command = _Command("measure", "metrics")
    words = ["measure", _scenario.word(trace), *_words("measure", options)]
    return _printed(command, lambda further, shows: _ended(command, [*words, *further], shows))


def explain(
    results: _Results, metric: Optional[str] = None, *, progress: Optional[bool] = None, **options: Any
) -> Result:
    """Says where the change of a metric comes from. The table is ``parts``: weights and shares between 0 and 1, rates in the metric's unit.

    Args:
        results: Those of :func:`ab`, or their folder.
        metric: A metric of what looks led to; the primary metric by default.
        options: Those of ``feedlab explain``, such as ``by="surface"`` or ``member=17, at="5d12h"``.
    """
    if not isinstance(results, (str, os.PathLike, Result)):
        raise TypeError(f"explain() takes the results of feedlab.ab, or their folder, and not a {type(results).__name__}")
    folder = results.folder_now() if isinstance(results, Result) else os.fspath(results)
    if folder is None:
        raise _errors.WrongUsage("these results have no folder; 'explain' needs those of feedlab.ab")
    if isinstance(results, Result) and results._number is not None:
        options = {"number": results._number, **options}
    words = ["explain", *_words("explain", options)]
    # Behind this word there are no options.
    names = ["--", folder, *([metric] if metric else [])]

    command = _Command("explain", "parts")

    def ended(further: Sequence[str], shows: Optional[bool]) -> _program.Ended:
        # Asked here, so that the results stay, with which their folder may be removed.
        source = results._source if isinstance(results, Result) else None
        # The program knows the scenario of the results itself, but starts only rankers of a scenario that it is given.
        if source is None or not {"member", "movers"} & set(options):
            return _ended(command, [*words, *further, *names], shows)
        with opened(source) as file:
            scenario = ["--scenario", file.path] if _has_external(file.path) else []
            return _ended(command, [*words, *scenario, *further, *names], shows, file)

    return _printed(command, ended, progress)


def _has_external(path: str) -> bool:
    """Whether a scenario's file names an external ranker, such as one of this process."""
    with contextlib.suppress(OSError, UnicodeDecodeError), open(path, encoding="utf-8") as file:
        return _EXTERNAL.search(file.read()) is not None
    return False


def rank(
    scenario: Scenario,
    *,
    arm: Optional[str] = None,
    viewer: Optional[int] = None,
    at: Union[str, datetime.timedelta, None] = None,
    surface: Optional[str] = None,
    request: Union[str, "os.PathLike[str]", None] = None,
    progress: Optional[bool] = None,
    **options: Any,
) -> Result:
    """Asks an arm's ranker for one page, and shows its scores and features.

    A world is simulated until the instant of the page. The table ``candidates`` has the posts of the page in order, with the columns
    ``position`` (from 1), ``age_hours``, ``ranking.score`` and one for each feature that the ranker reads, such as ``ranking.likes``.
    With ``limit=1000`` it has all candidates. Each further format of the result asks again.

    Args:
        arm: The arm; by default the only one that is not the baseline.
        viewer: The number of the member who opens the feed.
        at: The time from the start of the world, such as ``"5d12h"``.
        surface: The feed, such as ``"home"``; by default the first on which the arm differs from the baseline.
        request: The file of a request at which a ranker failed, instead of a viewer and a time: :attr:`feedlab.RunFailed.request`.
        options: Those of ``feedlab rank``, such as ``world=3`` or ``leave_one_out=True``.

    Raises:
        RunFailed: The ranker fails; with ``request`` it fails again.
        Unrepeatable: The ranker gives two orders for the request.
    """
    asked = {"arm": arm, "viewer": viewer, "at": at, "surface": surface, "request": request, **options}
    words = _words("rank", asked)
    source = _scenario.copied(scenario)
    command = _Command("rank", "candidates")

    def ended(further: Sequence[str], shows: Optional[bool]) -> _program.Ended:
        with opened(source) as file:
            done = _ended(command, ["rank", file.path, *words, *further], shows, file)
            return done._replace(output=_rankers_by_name(file.text(done.output)))

    return _printed(command, ended, progress)


def calibrate(
    mapping: Scenario, out: _Path = None, *, progress: Optional[bool] = None, **options: Any
) -> Calibration:
    """Fits a community to real logs. The result's ``scenario`` is YAML text, which other functions take.

    Args:
        mapping: A path, YAML text or a dictionary: ``feedlab describe mapping``. In a dictionary the ``file`` of a table may be a
            data frame.
        out: The scenario to write; by default it is kept in the result alone.
        options: Those of ``feedlab calibrate``, such as ``members=2000`` or ``inputs_only=True``.
    """
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(opened(mapping))
        # Here, so that the paths in it start at the working folder, as those of a text do.
        target = os.fspath(out) if out is not None else stack.enter_context(_scenario.file("calibrated", ".yml", ""))
        words = ["calibrate", "--mapping", file.path, f"--out={target}", *_words("calibrate", options)]
        ended = _ended(_Command("calibrate"), words + ([] if out is not None else ["--force"]), progress, file)
        with open(target, encoding="utf-8") as scenario:
            text = scenario.read()
        if not file.is_file:
            # It would name a mapping that is gone.
            text = file.text(re.sub(r"^realism: \{.*\}\n+", "", text, flags=re.MULTILINE))
            if out is not None:
                with open(target, "w", encoding="utf-8") as scenario:
                    scenario.write(text)
        # That the scenario was written is news only where it stays.
        messages = [file.text(line) for line in ended.messages if out is not None or line != f"feedlab: wrote {target}"]
        return Calibration("calibrate", 0, file.text(ended.output), messages, None, {}, {}, scenario=text)


def load(folder: Union[str, "os.PathLike[str]"], *, number: Optional[int] = None) -> Result:
    """The saved results of ``feedlab ab`` or ``run``, of finished and of interrupted experiments.

    Of ``tune``, ``select``, ``power`` and ``sensitivity`` it reads what they wrote when they had finished, with the report in Markdown.
    Where they were interrupted there is nothing to show yet: the same call goes on from the worlds that are kept.

    Args:
        folder: Their folder, or its ledger.
        number: The number of the experiment, as ``feedlab history`` lists it; the last one by default.
    """
    # Elsewhere, since the files in the folder may be those of another experiment.
    given = os.fspath(folder)
    own = os.path.dirname(given) or os.curdir if os.path.isfile(given) else given
    copy = tempfile.mkdtemp(prefix="feedlab-")
    try:
        words = ["report", _scenario.word(folder), "--out", copy, *_words("report", {} if number is None else {"number": number})]
        with _files("csv") as (reports, paths):
            try:
                ended = _ended(_Command("report"), [*words, *reports], False)
            except _errors.RunFailed as error:
                shutil.rmtree(copy, ignore_errors=True)
                return _study_of(own, number, error)
            tables = _read(paths)
        command = _AB if tables.get("csv", b"").startswith(b"candidate,") else _RUN
        _advise(copy)
        result = _result(command, ended, copy, tables, None, {}, own=own)
    except BaseException:
        shutil.rmtree(copy, ignore_errors=True)
        raise
    result._number = number
    result._removal = weakref.finalize(result, shutil.rmtree, copy, ignore_errors=True)
    return result


def options(command: str) -> Dict[str, str]:
    """The options of a command, as the program describes them: what each does, by its name as an argument here.

    Args:
        command: The name of a function, such as ``"ab"``.

    Raises:
        ValueError: There is no such function.
    """
    if command not in _FUNCTIONS:
        raise ValueError(f"there is no command {command!r}; {_choice(command, _FUNCTIONS)}")
    return {
        _argument(option): option.get("abstract", "")
        for option in _options({"load": "report", "baseline": "baseline record"}.get(command, command)).values()
    }


# MARK: Options


def _options(command: str) -> Dict[str, Dict[str, Any]]:
    """The options of a command by their long names."""
    return {
        option["preferredName"]["name"]: option
        for option in _program.description(command)["arguments"]
        if option["kind"] != "positional" and option["preferredName"]["name"] not in _OWN
    }


def _argument(option: Mapping[str, Any]) -> str:
    return str(option["preferredName"]["name"]).replace("-", "_")


def _words(command: str, arguments: Mapping[str, Any]) -> List[str]:
    """The options on the command line.

    Raises:
        TypeError: There is no such option.
    """
    words: List[str] = []
    if not arguments:
        return words
    known = _options(command)
    for argument, value in arguments.items():
        name = argument.replace("_", "-")
        option = known.get(name)
        if option is None:
            names = [_argument(option) for option in known.values()]
            raise TypeError(f"{command.partition(' ')[0]}() has no option {argument!r}; {_choice(argument, names)}")
        if value is None:
            continue
        if option["kind"] == "flag":
            if not isinstance(value, bool):
                raise TypeError(f"the option {argument!r} of {command}() is True or False, and not {value!r}")
            if not value and f"no-{name}" in known:
                words.append(f"--no-{name}")
            elif value:
                words.append(f"--{name}")
            continue
        try:
            texts = list(_texts(value))
        except TypeError as error:
            raise TypeError(f"the option {argument!r} of {command.partition(' ')[0]}() {error}") from None
        except RecursionError:
            raise TypeError(f"the option {argument!r} of {command.partition(' ')[0]}() contains itself") from None
        if len(texts) > 1 and not option.get("isRepeating"):
            raise TypeError(f"the option {argument!r} of {command.partition(' ')[0]}() takes one value, and not {len(texts)}")
        for text in texts:
            # One word, so that a value may begin with a dash.
            words.append(f"--{name}={text}")
    return words


def _texts(value: Any) -> Iterator[str]:
    """The values of an option: one, or as many as a list, a set, an array or a dictionary has.

    Raises:
        TypeError: A value has no form on a command line.
    """
    value = _listed(value)
    if isinstance(value, Mapping):
        for key, element in value.items():
            if isinstance(element, Mapping) and "." not in str(key):
                # It would replace the section, so that its other keys had their defaults.
                inner = next(map(str, element), "key")
                raise TypeError(f"sets single keys; write {{'{key}.{inner}': …}} instead of {{'{key}': {{'{inner}': …}}}}")
            yield f"{key}={_text(element, str(key))}"
    elif isinstance(value, list):
        for element in value:
            yield _text(element)
    else:
        yield _text(value)


def _listed(value: Any) -> Any:
    """A value without the types of other libraries: sets, arrays and series are lists."""
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    if isinstance(value, (tuple, range)):
        return list(value)
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        return value.item()
    if hasattr(value, "tolist"):
        return value.tolist()
    return value


def _text(value: Any, key: str = "") -> str:
    """A value on the command line.

    Args:
        key: The key of the scenario that it is set to.
    """
    value = _listed(value)
    if isinstance(value, str):
        return value
    if isinstance(value, datetime.timedelta):
        return str(_scenario.duration(value, key))
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    return json.dumps(_jsonable(value), ensure_ascii=False)


def _jsonable(value: Any) -> Any:
    value = _listed(value)
    if isinstance(value, Mapping):
        return {str(key): _jsonable(element) for key, element in value.items()}
    if isinstance(value, list):
        return [_jsonable(element) for element in value]
    if isinstance(value, datetime.timedelta):
        return _scenario.duration(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"takes texts, numbers, lists and dictionaries, and not {value!r}")


# MARK: Running


def _ended(
    command: _Command, words: Sequence[str], progress: Optional[bool], file: Optional[Opened] = None
) -> _program.Ended:
    """Runs a command that finds something.

    Raises:
        FeedLabError: It ended with another exit code than its findings have.
        Interrupted: Ctrl-C ended it.
    """
    if _rankers.is_serving():
        raise _errors.WrongUsage(
            f"a ranker called feedlab.{command.name.partition(' ')[0]}() while FeedLab waited for its answer, so that each of its"
            " requests would start a program; call it before, outside of the ranker"
        )
    with _progress.shown(progress) as show:
        ended = _program.execute(words, {"COLUMNS": "100", **(file.session.environment if file else {})}, show)
    if ended.exit_code in command.outcomes:
        return ended
    if ended.exit_code == 130 or ended.was_interrupted:
        said = next((line for line in ended.messages if "interrupted" in line), "interrupted").removeprefix("feedlab: ")
        # The rest of it is a command line.
        what, _, _ = said.partition("; resume with:")
        raise _errors.Interrupted(f"{what}; the same call goes on from there" if "saved" in what else what)
    lines = [_rankers_by_name(file.text(line) if file else line) for line in ended.messages]
    lines, request = _asking_again(list(map(_scenario.advised, lines)))
    for name, digest in dict.fromkeys(pair for line in ended.messages for pair in _rankers.IN_MESSAGE.findall(line)):
        if file is None or not file.session.serves(digest):
            lines.append(f"the ranker {name!r} is a function of another call; give that call's result instead of its folder")
    error = _errors.failure(ended.exit_code, lines, _scenario.DICT)
    if isinstance(error, _errors.RunFailed):
        error.request = request
    raise error from (file.session.failure if file else None)


def _asking_again(lines: List[str]) -> Tuple[List[str], Optional[str]]:
    """Messages that have a call where they had a command line that asks a ranker again, and the file of its request."""
    request = None
    for index, line in enumerate(lines):
        match = _ASKS_AGAIN.search(line)
        if match:
            words = shlex.split(match["command"])
            given = {
                option: [value for name, value in zip(words, words[1:]) if name == option]
                for option in ("--arm", "--set", "--request")
            }
            request = given["--request"][0]
            keys = dict(setting.split("=", 1) for setting in given["--set"])
            settings = f", set={keys!r}" if keys else ""
            call = f"feedlab.rank(…, arm={given['--arm'][0]!r}{settings}, request={request!r})"
            lines = [*lines[:index], line.replace(match[0], f"{call} asks again"), *lines[index + 1 :]]
    return lines, request


def _rankers_by_name(text: str) -> str:
    """A text without the command that stands for a ranker in this process."""
    return _rankers.IN_MESSAGE.sub(r"'\1'", text)


def _advise(folder: Union[str, "os.PathLike[str]"]) -> None:
    """Puts calls into the pages of a folder where they advise commands for a scenario that is no file."""
    for name in ("report.html", "summary.html", "summary.md"):
        path = os.path.join(folder, name)
        with contextlib.suppress(FileNotFoundError):
            with open(path, encoding="utf-8", newline="") as page:
                text = page.read()
            advised = _scenario.advised(text)
            if advised != text:
                with open(path, "w", encoding="utf-8", newline="") as page:
                    page.write(advised)


def _study_of(folder: str, number: Optional[int], error: _errors.RunFailed) -> Result:
    """What a command that is no experiment wrote to a folder.

    Args:
        error: Why there is no experiment, which is raised where there is nothing else.
    """
    found = {stem: os.path.join(folder, f"{stem}.json") for stem in _STUDIES}
    there = [stem for stem, path in found.items() if os.path.exists(path)]
    if number is not None or not there:
        if "contains no experiment" in str(error):
            raise _errors.RunFailed(
                f"{folder} has no results of 'ab' or 'run', and no finished ones of 'tune', 'select', 'power' or 'sensitivity'; the same "
                "call of one that was interrupted goes on from the worlds that are kept",
                1,
            ) from None
        raise error
    stem = max(there, key=lambda stem: os.path.getmtime(found[stem]))
    text = ""
    with contextlib.suppress(FileNotFoundError), open(os.path.join(folder, f"{stem}.md"), encoding="utf-8") as report:
        # As a text: without the title.
        text = report.read().partition("\n\n")[2].replace("**", "").replace("\\", "")
    files = {
        role: f"{stem}{ending}" for role, ending in (("figures", ".json"), ("page", ".html"), ("markdown", ".md"))
        if os.path.exists(os.path.join(folder, stem + ending))
    }
    table = os.path.abspath(os.path.join(folder, f"{stem}.csv"))
    result = Result(_STUDIES[stem], 0, text, [], folder, files, {stem: table} if os.path.exists(table) else {})
    if result.figures.get("conclusion") == "infeasible":
        result.exit_code = 3
    return result


def _study(
    command: _Command,
    scenario: Scenario,
    out: _Path,
    progress: Optional[bool],
    options: Mapping[str, Any],
) -> Result:
    """Runs a command that writes files to a folder."""
    kinds = ["csv", "json"] if command.table else []
    # A ranker may change it meanwhile, as libraries of models do.
    base = os.getcwd()
    source = _scenario.kept(scenario)
    with opened(scenario) as file, _files(*kinds) as (reports, paths):
        words = _words(command.name, options)
        target = [f"--out={os.fspath(out)}"] if out is not None else []
        try:
            ended = _ended(command, [command.name, file.path, *reports, *words, *target], progress, file)
        except _errors.Interrupted as interruption:
            interruption.folder = _kept(file, out, base)
            raise
        folder = os.fspath(out) if out is not None else _folder(ended.messages)
        there = os.path.join(base, folder)
        if not file.is_file:
            _advise(there)
        tables = _read(paths)
        if "json" in tables and _read({"json": os.path.join(there, "results.json")}) != {"json": tables["json"]}:
            raise _errors.StaleResult(
                f"the files in {folder} are not those of this call: another one has written there meanwhile; give each an 'out' of its own"
            )
        return _result(command, ended, there, tables, source, options, words, file, folder, there)


def _folder(messages: Sequence[str]) -> str:
    for message in reversed(messages):
        match = _FOLDER.fullmatch(message)
        if match:
            return match["folder"]
    raise _errors.FeedLabError("feedlab did not say where its files are")


def _kept(file: Opened, out: _Path, base: str) -> Optional[str]:
    """The folder with the finished runs of an interrupted command.

    Args:
        base: The working folder when the command began.
    """
    if out is None:
        path = os.path.join(base, file.path)
        ended = _program.execute(["validate", path, "--no-trend"], file.session.environment)
        # A long path breaks the line.
        match = re.search(r"scenario\s+'(.+)'\s+is\s+valid", ended.output)
        out = os.path.join("reports", match[1]) if match else None
    return os.fspath(out) if out is not None and os.path.exists(os.path.join(base, out, "ledger.sqlite")) else None


def _result(
    command: _Command,
    ended: _program.Ended,
    folder: str,
    tables: Mapping[str, bytes],
    source: Any,
    options: Mapping[str, Any],
    words: Sequence[str] = (),
    file: Optional[Opened] = None,
    own: Optional[str] = None,
    absolute: Optional[str] = None,
) -> Result:
    """The result of a command that wrote its files to a folder.

    Args:
        own: The user's folder as it was given, where ``folder`` is a copy or an absolute path.
        absolute: The path of the user's folder, where the working folder may be another one.
    """
    names = _names(command.name, options)
    found: Dict[str, Source] = {}
    if command.table and "csv" in tables:
        found[command.table] = tables["csv"]
    for name in names:
        if name.endswith(".csv") and os.path.exists(os.path.join(folder, name)):
            found[name[: -len(".csv")]] = os.path.abspath(os.path.join(folder, name))
    files = {}
    for role, ending in (("figures", ".json"), ("page", ".html"), ("markdown", ".md")):
        # The first one: a summary for mail is a page too.
        files.update({role: name for name in reversed(names) if name.endswith(ending)})
    texts = [ended.output, *ended.messages]
    text, *messages = [_scenario.advised(_rankers_by_name(file.text(text) if file else text)) for text in texts]
    return Result(
        command.name, ended.exit_code, text, messages, own or folder, files, found, source=_scenario.copied(source), words=words,
        files_folder=folder, absolute=absolute,
    )


@functools.lru_cache(maxsize=None)
def _all_files(path: str) -> List[Dict[str, str]]:
    entries: List[Dict[str, str]] = json.loads(_program.execute(["describe", "files", "--format", "json"]).output)
    return entries


def _names(command: str, options: Mapping[str, Any]) -> List[str]:
    """The files that a command writes to its folder with these options, as the program describes them."""
    names = []
    for entry in _all_files(_program.program()):
        for writer in entry["written_by"].split(", "):
            name, _, needed = writer.partition(" --")
            option, _, value = needed.partition(" ")
            given = str(options.get(option, ""))
            # 'sensitivity' writes other files with '--of', and what has a value there is not written without it.
            if name == command and (
                given == value or bool(given) and not value if needed else "of" not in options or given == value
            ):
                names.append(entry["name"])
                break
    return names


def _printed(
    command: _Command,
    run: Callable[[Sequence[str], Optional[bool]], _program.Ended],
    progress: Optional[bool] = False,
) -> Result:
    """The result of a command that prints its findings alone. Other formats are asked for when somebody wants them.

    Args:
        run: Runs the command with further words, and with progress or without.
    """
    ended = run([], progress)
    return Result(
        command.name, ended.exit_code, ended.output, ended.messages, None, {},
        {str(command.table): lambda: run(["--format", "csv"], False).output.encode()},
        lambda kind: run(["--format", kind], False).output,
    )


@contextlib.contextmanager
def _files(*kinds: str) -> Iterator[Tuple[List[str], Dict[str, str]]]:
    """Options for reports of these kinds, and their files, which are gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="feedlab-") as folder:
        paths = {kind: os.path.join(folder, f"report.{kind}") for kind in kinds}
        yield [f"--report={kind}={path}" for kind, path in paths.items()], paths


def _read(paths: Mapping[str, str]) -> Dict[str, bytes]:
    """The contents of those files that were written."""
    contents: Dict[str, bytes] = {}
    for kind, path in paths.items():
        with contextlib.suppress(FileNotFoundError), open(path, "rb") as file:
            contents[kind] = file.read()
    return contents


def trace_of(result: Result, arm: Optional[str], world: int, progress: Optional[bool]) -> Trace:
    """The trace of a world of a result, in the result's folder."""
    if result._source is None or result.folder is None:
        raise _errors.WrongUsage("there is no scenario of these results; a trace needs those of feedlab.ab or feedlab.run")
    figures = result.figures
    arm = arm or figures.get("baseline") or figures["arms"][0]["name"]
    target = os.path.join(str(result.folder_now()), f"trace-{arm}-{world}")
    with opened(result._source) as file, tempfile.TemporaryDirectory(prefix="feedlab-") as folder:
        words = [
            "run", file.path, f"--arm={arm}", "-n", str(world + 1), "--world", str(world),
            "--seed", str(figures["seed"]), "--trace", target, "--out", folder, "--force",
        ]
        words += [word for word in result._words if word.startswith("--set=")]
        _ended(_RUN, words, progress, file)
        with open(os.path.join(folder, "results.json"), encoding="utf-8") as simulated:
            now = json.load(simulated)
    if _simulated(now, arm, file.session) != _simulated(figures, arm, file.session):
        shutil.rmtree(target, ignore_errors=True)
        raise _errors.StaleResult(
            f"the scenario or the ranker of arm {arm!r} is not what it was when these results were made; "
            f"feedlab.{result.command}(…) makes new ones"
        )
    return Trace(target)


def _simulated(figures: Mapping[str, Any], arm: str, session: _rankers.Session) -> Any:
    """What a world of an arm depends on, of the scenario with all its defaults."""
    resolved = (figures.get("scenario") or {}).get("resolved") or {}
    found = {key: value for key, value in resolved.items() if key not in ("ab", "arms", "check", "metrics", "name", "sensitivity", "tune")}
    return found, session.comparable(json.dumps((resolved.get("arms") or {}).get(arm), sort_keys=True))
