"""The error that every function of the package raises."""

from __future__ import annotations


class Error(Exception):
    """Why a function failed, with the text that the command line prints.

    Attributes:
        code: ``invalid_argument``, ``bad_input``, ``unsupported_version``, ``not_found``, ``io``,
            ``infeasible``, ``cancelled`` or ``internal``.
        message: What is wrong and, if possible, what to do.
        where: File and position, such as ``"run.ntff: byte 1024"``; empty if there is none.
    """

    def __init__(self, text: str, code: str, message: str, where: str) -> None:
        super().__init__(text)
        self.code = code
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str, str]]:
        return (Error, (str(self), self.code, self.message, self.where))
