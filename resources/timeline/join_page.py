#!/usr/bin/env python3
"""Joins the page of HTML timelines from its parts: the Content-Security-Policy allows only this script and style.

  join_page.py FOLDER OUT
"""
import base64
import hashlib
import pathlib
import sys

SCRIPTS = ["format.js", "decode.js", "model.js", "search.js", "paint.js", "overlay.js", "panel.js", "input.js", "main.js"]


def source_hash(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def joined(folder):
    script = "(() => {\n\"use strict\";\n" + "".join((folder / name).read_text("utf-8") for name in SCRIPTS) + "})();\n"
    style = (folder / "style.css").read_text("utf-8")
    if "</" in script or "</" in style:
        sys.exit("join_page.py: '</' would end the element; write it otherwise")
    page = (folder / "page.html").read_text("utf-8")
    for mark, text in (("@SCRIPT_HASH@", source_hash(script)), ("@STYLE_HASH@", source_hash(style)),
                       ("@STYLE@", style), ("@SCRIPT@", script)):
        page = page.replace(mark, text)
    return page


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(joined(pathlib.Path(sys.argv[1])), "utf-8")
