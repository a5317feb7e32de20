"""The types that editors and mypy --strict read."""

import ast
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

import pytest

import feedlab_ranker

ROOT = pathlib.Path(__file__).resolve().parents[2]
STUB = ROOT / "Python" / "feedlab_ranker-stubs" / "__init__.pyi"
USE = """
    import feedlab
    from pathlib import Path
    from typing import Any
    from feedlab_ranker import Candidates, Event

    fitted = feedlab.calibrate("m.yml", Path("x.yml"), members=500)
    result = feedlab.run(fitted.scenario, worlds=4, out=Path("x"))
    feedlab.explain(feedlab.load(Path("x")), by="surface")
    result.trace("a").to_parquet(Path("y"))
    feedlab.measure(feedlab.Trace(Path("y")))

    @feedlab.ranker(reads=["likes"])
    def warm(candidates: Candidates, parameters: dict[str, float]) -> Any:
        return candidates["likes"] + int(Event.LIKE)

    warm.check(fade=12)
"""


def checked(folder, text):
    pytest.importorskip("mypy")
    # As they are beside each other where the wheel is installed.
    shutil.copytree(ROOT / "Python" / "feedlab", folder / "installed" / "feedlab")
    shutil.copy(STUB, folder / "installed" / "feedlab_ranker.pyi")
    (folder / "use.py").write_text(textwrap.dedent(text))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--disable-error-code=import-not-found", "use.py"],
        capture_output=True, text=True, env={**os.environ, "MYPYPATH": "installed"},
    )
    return done.stdout.strip()


def test_what_works_has_no_fault(folder):
    assert checked(folder, USE) == "Success: no issues found in 1 source file"


def test_the_example_of_the_guide_has_no_fault(folder):
    guide = (ROOT / "docs" / "guide" / "python.md").read_text()
    logs = re.search(r"```python\n(mapping = .*?)```", guide, re.DOTALL)[1]
    begin = "import feedlab\nfrom typing import Any\nfrom feedlab_ranker import Event\nfollows: Any = None\nposts: Any = None\n"
    assert checked(folder, begin + logs) == "Success: no issues found in 1 source file"


def test_the_types_have_what_the_module_has():
    found = {}
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
    assert set(feedlab_ranker.__all__) <= set(found)
    for name, node in found.items():
        value = getattr(feedlab_ranker, name)
        if isinstance(node, ast.FunctionDef):
            code = value.__code__
            assert [argument.arg for argument in node.args.args] == list(code.co_varnames[: code.co_argcount]), name
        elif name in ("Event", "Surface", "Visibility"):
            members = {part.targets[0].id: part.value.value for part in node.body}
            assert members == {member.name: member.value for member in value}
        elif name not in ("RankerError", "EVENT_FIELDS", "NO_REQUEST"):
            for part in node.body:
                assert hasattr(value, getattr(part, "name", None) or part.target.id)
