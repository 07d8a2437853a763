#!/usr/bin/env python3
"""Reads every #include and checks it against the layers and folders below (docs/architecture.md shows them).

  check_includes.py ROOT          lists violations, exit 1 when there are any
  check_includes.py --self-test   makes sure that violations are found
"""
import os
import re
import sys

import source_check

# layer -> layers that it may include
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
    "app/batch": ["profiler/base"],
    "app/sweep": ["app/batch", "profiler/base", "profiler/duckdb"],
    "app/capacity": ["profiler/base", "simcore", "costmodel"],
    "app/documents": ["profiler", "importers", "simcore", "costmodel"],
    "app/pricing": ["app/capacity", "app/documents", "profiler", "simcore", "costmodel"],
    "app/capture": ["app/batch", "app/remote", "profiler"],
    "app/remote": ["app/batch", "profiler", "importers"],
    "app/runs": ["app/remote", "profiler", "importers"],
    "app/sources": ["profiler", "importers"],
    "app/watch": ["profiler", "importers"],
    "app/live": ["app/documents", "profiler", "importers", "simcore"],
    "app/python": ["app/cli", "app/documents", "profiler", "importers", "simcore", "costmodel"],
    "app/cli": ["app", "profiler", "importers", "simcore", "costmodel"],
    "app/gui": ["app/capacity", "app/documents", "app/pricing", "app/remote", "app/runs", "app/sources",
                "app/live", "app/sweep", "app/watch", "profiler", "importers", "simcore",
                "costmodel"],
}

# The folders of each layer, from the ground up: a folder may include itself and those before it.
# "." is the layer's own folder. A layer without an entry has no folders below it.
FOLDERS = {
    "profiler/base": ["text", ".", "files", "json", "tables"],
    "profiler/trace": ["columns", ".", "build", "session"],
    "profiler/analysis": ["metrics", "comparison", "gate", "search", "definition", "dma", "memory",
                          "ranks", "engines", "regions", "operators", "source", "serving", "compilation",
                          "host", "insights", "registry"],
    "profiler/export": ["page", "timeline", "."],
    "importers": ["shared", "neff", "ntff/file", "ntff", "neuron_profile_json", "system_profile",
                  "system_recording", "neuron_monitor", "live", "neuron_ls", "nccom_test",
                  "compile_cache", "runtime_log", "xla_metrics", "prometheus_text", "chrome_json/file", "chrome_json",
                  "nsight_sqlite", "xplane", "perfetto", "parquet_rows", "nscope_parquet",
                  "neuron_explorer_parquet", "open"],
    "simcore/catalog": [".", "config"],
    "simcore/engine": ["events", "documents", "machine", "calibration", "instruction",
                       "collectives", "workload", "graph", "inference",
                       "training", "run", "collective_run", "kernel_run", "serving", "start_up", "compile_cache", "training_job",
                       "rollout", "simulation", "fit", "validation", "gpu"],
    "costmodel": ["money", "report", "commitments", "spot", "prices", "price_formats",
                  "price_store", "scenario", "checks", "economics", "cost_report", "migration",
                  "bills"],
    "app/capacity": ["request", "fleet", "training", "report"],
    "app/cli": ["output", ".", "options", "studies", "mcp", "commands"],
    "app/gui": ["text", "theme", "background", "files", "panels", "timeline/model", "timeline/paint",
                "timeline", "run", "analysis", "sql", "docks/memory", "docks", "docks/operators", "docks/regions", "docks/source", "docks/stacks",
                "docks/traffic", "inspect", "compare", "live", "sweep", "watch", "forms", "simulate", "plan/charts",
                "plan/view", "plan/costs", "plan/fleet", "plan/decision", "plan",
                "shell/actions", "macro", "shell/search", "shell/dialogs", "shell/palette", "shell",
                "scripting", "."],
}

MOST_FILES = 40

CODE = (".h", ".cpp")
QT_HEADER = re.compile(r"^(Q[A-Z]\w*|Qt\w+/.*|qcustomplot\.h)$")
GENERATED = re.compile(r"\.pb\.h$|^moc_\w+\.cpp$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def below(path, folder):
    return path == folder or path.startswith(folder + "/")


def layer_of(path):
    return next((layer for layer in LAYERS if below(path, layer)), None)


def folder_of(path, layer):
    """The folder of a file within its layer."""
    return os.path.relpath(os.path.dirname(path), layer)


def violations(root):
    for top in source_check.TREES:
        for where, _, names in os.walk(os.path.join(root, top)):
            code = sorted(name for name in names if name.endswith(CODE))
            folder = os.path.relpath(where, root)
            if len(code) > MOST_FILES:
                yield f"{folder}: {len(code)} files; divide it by subject (at most {MOST_FILES})"
            for name in code:
                file = f"{folder}/{name}"
                layer = layer_of(file)
                if layer is None:
                    yield f"{file}: belongs to no layer"
                elif folder_of(file, layer) not in FOLDERS.get(layer, ["."]):
                    yield f"{file}: its folder is not on the map of {layer}"
                else:
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
                # Generated (protobuf, Qt's meta objects), or a mistake.
                if not GENERATED.search(target) and not os.path.exists(os.path.join(root, target)):
                    yield f"{place}: write includes from the root of the repository"
            elif included != layer:
                if not any(below(included, ok) for ok in LAYERS[layer]):
                    yield f"{place}: {layer} may not use {included}"
            elif not GENERATED.search(target):
                folders = FOLDERS.get(layer, ["."])
                own, other = folder_of(file, layer), folder_of(target, layer)
                if other not in folders or folders.index(other) > folders.index(own):
                    yield f"{place}: {own} may not use {other} (see FOLDERS in {__file__})"


def self_test():
    broken = {
        "profiler/base/a.h": '#include "profiler/trace/trace.h"\n',
        "profiler/trace/b.cpp": "#include <QString>\n",
        "costmodel/money/c.cpp": '#include "simcore/engine/simulation/simulate.h"\n',
        "importers/shared/d.cpp": '#include "d.h"\n',
        "simcore/other/e.h": "\n",
        "simcore/engine/g.h": "\n",  # not in a folder of the map
        "simcore/engine/graph/h.h": '#include "simcore/engine/training/training_step.h"\n',
        "app/runs/i.cpp": '#include "app/pricing/user_prices.h"\n',
    }
    crowded = {f"costmodel/spot/{i}.h": "\n" for i in range(MOST_FILES + 1)}
    right = {"app/gui/f.cpp": '#include <QWidget>\n#include "app/gui/plan/plan_page.h"\n',
             "simcore/engine/training/t.h": '#include "simcore/engine/graph/operator.h"\n'}
    with source_check.temporary_tree({**broken, **crowded, **right}) as root:
        found = sorted(line.split(":")[0] for line in violations(root))
    expected = sorted([*broken, "costmodel/spot"])
    return [] if found == expected else [f"expected one violation in each of {expected}, found {found}"]


if __name__ == "__main__":
    sys.exit(source_check.run(violations, self_test, "all includes respect the map"))
