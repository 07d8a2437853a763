#!/usr/bin/env python3
"""Runs the commands of the golden tests in another language and finds English that is left.

  rendered_language_test.py NSCOPE GOLDEN_FOLDER RESOURCES LANGUAGE [PART/PARTS | CASE...]

The golden tests print every analysis, insight, verdict, report and many errors. A line is English
if it has a common English word, such as "the" or "with", outside of names: titles of sources in
RESOURCES, values in quotes, documents of the fixtures, and the lines of machine-readable output,
which has no language. With 1/3, every third case runs, from the second on; NSCOPE_ALL_LANGUAGES=1
runs all cases anyway.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "golden"))
import run_golden  # noqa: E402

ENGLISH = re.compile(
    r"(?<![\w./-])(?:[Tt]he|of|is|are|were|with|without|from|by|not|which|that|[Tt]his|has|have"
    r"|to|and|than|each|only|because|cannot|must|if|or|when|be|its|their|for|at)(?![\w./=-])")
# Commands whose output is for programs, scripts or manuals, or not that of nscope.
MACHINE = re.compile(r"--json\b|\.json\b.*\|\s|csv|\bdump\b|completions|\bquery\b|--sql|^(?!.*nscope)|"
                     r"\b(?:cat|head|tail|sed|grep|cut|sort|python3|diff|wc|test|unzip|pdftotext)\b")
LOCALES = {"de": "de_DE.UTF-8", "ja": "ja_JP.UTF-8", "zh_CN": "zh_CN.UTF-8"}
# English that has another author: messages of the operating system and of libraries, notes and
# names of price lists, reasons in the test's own documents, places in files, names of memory.
OTHERS = re.compile(r"No such file or directory|unable to open database file|syntax error while .*"
                    r"|\((?:term not stated|import \d+)\)|AWS price list of EC2|blocks only in|upfront"
                    r"|noisy neighbour on the shared host|the day is not known|first \d+ TB|at [0-9a-f]{7}"
                    r"|out of memory|Cost and Usage Report|Mixture of Experts|verwendete?n Sie eines von"
                    r"|not on the AWS page|AWS page of EC2|cloud-carbon-footprint|of a month|(?:name, opcode, .*), has,|a 512 MiB .* rings|the whole instance"
                    r"|\b(?:line|column|character|byte|row) \d+|runtime and collectives|AWS region: \w+"
                    r"|infracost/\S+ \S+|with the whole instance|setlocale.*")
# Cases about formats of other programs.
SKIPPED_CASES = {"completions", "manual", "dump", "tools", "sql_docs"}
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|“[^”]*”|„[^“]*“|「[^」]*」")
URL = re.compile(r"https?://\S+|\S+\.md\b")


def names(resources):
    """Strings that are not translated: titles of publications, devices and models, notes of data."""
    found = set()

    def collect(value):
        if isinstance(value, dict):
            for each in value.values():
                collect(each)
        elif isinstance(value, list):
            for each in value:
                collect(each)
        elif isinstance(value, str) and " " in value:
            found.add(value)

    for path in pathlib.Path(resources).rglob("*.json"):
        if "workloads" in path.parts:
            # Titles and notes are translated; the sources of their figures are names.
            document = json.loads(path.read_text(encoding="utf-8"))
            document.pop("title", None)
            document.pop("note", None)
            collect(document)
        else:
            collect(json.loads(path.read_text(encoding="utf-8")))
    return sorted(found, key=len, reverse=True)


def words_of_fixtures(folder):
    """Texts of the documents of the tests, which belong to their user."""
    text = []
    for path in folder.rglob("*"):
        if path.is_file() and path.stat().st_size < 1_000_000:
            text.append(path.read_text(encoding="utf-8", errors="replace"))
    return "\n".join(text)


def english_lines(nscope, case, language, known, theirs):
    command = ""
    own = re.findall(r'"(\w[^"]* [^"]*)"', (case / "cmd.txt").read_text(encoding="utf-8"))
    for line in run_golden.run_case(nscope, case, LOCALES[language]).splitlines():
        if line.startswith("$ "):
            command = line
            continue
        if MACHINE.search(command):
            continue
        text = line
        for name in (*own, *known):
            if name in text:
                text = text.replace(name, "")
        text = OTHERS.sub("", text)
        if "PUE" in text or "capacity_block" in text:  # a row that ends with the names of its sources
            continue
        text = URL.sub("", QUOTED.sub("", text))
        found = ENGLISH.search(text)
        if found and text.strip() not in theirs and text.strip() not in command:
            yield f"{case.name}: {command[:100]}\n    {found[0]!r} in: {line.strip()[:300]}"


def main():
    nscope, golden, resources, language = os.path.abspath(sys.argv[1]), *sys.argv[2:5]
    asked = sys.argv[5:]
    part, parts = 0, 1
    if asked and "/" in asked[0]:
        part, parts = map(int, asked.pop(0).split("/"))
    if os.environ.get("NSCOPE_ALL_LANGUAGES"):
        part, parts = 0, 1
    golden = pathlib.Path(golden).resolve()
    known = names(resources)
    theirs = words_of_fixtures(golden / "fixtures")
    cases = [path.parent for path in sorted(golden.glob("*/cmd.txt"))
             if path.parent.name not in SKIPPED_CASES
             and (not asked or path.parent.name in asked)
             and not (path.parent / "needs.txt").exists()][part::parts]
    if not cases:
        sys.exit("no cases")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = [line for lines in pool.map(
            lambda case: list(english_lines(nscope, case, language, known, theirs)), cases)
            for line in lines]
    print("\n".join(found))
    print(f"{len(cases)} cases, {len(found)} English lines in {language}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
