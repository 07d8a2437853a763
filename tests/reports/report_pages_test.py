#!/usr/bin/env python3
"""The text of our PDF reports can be selected, and nothing lies off their pages or on other text.

  report_pages_test.py NSCOPE

Skipped (77) where poppler's pdftotext is missing.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
TESTS = pathlib.Path(__file__).resolve().parent.parent
REPORTS = {
    ("roi", "ailabs-30b-migration-2026"):
        ["Recommendation", "Move if", "Key figures", "Assumptions", "Sensitivity", "Cash flow",
         "Uncertainty", "purchase option", "Compatibility with the target", "Checks", "Sources",
         "Net present value", "[1]", "months from today", "p10"],
    ("cost", "inf2-llama2-70b-serving"):
        ["Result", "Sensitivity of the result", "Assumptions", "Checks", "memory bound",
         "Cost of a million tokens", "logarithmic axis", "Bundles", "Prices",
         "not offered", "Sources", "[1]"],
    ("cost", "spot-checkpointing"):
        ["Spot with checkpoints", "p10 to p90", "Checkpoint interval", "Spot Advisor", "Sources"],
    ("cost", "golden/fixtures/served.json"):
        ["Within the latency limits", "full load", "limits missed", "service level", "Sources"],
    ("cost", "hybrid-gpu-trainium"): ["Summary", "Bundles", "159,140"],
    # no fleet meets the limits: exit code 1, and a report about the nearest fleets
    ("plan", "inf2-100rps-sla", "--instances", "inf2.48xlarge"):
        ["No fleet of these instance types meets the limits", "Other limits",
         "Rejected configurations", "by instance type and rule", "Assumptions", "Sources"],
    ("plan", "llama3-8b-pretraining", "--instances", "trn1.32xlarge"):
        ["Cheapest fleet: ", "Other deadlines", "Same nodes with other purchase options",
         "Other node counts", "Rejected configurations", "Assumptions", "Spot Advisor", "Sources"],
}


def words_of(pdf):
    """(page size, words) of each page; a word is (left, top, right, bottom, text)."""
    text = subprocess.run(["pdftotext", "-bbox", str(pdf), "-"], check=True,
                          capture_output=True).stdout.decode()
    for page in re.finditer(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', text, re.S):
        words = [(*map(float, box.groups()[:4]), box.group(5)) for box in re.finditer(
            r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)',
            page.group(3))]
        yield float(page.group(1)), float(page.group(2)), words


def overlaps(a, b):
    """More than a hair of one word lies on the other."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide > 1.0 and high > 0.6 * min(a[3] - a[1], b[3] - b[1])


def last_line(height, words):
    """The words of the lowest line above the foot of a page."""
    margin, line = 36.0, 3.0
    body = [word for word in words if word[3] < height - margin]
    lowest = max((word[3] for word in body), default=0.0)
    return [word for word in body if word[3] > lowest - line]


def complaints(pdf):
    heading = 14.0  # points; the lines of texts and tables are lower
    pages = list(words_of(pdf))
    for number, (width, height, words) in enumerate(pages, 1):
        if not words:
            yield f"page {number} is empty"
        last = last_line(height, words)
        is_heading = last and min(word[3] - word[1] for word in last) > heading
        if is_heading or (last and last[-1][4].endswith(":")):
            yield f"page {number} ends with a heading: {' '.join(word[4] for word in last)}"
        foot = [word[4] for word in words if word[3] >= height - 36.0]
        if foot[-2:] != ["of", str(len(pages))]:
            yield f"page {number} does not state the number of pages: {foot}"
        for word in words:
            if word[0] < 0 or word[1] < 0 or word[2] > width or word[3] > height:
                yield f"off page {number}: {word}"
        for i, word in enumerate(words):
            for other in words[i + 1:]:
                if overlaps(word, other):
                    yield f"on each other on page {number}: {word[4]} and {other[4]}"


def main():
    if shutil.which("pdftotext") is None:
        print("skipped: no pdftotext (poppler-utils); `scripts/setup --quality` installs it")
        return SKIPPED
    wrong = 0
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / "report.pdf"
        for command, expected in REPORTS.items():
            command = [str(TESTS / each) if each.endswith(".json") else each for each in command]
            done = subprocess.run([sys.argv[1], *command, "--as-of", "2026-08-01", "--json", "-o",
                                   str(path)], check=False, capture_output=True)
            if done.returncode != (1 if "inf2-100rps-sla" in command else 0):
                print(command, "ends with", done.returncode, done.stderr.decode())
                return 1
            text = subprocess.run(["pdftotext", "-layout", str(path), "-"], check=True,
                                  capture_output=True).stdout.decode()
            missing = [word for word in expected if word not in text]
            found = [f"not in the text: {missing}"] if missing else []
            for complaint in found + list(complaints(path)):
                print(*command[:2], complaint)
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
