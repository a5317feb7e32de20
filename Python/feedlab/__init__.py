"""FeedLab in Python: what would this feed ranker do to our community?

    import feedlab

    result = feedlab.ab({
        "feedlab": 1,
        "world": {"members": 500, "days": 9, "warm-up": 2},
        "arms": {"newest": {"home": "recency"}, "popular": {"home": "popularity"}},
        "ab": {"baseline": "newest", "primary": "relevance@10", "replications": 8},
    })
    result                          # shows itself in a notebook
    result.decisions["popular"]     # Decision(candidate='popular', outcome='ship', reasons=('relevance@10',))
    result.frame("comparisons")     # a pandas data frame

Each function is a command of the program ``feedlab``, which comes with the package; its options are those of the command, with ``_``
for ``-``: ``feedlab.ab(scenario, worlds=16, set={"world.members": 500})``. ``feedlab.options("ab")`` lists them. Units are those of the
program: times in files and frames are seconds of simulated time, rates are shares between 0 and 1, differences have the metric's unit.

A scenario is a path, YAML text of several lines, or a dictionary. A Python function is an arm with :func:`ranker`.

Importing this module needs the standard library alone. Frames need pandas, pyarrow or polars when they are asked for.
"""

from __future__ import annotations

import importlib

# Type checkers take this for true. The module of that name takes longer to load than this one.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import List

    from ._commands import ab as ab
    from ._commands import baseline as baseline
    from ._commands import calibrate as calibrate
    from ._commands import check as check
    from ._commands import explain as explain
    from ._commands import load as load
    from ._commands import measure as measure
    from ._commands import options as options
    from ._commands import power as power
    from ._commands import rank as rank
    from ._commands import run as run
    from ._commands import select as select
    from ._commands import sensitivity as sensitivity
    from ._commands import tune as tune
    from ._commands import validate as validate
    from ._errors import Fault as Fault
    from ._errors import FeedLabError as FeedLabError
    from ._errors import Interrupted as Interrupted
    from ._errors import InvalidInput as InvalidInput
    from ._errors import MissingPackage as MissingPackage
    from ._errors import NoBaseline as NoBaseline
    from ._errors import ProgramCrashed as ProgramCrashed
    from ._errors import ProgramNotFound as ProgramNotFound
    from ._errors import RunFailed as RunFailed
    from ._errors import StaleResult as StaleResult
    from ._errors import UncheckedBaseline as UncheckedBaseline
    from ._errors import Unrepeatable as Unrepeatable
    from ._errors import UnusableBaseline as UnusableBaseline
    from ._errors import WrongUsage as WrongUsage
    from ._program import program as program
    from ._program import version as version
    from ._rankers import Ranker as Ranker
    from ._rankers import ranker as ranker
    from ._results import Calibration as Calibration
    from ._results import Decision as Decision
    from ._results import Headroom as Headroom
    from ._results import Result as Result
    from ._results import Trace as Trace

    __version__: str

# Modules are loaded by the first of their names that is used, so that importing this one takes no time.
_MODULES = {
    "_commands": "ab baseline calibrate check explain load measure options power rank run select sensitivity tune validate",
    "_errors": "Fault FeedLabError Interrupted InvalidInput MissingPackage NoBaseline ProgramCrashed ProgramNotFound RunFailed "
    "StaleResult UncheckedBaseline Unrepeatable UnusableBaseline WrongUsage",
    "_program": "program version",
    "_rankers": "Ranker ranker",
    "_results": "Calibration Decision Headroom Result Trace",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = list(_MODULE_OF)  # pyright: ignore[reportUnsupportedDunderAll]


# A type checker knows the names from above, and may find wrong ones.
if not TYPE_CHECKING:

    def __getattr__(name):
        # Asked of the program, which has the one version, when somebody looks.
        if name == "__version__":
            from ._program import version

            return version()
        module = _MODULE_OF.get(name)
        if module is None:
            raise AttributeError(f"module 'feedlab' has no attribute {name!r}")
        value = globals()[name] = getattr(importlib.import_module(f".{module}", __name__), name)
        return value


def __dir__() -> List[str]:
    return sorted([*globals(), *__all__])
