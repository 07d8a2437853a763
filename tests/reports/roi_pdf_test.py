#!/usr/bin/env python3
"""The text of the PDF of `nscope roi` can be selected, and nothing lies off its pages.

  roi_pdf_test.py NSCOPE

Skipped (77) where poppler's pdftotext is missing.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
WORDS = ["Recommendation", "Move if", "Key figures", "Assumptions", "Sensitivity", "Cash flow",
         "Uncertainty", "purchase option", "Does it run there", "Checks", "Sources",
         "net present value", "[1]", "months from today", "P10"]


def main():
    if shutil.which("pdftotext") is None:
        print("skipped: no pdftotext (poppler-utils); `scripts/setup --quality` installs it")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / "report.pdf"
        subprocess.run([sys.argv[1], "roi", "ailabs-30b-migration-2026", "--json", "-o", str(path)],
                       check=True, capture_output=True)
        text = subprocess.run(["pdftotext", "-layout", str(path), "-"], check=True,
                              capture_output=True).stdout.decode()
        # "word xMin yMin xMax yMax" of everything that is drawn as text.
        boxes = subprocess.run(["pdftotext", "-bbox", str(path), "-"], check=True,
                               capture_output=True).stdout.decode()
    missing = [word for word in WORDS if word not in text]
    if missing:
        print("not in the text of the PDF:", missing)
        return 1
    width, height = map(float, re.search(r'<page width="([\d.]+)" height="([\d.]+)"',
                                         boxes).groups())
    outside = 0
    for box in re.finditer(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" '
                           r'yMax="([-\d.]+)">([^<]*)', boxes):
        left, top, right, bottom = map(float, box.groups()[:4])
        if left < 0 or top < 0 or right > width or bottom > height:
            print("off the page:", box.groups())
            outside += 1
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
