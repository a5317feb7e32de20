"""The notebooks of docs and their pages, without executing them: scripts/notebooks does that each night."""

import json
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_no_outputs_and_its_page_has_its_cells(name):
    page = (FOLDER / f"{name}.md").read_text()
    for cell in json.loads((FOLDER / f"{name}.ipynb").read_text())["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            # Without its block it would be a page of another state of the notebook.
            assert f"```python\n{source}\n```\n" in page
        else:
            assert all(part in page for part in source.split("\n\n"))


def test_every_page_and_picture_is_that_of_a_notebook():
    pages = "".join((FOLDER / f"{name}.md").read_text() for name in NAMES)
    for path in FOLDER.iterdir():
        assert path.stem in NAMES or f"]({path.name})" in pages
