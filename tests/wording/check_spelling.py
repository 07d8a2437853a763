#!/usr/bin/env python3
"""Checks the spelling of all text that people read, in British English, with hunspell.

  check_spelling.py ROOT           lists unknown words with their first place, exit code 1 if any
  check_spelling.py --self-test    makes sure that misspelt words are found

Words of the field are in words.txt beside this file, one a line: lower case ones also match
capitalised. Code in backticks, options, file names, identifiers and words with digits are skipped.
Exit code 77 (skipped) without hunspell or its dictionary.
"""
import os
import re
import shutil
import subprocess
import sys

from source_text import all_texts, plain

WORDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "words.txt")
# What is code rather than a word: identifiers, options, paths, camel case, capitals, digits.
CODE = re.compile(r"\S*[_/\\<>=@#$|~^+&*]\S*|--?\w[\w-]*|\w+\(\)|\b\w*\d\w*\b|\b\w+\.\w[\w.]*|"
                  r"\b\w*[a-z][A-Z]\w*\b|\b[A-Z]{2,}s?\b|'[^' ]*'|\"[^\" ]*\"|\w+::\w+")
WORD = re.compile(r"[A-Za-zÀ-ÿ]+(?:'[a-z]+)?")


def words_of(text):
    yield from WORD.findall(CODE.sub(" ", plain(text.text)))


def unknown(words):
    """Those of `words` that neither hunspell nor words.txt knows."""
    with open(WORDS, encoding="utf-8") as file:
        ours = {line.strip() for line in file if line.strip() and not line.startswith("#")}
    bare = {re.sub(r"'s$", "", word) for word in words}
    candidates = sorted(word for word in bare if word not in ours and word.lower() not in ours)
    done = subprocess.run(["hunspell", "-d", "en_GB", "-i", "utf-8", "-l"], input="\n".join(candidates),
                          capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def available():
    if shutil.which("hunspell") is None:
        return False
    listed = subprocess.run(["hunspell", "-d", "en_GB", "-l"], input="", capture_output=True, text=True)
    return listed.returncode == 0


def check(root):
    places = {}
    for text in all_texts(root):
        for word in words_of(text):
            places.setdefault(word, text.place)
    found = unknown(places)
    for word in sorted(found):
        print(f"{places.get(word, '?')}: '{word}' is not in the dictionary or in tests/wording/words.txt")
    print(f"{len(found)} unknown words of {len(places)}")
    return 1 if found else 0


def self_test():
    found = unknown({"behaviour", "behavior", "recieve", "queue"})
    if found != {"behavior", "recieve"}:
        print(f"found {sorted(found)}")
        return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not available():
        sys.exit(77)
    sys.exit(self_test() if sys.argv[1] == "--self-test" else check(sys.argv[1]))
