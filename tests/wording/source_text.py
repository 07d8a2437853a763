"""Finds the text in the repository that people read, by kind, with its place.

  source_text.py ROOT KIND [COUNT SEED]    prints texts of a kind; COUNT random ones with that seed
"""
import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
LITERALS = rf"(?:{LITERAL}\s*)+"
TOKEN = re.compile(rf"//[^\n]*|/\*.*?\*/|R\"(?P<tag>\w*)\((?P<raw>.*?)\)(?P=tag)\"|{LITERALS}", re.S)
CODE = ("app/", "profiler/", "simcore/", "costmodel/", "importers/")
KINDS = ("ui", "messages", "cli", "docs", "comments")
# What people read is marked for translation: the literal is an argument of one of these. Of the
# two forms of tr_plural() the second comes after the first.
MARK = re.compile(r"(?<![\w>])(?:(?:tr|phrase|help|translate|QT_TR_NOOP)\(|tr_plural\([^;\"]*,|"
                  r"(?:translate|QT_TRANSLATE_NOOP)\(\"\w*\",|tr_plural\([^;]*\",)\s*$")
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


@dataclass(frozen=True)
class Text:
    kind: str
    file: str
    line: int
    text: str

    @property
    def place(self):
        return f"{self.file}:{self.line}"


def tracked_files(root):
    listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True)
    if listed.returncode == 0:
        return listed.stdout.split("\n")
    files = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in ("build", ".git")]
        files += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    return sorted(files)


def unescape(literal):
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), literal)


def texts_of_code(file, code):
    in_gui = file.startswith("app/gui/")
    in_cli = file.startswith("app/cli/")
    comment = []
    first_line = last_line = 0
    for token in TOKEN.finditer(code):
        line = code.count("\n", 0, token.start()) + 1
        content = token[0]
        if content.startswith("//"):
            # Lines below each other are one comment, unless code stands before the second.
            begins_line = code[code.rfind("\n", 0, token.start()) + 1:token.start()].strip() == ""
            if comment and (line != last_line + 1 or not begins_line):
                yield Text("comments", file, first_line, " ".join(comment))
                comment = []
            if not comment:
                first_line = line
            comment.append(content.lstrip("/!<").strip())
            last_line = line
            continue
        if content.startswith("/*") or token["raw"] is not None:
            continue
        before = code[max(0, token.start() - 300):token.start()].rstrip()
        if re.search(r"#\s*include$", before):
            continue
        text = unescape("".join(part[1:-1] for part in re.findall(LITERAL, content)))
        marked = MARK.search(before)
        if marked and re.search(r"[A-Za-z]{2}", text):
            yield Text("ui" if in_gui else "cli" if in_cli else "messages", file, line, text)
    if comment:
        yield Text("comments", file, first_line, " ".join(comment))


def texts_of_markdown(file, content):
    """Paragraphs, list items, headings and table cells, without code."""
    in_code = False
    in_html = False
    paragraph, first = [], 0

    def finished():
        if paragraph:
            yield Text("docs", file, first, " ".join(paragraph))

    for number, line in enumerate(content.split("\n"), 1):
        bare = line.strip()
        if bare.startswith("```"):
            in_code = not in_code
            bare = ""
        if in_code:
            continue
        if bare.startswith("<!--"):
            in_html = "-->" not in bare
            continue
        if in_html:
            in_html = "-->" not in bare
            continue
        if bare.startswith("|"):
            yield from finished()
            paragraph = []
            for cell in re.split(r"(?<!\\)\|", bare.strip("|")):
                if re.search(r"[A-Za-z]{2}", cell):
                    yield Text("docs", file, number, cell.strip())
            continue
        if not bare or re.match(r"[-*#>]|\d+\. ", bare):
            yield from finished()
            paragraph = []
            first = number
        if bare:
            if not paragraph:
                first = number
            paragraph.append(bare.lstrip("-*#> "))
    yield from finished()


def all_texts(root):
    for file in tracked_files(root):
        path = os.path.join(root, file)
        if not os.path.isfile(path):
            continue
        if file.endswith((".cpp", ".h")) and file.startswith(CODE):
            with open(path, encoding="utf-8") as source:
                yield from texts_of_code(file, source.read())
        elif file.endswith(".md"):
            with open(path, encoding="utf-8") as source:
                yield from texts_of_markdown(file, source.read())


def plain(text):
    """Without code, links and placeholders, for checks of words."""
    text = re.sub(r"`[^`]*`", " ", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"https?://\S+", " ", text)
    return re.sub(r"\{[^{}]*\}|%(?:L?\d|n)", "X", text)


def main(root, kind, count=None, seed="27"):
    texts = [text for text in all_texts(root) if text.kind == kind]
    if count is not None:
        texts = random.Random(int(seed)).sample(texts, int(count))
    for text in texts:
        print(f"{text.place}: {text.text}")


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[2] not in KINDS:
        sys.exit(__doc__)
    main(*sys.argv[1:])
