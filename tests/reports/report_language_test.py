#!/usr/bin/env python3
"""Reports in every language: HTML, PDF and XLSX have the text that the command line prints.

  report_language_test.py NSCOPE

Skipped (77) if poppler's pdftotext is missing.
"""
import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

SKIPPED = 77
STUDY = "ailabs-30b-migration"
PLAN = "llama3-8b-pretraining"
SCENARIO = "llama3-8b-sla"


def compact(text):
    """Without spaces, which pdftotext also inserts between scripts."""
    return re.sub(r"\s+", "", text)


def text_of(path):
    if path.suffix == ".pdf":
        return subprocess.run(["pdftotext", "-raw", str(path), "-"], check=True,
                              capture_output=True).stdout.decode()
    if path.suffix == ".xlsx":
        with zipfile.ZipFile(path) as book:
            parts = [book.read(name).decode() for name in book.namelist() if name.endswith(".xml")]
        return html.unescape(re.sub(r"<[^>]*>", " ", " ".join(parts)))
    return html.unescape(re.sub(r"<[^>]*>", " ", path.read_text(encoding="utf-8")))


def main():
    if shutil.which("pdftotext") is None:
        print("skipped: pdftotext is missing")
        return SKIPPED
    nscope = sys.argv[1]
    problems = []
    for language in ("de", "ja", "zh_CN"):
        with tempfile.TemporaryDirectory() as folder:
            for suffix in ("html", "pdf", "xlsx"):
                path = pathlib.Path(folder) / f"report.{suffix}"
                printed = subprocess.run(
                    [nscope, "--language", language, "roi", STUDY, "-o", str(path)], check=True,
                    capture_output=True).stdout.decode()
                lines = printed.split("\n")
                # Title, recommendation and conditions, up to the first table.
                wanted = [lines[0], *(line.removeprefix("  - ") for line in lines if line.startswith("  - "))]
                if len(wanted) < 8:
                    problems.append(f"{language}: only {len(wanted)} texts are printed")
                found = compact(text_of(path))
                missing = [text for text in wanted if compact(text) not in found]
                problems += [f"{language} {suffix}: does not contain: {text}" for text in missing]
                if suffix == "pdf" and "\ufffd" in found:
                    problems.append(f"{language} pdf: characters without Unicode")
            for command, document in (("plan", PLAN), ("cost", SCENARIO)):
                path = pathlib.Path(folder) / f"{command}.xlsx"
                printed = subprocess.run(
                    [nscope, "--language", language, command, document, "-o", str(path)], check=True,
                    capture_output=True).stdout.decode()
                title = printed.split("\n")[0]
                # On the first sheet and among the properties of the file.
                if compact(text_of(path)).count(compact(title)) < 2:
                    problems.append(f"{language} {command}.xlsx: the title is not translated: {title}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
