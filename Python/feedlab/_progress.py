"""Progress in a notebook and in a terminal."""

from __future__ import annotations

import contextlib
import html
import shutil
import sys
from typing import Any, Callable, Dict, Iterator, Optional

_Show = Callable[[Dict[str, Any]], None]


@contextlib.contextmanager
def shown(wanted: Optional[bool]) -> Iterator[Optional[_Show]]:
    """What shows progress while a command runs; nothing where nobody would see it.

    Args:
        wanted: Whether to show it; by default in a notebook or a terminal.
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    is_notebook = any(kind.__name__ == "ZMQInteractiveShell" for kind in type(shell).__mro__)
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if wanted is False or (wanted is None and not is_notebook and not is_terminal):
        yield None
    elif is_notebook:
        with _in_notebook() as show:
            yield show
    else:
        with _in_terminal() as show:
            yield show


@contextlib.contextmanager
def _in_notebook() -> Iterator[_Show]:
    from IPython.display import HTML, display

    handle = display(HTML(""), display_id=True)
    try:
        yield lambda progress: handle.update(
            HTML(
                f'<progress value="{progress["progress"]:.4f}" max="1"></progress> '
                f'<code>{html.escape(progress["text"])}</code>'
            )
        )
    finally:
        handle.update(HTML(""))


@contextlib.contextmanager
def _in_terminal() -> Iterator[_Show]:
    def show(progress: Dict[str, Any]) -> None:
        room = shutil.get_terminal_size().columns - 1
        filled = int(20 * progress["progress"])
        line = f"{'█' * filled}{'░' * (20 - filled)} {progress['text']}"
        sys.stderr.write(f"\r{line[:room]}\x1b[K")
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
