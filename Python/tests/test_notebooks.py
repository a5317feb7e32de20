"""A kernel of Jupyter, which notebooks run in: progress, interruption and failures. Skipped where Jupyter is not installed."""

import queue
import re
import time

import pytest

manager = pytest.importorskip("jupyter_client.manager")
pytest.importorskip("ipykernel")

START = """
import feedlab
scenario = {
    "feedlab": 1, "name": "tiny", "seed": 7, "world": {"members": 60, "days": 3, "warm-up": 1},
    "arms": {"newest": {"home": "recency"}, "popular": {"home": "popularity"}},
    "ab": {"baseline": "newest", "primary": "relevance@10", "replications": 100000},
}
"""


class Cell:
    """What a cell showed, when it has ended."""

    def __init__(self):
        self.results, self.printed, self.error, self.progress = [], "", None, []


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """A process of its own, since that is what is interrupted."""
    started = manager.KernelManager()
    started.start_kernel(cwd=str(tmp_path_factory.mktemp("notebook")))
    client = started.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    yield started, client
    client.stop_channels()
    started.shutdown_kernel(now=True)


def executed(kernel, code, interrupt_at=None):
    """Executes a cell.

    Args:
        interrupt_at: The kernel is interrupted, as by the button of a notebook, when progress says that so many worlds have ended.
    """
    started, client = kernel
    request, cell = client.execute(code), Cell()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            message = client.get_iopub_msg(timeout=1)
        except queue.Empty:
            continue
        if message["parent_header"].get("msg_id") != request:
            continue
        kind, content = message["msg_type"], message["content"]
        if kind == "stream":
            cell.printed += content["text"]
        elif kind == "execute_result":
            cell.results.append(content["data"])
        elif kind == "error":
            cell.error = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in content["traceback"]]
        elif kind in ("display_data", "update_display_data"):
            cell.progress.append(content["data"].get("text/html", ""))
            done = re.search(r"(\d+)/100000 worlds|(\d+) worlds", cell.progress[-1])
            if interrupt_at is not None and done and int(done[1] or done[2]) >= interrupt_at:
                started.interrupt_kernel()
                interrupt_at = None
        elif kind == "status" and content["execution_state"] == "idle":
            return cell
    raise AssertionError("the cell did not end within a minute")


def test_an_interrupted_notebook_keeps_what_is_finished_and_goes_on(kernel):
    assert executed(kernel, START).error is None
    cell = executed(kernel, "feedlab.ab(scenario)", interrupt_at=3)
    (shown,) = cell.error
    match = re.fullmatch(
        r"feedlab\.Interrupted: interrupted after (\d+) of 100,?000 worlds.*; the same call goes on from there", shown
    )
    assert match, shown
    # Progress is shown as a bar, which is gone when the command has ended.
    assert cell.progress[1].startswith("<progress value=") and cell.progress[-1] == ""
    finished = int(match[1])
    assert finished >= 3
    cell = executed(kernel, f"again = feedlab.ab(scenario, worlds={finished}); print(again.messages[0])")
    assert cell.error is None
    assert cell.printed.startswith(f"feedlab: {finished} of {finished} worlds were known already")


def test_a_failing_function_has_its_cell_and_line(kernel):
    cell = executed(
        kernel,
        '@feedlab.ranker(reads=["likes"])\n'
        "def heavy(candidates, parameters):\n"
        '    return parameters["weight"] * candidates["likes"]\n\n\n'
        'scenario["arms"]["heavy"] = {"home": heavy}\n'
        "feedlab.ab(scenario, worlds=1)",
    )
    shown = cell.error[-1]
    assert re.fullmatch(
        r"RunFailed: world 0 of arm 'heavy': the ranker 'heavy' failed: KeyError: 'weight' \(Cell In\[\d+\], line 3, in heavy\); its "
        r"request is saved, and feedlab\.rank\(…, arm='heavy', request='reports/tiny/failed-request\.json'\) asks again",
        shown,
    ), shown
    # The exception itself is above, with its own lines.
    assert any(line.startswith("KeyError") for line in cell.error)


def test_a_typo_in_a_dictionary_is_a_sentence(kernel):
    cell = executed(kernel, 'feedlab.validate({"feedlab": 1, "world": {"membrs": 60}, "arms": {"newest": {"home": "recency"}}})')
    assert cell.error[-1] == "InvalidInput: <dict>: world.membrs: no scenario has this key; did you mean 'members'?"


def test_a_result_shows_itself(kernel):
    cell = executed(kernel, 'del scenario["arms"]["heavy"]\nfeedlab.ab(scenario, worlds=2, out="shown")')
    (data,) = cell.results
    assert {"text/plain", "text/markdown", "text/html", "application/vnd.vegalite.v5+json"} <= set(data)
    assert data["text/plain"].startswith("tiny: 60 members, 3 days (1 warm-up), 2 arms in 2 parallel worlds\n")


def test_a_class_of_a_cell_is_used_again_until_it_changes(kernel):
    learner = (
        "@feedlab.ranker(learns=True)\n"
        "class Liked:\n"
        "    def __init__(self): self.likes = {}\n"
        "    def learn(self, events):\n"
        "        for post in events['post'][events['kind'] == 12]: self.likes[post] = self.likes.get(post, 0) + 1\n"
        "    def score(self, candidates): return [%s * self.likes.get(post, 0) for post in candidates.posts]\n"
        'scenario["arms"]["liked"] = {"home": Liked}\n'
        'print(feedlab.ab(scenario, worlds=1, out="class").messages[0])'
    )
    known = "feedlab: 1 of 1 world was known already, and no ranker of "
    assert not executed(kernel, learner % 1).printed.startswith(known)
    assert executed(kernel, learner % 1).printed.startswith(known)
    assert not executed(kernel, learner % -1).printed.startswith(known)
