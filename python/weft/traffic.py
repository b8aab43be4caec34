"""Traffic among terminals: the parameter `traffic`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .own_traffic import matrix as matrix, messages as messages
from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "permutation", "uniform", "all_to_all", "transpose", "bit_reversal", "bit_complement", "tornado", "hot_spot",
    "neighbor", "next_group", "bisection", "h_relation", "shift", "message_list", "timed_messages",
]


@named("traffic patterns")
def permutation() -> Spec:
    """Message k of all terminals is one uniform random permutation, redrawn for each k. Each terminal receives as many
    messages as it sends (Lenzen & Wattenhofer, arXiv 1607.00298; Dally & Towles, sec. 3.2)."""
    raise NotImplementedError


@named("traffic patterns")
def uniform() -> Spec:
    """Every message goes to an independent, uniformly random terminal, which may be the sender (Dally & Towles, sec. 3.2)."""
    raise NotImplementedError


@named("traffic patterns")
def all_to_all(
    *,
    self: Flag | None = None,
) -> Spec:
    """Every terminal sends one message to each other terminal: message k of terminal e goes to terminal e + k + 1, modulo
    their number. The option `messages` is the number of such exchanges, one after another.

    self: each terminal also sends one message to itself, as the last one (default false)
    """
    raise NotImplementedError


@named("traffic patterns")
def transpose(
    *,
    rows: Whole | None = None,
) -> Spec:
    """The terminals are a matrix, stored by rows, that is transposed. With as many rows as columns, a power of two, the upper
    and lower halves of the terminal's bits are swapped (Dally & Towles, table 3.1); with twice as many columns the bits
    are rotated. Rejects an odd prime number of terminals.

    rows: rows of the matrix; 0: as close to a square as possible, rows <= columns (in [0, 4294967295], default 0)
    """
    raise NotImplementedError


@named("traffic patterns")
def bit_reversal() -> Spec:
    """Terminal e sends to the terminal with the bits of e in reverse order (Dally & Towles, table 3.1). If the number of
    terminals is not a power of two, the digits of e in the mixed radix of its prime factors are reversed, as in a fast
    Fourier transform of that size; an odd prime has a single digit and is rejected. Also called `bitrev`."""
    raise NotImplementedError


@named("traffic patterns")
def bit_complement() -> Spec:
    """Terminal e sends to the terminal with all bits of e inverted; for any number n of terminals that is n - 1 - e, so that
    all traffic crosses the middle (Dally & Towles, table 3.1). Also called `bitcomp`."""
    raise NotImplementedError


@named("traffic patterns")
def tornado(
    *,
    sides: Given | None = None,
    concentration: Whole | None = None,
) -> Spec:
    """Every terminal sends to the terminal ceil(k / 2) - 1 routers farther in each dimension of k routers, all in one
    direction: minimal routing on a torus leaves the channels of the other direction idle (Dally & Towles, table 3.1).

    sides: routers along each dimension; 0: the sides of the topology if it is a grid, else a single ring (in [0,
        4294967296], default 0)
    concentration: terminals per router; 0: the value of the topology if it is a grid, else 1 (in [0, 65535], default 0)
    """
    raise NotImplementedError


@named("traffic patterns")
def hot_spot(
    *,
    fraction: Number | None = None,
    hot: Whole | None = None,
    at: Whole | None = None,
) -> Spec:
    """Each message goes with the given probability to one of the hot terminals, else to any terminal, both chosen uniformly
    (Pfister & Norton, IEEE Trans. Computers 1985). The hot terminals are drawn from the seed unless they are specified.

    fraction: fraction of the messages sent to hot terminals (in [0, 1], default 0.1)
    hot: number of hot terminals (in [1, 4294967296], default 1)
    at: first of the consecutive hot terminals; -1: drawn from the seed (in [-1, 4294967295], default -1)
    """
    raise NotImplementedError


@named("traffic patterns")
def neighbor(
    *,
    sides: Given | None = None,
    concentration: Whole | None = None,
    diagonal: Flag | None = None,
) -> Spec:
    """Every terminal sends to its nearest neighbors on a torus in turn, a message to each: one router forward, then one back
    along dimension 0, then along dimension 1, and so on, then again from the first; as in a halo exchange. A side of 2
    has one neighbor; a side of 1 none. One message per terminal, the default, loads one direction of dimension 0 only;
    with `messages` = neighbors of a terminal, all directions are loaded equally. `diagonal=true` is the neighbor of
    Dally & Towles (table 3.1) and BookSim 2.

    sides: routers along each dimension; 0: the sides of the topology if it is a grid, else a single ring (in [0,
        4294967296], default 0)
    concentration: terminals per router; 0: the value of the topology if it is a grid, else 1 (in [0, 65535], default 0)
    diagonal: send all messages one router forward in all dimensions simultaneously, instead of in turn (default false)
    """
    raise NotImplementedError


@named("traffic patterns")
def next_group(
    *,
    groups: Whole | None = None,
    ahead: Whole | None = None,
) -> Spec:
    """Each message of a terminal of group G goes to a uniformly random terminal of group G + ahead: the worst case for minimal
    routing on a dragonfly, because few global channels carry all traffic (Kim, Dally, Scott & Abts, Technology-driven,
    highly-scalable dragonfly topology, ISCA 2008; bad_dragon of BookSim 2). A group is a block of consecutive
    terminals, and all groups have equal sizes. Also called `adversarial`.

    groups: number of groups; 0: the groups of the topology, if it has levels (dragonfly: its groups, PERCS: its
        supernodes), else every terminal is a separate group (in [0, 4294967296], default 0)
    ahead: distance from the sender's group to the receiver's (in [0, 4294967295], default 1)
    """
    raise NotImplementedError


@named("traffic patterns")
def bisection(
    *,
    sides: Given | None = None,
    concentration: Whole | None = None,
    mode: Given | None = None,
) -> Spec:
    """Every message goes from one half of the terminals to the other, across the middle of the longest dimension. The channels
    there bound the throughput: the worst case of tori and meshes (Dally & Towles, sec. 3.3).

    sides: routers along each dimension; 0: the sides of the topology if it is a grid, else a single ring (in [0,
        4294967296], default 0)
    concentration: terminals per router; 0: the value of the topology if it is a grid, else 1 (in [0, 65535], default 0)
    mode: destination in the other half (default random); `random`: any terminal of the other half, drawn per message;
        `mirror`: the terminal at the corresponding position
    """
    raise NotImplementedError


@named("traffic patterns")
def h_relation(
    *,
    loads: Given | None = None,
    low: Whole | None = None,
    high: Whole | None = None,
    heavy: Number | None = None,
    factor: Whole | None = None,
) -> Spec:
    """Each terminal sends a random number of messages and receives another random number, both at most h: uniform in [low,
    high], or `factor` times the messages per terminal for a random fraction `heavy` of the terminals and the messages
    per terminal for the rest. Destinations are random (h-relations: Valiant, CACM 1990).

    loads: distribution of the loads (default range); `range`: uniform between low and high; `heavy`: a fraction of the
        terminals sends `factor` times as many
    low: with loads=range: minimum number of messages of a terminal (in [0, 2147483648], default 0)
    high: with loads=range: maximum number of messages of a terminal; 0: twice the messages per terminal (in [0,
        2147483648], default 0)
    heavy: with loads=heavy: probability that a terminal is heavy (in [0, 1], default 0.1)
    factor: with loads=heavy: load of a heavy terminal relative to a light one (in [1, 1000000], default 10)
    """
    raise NotImplementedError


@named("traffic patterns")
def shift(
    *,
    by: Whole | None = None,
) -> Spec:
    """Terminal e sends to terminal e + by, modulo the number of terminals: the communication step of rings and of many
    collective operations (Dally & Towles, sec. 3.2).

    by: distance from sender to receiver in terminal numbers; negative: backwards (default 1)
    """
    raise NotImplementedError


@named("traffic patterns")
def message_list(
    *,
    file: Given,
) -> Spec:
    """The messages of a file: each line has the sender, the receiver and, if it is not 1, the number of messages. A terminal
    sends its messages in the order of the file. The option `messages` is ignored.

    file: path to the file of messages
    """
    raise NotImplementedError


@named("traffic patterns")
def timed_messages(
    *,
    file: Given,
) -> Spec:
    """The messages of a CSV file with the columns from,to,bytes,start: terminals, bytes, and the second at which a message is
    sent. For the engines flow and flit. The option `messages` is ignored.

    file: path to the file of messages
    """
    raise NotImplementedError
