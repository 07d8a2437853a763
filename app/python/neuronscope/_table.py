"""Tables whose columns NumPy, pandas and Arrow read in place."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence

from . import _core
from ._results import unknown_name

if TYPE_CHECKING:
    import numpy
    import pandas

_SHOWN_ROWS = 10


class Table:
    """The result of a query or an analysis: columns of numbers and texts. Immutable.

    Numbers are contiguous arrays of 64 bits, texts are indices into a list of different texts.
    ``to_pandas``, ``to_numpy`` and Arrow's interface use the memory of the table, so that a column
    exists only once. A missing value is ``None`` (NaN in arrays of real numbers), never zero. Any
    thread may read a table.
    """

    def __init__(self, columns: _core.Columns) -> None:
        self._table = columns
        self._columns = {column.id: column for column in columns.columns}

    @property
    def columns(self) -> list[str]:
        """The names of the columns, which are unique."""
        return list(self._columns)

    @property
    def units(self) -> dict[str, str]:
        """The units of the columns that have one, such as ``{"total_ns": "ns"}``."""
        return {name: column.unit for name, column in self._columns.items() if column.unit}

    @property
    def titles(self) -> dict[str, str]:
        """The headings of the columns, for people."""
        return {name: column.title or name for name, column in self._columns.items()}

    @property
    def notes(self) -> list[str]:
        """Sentences about data that are missing or were left out."""
        return list(self._table.notes)

    @property
    def more(self) -> bool:
        """Whether rows were left out because of a limit."""
        return self._table.more

    @property
    def nbytes(self) -> int:
        """Memory of the columns in bytes."""
        return self._table.nbytes

    @property
    def reasons(self) -> dict[str, dict[int, str]]:
        """Why values are missing, by column and row, where the reason is known."""
        found = {name: column.reasons for name, column in self._columns.items()}
        return {name: reasons for name, reasons in found.items() if reasons}

    def __len__(self) -> int:
        return self._table.rows

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """The rows as tuples."""
        return self._rows(len(self))

    def __getitem__(self, column: str) -> list[Any]:
        """The values of a column as a list. Raises KeyError."""
        return list(_values(self._column(column), len(self)))

    def _column(self, name: str) -> _core.Column:
        if name not in self._columns:
            raise KeyError(unknown_name("column", name, self._columns))
        return self._columns[name]

    def _rows(self, count: int) -> Iterator[tuple[Any, ...]]:
        if not self._columns:
            return iter(())
        return zip(*(_values(column, count) for column in self._columns.values()))

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""
        return [dict(zip(self._columns, row)) for row in self]

    def to_numpy(self, column: str) -> numpy.ndarray[Any, Any]:
        """A column as an array; numbers are a read-only view. Needs NumPy.

        Integers with missing values become real numbers with NaN, which is a copy. Raises KeyError.
        """
        import numpy as np

        found = self._column(column)
        if found.kind == "integer" and found.missing is not None:
            real = np.asarray(found.values).astype(np.float64)
            real[_mask(found)] = np.nan
            return real
        if found.kind == "boolean" and found.missing is None:
            return np.asarray(found.values).view(np.bool_)
        if found.kind in ("integer", "real"):
            return np.asarray(found.values)
        objects: numpy.ndarray[Any, Any] = _objects(found, len(self))
        return objects

    def to_pandas(self, text: str = "object") -> pandas.DataFrame:
        """The table as a DataFrame. Needs pandas.

        Columns of numbers are read-only views of this table; copy a column before you change it in
        place. Integers and truth values with missing values have pandas's nullable types. ``text``
        is the type of texts: ``"object"`` (eight bytes for each value) or ``"category"`` (at most
        four). ``DataFrame.attrs["units"]`` has the units.
        """
        import pandas as pd

        if text not in ("object", "category"):
            raise ValueError(f"text must be 'object' or 'category', not {text!r}")
        data = {name: _series(column, len(self), text) for name, column in self._columns.items()}
        frame = pd.DataFrame(data, copy=False)
        frame.attrs["units"] = self.units
        return frame

    def to_arrow(self) -> Any:
        """The table as a ``pyarrow.Table`` on the same memory. Needs pyarrow 14 or later."""
        import pyarrow

        return pyarrow.table(self)

    def __arrow_c_schema__(self) -> object:
        """Arrow's PyCapsule interface: the schema, with titles and units as metadata of fields."""
        return self._table.arrow_schema()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Arrow's PyCapsule interface: one array of structs, without a copy."""
        return self._table.arrow_array()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Arrow's PyCapsule interface: a stream with one batch, without a copy."""
        return self._table.arrow_stream()

    def __repr__(self) -> str:
        heading = [_heading(name, self.units) for name in self._columns]
        rows = [[_shown(value) for value in row] for row in self._rows(min(len(self), _SHOWN_ROWS))]
        widths = [max(map(len, cells)) for cells in zip(heading, *rows)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip()
                 for cells in [heading, *rows]]
        return "\n".join([*lines, *self._remarks()])

    def _repr_html_(self) -> str:
        def line(cells: Sequence[str], tag: str) -> str:
            inner = "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells)
            return f"<tr>{inner}</tr>"

        heading = line([_heading(name, self.units) for name in self._columns], "th")
        rows = "".join(line([_shown(value) for value in row], "td")
                       for row in self._rows(min(len(self), _SHOWN_ROWS)))
        remarks = "".join(f"<p>{html.escape(remark)}</p>" for remark in self._remarks())
        return f"<table><thead>{heading}</thead><tbody>{rows}</tbody></table>{remarks}"

    def _remarks(self) -> list[str]:
        count = f"{len(self):,} row{'' if len(self) == 1 else 's'}"
        if self.more:
            count += "; the limit left out more"
        return [count, *self.notes]


def _heading(name: str, units: dict[str, str]) -> str:
    return f"{name} [{units[name]}]" if name in units else name


def _shown(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _values(column: _core.Column, count: int) -> Iterator[Any]:
    """The first values of a column as objects of Python."""
    if column.values is None:
        return iter([None] * count)
    values = column.values[:count]
    if column.kind == "text":
        texts: list[Optional[str]] = [*column.texts, None]
        return (texts[code] for code in values)
    objects = map(bool, values) if column.kind == "boolean" else iter(values)
    if column.missing is None:
        return objects
    missing = column.missing[:count]
    return (None if gone else value for value, gone in zip(objects, missing))


def _mask(column: _core.Column) -> Any:
    import numpy as np

    return np.asarray(column.missing).view(np.bool_)


def _objects(column: _core.Column, count: int) -> Any:
    """Texts or truth values as objects; equal texts are one object."""
    import numpy as np

    if column.kind != "text":
        return np.array(list(_values(column, count)), dtype=object)
    # The code of a missing text is -1, the last entry.
    return np.array([*column.texts, None], dtype=object).take(np.asarray(column.values))


def _series(column: _core.Column, count: int, text: str) -> Any:
    import numpy as np
    import pandas as pd

    if column.kind == "integer":
        values = np.asarray(column.values)
        return values if column.missing is None else pd.arrays.IntegerArray(values, _mask(column))
    if column.kind == "boolean":
        truth = np.asarray(column.values).view(np.bool_)
        return truth if column.missing is None else pd.arrays.BooleanArray(truth, _mask(column))
    if column.kind == "real":
        return np.asarray(column.values)
    if column.kind == "text" and text == "category":
        return pd.Categorical.from_codes(np.asarray(column.values), column.texts)
    return _objects(column, count)
