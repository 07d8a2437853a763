"""Numbers with units, and the documents of predictions, costs and plans."""

from __future__ import annotations

import difflib
import html
import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Optional

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Quantity:
    """A number with its unit, its origin and, if it is a prediction, its 90 % band.

    Attributes:
        value: The number; ``None`` if it is unknown.
        unit: ``"s"``, ``"B"``, ``"tokens/s"``, ``"USD/h"`` …; empty if it has none.
        provenance: ``measured``, ``imported``, ``published``, ``simulated``, ``interpolated``,
            ``assumed`` or ``approximate``; empty if the document does not state it.
        low: The lower end of the band (5 %), in the same unit; ``None`` if there is no band.
        high: The upper end of the band (95 %).
        note: What the number was computed from, or why it is unknown.
    """

    value: Optional[float]
    unit: str = ""
    provenance: str = ""
    low: Optional[float] = None
    high: Optional[float] = None
    note: str = ""

    def __float__(self) -> float:
        """The number. Raises ValueError if it is unknown, because unknown is not zero."""
        if self.value is None:
            raise ValueError(f"the value is unknown: {self.note}" if self.note
                             else "the value is unknown")
        return float(self.value)

    def __format__(self, spec: str) -> str:
        """The number in a format such as ``.3f``; without one, the whole text."""
        return format(float(self), spec) if spec else str(self)

    def __str__(self) -> str:
        if self.value is None:
            return "unknown"
        text = f"{self.value:.6g} {self.unit}".rstrip()
        if self.low is not None and self.high is not None:
            text += f" ({self.low:.4g} to {self.high:.4g})"
        return f"{text}, {self.provenance}" if self.provenance else text


class Metrics(Mapping[str, Quantity]):
    """Named quantities, such as the summary of a run, in the order of the document.

    Attributes:
        unavailable: Metrics that cannot be computed, with the reason.
    """

    def __init__(self, metrics: Mapping[str, Any], unavailable: Mapping[str, str]) -> None:
        self._metrics = {name: _quantity(entry) for name, entry in metrics.items()}
        self.unavailable = dict(unavailable)

    def __getitem__(self, name: str) -> Quantity:
        if name not in self._metrics and name in self.unavailable:
            raise KeyError(f"{name} is not available: {self.unavailable[name]}")
        if name not in self._metrics:
            raise KeyError(unknown_name("metric", name, self._metrics))
        return self._metrics[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._metrics)

    def __len__(self) -> int:
        return len(self._metrics)

    def to_pandas(self) -> pandas.DataFrame:
        """One row for each metric: value, unit, provenance, low, high, note. Needs pandas."""
        import pandas as pd

        return pd.DataFrame.from_dict({name: vars(metric) for name, metric in self.items()},
                                      orient="index",
                                      columns=["value", "unit", "provenance", "low", "high", "note"])

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {metric}" for name, metric in self.items())

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(metric))}</td></tr>"
                       for name, metric in self.items())
        return f"<table>{rows}</table>"


class Document(Mapping[str, Any]):
    """A result as the JSON document that ``nscope --json`` prints. Read it like a dictionary.

    Attributes:
        note: What the command line prints beside the result: warnings, omitted data.
        passed: False if a check failed: a workload that does not fit, a plan without a fleet.
    """

    def __init__(self, data: Mapping[str, Any], note: str = "", passed: bool = True) -> None:
        self._data = dict(data)
        self.note = note
        self.passed = passed

    @property
    def schema(self) -> str:
        """The name and version of the document, such as ``nscope.cost_matrix/1``."""
        return str(self._data.get("schema", ""))

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def at(self, pointer: str) -> Any:
        """The value at a JSON pointer such as ``"/rows/0/state"``. Raises KeyError."""
        value: Any = self._data
        for part in pointer.split("/")[1:]:
            part = part.replace("~1", "/").replace("~0", "~")
            try:
                value = value[int(part)] if isinstance(value, list) else value[part]
            except (KeyError, IndexError, ValueError, TypeError):
                raise KeyError(f"{self.schema} has nothing at {pointer}") from None
        return value

    def quantity(self, pointer: str) -> Quantity:
        """The number at a JSON pointer with its unit, band and origin.

        The unit is that of the name (``_s``, ``_bytes``, ``usd_per_hour``, …). Band and origin are
        those of the object itself or of its neighbours (``_low``, ``_high``, ``provenance``).
        Raises KeyError for a pointer that does not exist, and TypeError for a value that is not
        a number.
        """
        value = self.at(pointer)
        parent, _, name = pointer.rpartition("/")
        if isinstance(value, dict) and "value" in value:
            found = _quantity(value)
            return found if found.unit else replace(found, unit=unit_of(name))
        if isinstance(value, bool) or not isinstance(value, (int, float, type(None))):
            raise TypeError(f"{pointer} is not a number")
        beside = self.at(parent)
        beside = beside if isinstance(beside, dict) else {}
        origin = beside.get("provenance") or ""
        if "usd" in name and "tokens" not in name:  # a price without a throughput
            origin = beside.get("price_provenance") or origin
        return Quantity(value, unit_of(name), origin, beside.get(f"{name}_low"),
                        beside.get(f"{name}_high"), beside.get("remark") or "")

    def to_pandas(self, pointer: str) -> pandas.DataFrame:
        """The list of objects at a JSON pointer as a DataFrame. Needs pandas."""
        import pandas as pd

        rows = self.at(pointer)
        if not isinstance(rows, list):
            raise TypeError(f"{pointer} is not a list")
        frame = pd.DataFrame(rows)
        frame.attrs["units"] = {name: unit_of(str(name)) for name in frame.columns
                                if unit_of(str(name))}
        return frame

    def to_dict(self) -> dict[str, Any]:
        """A copy of the document as plain dictionaries and lists."""
        copy: dict[str, Any] = json.loads(json.dumps(self._data))
        return copy

    def __repr__(self) -> str:
        title = self._data.get("title")
        return f"<{type(self).__name__} {self.schema}{f': {title}' if title else ''}>"


class Simulation(Document):
    """A prediction: document of schema ``nscope.summary/1``."""

    @property
    def metrics(self) -> Metrics:
        """Latency, throughput, memory …, each with unit, origin and 90 % band."""
        return Metrics(self.get("metrics", {}), self.get("unavailable", {}))

    @property
    def feasible(self) -> bool:
        """Whether the workload fits into the memory and the limits of the software."""
        return bool(self.get("feasible", self.passed))

    def __repr__(self) -> str:
        return repr(self.metrics) if self.metrics else super().__repr__()

    def _repr_html_(self) -> str:
        return self.metrics._repr_html_()


def unknown_name(kind: str, name: object, names: Iterable[str]) -> str:
    """Says that there is no such name, and which ones are similar, or all of them."""
    known = list(names)
    similar = difflib.get_close_matches(str(name), known, 3) or known[:20]
    more = "" if len(similar) == len(known) or len(similar) < 20 else ", ..."
    return f"no {kind} {name!r}; there is {', '.join(similar)}{more}"


def _quantity(entry: Mapping[str, Any]) -> Quantity:
    return Quantity(entry.get("value"), entry.get("unit") or "", entry.get("provenance") or "",
                    entry.get("low"), entry.get("high"), entry.get("note") or "")


# Ends of the names of members, and their units.
_UNITS = (
    (r"usd_per_million_tokens", "USD/1e6 tokens"),
    (r"usd_per_instance_hour|usd_per_hour", "USD/h"),
    (r"usd_per_month", "USD/month"),
    (r"tokens_per_usd", "tokens/USD"),
    (r"tokens_per_second", "tokens/s"),
    (r"tokens_per_month", "tokens/month"),
    (r"requests_per_second", "requests/s"),
    (r"usd", "USD"),
    (r"bytes", "B"),
    (r"seconds|_s", "s"),
    (r"_ms", "ms"),
    (r"_us", "us"),
    (r"_ns", "ns"),
    (r"hours", "h"),
    (r"days", "d"),
    (r"months?", "months"),
    (r"tokens", "tokens"),
)


def unit_of(name: str) -> str:
    """The unit that the name of a member ends with, such as ``"s"`` of ``e2e_p99_s``."""
    base = re.sub(r"_(low|high)$", "", name)
    return next((unit for end, unit in _UNITS if re.search(rf"({end})$", base)), "")
