"""Captures and sessions."""

from __future__ import annotations

import json
import numbers
import operator
import os
import tempfile
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping, Optional, SupportsFloat, SupportsIndex, Union

from . import _core
from ._results import Document, Metrics
from ._table import Table

StrPath = Union[str, "os.PathLike[str]"]
#: Called with the name of the current phase and its completed share (0 to 1, or ``None`` if the
#: total is unknown), in the thread that called the function.
Progress = Optional[Callable[[str, Optional[float]], object]]


def path_text(path: StrPath) -> str:
    """The path as a text, with the home folder in the place of ``~``."""
    return os.path.expanduser(os.fsdecode(path))


#: A part of a run: ``"10us:25us"``, or its begin and end in nanoseconds.
Range = Union[str, "tuple[SupportsFloat, SupportsFloat]"]


def _range_text(range: Optional[Range]) -> str:
    if range is None or isinstance(range, str):
        return range or ""
    try:
        begin, end = (float(time) for time in range)
    except (TypeError, ValueError):
        raise TypeError("range must be a text such as '10us:25us' or two times in ns, "
                        f"not {range!r}") from None
    return f"{begin:.6f}ns:{end:.6f}ns"


_MOST = 2**63 - 1


def _index(name: str, value: Optional[SupportsIndex], least: int = 0) -> Optional[int]:
    """An integer of any library, such as NumPy's."""
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {value!r}") from None
    if not least <= number <= _MOST:
        raise ValueError(f"{name} must be from {least} to {_MOST}, not {number}")
    return number


def _sql_value(name: str, value: Union[str, SupportsFloat]) -> Union[int, float, str]:
    """A value of a statement: a text, an integer of 64 bits or a real number."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (bool, numbers.Integral)):
        number = int(value)
        if not -_MOST <= number <= _MOST:
            raise ValueError(f"parameter '{name}' does not fit into 64 bits: {number}")
        return number
    try:
        if isinstance(value, (bytes, bytearray)):
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"parameter '{name}' must be a number or a text, not {value!r}") from None


class Analysis(Table):
    """The table of an analysis.

    Attributes:
        id: The id of the analysis.
        title: Its title.
        definition: The meaning of the columns and how they are computed.
        parameters: The value of each parameter.
    """

    def __init__(self, id: str, result: tuple[_core.Columns, str, str, str]) -> None:
        super().__init__(result[0])
        self.id = id
        self.title = result[1]
        self.definition = result[2]
        self.parameters: dict[str, Any] = json.loads(result[3])


class Run:
    """A capture or session that is kept open; made by :func:`neuronscope.open`.

    Times are nanoseconds from the start of the run. Any thread may call the methods; queries of
    one run wait for each other. Other Python threads run meanwhile, and Ctrl-C ends the work.
    """

    def __init__(self, core: _core.Run, paths: list[str]) -> None:
        self._core = core
        self.paths = paths

    def query(
        self,
        sql: str,
        parameters: Optional[Mapping[str, Union[str, SupportsFloat]]] = None,
        *,
        limit: Optional[SupportsIndex] = None,
        timeout: Optional[float] = None,
        progress: Progress = None,
    ) -> Table:
        """The result of one SELECT statement; docs/sql.md lists tables and functions.

        ``parameters`` are the values of ``:name`` in the statement. ``limit`` is the maximum number
        of rows; ``Table.more`` is true if there are more. ``timeout`` is in seconds (default: none).
        A column of integers and real numbers is real; one that has texts, too, is text. Raises
        Error, also for a result that needs more than half of the memory of the machine.
        """
        if not isinstance(sql, str):
            raise TypeError(f"the statement must be a text, not {sql!r}")
        values = [(name, _sql_value(name, value)) for name, value in (parameters or {}).items()]
        if timeout is not None:
            timeout = float(timeout)
            if not timeout > 0:
                raise ValueError(f"timeout must be above 0 s, not {timeout:g}")
        return Table(self._core.query(sql, values, _index("limit", limit), timeout, progress))

    def analyze(
        self,
        id: str,
        *,
        range: Optional[Range] = None,
        core: Optional[SupportsIndex] = None,
        progress: Progress = None,
        **parameters: Union[int, float, str, None],
    ) -> Analysis:
        """Runs an analysis; :func:`neuronscope.analyses` lists the ids.

        ``range`` is a part of the run: ``"10us:25us"`` or two times in nanoseconds, ``core`` a
        physical NeuronCore. Other arguments are parameters of the analysis, such as ``rows=20``;
        ``None`` is the default. Raises Error.
        """
        texts = [(name, str(value)) for name, value in parameters.items() if value is not None]
        return Analysis(id, self._core.analyze(id, _range_text(range), _index("core", core), texts,
                                               progress))

    def slices(self, track: Union[SupportsIndex, str], *, progress: Progress = None) -> Table:
        """The events of a track by start: id, name, start_ns, duration_ns, wait_ns, depth.

        ``track`` is an id or a path of :meth:`tracks`. Raises Error.
        """
        if isinstance(track, str):
            return Table(self._core.slices(track, progress))
        number = _index("track", track, -_MOST)
        if number is None:
            raise TypeError("track must be an id or a path of tracks(), not None")
        return Table(self._core.slices(number, progress))

    def tracks(self) -> Table:
        """All tracks, parents before their children, with the number of their events."""
        return self.query("SELECT id, parent_id, path, name, kind, core, engine, unit, slices, "
                          "samples FROM track ORDER BY id")

    def summary(
        self,
        *,
        range: Optional[Range] = None,
        core: Optional[SupportsIndex] = None,
        recompute: bool = False,
        progress: Progress = None,
    ) -> Metrics:
        """The metrics of the run or of a part of it, with units and origin.

        ``range`` and ``core`` are those of :meth:`analyze`. ``recompute`` ignores metrics that the
        capture states. Raises Error.
        """
        document = json.loads(self._core.summary(_range_text(range), _index("core", core), recompute,
                                                 progress))
        return Metrics(document["metrics"], document["unavailable"])

    def properties(self) -> dict[str, Any]:
        """What the capture states about itself: device, versions, file."""
        table = self.query("SELECT key, value, typeof(value) AS type FROM property")
        types = {"integer": int, "real": float}
        return {key: types.get(type, str)(value) for key, value, type in table}

    def diagnostics(self) -> Table:
        """Data that were repaired or skipped: code, severity, count, example."""
        return self.query("SELECT code, severity, count, example FROM diagnostic")

    def save(self, path: StrPath, *, progress: Progress = None) -> None:
        """Writes the run as a session (*.nscope). Raises Error."""
        self._core.save(path_text(path), progress)

    def __repr__(self) -> str:
        return f"<neuronscope.Run {', '.join(self.paths)}>"


def open(  # pylint: disable=redefined-builtin
    path: StrPath,
    *more: StrPath,
    neff: Optional[StrPath] = None,
    alone: bool = False,
    align: str = "clock",
    offsets: Optional[Mapping[str, str]] = None,
    progress: Progress = None,
) -> Run:
    """Opens a session, a capture, or a folder of captures; several become one run.

    ``neff`` is the NEFF of an NTFF capture; ``alone`` does not search for it. ``align`` places
    several captures on one time axis: ``"clock"``, ``"start"`` or ``"collectives"``; ``offsets``
    states the start of single ones, such as ``{"rank 1": "1.5us"}``. Raises Error.
    """
    paths = [path_text(each) for each in (path, *more)]
    given = [f"{name}={offset}" for name, offset in (offsets or {}).items()]
    core = _core.open(paths, "" if neff is None else path_text(neff), alone, align, given, progress)
    return Run(core, paths)


def compare(
    base: Union[Run, StrPath, Iterable[Union[Run, StrPath]]],
    new: Union[Run, StrPath, Iterable[Union[Run, StrPath]]],
    *,
    by: str = "operator",
    pieces: Optional[int] = None,
    timeout: Optional[float] = None,
    output: Optional[StrPath] = None,
    progress: Progress = None,
) -> Document:
    """Compares two runs, or repeats of them, and explains the difference by causes that add up.

    Each side is an open run, a path, or a list of these. ``by`` is ``"operator"``,
    ``"instruction"``, ``"layer"``, ``"source"``, ``"time"`` (in ``pieces`` intervals) or ``"rank"``.
    ``timeout`` is in seconds. ``output`` also writes a report (.html, .md, .json or .csv). Raises
    Error.
    """
    from ._commands import command

    with tempfile.TemporaryDirectory(prefix="neuronscope-") as folder:
        def side(runs: Any, name: str) -> list[str]:
            single = isinstance(runs, (Run, str, os.PathLike))
            listed = [runs] if single else list(runs)
            return [_run_file(run, Path(folder) / f"{name}{i}", progress)
                    for i, run in enumerate(listed)]

        options = {"base": side(base, "base"), "new": side(new, "new"), "by": by, "pieces": pieces,
                   "timeout": timeout}
        return Document(*command("compare", [], options, output, progress))


def _run_file(run: Union[Run, StrPath], folder: Path, progress: Progress) -> str:
    """A file with the run. An open run is written, because its captures may have changed."""
    if not isinstance(run, Run):
        return path_text(run)
    if len(run.paths) == 1 and run.paths[0].endswith(".nscope"):
        return run.paths[0]
    folder.mkdir()
    file = folder / (Path(run.paths[0]).name + ".nscope")
    run.save(file, progress=progress)
    return str(file)
