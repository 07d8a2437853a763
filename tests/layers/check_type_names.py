#!/usr/bin/env python3
"""Finds types with the same qualified name that are defined in two headers.

  check_type_names.py ROOT          lists them, exit 1 when there are any
  check_type_names.py --self-test   makes sure that they are found

A program with both violates the one-definition rule. Compilers report it only in a file that includes
both headers.
"""

import collections
import os
import re
import sys

import source_check

# Comments, raw strings, strings and characters, none of which hold declarations.
IGNORED = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^\s*#[^\n]*',
    re.DOTALL | re.MULTILINE)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|[{}();<>=:]")


def types_of(text):
    """Qualified names of the types that a header defines outside of other types and functions."""
    text = IGNORED.sub(" ", text)
    scopes = []  # the name of a namespace, or None for any other brace
    words = []  # of the declaration so far
    for token in TOKEN.findall(text):
        if token == "{":
            name = None
            if words and words[0] == "namespace":
                name = "".join(words[1:]) or "(unnamed)"
            elif all(scopes):
                defined = defined_type(words)
                if defined:
                    yield "::".join([*scopes, defined])
            scopes.append(name)
            words = []
        elif token == "}":
            if scopes:
                scopes.pop()
            words = []
        elif token == ";":
            words = []
        else:
            words.append(token)


def defined_type(words):
    """The name in "struct Name final : Base", or None: a function, a specialisation, a variable."""
    while "template" in words[:1]:
        depth = 0
        for i, word in enumerate(words[1:], 1):
            depth += (word == "<") - (word == ">")
            if depth == 0:
                words = words[i + 1:]
                break
        else:
            return None
    kinds = [word for word in words[:2] if word in ("struct", "class", "enum", "union")]
    rest = words[len(kinds):]
    if not kinds or not rest or "(" in words or "=" in words:
        return None
    after = rest[1:2]
    return rest[0] if after in ([], ["final"], [":"]) else None


def headers(root):
    for tree in source_check.TREES:
        for folder, _, names in os.walk(os.path.join(root, tree)):
            for name in sorted(names):
                if name.endswith(".h"):
                    yield os.path.join(folder, name)


def violations(root):
    defined = collections.defaultdict(list)
    for path in headers(root):
        with open(path, encoding="utf-8") as file:
            for name in set(types_of(file.read())):
                defined[name].append(os.path.relpath(path, root))
    for name, files in sorted(defined.items()):
        if len(files) > 1:
            yield f"{name}: defined in {' and '.join(sorted(files))}; rename one, or share it"


def self_test():
    files = {
        "profiler/a.h": "namespace n::m {\nstruct A {\n struct Inside {};\n};\nclass B;\n}\n",
        "profiler/b.h": "namespace n { namespace m {\n// struct A {\nclass A final : public C {};\n}}\n",
        "app/c.h": "namespace n { enum class A : int { kOne }; A f() { return A{}; }\n"
                   "template <class T> struct B<T*> { struct Inside {}; }; }\n",
        "app/d.h": "namespace n { template <class A> struct B { struct Inside {}; }; struct A; }\n",
    }
    with source_check.temporary_tree(files) as root:
        found = list(violations(root))
    expected = ["n::m::A: defined in profiler/a.h and profiler/b.h; rename one, or share it"]
    return [] if found == expected else [f"expected {expected}, found {found}"]


if __name__ == "__main__":
    sys.exit(source_check.run(violations, self_test, "no type is defined in two headers"))
