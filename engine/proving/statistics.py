"""The two figures given of any spread of times: the median and the 95th percentile."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["percentile"]


def percentile(values: Sequence[float], share: float) -> float | None:
    """Return the nearest-rank percentile, or None of nothing.

    >>> percentile([4.0, 1.0, 3.0, 2.0], 0.5), percentile([], 0.5)
    (2.0, None)
    """
    if not values:
        return None
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
