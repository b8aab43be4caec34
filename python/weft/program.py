"""Programs of ranks: the parameter `program`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "pattern", "operation", "schedule", "algorithm", "stencil", "conjugate_gradient", "fft", "sweep", "training",
    "goal", "ti", "dumpi", "otf2", "chakra",
]


@named("programs")
def pattern(
    *,
    of: Given | None = None,
    bytes: Number | None = None,
    compute: Number | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """Iterations in which each rank computes, then sends and receives all messages of a communication pattern simultaneously,
    and waits for them.

    of: a communication pattern; in brackets if it has parameters (default halo)
    bytes: size of a message; if messages differ, of the largest (bytes, in [0, 1e+18], default 1000)
    compute: time that a rank computes in an iteration (ns, in [0, 1e+18], default 0)
    iterations: number of iterations (in [1, 1000000000], default 1)
    """
    raise NotImplementedError


@named("programs")
def operation(
    *,
    of: Given | None = None,
    algorithm: Given | None = None,
    bytes: Number | None = None,
    compute: Number | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """Iterations in which each rank computes, then takes part in a collective operation of all.

    of: MPI operation (default allreduce); `broadcast`: the root's message to all; `scatter`: a different message to
        each; `gather`: a message from each to the root; `reduce`: the sum of all vectors to the root; `allreduce`: the
        sum of all vectors to all; `reduce_scatter`: a fraction of the sum of all vectors to each rank; `allgather`: a
        message from each to all; `all_to_all`: a different message from each to each; `barrier`: no rank continues
        before all have arrived
    algorithm: an algorithm that plans messages between ranks, in brackets if it has parameters; default: by size
        (default default)
    bytes: size of a message, or of the vector for reductions (bytes, in [0, 1e+18], default 1000000)
    compute: time that a rank computes in an iteration (ns, in [0, 1e+18], default 0)
    iterations: number of iterations (in [1, 1000000000], default 1)
    """
    raise NotImplementedError


@named("programs")
def schedule(
    *,
    of: Given | None = None,
    algorithm: Given | None = None,
    bytes: Number | None = None,
    packets: Whole | None = None,
    root: Whole | None = None,
    compute: Number | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """Iterations in which each rank computes, then takes part in a collective operation that is planned for the channels of
    the machine, as in weft collective: each transfer is a message to the rank at the other end of its channel, sent
    once its block has arrived. For networks with one terminal on each router.

    of: MPI operation (default broadcast); `broadcast`: the root's message to all; `scatter`: a different message to
        each; `gather`: a message from each to the root; `reduce`: the sum of all vectors to the root; `allreduce`: the
        sum of all vectors to all; `reduce_scatter`: a fraction of the sum of all vectors to each rank; `allgather`: a
        message from each to all; `all_to_all`: a different message from each to each; `barrier`: no rank continues
        before all have arrived
    algorithm: an algorithm that plans for the channels of the machine, in brackets if it has parameters: e.g.
        single_tree, arc_disjoint_trees, packed_trees (default packed_trees)
    bytes: size of a message, or of the vector for reductions (bytes, in [0, 1e+18], default 1000000)
    packets: blocks per message, for pipelining; a barrier has one block of 0 bytes (in [1, 2147483647], default 16)
    root: rank that sends to all, or receives from all (in [0, 4294967294], default 0)
    compute: time that a rank computes in an iteration (ns, in [0, 1e+18], default 0)
    iterations: number of iterations (in [1, 1000000000], default 1)
    """
    raise NotImplementedError


@named("programs")
def algorithm(
    *,
    of: Given | None = None,
    bytes: Number | None = None,
    compute: Number | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """The messages of an algorithm on a grid of tasks, as in weft schedule: cannon, summa, matmul_3d or halo, with their
    parameters in brackets. A task begins a round when its previous round has ended.

    of: algorithm, e.g. summa or [halo:periodic=false] (default cannon)
    bytes: size of a block (bytes, in [0, 1e+18], default 1000000)
    compute: time that a task computes after each round (ns, in [0, 1e+18], default 0)
    iterations: number of iterations (in [1, 1000000000], default 1)
    """
    raise NotImplementedError


@named("programs")
def stencil(
    *,
    points: Whole | None = None,
    variables: Whole | None = None,
    ghost: Whole | None = None,
    corners: Flag | None = None,
    periodic: Flag | None = None,
    flops: Number | None = None,
    speed: Number | None = None,
    reduce: Whole | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """Explicit time steps on a grid of points: each task computes its block of points^d points (d: the dimensions of the grid
    of tasks), then exchanges ghost zones with its neighbors: 8 variables ghost points^(d-1) bytes with each across a
    face.

    points: points of a task along each dimension (in [1, 1000000], default 64)
    variables: numbers of 8 bytes per point (in [1, 1000000], default 1)
    ghost: layers of points that a neighbor needs (in [1, 1000000], default 1)
    corners: include neighbors across edges and corners (default false)
    periodic: the first and the last task of a side are neighbors (default true)
    flops: operations per point and iteration (in [0, 1000000000000], default 10)
    speed: speed of a task (flop/s, in [1, 1e+24], default 10000000000)
    reduce: iterations after which all tasks sum up a number (allreduce of 8 bytes); 0: never (in [0, 1000000000],
        default 0)
    iterations: number of iterations (in [1, 1000000000], default 10)
    """
    raise NotImplementedError


@named("programs")
def conjugate_gradient(
    *,
    points: Whole | None = None,
    periodic: Flag | None = None,
    speed: Number | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """The method of conjugate gradients (Hestenes & Stiefel, 1952) for the Laplace operator of 2 d + 1 points on a grid (d:
    the dimensions of the grid of tasks): an iteration exchanges faces of the direction, computes the product and its
    inner product, sums up 8 bytes over all tasks, updates solution and residual, sums up 8 bytes again and updates the
    direction: 2 (2 d + 1) + 10 operations per point.

    points: points of a task along each dimension (in [1, 1000000], default 64)
    periodic: the first and the last task of a side are neighbors (default false)
    speed: speed of a task (flop/s, in [1, 1e+24], default 10000000000)
    iterations: number of iterations (in [1, 1000000000], default 10)
    """
    raise NotImplementedError


@named("programs")
def fft(
    *,
    points: Whole | None = None,
    speed: Number | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """Fourier transforms of points^3 complex numbers of 16 bytes on P x Q tasks with a pencil each (P, Q: the sides of a
    two-dimensional grid, else as close to a square as possible): three times one-dimensional transforms, 5 n^3
    log2(n^3) / (3 P Q) operations each, with an all-to-all among the Q tasks of a row between the first two, and one
    among the P of a column between the last two: 16 n^3 / (P Q Q) and 16 n^3 / (P Q P) bytes to each.

    points: n, total number of points along each dimension (in [2, 1000000], default 256)
    speed: speed of a task (flop/s, in [1, 1e+24], default 10000000000)
    iterations: number of iterations (in [1, 1000000000], default 1)
    """
    raise NotImplementedError


@named("programs")
def sweep(
    *,
    points: Whole | None = None,
    planes: Whole | None = None,
    block: Whole | None = None,
    angles: Whole | None = None,
    flops: Number | None = None,
    speed: Number | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """Discrete ordinates as in Sweep3D (Koch, Baker & Alcouffe, 1992): from each corner of the P x Q tasks in turn (P, Q: the
    sides of a two-dimensional grid, else as close to a square as possible) a wavefront runs across them: for each block
    of planes a task receives 8 points block angles bytes from each of the two preceding tasks, computes, and sends the
    same amount to the two following ones.

    points: points of a task along both sides of the grid (in [1, 1000000], default 50)
    planes: planes of each task (in [1, 1000000], default 100)
    block: planes between two messages (in [1, 1000000], default 10)
    angles: numbers of 8 bytes per point (in [1, 1000000], default 6)
    flops: operations per point and angle (in [0, 1000000000000], default 20)
    speed: speed of a task (flop/s, in [1, 1e+24], default 10000000000)
    iterations: number of iterations (in [1, 1000000000], default 1)
    """
    raise NotImplementedError


@named("programs")
def training(
    *,
    data: Whole | None = None,
    pipeline: Whole | None = None,
    tensor: Whole | None = None,
    expert: Whole | None = None,
    layers: Whole | None = None,
    hidden: Whole | None = None,
    sequence: Whole | None = None,
    vocabulary: Whole | None = None,
    microbatch: Whole | None = None,
    microbatches: Whole | None = None,
    top_k: Whole | None = None,
    bytes_per_value: Number | None = None,
    recompute: Flag | None = None,
    sharded: Flag | None = None,
    order: Given | None = None,
    bucket: Number | None = None,
    speed: Number | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """Training of a transformer on data x pipeline x tensor tasks, the tensor rank fastest, the pipeline slowest (Narayanan et
    al., Efficient large-scale language model training on GPU clusters, SC 2021). Per layer and micro-batch a task
    computes (24 b s h^2 + 4 b s^2 h) / t operations forward, in the last stage an additional 2 b s h V / t, and twice
    that backward (three times with recompute). The t tensor ranks sum up two activations of b s h values per layer
    forward and two backward. A stage sends one activation to the next stage, which returns its gradient. The data ranks
    sum up the gradients of their part of the 12 l h^2 (1 + 13 / (12 h)) + (V + s) h parameters in buckets, which
    overlap the last backward pass. Expert ranks, which are data ranks, exchange b s h top_k / e values with each other
    before and after every second half of a layer.

    data: replicas of the model; 0: as many as the number of tasks allows (in [0, 100000000], default 0)
    pipeline: stages of a replica (in [1, 1000000], default 1)
    tensor: tasks that share each layer (in [1, 1000000], default 1)
    expert: data ranks that share the experts of a layer (in [1, 1000000], default 1)
    layers: l, a multiple of pipeline (in [1, 1000000], default 24)
    hidden: h (in [1, 10000000], default 2048)
    sequence: s, tokens of a sequence (in [1, 1000000000], default 2048)
    vocabulary: V (in [0, 1000000000], default 51200)
    microbatch: b, sequences of a micro-batch (in [1, 1000000], default 1)
    microbatches: micro-batches of a replica in an iteration (in [1, 1000000], default 8)
    top_k: experts of a token (in [1, 1000000], default 2)
    bytes_per_value: size of the values of activations and gradients (bytes, in [0.125, 64], default 2)
    recompute: compute activations again in the backward pass (default false)
    sharded: sum up gradients by reduce_scatter, and collect parameters by allgather at the end (default false)
    order: order in which a stage processes its micro-batches (default 1f1b); `1f1b`: one backward pass after each
        forward pass, as soon as backward passes can begin; `gpipe`: all forward passes, then all backward
    bucket: size of the groups of gradients that are summed up together; 0: all (bytes, in [0, 1e+18], default 25000000)
    speed: speed of a task (flop/s, in [1, 1e+24], default 150000000000000)
    iterations: number of iterations (in [1, 1000000000], default 1)
    """
    raise NotImplementedError


@named("programs")
def goal(
    *,
    file: Given,
) -> Spec:
    """A schedule in GOAL, the language of LogGOPSim: operations of each rank, and their dependencies (Hoefler, Siebert &
    Lumsdaine, ICPP 2009).

    file: path to the schedule
    """
    raise NotImplementedError


@named("programs")
def ti(
    *,
    file: Given,
    speed: Number | None = None,
) -> Spec:
    """A time-independent trace, recorded by smpirun -trace-ti of SimGrid: messages, collective calls of all ranks, and
    computation in operations.

    file: path to the trace of all ranks, or to a list of the files of single ranks
    speed: operations per second that a rank computes (in [1, 1e+24], default 1000000000)
    """
    raise NotImplementedError


@named("programs")
def dumpi(
    *,
    file: Given,
) -> Spec:
    """The output of dumpi2ascii for a trace of SST's DUMPI, a file for each rank: messages, collective calls, communicators,
    and the time between calls as computation.

    file: path to the files, with * for the part that differs, in the order of ranks
    """
    raise NotImplementedError


@named("programs")
def otf2(
    *,
    file: Given,
) -> Spec:
    """A trace in the Open Trace Format 2, as written by Score-P: messages, collective calls, communicators, and the time
    outside MPI as computation. For builds with libopen-trace-format2.

    file: path to the anchor file, traces.otf2
    """
    raise NotImplementedError


@named("programs")
def chakra(
    *,
    file: Given,
    groups: Given | None = None,
    speed: Number | None = None,
    sends: Given | None = None,
) -> Spec:
    """Execution traces of MLCommons Chakra, as used by ASTRA-sim, a file for each rank: nodes that compute, send, receive or
    participate in collective calls, and their dependencies.

    file: path to the files, with %d for the rank
    groups: path to a JSON file with the ranks of each process group, such as {"1": [0, 1]}; by default all nodes
        involve all ranks
    speed: operations per second of nodes with a number of operations (num_ops) but no duration (in [1, 1e+24], default
        100000000000000)
    sends: time at which the data of a send leave (default independent); `independent`: immediately, as in a collective
        library; the send ends when the data have arrived; `mpi`: as in MPI: above `eager` bytes (--costs), when the
        receive is posted; the send ends with the transfer
    """
    raise NotImplementedError
