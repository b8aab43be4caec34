"""Programs of ranks: the parameter `program`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import Number, Path, PatternLike, Quantity, Whole
from .values import Algorithm, Program, Schedule
from .spec import named

__all__ = [
    "pattern", "operation", "schedule", "algorithm", "stencil", "conjugate_gradient", "fft", "sweep", "training",
    "goal", "ti", "dumpi", "otf2", "chakra",
]


@named(Program)
def pattern(
    *,
    of: PatternLike = "halo",
    bytes: Quantity = 1000,
    compute: Quantity = 0,
    iterations: Whole = 1,
) -> Program:
    """Iterations in which each rank computes, then sends and receives all messages of a communication pattern simultaneously,
    and waits for them.

    Parameters
    ----------
    of : PatternLike, default "halo"
        a communication pattern; in brackets if it has parameters
    bytes : Quantity, default 1000
        size of a message; if the sizes differ, of the largest message (in bytes, in [0, 1e+18])
    compute : Quantity, default 0
        time that a rank computes in an iteration (in ns, in [0, 1e+18])
    iterations : Whole, default 1
        number of iterations (in [1, 1000000000])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def operation(
    *,
    of: Literal["broadcast", "scatter", "gather", "reduce", "allreduce", "reduce_scatter", "allgather", "all_to_all", "barrier"] = "allreduce",
    algorithm: Algorithm | str = "default",
    bytes: Quantity = 1000000,
    compute: Quantity = 0,
    iterations: Whole = 1,
) -> Program:
    """Iterations in which each rank computes, then takes part in a collective operation of all ranks.

    Parameters
    ----------
    of : {"broadcast", "scatter", "gather", "reduce", "allreduce", "reduce_scatter", "allgather", "all_to_all", "barrier"}, default "allreduce"
        MPI operation; `broadcast`: the message of the root to all ranks; `scatter`: a different message from the root
        to each rank; `gather`: a message from each rank to the root; `reduce`: the sum of the vectors of all ranks to
        the root; `allreduce`: the sum of the vectors of all ranks to all ranks; `reduce_scatter`: the sum of the
        vectors of all ranks, a different block of it to each rank; `allgather`: a message from each rank to all ranks;
        `all_to_all`: a different message from each rank to each other rank; `barrier`: no rank continues before all
        ranks have arrived
    algorithm : Algorithm | str, default "default"
        an algorithm that plans messages between ranks, in brackets if it has parameters; default: by size
    bytes : Quantity, default 1000000
        size of a message, or of the vector for reductions (in bytes, in [0, 1e+18])
    compute : Quantity, default 0
        time that a rank computes in an iteration (in ns, in [0, 1e+18])
    iterations : Whole, default 1
        number of iterations (in [1, 1000000000])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def schedule(
    *,
    of: Literal["broadcast", "scatter", "gather", "reduce", "allreduce", "reduce_scatter", "allgather", "all_to_all", "barrier"] = "broadcast",
    algorithm: Algorithm | str = "packed_trees",
    bytes: Quantity = 1000000,
    packets: Whole = 16,
    root: Whole = 0,
    compute: Quantity = 0,
    iterations: Whole = 1,
) -> Program:
    """Iterations in which each rank computes, then takes part in a collective operation that is planned for the channels of
    the machine, as in weft collective: each transfer is a message to the rank at the other end of its channel, sent
    once its block has arrived. For networks with one terminal on each router.

    Parameters
    ----------
    of : {"broadcast", "scatter", "gather", "reduce", "allreduce", "reduce_scatter", "allgather", "all_to_all", "barrier"}, default "broadcast"
        MPI operation; `broadcast`: the message of the root to all ranks; `scatter`: a different message from the root
        to each rank; `gather`: a message from each rank to the root; `reduce`: the sum of the vectors of all ranks to
        the root; `allreduce`: the sum of the vectors of all ranks to all ranks; `reduce_scatter`: the sum of the
        vectors of all ranks, a different block of it to each rank; `allgather`: a message from each rank to all ranks;
        `all_to_all`: a different message from each rank to each other rank; `barrier`: no rank continues before all
        ranks have arrived
    algorithm : Algorithm | str, default "packed_trees"
        an algorithm that plans for the channels of the machine, in brackets if it has parameters: e.g. single_tree,
        arc_disjoint_trees, packed_trees
    bytes : Quantity, default 1000000
        size of a message, or of the vector for reductions (in bytes, in [0, 1e+18])
    packets : Whole, default 16
        blocks per message, for pipelining; a barrier has one block of 0 bytes (in [1, 2147483647])
    root : Whole, default 0
        rank that sends to all, or receives from all (in [0, 4294967294])
    compute : Quantity, default 0
        time that a rank computes in an iteration (in ns, in [0, 1e+18])
    iterations : Whole, default 1
        number of iterations (in [1, 1000000000])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def algorithm(
    *,
    of: Schedule | str = "cannon",
    bytes: Quantity = 1000000,
    compute: Quantity = 0,
    iterations: Whole = 1,
) -> Program:
    """The messages of an algorithm on a grid of tasks, as in weft schedule: cannon, summa, matmul_3d or halo, with their
    parameters in brackets. A task begins a round when its previous round has ended.

    Parameters
    ----------
    of : Schedule | str, default "cannon"
        algorithm, e.g. summa or [halo:periodic=false]
    bytes : Quantity, default 1000000
        size of a block (in bytes, in [0, 1e+18])
    compute : Quantity, default 0
        time that a task computes after each round (in ns, in [0, 1e+18])
    iterations : Whole, default 1
        number of iterations (in [1, 1000000000])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def stencil(
    *,
    points: Whole = 64,
    variables: Whole = 1,
    ghost: Whole = 1,
    corners: bool = False,
    periodic: bool = True,
    flops: Number = 10,
    speed: Quantity = 10000000000,
    reduce: Whole = 0,
    iterations: Whole = 10,
) -> Program:
    """Explicit time steps on a grid of points: each task computes its block of points^d points (d: the dimensions of the grid
    of tasks), then exchanges ghost zones with its neighbors: 8 variables ghost points^(d-1) bytes with each neighbor
    across a face.

    Parameters
    ----------
    points : Whole, default 64
        points of a task along each dimension (in [1, 1000000])
    variables : Whole, default 1
        variables per point, of 8 bytes each (in [1, 1000000])
    ghost : Whole, default 1
        layers of points that a task receives from each neighbor (in [1, 1000000])
    corners : bool, default False
        include neighbors across edges and corners
    periodic : bool, default True
        the first and the last task of a side are neighbors
    flops : Number, default 10
        operations per point and iteration (in [0, 1000000000000])
    speed : Quantity, default 10000000000
        speed of a task (in flop/s, in [1, 1e+24])
    reduce : Whole, default 0
        number of iterations between two allreduces of 8 bytes among all tasks; 0: none (in [0, 1000000000])
    iterations : Whole, default 10
        number of iterations (in [1, 1000000000])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def conjugate_gradient(
    *,
    points: Whole = 64,
    periodic: bool = False,
    speed: Quantity = 10000000000,
    iterations: Whole = 10,
) -> Program:
    """The method of conjugate gradients (Hestenes & Stiefel, 1952) for the Laplace operator of 2 d + 1 points on a grid (d:
    the dimensions of the grid of tasks): an iteration exchanges faces of the direction, computes the product and its
    inner product, sums up 8 bytes over all tasks, updates solution and residual, sums up 8 bytes again and updates the
    direction: 2 (2 d + 1) + 10 operations per point.

    Parameters
    ----------
    points : Whole, default 64
        points of a task along each dimension (in [1, 1000000])
    periodic : bool, default False
        the first and the last task of a side are neighbors
    speed : Quantity, default 10000000000
        speed of a task (in flop/s, in [1, 1e+24])
    iterations : Whole, default 10
        number of iterations (in [1, 1000000000])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def fft(
    points: Whole = 256,
    *,
    speed: Quantity = 10000000000,
    iterations: Whole = 1,
) -> Program:
    """Fourier transforms of points^3 complex numbers of 16 bytes on P x Q tasks with a pencil each (P, Q: the sides of a
    two-dimensional grid, else as close to a square as possible): three times one-dimensional transforms, 5 n^3
    log2(n^3) / (3 P Q) operations each, with an all-to-all among the Q tasks of a row between the first two, and one
    among the P of a column between the last two: 16 n^3 / (P Q Q) and 16 n^3 / (P Q P) bytes to each of them.

    Parameters
    ----------
    points : Whole, default 256
        n, total number of points along each dimension (in [2, 1000000])
    speed : Quantity, default 10000000000
        speed of a task (in flop/s, in [1, 1e+24])
    iterations : Whole, default 1
        number of iterations (in [1, 1000000000])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def sweep(
    *,
    points: Whole = 50,
    planes: Whole = 100,
    block: Whole = 10,
    angles: Whole = 6,
    flops: Number = 20,
    speed: Quantity = 10000000000,
    iterations: Whole = 1,
) -> Program:
    """Discrete ordinates as in Sweep3D (Koch, Baker & Alcouffe, 1992): from each corner of the P x Q tasks in turn (P, Q: the
    sides of a two-dimensional grid, else as close to a square as possible) a wavefront runs across them: for each block
    of planes a task receives 8 points block angles bytes from each of the two preceding tasks, computes, and sends the
    same amount to the two following ones.

    Parameters
    ----------
    points : Whole, default 50
        points of a task along each side of the grid (in [1, 1000000])
    planes : Whole, default 100
        planes of each task (in [1, 1000000])
    block : Whole, default 10
        planes between two messages (in [1, 1000000])
    angles : Whole, default 6
        variables per point, of 8 bytes each (in [1, 1000000])
    flops : Number, default 20
        operations per point and angle (in [0, 1000000000000])
    speed : Quantity, default 10000000000
        speed of a task (in flop/s, in [1, 1e+24])
    iterations : Whole, default 1
        number of iterations (in [1, 1000000000])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def training(
    *,
    data: Whole = 0,
    pipeline: Whole = 1,
    tensor: Whole = 1,
    expert: Whole = 1,
    layers: Whole = 24,
    hidden: Whole = 2048,
    sequence: Whole = 2048,
    vocabulary: Whole = 51200,
    microbatch: Whole = 1,
    microbatches: Whole = 8,
    top_k: Whole = 2,
    bytes_per_value: Quantity = 2,
    recompute: bool = False,
    sharded: bool = False,
    order: Literal["1f1b", "gpipe"] = "1f1b",
    bucket: Quantity = 25000000,
    speed: Quantity = 150000000000000,
    iterations: Whole = 1,
) -> Program:
    """Training of a transformer on data x pipeline x tensor tasks, the tensor rank fastest, the pipeline slowest (Narayanan et
    al., Efficient large-scale language model training on GPU clusters, SC 2021). Per layer and micro-batch a task
    computes (24 b s h^2 + 4 b s^2 h) / t operations forward, in the last stage an additional 2 b s h V / t, and twice
    that backward (three times with recompute). The t tensor ranks sum up two activations of b s h values per layer
    forward and two backward. A stage sends one activation to the next stage, which returns its gradient. The data ranks
    sum up the gradients of their part of the 12 l h^2 (1 + 13 / (12 h)) + (V + s) h parameters in buckets, which
    overlap the last backward pass. Expert ranks, which are data ranks, exchange b s h top_k / e values with each other
    before and after every second half of a layer.

    Parameters
    ----------
    data : Whole, default 0
        replicas of the model; 0: as many as the number of tasks allows (in [0, 100000000])
    pipeline : Whole, default 1
        stages of a replica (in [1, 1000000])
    tensor : Whole, default 1
        tasks that share each layer (in [1, 1000000])
    expert : Whole, default 1
        data ranks that share the experts of a layer (in [1, 1000000])
    layers : Whole, default 24
        l, number of layers, a multiple of pipeline (in [1, 1000000])
    hidden : Whole, default 2048
        h (in [1, 10000000])
    sequence : Whole, default 2048
        s, tokens per sequence (in [1, 1000000000])
    vocabulary : Whole, default 51200
        V (in [0, 1000000000])
    microbatch : Whole, default 1
        b, sequences per micro-batch (in [1, 1000000])
    microbatches : Whole, default 8
        micro-batches of a replica per iteration (in [1, 1000000])
    top_k : Whole, default 2
        experts that process each token (in [1, 1000000])
    bytes_per_value : Quantity, default 2
        size of one value of an activation or gradient (in bytes, in [0.125, 64])
    recompute : bool, default False
        compute activations again in the backward pass
    sharded : bool, default False
        sum up gradients by reduce_scatter, and collect parameters by allgather at the end
    order : {"1f1b", "gpipe"}, default "1f1b"
        order in which a stage processes its micro-batches; `1f1b`: one backward pass after each forward pass, as soon
        as backward passes can begin; `gpipe`: all forward passes, then all backward passes
    bucket : Quantity, default 25000000
        size of a bucket of gradients that are summed up together; 0: all gradients (in bytes, in [0, 1e+18])
    speed : Quantity, default 150000000000000
        speed of a task (in flop/s, in [1, 1e+24])
    iterations : Whole, default 1
        number of iterations (in [1, 1000000000])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def goal(
    file: Path,
) -> Program:
    """A schedule in GOAL, the language of LogGOPSim: operations of each rank, and their dependencies (Hoefler, Siebert &
    Lumsdaine, ICPP 2009).

    Parameters
    ----------
    file : Path
        path to the schedule

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def ti(
    file: Path,
    *,
    speed: Number = 1000000000,
) -> Program:
    """A time-independent trace, recorded by smpirun -trace-ti of SimGrid: messages, collective calls of all ranks, and
    computation in operations.

    Parameters
    ----------
    file : Path
        path to the trace of all ranks, or to a list of the files of single ranks
    speed : Number, default 1000000000
        operations per second that a rank computes (in [1, 1e+24])

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def dumpi(
    file: Path,
) -> Program:
    """The output of dumpi2ascii for a trace of SST's DUMPI, a file for each rank: messages, collective calls, communicators,
    and the time between calls as computation.

    Parameters
    ----------
    file : Path
        path to the files, with * for the part that differs, in the order of ranks

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def otf2(
    file: Path,
) -> Program:
    """A trace in the Open Trace Format 2, as written by Score-P: messages, collective calls, communicators, and the time
    outside MPI as computation. For builds with libopen-trace-format2.

    Parameters
    ----------
    file : Path
        path to the anchor file, traces.otf2

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Program)
def chakra(
    file: Path,
    *,
    groups: Path = "",
    speed: Number = 100000000000000,
    sends: Literal["independent", "mpi"] = "independent",
) -> Program:
    """Execution traces of MLCommons Chakra, as used by ASTRA-sim, a file for each rank: nodes that compute, send, receive or
    participate in collective calls, and their dependencies.

    Parameters
    ----------
    file : Path
        path to the files, with %d for the rank
    groups : Path
        path to a JSON file with the ranks of each process group, such as {"1": [0, 1]}; by default all nodes involve
        all ranks
    speed : Number, default 100000000000000
        operations per second of nodes with a number of operations (num_ops) but no duration (in [1, 1e+24])
    sends : {"independent", "mpi"}, default "independent"
        time at which the data of a send leave; `independent`: immediately, as in a collective library; the send ends
        when the data have arrived; `mpi`: as in MPI: above `eager` bytes (--costs), when the receive is posted; the
        send ends with the transfer

    Returns
    -------
    Program

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError
