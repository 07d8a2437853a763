"""Predictions, prices and plans: the commands of ``nscope`` as functions."""

from __future__ import annotations

import datetime
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Union

from . import _core
from ._errors import Error
from ._results import Document, Simulation
from ._runs import Progress, StrPath, path_text
from ._table import Table

#: The name of a built-in document, a file, or the document itself.
DocumentLike = Union[StrPath, Mapping[str, Any]]
Day = Union[str, datetime.date]
_Names = Union[str, Iterable[str]]
_Paths = Union[StrPath, Iterable[StrPath]]

# Arguments whose option has another name.
_OPTIONS = {"tensor_parallel": "tp", "input_tokens": "input", "output_tokens": "output",
            "pipeline_parallel": "pp", "sequence_length": "seq-len", "catalog_models": "models",
            "catalog_devices": "devices"}
# Arguments that are paths, also as texts.
_PATHS = {"config", "requests", "book", "bill", "study", "catalog_models", "catalog_devices"}


def _word(value: Any, is_path: bool) -> str:
    """A value as a word of the command line. A row of a DataFrame has integers as 8.0."""
    if is_path:
        return path_text(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _plain(value: Any) -> Any:
    """A number of NumPy in a document as a number of Python."""
    if not hasattr(value, "item"):
        raise TypeError(f"a document cannot contain {value!r}")
    return value.item()


def command(
    name: str,
    positional: list[str],
    options: Mapping[str, Any],
    output: Optional[StrPath] = None,
    progress: Progress = None,
) -> tuple[dict[str, Any], str, bool]:
    """Runs a command with --json: the document, the note, and whether its checks passed.

    An option that is None or False is omitted, True is a flag, and a list repeats the option.
    """
    line = [name, "--json"]
    for key, value in options.items():
        option = "--" + _OPTIONS.get(key, key.replace("_", "-"))
        if value is None or value is False:
            continue
        if value is True:
            line.append(option)
            continue
        several = not isinstance(value, (str, os.PathLike)) and isinstance(value, Iterable)
        words = value if several else [value]
        line += [f"{option}={_word(each, key in _PATHS)}" for each in words]
    if output is not None:
        # An absolute path, which cannot be taken for an option.
        line += ["-o", os.path.abspath(path_text(output))]
    if positional:
        line += ["--", *positional]
    text, note, code = _core.run_command(line, progress)
    return json.loads(text), note.strip(), code == 0


def _document_command(
    name: str, document_name: str, arguments: Mapping[str, Any]
) -> tuple[dict[str, Any], str, bool]:
    """A command with the arguments of its function.

    The argument ``document_name`` is the document, which is written to a file if it is a dictionary.
    """
    options = dict(arguments)
    document = options.pop(document_name)
    output, progress = options.pop("output"), options.pop("progress")
    if document is None:
        return command(name, [], options, output, progress)
    if not isinstance(document, Mapping):
        return command(name, [_document_word(document)], options, output, progress)
    with tempfile.TemporaryDirectory(prefix="neuronscope-") as folder:
        file = Path(folder) / "document.json"
        file.write_text(json.dumps(dict(document), default=_plain), encoding="utf-8")
        try:
            return command(name, [str(file)], options, output, progress)
        except Error as error:
            parts = (str(error), error.code, error.message, error.where)
            text, code, message, where = (part.replace(str(file), "document") for part in parts)
            raise Error(text, code, message, where) from None


def _document_word(document: StrPath) -> str:
    """A path, or a text, which can be the name of a built-in document. A path is never one."""
    text = path_text(document)
    is_name = isinstance(document, str) or os.path.dirname(text)
    return text if is_name else os.path.join(os.curdir, text)


def _files(paths: Optional[_Paths]) -> list[str]:
    if paths is None:
        return []
    single = isinstance(paths, (str, os.PathLike))
    return [path_text(paths)] if single else [path_text(each) for each in paths]  # type: ignore


def simulate(
    workload: Optional[DocumentLike] = None,
    *,
    model: Optional[str] = None,
    config: Optional[StrPath] = None,
    instance: Optional[str] = None,
    tensor_parallel: Optional[int] = None,
    lnc: Optional[int] = None,
    batch: Optional[int] = None,
    input_tokens: Optional[int] = None,
    output_tokens: Optional[int] = None,
    sequence_length: Optional[int] = None,
    dtype: Optional[str] = None,
    weight_dtype: Optional[str] = None,
    stack: Optional[str] = None,
    task: Optional[str] = None,
    image: Optional[str] = None,
    images: Optional[int] = None,
    steps: Optional[int] = None,
    copies: Optional[int] = None,
    cores: Optional[int] = None,
    software: Optional[str] = None,
    serving: Optional[str] = None,
    rate: Optional[float] = None,
    duration: Optional[float] = None,
    users: Optional[int] = None,
    requests: Optional[StrPath] = None,
    replicas: Optional[int] = None,
    train: bool = False,
    nodes: Optional[int] = None,
    pipeline_parallel: Optional[int] = None,
    global_batch: Optional[int] = None,
    micro_batch: Optional[int] = None,
    lora: Optional[int] = None,
    qlora: Optional[int] = None,
    lora_targets: Optional[str] = None,
    storage: Optional[str] = None,
    presharded: bool = False,
    compile_host: Optional[str] = None,
    kernel: Optional[str] = None,
    device: Optional[str] = None,
    m: Optional[int] = None,
    k: Optional[int] = None,
    n: Optional[int] = None,
    heads: Optional[int] = None,
    kv_heads: Optional[int] = None,
    head_dim: Optional[int] = None,
    rank: Optional[int] = None,
    states: Optional[int] = None,
    taps: Optional[int] = None,
    variant: Optional[str] = None,
    called_from: Optional[str] = None,
    catalog_models: Optional[_Paths] = None,
    catalog_devices: Optional[_Paths] = None,
    seed: Optional[int] = None,
    timeout: Optional[float] = None,
    output: Optional[StrPath] = None,
    progress: Progress = None,
) -> Simulation:
    """Predicts latency, throughput and memory of a workload, with 90 % bands.

    ``workload`` is a document of schema nscope.workload/1, a file, or the name of a built-in
    workload; the other arguments take precedence over it, or describe a workload without a
    document. They are those of ``nscope simulate`` (docs/cli.md), where ``tensor_parallel`` is
    ``--tp``, ``sequence_length`` ``--seq-len`` and ``pipeline_parallel`` ``--pp``. Tokens and
    batches are counts, ``rate`` is in requests per second, ``duration`` and ``timeout`` in seconds.
    ``output`` saves the simulated run as a session. A workload that does not fit is a result
    (``Simulation.feasible``), not an error. Raises Error.
    """
    return Simulation(*_document_command("simulate", "workload", locals()))


def cost(
    scenario: Optional[DocumentLike] = None,
    *,
    model: Optional[str] = None,
    config: Optional[StrPath] = None,
    instance: Optional[_Names] = None,
    region: Optional[_Names] = None,
    option: Optional[_Names] = None,
    tokens_per_second: Optional[float] = None,
    source: Optional[str] = None,
    count: Optional[int] = None,
    tensor_parallel: Optional[int] = None,
    batch: Optional[int] = None,
    input_tokens: Optional[int] = None,
    output_tokens: Optional[int] = None,
    dtype: Optional[str] = None,
    sla: Optional[Mapping[str, float]] = None,
    tokens_per_month: Optional[float] = None,
    run_tokens: Optional[float] = None,
    as_of: Optional[Day] = None,
    book: Optional[StrPath] = None,
    known: Optional[str] = None,
    catalog_models: Optional[_Paths] = None,
    catalog_devices: Optional[_Paths] = None,
    seed: Optional[int] = None,
    timeout: Optional[float] = None,
    output: Optional[StrPath] = None,
    progress: Progress = None,
) -> Document:
    """Compares instances and purchase options in tokens per dollar.

    ``scenario`` is a document, a file, or the name of a built-in scenario. ``sla`` has limits in
    seconds, such as ``{"e2e_p99_s": 4}``. The member ``rows`` has one object for each offer
    (``to_pandas("/rows")``). A price that is not known is None with the reason in ``remark``.
    Prices are those of ``as_of`` (default: today). ``output`` also writes a report (.html, .pdf,
    .xlsx or .json). Raises Error.
    """
    arguments = dict(locals())
    arguments["sla"] = [f"{name}={limit}" for name, limit in (sla or {}).items()]
    return Document(*_document_command("cost", "scenario", arguments))


def plan(
    document: DocumentLike,
    *,
    config: Optional[StrPath] = None,
    region: Optional[_Names] = None,
    instances: Optional[_Names] = None,
    purchase: Optional[_Names] = None,
    rate: Optional[float] = None,
    as_of: Optional[Day] = None,
    book: Optional[StrPath] = None,
    known: Optional[str] = None,
    all: bool = False,  # pylint: disable=redefined-builtin
    study: Optional[StrPath] = None,
    catalog_models: Optional[_Paths] = None,
    catalog_devices: Optional[_Paths] = None,
    seed: Optional[int] = None,
    timeout: Optional[float] = None,
    output: Optional[StrPath] = None,
    progress: Progress = None,
) -> Document:
    """Finds the cheapest fleet for traffic with latency limits, or for training with a deadline.

    ``document`` has the schema nscope.plan/1; a file or the name of a built-in plan is possible,
    too. The other arguments take precedence over it. ``rate`` is in requests per second. With
    ``timeout`` (seconds) the plan is the best so far, and ``complete`` is False. If no fleet meets
    the limits, ``best`` is None and ``rejected`` has the reasons. ``study`` writes a migration
    study for :func:`roi`, ``output`` a report. Raises Error.
    """
    return Document(*_document_command("plan", "document", locals()))


def roi(
    study: DocumentLike,
    *,
    config: Optional[StrPath] = None,
    as_of: Optional[Day] = None,
    bill: Optional[_Paths] = None,
    tag: Optional[str] = None,
    account: Optional[str] = None,
    rate: Optional[_Names] = None,
    book: Optional[StrPath] = None,
    known: Optional[str] = None,
    catalog_models: Optional[_Paths] = None,
    catalog_devices: Optional[_Paths] = None,
    seed: Optional[int] = None,
    timeout: Optional[float] = None,
    output: Optional[StrPath] = None,
    progress: Progress = None,
) -> Document:
    """Evaluates the migration of a workload (return on investment).

    ``study`` has the schema nscope.roi/1; a file or the name of a built-in study is possible, too.
    ``bill`` replaces cost and hours of the baseline by those of your own bill. ``rate`` converts
    currencies, such as ``"EUR=1.084@2026-11-20"``. Amounts are in US dollars. Raises Error.
    """
    return Document(*_document_command("roi", "study", locals()))


def models(*, folders: Optional[_Paths] = None) -> Table:
    """The models that the simulator knows, and those of your own folders. Raises Error."""
    return Table(_core.models(_files(folders)))


def devices(*, folders: Optional[_Paths] = None) -> Table:
    """The accelerators and their published figures; unpublished ones are None. Raises Error."""
    return Table(_core.devices(_files(folders)))


def instances(*, folders: Optional[_Paths] = None) -> Table:
    """The instance types and their published figures. Raises Error."""
    return Table(_core.instances(_files(folders)))


def analyses() -> list[dict[str, str]]:
    """The analyses of :meth:`Run.analyze`: id, group, title and what the table shows."""
    return [dict(zip(("id", "group", "title", "shows"), each)) for each in _core.analyses()]
