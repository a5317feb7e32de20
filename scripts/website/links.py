"""Finds dead links in Markdown and HTML files, and names each as file:line.

A relative link must lead to a file or folder that exists, and its anchor to a heading or an id of that file. An HTML
file must not load anything from another host. Links to other hosts are not followed.
"""

import html.parser
import os
import pathlib
import re
import sys
import unicodedata
import urllib.parse


def plain(heading):
    """The text of a Markdown heading without its markup."""
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[`*]|\\(?=[^\w\s])", "", heading).strip()


def slug(heading, taken):
    """The anchor that GitHub gives to a heading, of which `taken` counts those before it in the page."""
    kept = (c for c in plain(heading).lower() if c in "-_ " or unicodedata.category(c)[0] in "LNM")
    name = "".join(kept).replace(" ", "-")
    taken[name] = taken.get(name, -1) + 1
    return f"{name}-{taken[name]}" if taken[name] else name


LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)")
ATTRIBUTE = re.compile(r"(?:href|src|srcset)=\"([^\"]+)\"")


def read_markdown(path):
    """The links of a Markdown file, as pairs of line and target, and its anchors."""
    links, anchors, taken, fence = [], set(), {}, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if fence or mark:
            if mark and not fence:
                fence = mark[1]
            elif mark and mark[1].startswith(fence):
                fence = None
            continue
        if heading := re.match(r"#{1,6}\s+(.*?)\s*#*$", line):
            anchors.add(slug(heading[1], taken))
        # Links may hold code, whose text does not matter here; code may hold what looks like a link.
        line = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line)
        for pattern in (LINK, DEFINITION, ATTRIBUTE):
            links += [(number, target) for target in pattern.findall(line)]
        anchors.update(re.findall(r"\b(?:id|name)=\"([^\"]+)\"", line))
    return links, anchors, []


class Page(html.parser.HTMLParser):
    """The links, the anchors and the outside requests of an HTML file."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors, self.outside = [], set(), []

    def handle_starttag(self, tag, attributes):
        line = self.getpos()[0]
        for name, value in attributes:
            if value is None:
                continue
            if name == "id":
                self.anchors.add(value)
            targets = [value]
            if name == "srcset":
                targets = [part.split()[0] for part in value.split(",") if part.strip()]
            if name in ("href", "src", "srcset"):
                self.links += [(line, target) for target in targets]
                if not (tag == "a" and name == "href"):
                    self.outside += [(line, t) for t in targets if re.match(r"(https?:)?//", t)]


def read_html(path):
    page = Page()
    page.feed(path.read_text())
    return page.links, page.anchors, page.outside


READERS = {".md": read_markdown, ".html": read_html}


def faults(paths):
    """What is wrong with the links of the files, as sentences that begin with file:line."""
    known = {}

    def read(path):
        if path not in known:
            known[path] = READERS[path.suffix](path)
        return known[path]

    for path in paths:
        links, _, outside = read(path)
        for line, target in outside:
            yield f"{path}:{line}: the page loads {target} from another host"
        for line, target in links:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or target.startswith("//"):
                continue
            name, anchor = urllib.parse.unquote(parts.path), urllib.parse.unquote(parts.fragment)
            goal = pathlib.Path(os.path.normpath(path.parent / name)) if name else path
            if not goal.exists():
                yield f"{path}:{line}: {target}: there is no {goal}"
                continue
            if goal.is_dir() and path.suffix == ".html":
                yield f"{path}:{line}: {target}: a folder has no page"
            if anchor and goal.suffix in READERS and anchor not in read(goal)[1]:
                yield f"{path}:{line}: {target}: {goal} has no anchor #{anchor}"


def main(arguments):
    paths = []
    for name in map(pathlib.Path, arguments):
        paths += sorted(p for p in name.rglob("*") if p.suffix in READERS) if name.is_dir() else [name]
    found = list(faults(paths))
    for fault in found:
        print(fault, file=sys.stderr)
    print(f"{len(paths)} files, {len(found)} dead links")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
