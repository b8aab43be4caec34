"""Traffic among terminals: the parameter `traffic`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import Number, Path, Sides, Whole
from .values import Traffic
from .own_traffic import matrix as matrix, messages as messages
from .spec import named

__all__ = [
    "permutation", "uniform", "all_to_all", "transpose", "bit_reversal", "bit_complement", "tornado", "hot_spot",
    "neighbor", "next_group", "bisection", "h_relation", "shift", "message_list", "timed_messages", "bitrev", "bitcomp",
    "adversarial",
]


@named(Traffic)
def permutation() -> Traffic:
    """Message k of all terminals is one uniform random permutation, redrawn for each k. Each terminal receives as many
    messages as it sends (Lenzen & Wattenhofer, arXiv 1607.00298; Dally & Towles, sec. 3.2).

    Returns
    -------
    Traffic
    """
    raise NotImplementedError


@named(Traffic)
def uniform() -> Traffic:
    """Every message goes to an independent, uniformly random terminal, which may be the sender (Dally & Towles, sec. 3.2).

    Returns
    -------
    Traffic
    """
    raise NotImplementedError


@named(Traffic)
def all_to_all(
    self: bool = False,
) -> Traffic:
    """Every terminal sends one message to each other terminal: message k of terminal e goes to terminal e + k + 1, modulo
    their number. The option `messages` is the number of such exchanges, one after another.

    Parameters
    ----------
    self : bool, default False
        each terminal also sends one message to itself, as the last one

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def transpose(
    rows: Whole = 0,
) -> Traffic:
    """The terminals are a matrix, stored by rows, that is transposed. With as many rows as columns, a power of two, the upper
    and lower halves of the terminal's bits are swapped (Dally & Towles, table 3.1); with twice as many columns the bits
    are rotated. Rejects an odd prime number of terminals.

    Parameters
    ----------
    rows : Whole, default 0
        rows of the matrix; 0: as close to a square as possible, rows <= columns (in [0, 4294967295])

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def bit_reversal() -> Traffic:
    """Terminal e sends to the terminal with the bits of e in reverse order (Dally & Towles, table 3.1). If the number of
    terminals is not a power of two, the digits of e in the mixed radix of its prime factors are reversed, as in a fast
    Fourier transform of that size; an odd prime has a single digit and is rejected. Also called `bitrev`.

    Returns
    -------
    Traffic
    """
    raise NotImplementedError


@named(Traffic)
def bit_complement() -> Traffic:
    """Terminal e sends to the terminal with all bits of e inverted; for any number n of terminals that is n - 1 - e, so that
    all traffic crosses the middle (Dally & Towles, table 3.1). Also called `bitcomp`.

    Returns
    -------
    Traffic
    """
    raise NotImplementedError


@named(Traffic)
def tornado(
    sides: Sides = 0,
    *further: Whole,
    concentration: Whole = 0,
) -> Traffic:
    """Every terminal sends to the terminal ceil(k / 2) - 1 routers farther in each dimension of k routers, all in one
    direction: minimal routing on a torus leaves the channels of the other direction idle (Dally & Towles, table 3.1).

    Parameters
    ----------
    sides : Sides, default 0
        routers along each dimension; 0: the sides of the topology if it is a grid, else a single ring (in [0,
        4294967296])
    concentration : Whole, default 0
        terminals per router; 0: the value of the topology if it is a grid, else 1 (in [0, 65535])

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def hot_spot(
    fraction: Number = 0.1,
    *,
    hot: Whole = 1,
    at: Whole = -1,
) -> Traffic:
    """Each message goes with the given probability to one of the hot terminals, else to any terminal, both chosen uniformly
    (Pfister & Norton, IEEE Trans. Computers 1985). The hot terminals are drawn from the seed unless they are specified.

    Parameters
    ----------
    fraction : Number, default 0.1
        fraction of the messages sent to hot terminals (in [0, 1])
    hot : Whole, default 1
        number of hot terminals (in [1, 4294967296])
    at : Whole, default -1
        first of the hot terminals, which are then consecutive; -1: they are drawn from the seed (in [-1, 4294967295])

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def neighbor(
    sides: Sides = 0,
    *further: Whole,
    concentration: Whole = 0,
    diagonal: bool = False,
) -> Traffic:
    """Every terminal sends to its nearest neighbors on a torus in turn, a message to each: one router forward, then one back
    along dimension 0, then along dimension 1, and so on, then again from the first; as in a halo exchange. A side of 2
    has one neighbor; a side of 1 none. One message per terminal, the default, loads one direction of dimension 0 only;
    with `messages` = neighbors of a terminal, all directions are loaded equally. `diagonal=true` is the neighbor of
    Dally & Towles (table 3.1) and BookSim 2.

    Parameters
    ----------
    sides : Sides, default 0
        routers along each dimension; 0: the sides of the topology if it is a grid, else a single ring (in [0,
        4294967296])
    concentration : Whole, default 0
        terminals per router; 0: the value of the topology if it is a grid, else 1 (in [0, 65535])
    diagonal : bool, default False
        send all messages one router forward in all dimensions simultaneously, instead of in turn

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def next_group(
    groups: Whole = 0,
    *,
    ahead: Whole = 1,
) -> Traffic:
    """Each message of a terminal of group G goes to a uniformly random terminal of group G + ahead: the worst case for minimal
    routing on a dragonfly, because few global channels carry all traffic (Kim, Dally, Scott & Abts, Technology-driven,
    highly-scalable dragonfly topology, ISCA 2008; bad_dragon of BookSim 2). A group is a block of consecutive
    terminals, and all groups have equal sizes. Also called `adversarial`.

    Parameters
    ----------
    groups : Whole, default 0
        number of groups; 0: the groups of the topology, if it has levels (dragonfly: its groups, PERCS: its
        supernodes), else every terminal is a separate group (in [0, 4294967296])
    ahead : Whole, default 1
        distance from the sender's group to the receiver's (in [0, 4294967295])

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def bisection(
    sides: Sides = 0,
    *further: Whole,
    concentration: Whole = 0,
    mode: Literal["random", "mirror"] = "random",
) -> Traffic:
    """Every message goes from one half of the terminals to the other, across the middle of the longest dimension. The channels
    there bound the throughput: the worst case of tori and meshes (Dally & Towles, sec. 3.3).

    Parameters
    ----------
    sides : Sides, default 0
        routers along each dimension; 0: the sides of the topology if it is a grid, else a single ring (in [0,
        4294967296])
    concentration : Whole, default 0
        terminals per router; 0: the value of the topology if it is a grid, else 1 (in [0, 65535])
    mode : {"random", "mirror"}, default "random"
        destination in the other half; `random`: any terminal of the other half, drawn per message; `mirror`: the
        terminal at the corresponding position of the other half

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def h_relation(
    *,
    loads: Literal["range", "heavy"] = "range",
    low: Whole = 0,
    high: Whole = 0,
    heavy: Number = 0.1,
    factor: Whole = 10,
) -> Traffic:
    """Each terminal sends a random number of messages and receives another random number, both at most h: uniform in [low,
    high], or `factor` times the messages per terminal for a random fraction `heavy` of the terminals and the messages
    per terminal for the rest. Destinations are random (h-relations: Valiant, CACM 1990).

    Parameters
    ----------
    loads : {"range", "heavy"}, default "range"
        distribution of the loads; `range`: uniform between low and high; `heavy`: a fraction of the terminals sends
        `factor` times as many messages as the others
    low : Whole, default 0
        with loads=range: minimum number of messages of a terminal (in [0, 2147483648])
    high : Whole, default 0
        with loads=range: maximum number of messages of a terminal; 0: twice the messages per terminal (in [0,
        2147483648])
    heavy : Number, default 0.1
        with loads=heavy: probability that a terminal is heavy (in [0, 1])
    factor : Whole, default 10
        with loads=heavy: load of a heavy terminal relative to a light terminal (in [1, 1000000])

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def shift(
    by: Whole = 1,
) -> Traffic:
    """Terminal e sends to terminal e + by, modulo the number of terminals: the communication step of rings and of many
    collective operations (Dally & Towles, sec. 3.2).

    Parameters
    ----------
    by : Whole, default 1
        distance from sender to receiver in terminal numbers; negative: backwards

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def message_list(
    file: Path,
) -> Traffic:
    """The messages of a file: each line has the sender, the receiver and, if it is not 1, the number of messages. A terminal
    sends its messages in the order of the file. The option `messages` is ignored.

    Parameters
    ----------
    file : Path
        path to the file of messages

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Traffic)
def timed_messages(
    file: Path,
) -> Traffic:
    """The messages of a CSV file with the columns from,to,bytes,start: terminals, bytes, and the second at which a message is
    sent. For the engines flow and flit. The option `messages` is ignored.

    Parameters
    ----------
    file : Path
        path to the file of messages

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


# Other names in the literature.
bitrev = bit_reversal
bitcomp = bit_complement
adversarial = next_group
