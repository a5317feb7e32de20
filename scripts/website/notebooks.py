"""Writes an executed notebook as a Markdown page with pictures: notebooks.py EXECUTED FOLDER NAME.

Code is a block of Python, and what it printed a block of text. A data frame is a table. A result of FeedLab is its verdict, the drawing of
what decides as an SVG file, and the folded report.
"""

import html.parser
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
# A picture in a page does not have the colours of the text around it.
STYLE = "<style>svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}</style>"


class Rows(html.parser.HTMLParser):
    """The rows of a table, those of its head first, as texts."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.heads, self.cell = [], 0, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.cell = ""

    def handle_endtag(self, tag):
        if tag in ("th", "td"):
            self.rows[-1].append(self.cell.strip())
            self.cell = None
        elif tag == "thead":
            self.heads = len(self.rows)

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data


def table(text):
    """A data frame in HTML as a table of Markdown. The names of its index are in a second row of the head."""
    found = Rows(text)
    head = ["" for _ in found.rows[0]]
    for row in found.rows[: found.heads]:
        head = [above if above and not below else below for above, below in zip(head, row)]
    body = found.rows[found.heads :]
    columns = list(zip(*body)) or [() for _ in head]
    is_number = [all(re.fullmatch(r"[-+−]?[\d.,]+(e[-+]?\d+)?|NaN", cell) for cell in column) for column in columns]
    lines = [head, ["---:" if number else "---" for number in is_number], *body]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def block(language, text):
    return f"```{language}\n{text.rstrip()}\n```"


class Page:
    def __init__(self, folder, name):
        self.folder, self.name, self.parts, self.pictures = pathlib.Path(folder), name, [], 0

    def result(self, text):
        """A result of FeedLab by its HTML, which is XML."""
        root = ElementTree.fromstring(text)
        for element in root:
            if element.tag == "p":
                strong = element.find("strong")
                self.parts.append(
                    element.text if strong is None else f"**{strong.text}**{strong.tail}".rstrip()
                )
            elif element.tag == f"{SVG}svg":
                self.picture(element)
            elif element.tag == "details":
                report = block("text", element.find("pre").text)
                self.parts.append(f"<details><summary>Report</summary>\n\n{report}\n\n</details>")

    def picture(self, element):
        self.pictures += 1
        path = self.folder / f"{self.name}-{self.pictures}.svg"
        ElementTree.register_namespace("", SVG[1:-1])
        element.tail = None
        drawing = ElementTree.tostring(element, encoding="unicode")
        path.write_text(re.sub(r"(<svg[^>]*>)", rf"\1{STYLE}", drawing, count=1) + "\n")
        title = element.find(f"{SVG}title").text.replace("[", "(").replace("]", ")")
        self.parts.append(f"![{title}]({path.name})")

    def output(self, output):
        if output["output_type"] == "stream":
            if output["name"] == "stderr":
                sys.exit(f"{self.name}.ipynb: a cell wrote to standard error: {''.join(output['text'])}")
            self.parts.append(block("text", "".join(output["text"])))
            return
        data = {kind: "".join(text) for kind, text in output["data"].items() if kind.startswith("text/")}
        rendered = data.get("text/html")
        if rendered == "":
            # Progress that has ended.
            return
        if rendered and "<table" in rendered:
            self.parts.append(table(rendered))
        elif rendered and "<svg" in rendered:
            self.result(rendered)
        else:
            self.parts.append(block("text", data["text/plain"]))

    def write(self, notebook):
        for cell in notebook["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                self.parts.append(source)
                if len(self.parts) == 1:
                    self.title()
                continue
            self.parts.append(block("python", source))
            for output in cell["outputs"]:
                self.output(output)
        (self.folder / f"{self.name}.md").write_text("\n\n".join(self.parts) + "\n")

    def title(self):
        """Says below the title where the page comes from."""
        heading, _, rest = self.parts[0].partition("\n\n")
        origin = f"*This is the notebook [`{self.name}.ipynb`]({self.name}.ipynb), executed by `scripts/notebooks`.*"
        self.parts = [heading, origin, rest]


def main(executed, folder, name):
    for old in pathlib.Path(folder).glob(f"{name}-*.svg"):
        old.unlink()
    Page(folder, name).write(json.loads(pathlib.Path(executed).read_text()))


main(*sys.argv[1:])
