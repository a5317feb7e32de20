"""Where the program is, and what happens where it is not."""

import contextlib
import os
import stat
import subprocess
import sys
import types

import pytest

import feedlab
from feedlab import _program


def test_the_package_has_the_version_of_the_program():
    said = subprocess.run([feedlab.program(), "--version"], capture_output=True, text=True, check=True)
    assert said.stdout == f"feedlab {feedlab.__version__}\n"
    assert feedlab.version() == feedlab.__version__


def test_the_module_is_the_program():
    said = subprocess.run([sys.executable, "-m", "feedlab", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout == f"feedlab {feedlab.__version__}\n"


@pytest.fixture
def on_arm(monkeypatch):
    """Another machine than the one that the wheel is for."""
    monkeypatch.setattr(_program.platform, "system", lambda: "Darwin")
    monkeypatch.setattr(_program.platform, "machine", lambda: "arm64")


def test_a_program_for_another_machine_is_a_sentence(folder, monkeypatch, on_arm):
    path = folder / "feedlab"
    path.write_bytes(b"\x7fELF of another machine")
    path.chmod(0o755)
    monkeypatch.setenv("FEEDLAB_PROGRAM", str(path))
    with pytest.raises(feedlab.ProgramNotFound) as caught:
        feedlab.version()
    assert str(caught.value) == (
        f"{path} is a program for another machine: the wheel is for Linux on x86-64, and this is Darwin on arm64"
    )
    assert caught.value.exit_code is None


def test_no_program_is_a_sentence(monkeypatch, on_arm, capsys):
    monkeypatch.delenv("FEEDLAB_PROGRAM", raising=False)
    monkeypatch.setattr(_program, "_folders", lambda: ["/nowhere"])
    with pytest.raises(feedlab.ProgramNotFound) as caught:
        feedlab.program()
    sentence = (
        "the program 'feedlab' is not where the package installs it, /nowhere. There is one for Linux on x86-64; this is Darwin on "
        "arm64. Elsewhere, build it from its source and name it by the environment variable FEEDLAB_PROGRAM"
    )
    assert str(caught.value) == sentence
    # A sentence from 'python -m feedlab' too.
    with pytest.raises(SystemExit) as ended:
        _program.main()
    assert (ended.value.code, capsys.readouterr().err) == (1, f"feedlab: error: {sentence}\n")


def test_a_program_that_is_none(monkeypatch):
    monkeypatch.setenv("FEEDLAB_PROGRAM", "/nowhere/feedlab")
    with pytest.raises(feedlab.ProgramNotFound, match="^FEEDLAB_PROGRAM names '/nowhere/feedlab', which is no program$"):
        feedlab.program()


def test_the_package_is_written_for_python_3_9():
    import ast
    import pathlib

    import feedlab_ranker

    files = [*pathlib.Path(feedlab.__file__).parent.glob("*.py"), pathlib.Path(feedlab_ranker.__file__)]
    assert len(files) > 10
    for file in files:
        ast.parse(file.read_text(), str(file), feature_version=(3, 9))


def test_importing_needs_the_standard_library_alone():
    script = "import sys, feedlab; print(sorted({name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names))"
    if not hasattr(sys, "stdlib_module_names"):
        pytest.skip("Python 3.9 does not list the modules of its library")
    # Without the modules that an environment loads by itself, and with the package where a wheel puts it too.
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(feedlab.__file__))}
    said = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert said.stdout == "['feedlab']\n" or said.stdout == "['__main__', 'feedlab']\n"


def test_progress_reaches_who_asks_for_it(scenario):
    shares = []
    ended = _program.execute(["describe", "exit-codes"], None, shares.append)
    assert ended.exit_code == 0 and shares == []
    from feedlab._scenario import opened

    # Progress is looked at ten times a second: enough worlds for a second or two.
    scenario["ab"]["replications"] = 40
    with opened(scenario) as file:
        ended = _program.execute(["ab", file.path, "--out", "out"], None, shares.append)
    assert ended.exit_code == 0 and not any("progress" in message for message in ended.messages)
    assert shares and all(0 <= share["progress"] <= 1 and share["worlds"] == 40 for share in shares)


def test_a_terminal_shows_progress_on_one_line(capsys):
    from feedlab import _progress

    with _progress.shown(True) as show:
        show({"progress": 0.25, "text": "25%  1/4 worlds"})
    error = capsys.readouterr().err
    assert error == f"\r{'█' * 5}{'░' * 15} 25%  1/4 worlds\x1b[K\r\x1b[K"
    with _progress.shown(None) as show:
        assert show is None


def test_a_shell_of_another_kind_of_notebook_is_one(monkeypatch):
    from feedlab import _progress

    class ZMQInteractiveShell:
        pass

    class Shell(ZMQInteractiveShell):
        pass

    @contextlib.contextmanager
    def drawn():
        yield "drawn"

    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=Shell))
    monkeypatch.setattr(_progress, "_in_notebook", drawn)
    with _progress.shown(None) as show:
        assert show == "drawn"
