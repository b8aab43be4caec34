# SPDX-License-Identifier: Apache-2.0
"""CPU time of NetworkX and of its backend `weft`, on random regular graphs; for docs/how-to/come-from-networkx.md.

networkx_backend.py [ROUTERS DEGREE]: NetworkX searches from at most 100 sources, and its time is scaled to all of them.
"""
import sys
import time
from collections.abc import Callable

import networkx
from weft import networkx_backend

SOURCES = 100


def seconds(call: Callable[[], object]) -> float:
    """Returns the CPU time of all threads."""
    begin = time.process_time()
    call()
    return time.process_time() - begin


def consume(pairs: object) -> None:
    """Iterates over all pairs and keeps none."""
    for _ in pairs:  # type: ignore[attr-defined]
        pass


def main() -> None:
    routers, degree = map(int, sys.argv[1:] or ("1000", "16"))
    graph = networkx.random_regular_graph(degree, routers, seed=1)
    some = list(graph)[:SOURCES]
    factor = routers / len(some)
    search = factor * seconds(lambda: [networkx.single_source_shortest_path_length(graph, it) for it in some])
    tree = factor * seconds(lambda: networkx.betweenness_centrality_subset(graph, some, list(graph)))
    print(f"conversion: {seconds(lambda: networkx_backend.convert_from_nx(graph)):.3f} s")
    mine = networkx_backend.convert_from_nx(graph)
    rows = {
        "all_pairs_shortest_path_length": (search, lambda: consume(networkx_backend.all_pairs_shortest_path_length(mine))),
        "diameter": (search, lambda: networkx_backend.diameter(mine)),
        "eccentricity": (search, lambda: networkx_backend.eccentricity(mine)),
        "average_shortest_path_length": (search, lambda: networkx_backend.average_shortest_path_length(mine)),
        "betweenness_centrality": (tree, lambda: networkx_backend.betweenness_centrality(mine)),
        "edge_betweenness_centrality": (tree, lambda: networkx_backend.edge_betweenness_centrality(mine)),
    }
    for name, (alone, call) in rows.items():
        ours = seconds(call)
        print(f"{name:32} NetworkX {alone:8.2f} s, Weft {ours:8.3f} s: {alone / ours:.0f} times")


if __name__ == "__main__":
    main()
