#!/usr/bin/env python3
"""Proves the layers of docs/architecture.md by reading every #include.

  check_includes.py ROOT       lists violations, exit 1 when there are any
  check_includes.py --self-test   makes sure that violations are found
"""
import os
import re
import sys
import tempfile

# folder -> folders of ours that it may include (its own is always allowed)
LAYERS = {
    "profiler/base": [],
    "profiler/duckdb": ["profiler/base"],
    "profiler/trace": ["profiler/base"],
    "profiler/sql": ["profiler/base", "profiler/trace"],
    "profiler/dependency": ["profiler/base", "profiler/trace"],
    "profiler/analysis": ["profiler/base", "profiler/trace", "profiler/dependency"],
    "profiler/export": ["profiler/base", "profiler/trace", "profiler/sql", "profiler/analysis",
                        "profiler/duckdb"],
    "importers": ["profiler/base", "profiler/trace", "profiler/duckdb"],
    "simcore/reliability": ["profiler/base"],
    "simcore/catalog": ["profiler/base"],
    "simcore/engine": ["profiler/base", "profiler/trace", "profiler/dependency",
                       "simcore/catalog", "simcore/reliability"],
    "costmodel": ["profiler/base", "simcore/catalog", "simcore/reliability"],
    "app/core": ["app/capacity", "profiler", "importers", "simcore", "costmodel"],
    "app/capacity": ["profiler/base", "simcore", "costmodel"],
    "app/batch": ["profiler/base"],
    "app/cli": ["app/batch", "app/capacity", "app/core", "profiler", "importers", "simcore", "costmodel"],
    "app/gui": ["app/capacity", "app/core", "profiler", "importers", "simcore", "costmodel"],
}
CODE = (".h", ".cpp")
QT_HEADER = re.compile(r"^(Q[A-Z]\w*|Qt\w+/.*|qcustomplot\.h)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def below(path, folder):
    return path == folder or path.startswith(folder + "/")


def layer_of(path):
    return next((layer for layer in LAYERS if below(path, layer)), None)


def violations(root):
    for folder in ("app", "profiler", "importers", "simcore", "costmodel"):
        for where, _, names in os.walk(os.path.join(root, folder)):
            for name in sorted(names):
                if not name.endswith(CODE):
                    continue
                file = os.path.relpath(os.path.join(where, name), root)
                layer = layer_of(file)
                if layer is None:
                    yield f"{file}: lies in no layer"
                    continue
                yield from check_file(root, file, layer)


def check_file(root, file, layer):
    with open(os.path.join(root, file), encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            quote, target = match.groups()
            place = f"{file}:{number}: includes {target}"
            if quote == "<":
                if QT_HEADER.match(target) and layer != "app/gui":
                    yield f"{place}: only app/gui may include Qt"
                continue
            included = layer_of(target)
            if included is None:
                # Generated next to its source (protobuf), or a mistake.
                if not target.endswith(".pb.h") and not os.path.exists(os.path.join(root, target)):
                    yield f"{place}: write includes from the root of the repository"
            elif included != layer and not any(below(included, ok) for ok in LAYERS[layer]):
                yield f"{place}: {layer} may not use {included}"


def self_test():
    cases = {
        "profiler/base/a.h": '#include "profiler/trace/trace.h"\n',
        "profiler/trace/b.cpp": "#include <QString>\n",
        "costmodel/c.cpp": '#include "simcore/engine/simulate.h"\n',
        "importers/d.cpp": '#include "d.h"\n',
        "simcore/other/e.h": "\n",
    }
    with tempfile.TemporaryDirectory() as root:
        for file, content in {**cases, "app/gui/f.cpp": "#include <QWidget>\n"}.items():
            os.makedirs(os.path.dirname(os.path.join(root, file)), exist_ok=True)
            with open(os.path.join(root, file), "w", encoding="utf-8") as out:
                out.write(content)
        found = sorted(line.split(":")[0] for line in violations(root))
    if found != sorted(cases):
        print(f"self-test: expected one violation in each of {sorted(cases)}, found {found}")
        return 1
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = list(violations(sys.argv[1]))
    print("\n".join(found) if found else "all includes respect the layers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
