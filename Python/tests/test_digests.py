"""When a ranker is the same as it was, so that its finished worlds are used again."""

import dataclasses
import enum
import functools
import importlib
import logging
import os
import re
import subprocess
import sys
import textwrap
import types

import pytest

import feedlab
from feedlab import _digest, _rankers

WEIGHT = 1


def digest(ranker):
    text, unknown = ranker.digest()
    assert unknown is None
    return text


def ranked(function, name="mine"):
    return feedlab.ranker(reads=["age_hours"], name=name)(function)


def using(value):
    return ranked(lambda candidates, parameters: value)


@pytest.fixture
def module(folder, monkeypatch):
    """Writes a module and imports it, as a process does that is started afterwards."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = set(sys.modules)

    def imported(name, text, **others):
        for path, content in {name: text, **others}.items():
            file = folder / (path.replace(".", "/") + ".py")
            file.parent.mkdir(exist_ok=True)
            file.write_text(textwrap.dedent(content))
        for loaded in set(sys.modules) - before:
            del sys.modules[loaded]
        importlib.invalidate_caches()
        return importlib.import_module(name)

    yield imported
    for loaded in set(sys.modules) - before:
        del sys.modules[loaded]


def test_functions_on_one_line_are_different_rankers(with_arm, scenario):
    # One line, whose source is the same for both.
    old, new = ranked(lambda c, p: c["age_hours"], "old"), ranked(lambda c, p: -c["age_hours"], "new")
    assert digest(old) != digest(new)
    same, other = ranked(lambda c, p: [x for x in c if x > 1]), ranked(lambda c, p: [x for x in c if x > 2])
    assert digest(same) != digest(other)
    scenario["arms"].update(old={"home": old}, new={"home": new})
    values = {}
    for row in feedlab.ab(scenario, metrics="all").rows("replications"):
        values.setdefault(row["arm"], []).append(row["value"])
    assert values["old"] != values["new"] and values["new"] == values["newest"]


def test_a_name_is_in_the_digest():
    def score(candidates, parameters):
        return candidates["age_hours"]

    session = _rankers.Session()
    commands = [session.section(ranked(functools.partial(score), name), {})["command"] for name in ("a", "b")]
    assert commands[0][2] != commands[1][2] and len(session._rankers) == 2


def test_two_functions_with_one_digest_are_an_error(monkeypatch):
    monkeypatch.setattr(feedlab.Ranker, "_compared", lambda self: ("0" * 32, None))
    session = _rankers.Session()
    first = ranked(lambda c, p: c["age_hours"])
    session.section(first, {})
    with pytest.raises(ValueError, match="^two rankers 'mine' cannot be distinguished; give each another name or version$"):
        session.section(ranked(lambda c, p: -c["age_hours"]), {})
    assert list(session._rankers.values()) == [first]


def test_where_a_function_is_written_is_not_in_the_digest(folder):
    text = "def score(c, p):\n    'Says it.'\n    return [c[name] for name in ('a', 'b')] if p in {'x', 'y', 'z'} else 0\n"
    rankers = []
    for file, lines in (("one.py", ""), ("<cell 7>", "\n# A comment.\n\n")):
        names = {}
        exec(compile(lines + text, file, "exec"), names)
        rankers.append(ranked(names["score"]))
    assert digest(rankers[0]) == digest(rankers[1])


def test_a_digest_is_the_same_in_each_process(folder):
    """Sets have another order in each."""
    (folder / "parts").mkdir()
    for name in ("__init__", "first"):
        (folder / "parts" / f"{name}.py").write_text(f"NAME = '{name}'\n")
    (folder / "score.py").write_text(
        "import dataclasses, enum, feedlab, re, typing\n"
        "class Kind(enum.Enum):\n    A = 1\n    def double(self): return 2 * self.value\n"
        "class Pair(typing.NamedTuple):\n    x: int\n    y: int = 3\n"
        "@dataclasses.dataclass(frozen=True)\nclass Conf:\n    weight: float = 2\n    kinds: set = dataclasses.field(default_factory=set)\n"
        "CONF = Conf(kinds={'a', 'b', 'c'})\n"
        "@feedlab.ranker(reads=['likes'])\n"
        "def f(c, p):\n    import parts.first\n    return Kind.A.double() * CONF.weight * Pair(1).y if p in {'x', 'y', 'z'} else re.compile('a')\n"
        "print(f.digest())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "score.py"], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1 and found.pop().endswith(", None)\n")


EDITED = "import feedlab\n@feedlab.ranker(reads=['age_hours'])\ndef warm(c, p): return {}c['age_hours']\n"


def test_the_code_that_is_loaded_decides_and_not_the_file(module, folder):
    loaded = module("edited", EDITED.format("")).warm
    before = digest(loaded)
    (folder / "edited.py").write_text(EDITED.format("-"))
    assert digest(loaded) == before
    assert digest(module("edited", EDITED.format("-")).warm) != before


def test_a_decorator_that_wraps_is_in_the_digest():
    def decorated(sign, power=1):
        def decorator(function):
            if sign > 0:
                @functools.wraps(function)
                def outer(c, p):
                    return function(c, p) ** power
            else:
                @functools.wraps(function)
                def outer(c, p):
                    return -function(c, p)
            return outer

        return decorator

    def score(c, p):
        return c["age_hours"]

    def other(c, p):
        return c["likes"]

    made = [decorated(1)(score), decorated(-1)(score), decorated(1, 2)(score), decorated(1)(other)]
    assert len({digest(ranked(function)) for function in made}) == 4
    assert digest(ranked(decorated(1)(score))) == digest(ranked(decorated(1)(score)))


PACKAGE = """
    import feedlab
    import mypkg.scoring

    @feedlab.ranker(reads=['age_hours'])
    def warm(c, p):
        return mypkg.scoring.f(c)
"""


@pytest.mark.parametrize("root", [{"mypkg.__init__": ""}, {}])
def test_a_module_of_a_package_is_in_the_digest(module, root):
    def made(weight, other=""):
        files = {
            "mypkg.scoring": f"from . import weights\ndef f(c): return weights.W * c\n{other}", "mypkg.weights": f"W = {weight}\n", **root
        }
        return digest(module("ranking", PACKAGE, **files).warm)

    assert made(1) == made(1) != made(2)
    assert made(1, "x = 1\n") != made(1)


def test_a_module_that_a_function_imports_is_in_the_digest(module):
    def made(statement, text):
        source = f"import feedlab\n@feedlab.ranker(reads=['likes'])\ndef warm(c, p):\n    {statement}\n    return 1\n"
        return module("ranking", source, late=text).warm

    for statement in ("import late; late.f(c)", "from late import f; f(c)", "import late as other; getattr(other, 'f')(c)"):
        assert digest(made(statement, "def f(c): return c\n")) != digest(made(statement, "def f(c): return -c\n"))
    assert digest(made("import json, os.path; from math import sqrt", ""))
    # Where it is not installed, the function may know what to do.
    assert digest(made("import nowhere", ""))
    assert made("import late.none", "").digest()[1] == "'warm', which imports late.none"


def test_a_module_with_a_version_that_is_not_installed_has_its_file_in_the_digest(module):
    def made(sign):
        text = "import feedlab, local\n@feedlab.ranker(reads=['likes'])\ndef warm(c, p): return local.f(c)\n"
        return digest(module("ranking", text, local=f"__version__ = '0.1'\ndef f(c): return {sign}c\n").warm)

    assert made("") == made("") != made("-")


def test_what_a_session_sets_in_a_module_or_a_class_is_in_the_digest(module):
    config = module("config", "W = 1\nclass Conf:\n    W = 1\n")

    class Conf:
        W = 1

    for owner in (config, Conf, config.Conf):
        ranker = ranked(lambda c, p: owner.W * c["age_hours"])
        before = digest(ranker)
        assert digest(ranker) == before
        owner.W = -1
        assert digest(ranker) != before
    # As any other variable.
    config.W = object()
    assert using(config).digest()[1] is None
    assert ranked(lambda c, p: config.W).digest()[1] == "'config.W', of the type object"


def test_a_text_and_an_attribute_are_no_variable_unless_something_looks_it_up(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "WEIGHT", object())
    assert ranked(lambda c, p: c["WEIGHT"] + c.WEIGHT).digest()[1] is None
    assert ranked(lambda c, p: [WEIGHT for _ in c]).digest()[1] == "'WEIGHT', of the type object"
    assert ranked(lambda c, p: globals()["WEIGHT"]).digest()[1] == "'WEIGHT', of the type object"


def test_what_is_in_a_ranker_besides_its_code_is_in_the_digest():
    def score(c, p):
        return score.weight

    score.weight = 1
    before = digest(ranked(score))
    score.weight = 2
    assert digest(ranked(score)) != before


def test_what_libraries_have_is_known_by_their_version():
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")

    class Kind(enum.IntEnum):
        A = 1

    @dataclasses.dataclass
    class Conf:
        weight: float = 1
        names: list = dataclasses.field(default_factory=list)

    values = [
        numpy, numpy.linalg.norm, numpy.where, numpy.float64(2), pandas.DataFrame, os.path.join, textwrap.dedent, logging.getLogger("x"), list,
        re.compile("a"), Kind, Kind.A, Conf, Conf(2), types.SimpleNamespace(a=1), feedlab.ranker, feedlab.Result, functools.wraps,
    ]
    assert len({digest(using(value)) for value in values}) == len(values)
    assert digest(using(Conf(2))) == digest(using(Conf(2))) != digest(using(Conf(3)))
    assert not _digest._is_of_installed(sys.modules["__main__"])


def test_what_a_text_names_is_compared(folder, module, monkeypatch):
    module("weights", "W = 1\n")
    (folder / "w.txt").write_text("1")
    monkeypatch.setenv("FEEDLAB_TEST_W", "1")
    by_name = ranked(lambda candidates, parameters: importlib.import_module("weights").W)
    by_eval = ranked(lambda candidates, parameters: eval("WEIGHT + 1"))
    of_file = ranked(lambda candidates, parameters: float(open("w.txt").read()))
    of_environment = ranked(lambda candidates, parameters: float(os.environ["FEEDLAB_TEST_W"]))
    rankers = [by_name, by_eval, of_file, of_environment]
    before = [digest(ranker) for ranker in rankers]
    assert [digest(ranker) for ranker in rankers] == before
    module("weights", "W = 2\n")
    (folder / "w.txt").write_text("2")
    monkeypatch.setenv("FEEDLAB_TEST_W", "2")
    monkeypatch.setitem(globals(), "WEIGHT", 2)
    assert not set(before) & {digest(ranker) for ranker in rankers}


def test_metaclasses_and_what_stands_in_the_place_of_python_s_own_are_compared(monkeypatch):
    def of_meta(value):
        class Meta(type):
            weight = value

            def __getattr__(cls, name):
                return value

        return ranked(lambda candidates, parameters, kind=Meta("K", (), {}): kind.weight + kind.other)

    assert digest(of_meta(1)) == digest(of_meta(1)) != digest(of_meta(2))
    counting = ranked(lambda candidates, parameters: len(candidates))
    wrapping = ranked(lambda candidates, parameters: textwrap.indent(candidates, " "))
    before = digest(counting), digest(wrapping)
    monkeypatch.setattr("builtins.len", lambda value, count=len: count(value))
    monkeypatch.setattr(textwrap, "indent", lambda text, prefix: 7)
    after = digest(counting), digest(wrapping)
    monkeypatch.undo()
    assert before[0] != after[0] and before[1] != after[1]
    assert (digest(counting), digest(wrapping)) == before


def test_what_cannot_be_compared_is_said_and_raises_nothing():
    import random

    inner, deep = [1], 1
    inner.append(inner)
    for _ in range(5000):
        deep = [deep]
    assert digest(using(inner)) == digest(using(inner)) != digest(using([1, [1]]))
    assert using(deep).digest()[1] == "'mine', which has a value that is nested too deeply"
    drawing = ranked(lambda candidates, parameters: random.random())
    assert drawing.digest()[1] == "'mine', whose random numbers depend on those before"
    assert digest(ranked(lambda candidates, parameters: random.Random(candidates.seed).random()))
