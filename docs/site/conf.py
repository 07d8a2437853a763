"""Builds docs/ as a static site: scripts/docs."""
import re

project = "Neuronscope"
author = "The Neuronscope authors"
copyright = "The Neuronscope authors"
root_doc = "index"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["site"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Neuronscope"
html_show_sphinx = False
html_copy_source = False
html_static_path = []
# The same sources give the same bytes, whenever they are built.
html_last_updated_fmt = None


# Files outside docs/ and folders are not pages: their links become plain text.
NOT_A_PAGE = re.compile(
    r"\[([^\]]*)\]\((?:(?:\.\./)+(?:README|CONTRIBUTING|CHANGELOG|LICENSE|app|profiler|simcore|"
    r"costmodel|importers|resources|tests|scripts|installer|translations)[^)]*|[\w/-]+)\)")


def link_to_pages_only(app, docname, source):
    source[0] = NOT_A_PAGE.sub(r"\1", source[0])


def setup(app):
    app.connect("source-read", link_to_pages_only)
