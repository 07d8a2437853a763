#!/usr/bin/env python3
"""Makes sure that what a user or a reader is pointed to exists.

  check_sources.py ROOT          lists what is missing, exit 1 when there is any
  check_sources.py --self-test   makes sure that it is found

Checked are every text of the data files in resources/, the code and its comments, and the
links of the documentation. A source is either published (a repository at a commit, a
document of a release, an article) or a file of this repository.
"""
import csv
import json
import os
import re
import sys
import tempfile

# Folders that people who work on the program may have beside it. Nobody else has them.
OUTSIDE = ("facts", "shared", "corpus", "captures", "captures_2026", "physics")
# Files of those folders that have been cited as if they were part of the program.
OUTSIDE_FILES = ("calibration/neuron.csv", "calibration/neuron2.csv", "calibration/gpu.csv")

# "docs/serving.md", "resources/devices/trainium2.json": first part, then the rest.
PATH = re.compile(r"(?<![\w./@:<{*-])((?:[\w.-]+/)+[\w.-]*\w)")
# A file of the documentation without its folder.
BARE_PAGE = re.compile(r"(?<![\w./@:<{*-])([\w-]+\.md)\b")
# What shows that a text cites another repository or a release of it.
PUBLISHED = re.compile(r"@ ?[0-9a-f]{6,}|\bat [0-9a-f]{7,}\b|\bSDK \d|github\.com|https?://")
LINK = re.compile(r"\]\(([^)\s]+)\)")

CODE = (".h", ".cpp", ".py", ".cmake", ".sql", ".mustache")
SKIPPED_FOLDERS = {".git", "build", "third_party"}
SELF = "tests/resources/check_sources.py"


def outside_paths(text):
    """Paths of folders and files that are not part of the repository."""
    for path in PATH.findall(text):
        if path.split("/")[0] in OUTSIDE or path in OUTSIDE_FILES:
            yield path


def missing_paths(text, root, top):
    """Paths that start like one of the repository's and are none."""
    for path in PATH.findall(text):
        first, last = path.split("/")[0], path.rsplit("/", 1)[1]
        if first in top and "." in last and not os.path.exists(os.path.join(root, path)):
            yield path


def problems_of_source(text, root, top):
    """What is wrong with a text that a user is shown."""
    for path in outside_paths(text):
        yield f'"{path}" is not part of this repository'
    if PUBLISHED.search(text):
        return
    for path in missing_paths(text, root, top):
        yield f'"{path}" does not exist'
    for page in BARE_PAGE.findall(text):
        yield f'"{page}": of which repository? Pages of this one are docs/...'


def texts_of(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_of(item)


def texts_of_file(path):
    with open(path, encoding="utf-8") as file:
        if path.endswith(".json"):
            return list(texts_of(json.load(file)))
        if path.endswith(".csv"):
            return sorted({cell for row in csv.reader(file) for cell in row})
        return [line for line in file if line.startswith("#")]


def files_of(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS)
        for name in sorted(names):
            yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def check_data(path, root, top):
    for text in texts_of_file(os.path.join(root, path)):
        for problem in problems_of_source(text, root, top):
            yield f"{path}: {problem}"


def check_code(path, root, top):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if "#include" in line or "include(" in line:
                continue
            # Tests read captures and measurements of a corpus, where there is one.
            found = [f'"{p}" is not part of this repository' for p in outside_paths(line)
                     if not path.startswith("tests/") or p.startswith("facts/")]
            pages = [p for p in missing_paths(line, root, top) if p.endswith(".md")]
            if not PUBLISHED.search(line):
                found += [f'"{p}" does not exist' for p in pages]
            for problem in found:
                yield f"{path}:{number}: {problem}"


def check_page(path, root, top):
    folder = os.path.dirname(os.path.join(root, path))
    with open(os.path.join(root, path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            for link in LINK.findall(line):
                target = link.split("#")[0]
                if not target or "://" in link or link.startswith("mailto:"):
                    continue
                if not os.path.exists(os.path.join(folder, target)):
                    yield f'{path}:{number}: the link "{link}" leads nowhere'
            for p in outside_paths(line):
                yield f'{path}:{number}: "{p}" is not part of this repository'


def check(root):
    top = {name for name in os.listdir(root) if os.path.isdir(os.path.join(root, name))}
    problems = []
    for path in files_of(root):
        if path.startswith("resources/") and path.endswith((".json", ".csv", ".tsv")):
            problems += check_data(path, root, top)
        elif path.endswith(".md") and path != "CHANGELOG.md":
            problems += check_page(path, root, top)
        elif path.endswith(CODE) and path != SELF:
            problems += check_code(path, root, top)
    return problems


def self_test():
    cases = {
        "resources/a.json": ({"source": "facts/pricing.md 5.10"}, "not part of this repository"),
        "resources/b.json": ({"data": "calibration/neuron.csv"}, "not part of this repository"),
        "resources/c.json": ({"x": [{"source": "see simulator.md"}]}, "of which repository?"),
        "resources/d.json": ({"source": "docs/gone.md lists them"}, '"docs/gone.md" does not exist'),
        "resources/e.csv": ("a,b\n1,shared/data/x\n", "not part of this repository"),
        "simcore/a.cpp": ("// checked in facts/pricing.md 2\n", "not part of this repository"),
        "simcore/b.cpp": ('help("see docs/gone.md")\n', '"docs/gone.md" does not exist'),
        "docs/a.md": ("[there](gone.md)\n", "leads nowhere"),
        "tests/unit/a.cpp": ("// facts/pricing.md 5.8\n", "not part of this repository"),
        "resources/good.json": ({"source": "docs/here.md", "other": "a/b @ 0123456 docs/x.md",
                                 "third": "async_execution.md, SDK 2.32"}, None),
        "simcore/good.cpp": ('corpus("x"); // docs/here.md, calibration/neuroncore-v2.json\n', None),
        "tests/unit/good.cpp": ('corpus_text("calibration/neuron.csv");\n', None),
        "docs/here.md": ("[itself](here.md#top) [far](https://example.com)\n", None),
    }
    with tempfile.TemporaryDirectory() as root:
        for path, (content, _) in cases.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(content if isinstance(content, str) else json.dumps(content))
        problems = check(root)
        for path, (_, expected) in cases.items():
            found = [p for p in problems if p.startswith(path + ":")]
            if (expected is None) != (not found) or (expected and expected not in found[0]):
                print(f"{path}: expected {expected}, found {found}")
                return 1
    print("finds what it should")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    problems = check(sys.argv[1])
    print("\n".join(problems) if problems else "every source exists")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
