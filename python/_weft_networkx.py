# SPDX-License-Identifier: Apache-2.0
"""Description of the backend of NetworkX. `import networkx` loads this file, which therefore does not import Weft."""
from __future__ import annotations

from typing import Any

_unweighted = "Without `weight`."
_notes = {
    "all_pairs_shortest_path_length": "",
    "average_shortest_path_length": "Without `weight`, by `method` None or \"unweighted\".",
    "betweenness_centrality": "Without `weight` and `k`.",
    "center": _unweighted,
    "diameter": _unweighted,
    "eccentricity": "Without `weight` and `sp`.",
    "edge_betweenness_centrality": "Without `weight` and `k`.",
    "periphery": _unweighted,
    "radius": _unweighted,
    "shortest_path_length": "Without `weight`; of directed graphs not with `target` alone.",
    "single_source_shortest_path_length": "",
}


def get_info() -> dict[str, Any]:
    """Returns what NetworkX shows in the help of its functions."""
    return {
        "backend_name": "weft",
        "project": "weft",
        "package": "weft",
        "short_summary": "Weft computes distances and betweenness in C++, on all cores.",
        "functions": {name: {"additional_docs": note} if note else {} for name, note in _notes.items()},
    }
