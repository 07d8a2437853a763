#!/usr/bin/env python3
"""Builds the documentation as a site and follows every link in it; the search must find pages.

  docs_site_test.py ROOT    exit code 77 (skipped) without Sphinx
"""
import html.parser
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links of a page and the places that links can lead to."""

    def __init__(self, path):
        super().__init__()
        self.links = []
        self.ids = set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if given.get("id"):
            self.ids.add(given["id"])
        for name in ("href", "src"):
            if given.get(name):
                self.links.append(given[name])


def broken_links(site):
    pages = {}
    for folder, _, names in os.walk(site):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                pages[path] = Page(path)
    for path, page in pages.items():
        for link in page.links:
            url = urllib.parse.urlparse(link)
            if url.scheme or url.netloc:
                if url.scheme not in ("http", "https", "mailto", "data"):
                    yield path, link
                continue
            target = path if not url.path else os.path.normpath(
                os.path.join(os.path.dirname(path), urllib.parse.unquote(url.path)))
            if not os.path.isfile(target):
                yield path, link
            elif url.fragment and target in pages and \
                    urllib.parse.unquote(url.fragment) not in pages[target].ids | {"top"}:
                yield path, link


def pages_with(site, stem):
    """What the site's own search, which runs in the browser, looks up for a word's stem."""
    with open(os.path.join(site, "searchindex.js"), encoding="utf-8") as file:
        index = json.loads(file.read().removeprefix("Search.setIndex(").rstrip(";\n").removesuffix(")"))
    found = index["terms"].get(stem, [])
    return {index["docnames"][number] for number in (found if isinstance(found, list) else [found])}


def main(root):
    if shutil.which("sphinx-build") is None:
        return 77
    with tempfile.TemporaryDirectory() as folder:
        site = os.path.join(folder, "site")
        subprocess.run([os.path.join(root, "scripts", "docs"), site], check=True)
        failures = [f"{os.path.relpath(path, site)}: {link} leads nowhere"
                    for path, link in broken_links(site)]
        for stem, page in (("rooflin", "insights"), ("semaphor", "analyses"), ("reserv", "economics")):
            if page not in pages_with(site, stem):
                failures.append(f"the search does not find {page} by '{stem}'")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
