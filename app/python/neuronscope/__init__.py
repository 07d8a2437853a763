"""Neuronscope: profiles, predictions and costs of AWS Trainium and Inferentia.

    import neuronscope
    run = neuronscope.open("capture.ntff")
    print(run.summary()["total_time"])
    frame = run.query("SELECT name, sum(duration_ns) AS ns FROM slice GROUP BY name").to_pandas()

Functions that take long call ``progress(phase, share)``, let other Python threads run, and end when
Ctrl-C is pressed. Every function raises :class:`Error` with the text of the command line.
"""

from ._commands import (analyses, cost, devices, instances, models, plan, roi, simulate)
from ._core import __version__
from ._errors import Error
from ._results import Document, Metrics, Quantity, Simulation
from ._runs import Analysis, Run, compare, open  # pylint: disable=redefined-builtin
from ._table import Table

__all__ = [
    "Analysis", "Document", "Error", "Metrics", "Quantity", "Run", "Simulation", "Table",
    "__version__", "analyses", "compare", "cost", "devices", "instances", "models", "open", "plan",
    "roi", "simulate",
]
