# SPDX-License-Identifier: Apache-2.0
"""Numbers with units."""
from __future__ import annotations

import math
from typing import Any


class Quantity(float):
    """A number of a result: a float that carries its unit.

    It behaves as a float in arithmetic, NumPy, pandas and JSON; results of arithmetic are plain floats, without a unit.
    A whole number can be used as an index or in `range`.

    Parameters
    ----------
    value : float
        The number; NaN if only bounds are known.
    unit : str
        The unit, such as ``cycles``; empty for counts and ratios.
    doc : str
        The meaning.
    lower, upper : float, optional
        Proven bounds. By default the number itself.

    Examples
    --------
    >>> import weft
    >>> diameter = weft.show("torus:sides=4x4").metric("diameter")
    >>> diameter
    Quantity(4, 'hops')
    >>> diameter + 1, diameter.unit
    (5.0, 'hops')
    """

    unit: str
    doc: str
    lower: float
    upper: float
    is_count: bool
    """Whether it was a whole number in its table."""

    def __new__(cls, value: float, unit: str = "", doc: str = "", lower: float | None = None, upper: float | None = None) -> Quantity:
        self = super().__new__(cls, value)
        self.unit, self.doc, self.is_count = unit, doc, isinstance(value, int)
        self.lower = float(self) if lower is None else float(lower)
        self.upper = float(self) if upper is None else float(upper)
        return self

    @property
    def is_exact(self) -> bool:
        """Whether the number is known exactly; False if it is only bounded."""
        return self.lower == self.upper

    def __index__(self) -> int:
        if not self.is_integer():
            raise TypeError(f"{self!r} is not a whole number")
        return int(self)

    def _text(self) -> str:
        if math.isnan(self) and not math.isnan(self.lower):
            return f"at least {_digits(self.lower)}" if math.isinf(self.upper) else f"{_digits(self.lower)} to {_digits(self.upper)}"
        return _digits(self)

    def __str__(self) -> str:
        return f"{self._text()} {self.unit}".rstrip()

    def __repr__(self) -> str:
        return f"Quantity({self._text()}{f', {self.unit!r}' if self.unit else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Quantity, (int(self) if self.is_count else float(self), self.unit, self.doc, self.lower, self.upper)


def _digits(number: float) -> str:
    """Returns all digits; whole numbers without a decimal point."""
    return str(int(number)) if float(number).is_integer() and abs(number) < 2**63 else float.__repr__(float(number))
