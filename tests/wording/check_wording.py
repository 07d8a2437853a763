#!/usr/bin/env python3
"""Checks the wording of all text that people read against docs/style-guide.md and docs/glossary.md.

  check_wording.py ROOT                lists violations, exit code 1 if there are any
  check_wording.py --self-test         makes sure that violations are found
"""
import os
import re
import sys
from collections import Counter

from source_text import CODE, KINDS, Text, all_texts, plain, tracked_files

ALL = KINDS
SHOWN = ("ui", "messages", "cli", "docs")

# pattern, what to write instead, the kinds of text it is for
BANNED = [
    # Riddles and inversions
    (r"(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|different\b|other\b|\d)(?:[a-z-]+ )*[a-z]+",
     "say what it must be: 'must be a number', 'is not a number'", ALL),
    (r"\b[Ww]hat (?:becomes?|became) of\b", "'the result of'", ALL),
    (r"\b[Nn]othing (?:holds|else holds|matches\b|fits\b|meets\b)", "'no configuration meets'", SHOWN),
    (r"\bwhere there (?:is|are)(?: none| no| one)\b", "'if absent', 'if there is one'", ALL),
    (r"\b(?:is|are) there (?:once|twice|already)\b", "'duplicate'", ALL),
    (r"\bthere is nothing to\b", "say what is missing", ALL),
    (r"\bso many\b|\bso much (?!as\b)", "name the quantity", ALL),
    (r"\bas are\b(?! the)", "rewrite", ("ui", "messages")),
    (r"\bof ours\b|\bof theirs\b", "name the owner", ALL),
    (r"\bof its like\b|\bamong (?:their|its) like\b", "'similar'", ALL),
    (r"\bif any(?:thing)? at all\b", "'if present'", ALL),
    # Personification
    (r"\b(?:is|are|was|were|be|been) told\b|\btells? (?:of|when|what|how|which|whether|why)\b", "'is given', 'states', 'shows'", ALL),
    (r"\bstands? (?:here|there|in|below|above|beside|behind|still|between)\b", "'is', 'represents', 'is paused'", ALL),
    (r"\bholds? (?:up|it|them|the limits?|otherwise)\b", "'limits', 'meets the limits'", ALL),
    (r"\bholding (?:up|the limits?)\b", "'limiting', 'meeting the limits'", ALL),
    (r"\bloses? (?:to|against)\b|\blosers?\b|\blost to\b", "'rejected', 'is more expensive'", ALL),
    (r"\bspeaks? (?:up|from|of)\b", "'reports'", ALL),
    (r"\bjudg(?:e|es|ed|ing)\b", "'evaluate'", ALL),
    (r"\bpromises?\b", "'latency limit', 'guarantee'", ALL),
    (r"\b(?:un)?loved\b|\bwishes\b", "rewrite", SHOWN),
    # Invented terms
    (r"\bdear(?:er|est)?\b", "'more expensive'", ALL),
    (r"\bfutures\b", "'simulations', 'trials'", SHOWN),
    (r"\bstretch(?:es)?\b", "'interval', 'slice'", ALL),
    (r"\bladders?\b|\brungs?\b", "'bucket', 'step'", ALL),
    (r"\btime looked at\b|\blooked at\b", "'analysed range', 'selected range'", ALL),
    (r"\b(?:99|95|90|50|10|5|eight|nine) (?:of|in) (?:100|ten|a hundred)\b", "'p99', '80 %'", ALL),
    (r"\bwhole answers?\b", "'end-to-end latency'", ALL),
    (r"\bmade[- ]up\b", "'synthetic'", ALL),
    (r"\bbought (?:together|otherwise)\b|\bway(?:s)? to buy\b", "'bundles', 'purchase options'", ALL),
    (r"\bfuller?\b pace", "rewrite", ALL),
    # Position and time
    (r"\bbehind (?:a|an|its|it|their|which)\b", "'after'", ALL),
    (r"\b(?:goes|go|going|went) on\b(?! to)", "'continues'", ALL),
    (r"\bbegins? anew\b|\banew\b", "'again', 'restarts'", ALL),
    (r"\bbeforehand\b|\bwhilst\b|\bthereof\b|\bwherein\b|\bwhereby\b|\btherein\b|\bhitherto\b", "plain words", ALL),
    (r"\bnext to each other\b|\bbeside each other\b", "'side by side'", SHOWN),
    (r"\bat most one a\b", "'at most one per'", ALL),
    # Data and documents
    (r"\bmust be a text\b|\bis (?:not )?a text\b", "'a string'", ("messages", "cli", "ui")),
    (r"\bmust be a list\b|\bis not a list\b", "'an array'", ("messages",)),
    (r"\bunknown member\b|\bknown member\b|\bmembers?\b of (?:the|an) object", "'key'", ("messages", "docs")),
    (r"\bzero byte\b", "'NUL byte'", ALL),
    (r"\bcalled so\b|\bof that name\b(?! exists)", "'with this name'", SHOWN),
    (r"\ball (?:its|their) digits\b", "'full precision'", ALL),
    # American spelling
    (r"\b(?:colorize|utilize|utilization|serialize|initialize|normalize|visualize|recognize|"
     r"organize|summarize|synchronize|parallelize|quantize|amortize)[sdr]?\b",
     "British spelling with -ise", SHOWN),
    (r"\b(?:color|behavior|neighbor|favor|center|meter|labeled|modeled|canceled|canceling|modeling|labeling|analyze|analyzed|catalog)s?\b",
     "British spelling", SHOWN),
]
# Identifiers and names of others that a pattern would hit.
ALLOWED = re.compile(
    r"quantize\b|--analyze|nscope analyze|`[^`]*`|TokenizerFast|Serialized|"
    r"Neuron Explorer|CenterNet|synchronize\(\)|cudaDeviceSynchronize")
LONGEST_SENTENCE = 60  # words
# Keys and ids in code and documentation are read by users of JSON and CSV, too.
ID = re.compile(r"[\"`]([a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*)[\"`]")
PRIVATE_WORDS = {"answer", "answers", "dearer", "futures", "holds", "judged", "ladder", "losers", "lone", "rung", "told"}


def sentences(text):
    return re.split(r"(?<=[.!?:;])\s+", text)


def violations(text):
    words = ALLOWED.sub(" ", plain(text.text))
    for pattern, advice, kinds in COMPILED:
        if text.kind in kinds:
            for found in pattern.finditer(words):
                yield f"'{found[0]}': {advice}"
    for sentence in sentences(words):
        if len(sentence.split()) > LONGEST_SENTENCE:
            yield f"a sentence of more than {LONGEST_SENTENCE} words: '{sentence[:60]}...'"
    if re.search(r"(?<!\d)  (?! )", text.text.strip()) and text.kind in ("ui", "messages"):
        yield "two spaces in a row"
    if text.kind in ("ui", "messages", "cli") and re.search(r"\.\.\.(?!\.)", text.text) and "{" not in text.text:
        if re.search(r"[a-z]\.\.\.$", text.text):
            yield "'...': use the character …"


def private_ids(line):
    """The ids in a line of code or documentation that have a word of our own."""
    return [found[1] for found in ID.finditer(line)
            if PRIVATE_WORDS & set(re.split(r"[-_.]", found[1]))]


COMPILED = [(re.compile(pattern), advice, kinds) for pattern, advice, kinds in BANNED]


def check(root):
    counts = Counter()
    for text in all_texts(root):
        if text.file in ("docs/style-guide.md", "docs/glossary.md"):
            continue  # They quote what not to write.
        for problem in violations(text):
            counts[text.kind] += 1
            print(f"{text.place}: {text.kind}: {problem}")
    for file in tracked_files(root):
        if file.startswith(CODE) and file.endswith((".cpp", ".h")) or re.fullmatch(r"docs/[\w-]+\.md", file):
            if file in ("docs/style-guide.md", "docs/glossary.md"):
                continue
            with open(os.path.join(root, file), encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    for name in private_ids(line):
                        counts["ids"] += 1
                        print(f"{file}:{number}: id '{name}': use a term of docs/glossary.md")
    total = sum(counts.values())
    print(f"{total} violations" + "".join(f", {kind} {counts[kind]}" for kind in (*KINDS, "ids") if counts[kind]))
    return 1 if total else 0


def self_test():
    wrong = [
        Text("messages", "a.cpp", 1, "'{}' is no number"),
        Text("ui", "a.cpp", 1, "What became of each instance type"),
        Text("messages", "a.cpp", 1, "expected ':' behind a key"),
        Text("ui", "a.cpp", 1, "Futures in which it pays: 9 of ten futures"),
        Text("docs", "a.md", 1, "The dearer is kept."),
        Text("comments", "a.cpp", 1, "Nothing else is told where there is none."),
        Text("docs", "a.md", 1, "word " * (LONGEST_SENTENCE + 1)),
        Text("cli", "a.cpp", 1, "the color of a track"),
    ]
    right = [
        Text("messages", "a.cpp", 1, "'{}' must be a number"),
        Text("ui", "a.cpp", 1, "Result by instance type"),
        Text("docs", "a.md", 1, "The file is no longer read. Use `--color`."),
        Text("comments", "a.cpp", 1, "The more expensive of the two is kept."),
    ]
    failed = [text.text for text in wrong if not list(violations(text))]
    failed += [text.text for text in right if list(violations(text))]
    for line, count in (('{"dearer", tr("x")}', 1), ("| `never-holds` | x |", 1), ('"more-expensive"', 0)):
        if len(private_ids(line)) != count:
            failed.append(line)
    for text in failed:
        print(f"wrong verdict: {text}")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(self_test() if sys.argv[1] == "--self-test" else check(sys.argv[1]))
