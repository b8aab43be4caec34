"""Topologies of machines that were built, and names for some with certain parameters.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations


from .values import Machine
from .spec import named

__all__ = [
    "blue_gene_l", "blue_gene_q", "sequoia", "cray_xmt", "k_computer", "cm5", "power7_ih_775", "summit", "fugaku",
    "frontier", "lumi_g", "clos", "star",
]


@named(Machine)
def blue_gene_l() -> Machine:
    """IBM Blue Gene/L at Lawrence Livermore, 2005: 65,536 nodes on a 3-D torus, links of 175 MB/s per direction, 360 GB/s
    across the bisection per direction (N. R. Adiga et al., Blue Gene/L torus interconnection network, IBM J. Res. Dev.
    49, 2005). Stands for `torus:sides=64x32x32`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def blue_gene_q() -> Machine:
    """A rack of IBM Blue Gene/Q, 2011: 1,024 nodes of 16 cores on a 5-D torus, 10 links per node of 2 GB/s per direction, the
    fifth dimension of side 2 with both its links (D. Chen et al., The IBM Blue Gene/Q interconnection network and
    message unit, SC 2011). Stands for `torus:sides=4x4x4x8x2,doubled=true`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def sequoia() -> Machine:
    """Sequoia, the largest Blue Gene/Q, at Lawrence Livermore, 2012: 96 racks, 98,304 nodes, 1,572,864 cores; links of 2 GB/s
    per direction, 49.152 TB/s across the bisection, both directions (D. Chen et al., Looking under the hood of the IBM
    Blue Gene/Q network, SC 2012). Stands for `torus:sides=16x16x16x12x2,doubled=true`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def cray_xmt() -> Machine:
    """Cray XMT, 2007, with 512 Threadstorm processors: a 3-D torus of SeaStar2 routers with 6 ports of 3.8 GB/s per direction,
    to which a HyperTransport link of 3.2 GB/s per direction joins the node (D. Mizell and K. Maschhoff, Early
    experiences with large-scale Cray XMT systems, IPDPS 2009; R. Brightwell et al., SeaStar interconnect: balanced
    bandwidth for scalable performance, IEEE Micro 26(3), 2006; euroben.nl, Overview of recent supercomputers 2007).
    Stands for `torus:sides=8x8x8,injection=0.8421`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def k_computer() -> Machine:
    """The K computer at RIKEN, 2011: 82,944 compute and 5,184 I/O nodes on Tofu, a 6-D mesh/torus: rings along X, Y, Z and B,
    single links along A and C; 10 links per node of 5 GB/s per direction, of which its four network interfaces use 4
    simultaneously (Y. Ajima et al., The Tofu interconnect, IEEE Micro 32(1), 2012). Stands for
    `torus:sides=24x18x17x2x3x2,injection=4`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def cm5() -> Machine:
    """The data network of Thinking Machines' CM-5 with 1,024 processors, 1992: a 4-ary fat tree, two links per processor, two
    parents per router of the two lowest levels, four above; 20 MB/s per processor in a group of 4, 10 in one of 16, 5
    beyond (C. E. Leiserson et al., The network architecture of the Connection Machine CM-5, SPAA 1992). Stands for
    `xgft:children=4x4x4x4x4,parents=2x2x2x4x4`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def power7_ih_775() -> Machine:
    """IBM Power 775 (POWER7-IH) at its largest, 2011: 512 supernodes, 16,384 nodes, 524,288 cores, each node with 7 LL, 24 LR
    and 16 D links (B. Arimilli et al., The PERCS high-performance interconnect, Hot Interconnects 2010). Stands for
    `percs:supernodes=512,links=1`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def summit() -> Machine:
    """A rail of Summit at Oak Ridge, 2018: 4,608 nodes, 18 per rack, on a nonblocking three-level fat tree of 36-port EDR
    InfiniBand switches, 12.5 GB/s per port and direction; every node has two such rails (S. S. Vazhkudai et al., The
    design, deployment, and evaluation of the CORAL pre-exascale systems, SC 2018). Stands for
    `xgft:children=18x16x16,parents=1x18x18`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def fugaku() -> Machine:
    """Fugaku at RIKEN, 2020: 158,976 nodes on Tofu D, a 6-D mesh/torus like the K computer; 10 links per node of 6.8 GB/s per
    direction, of which its six network interfaces use 6 simultaneously (Y. Ajima et al., The Tofu interconnect D,
    CLUSTER 2018). Stands for `torus:sides=24x23x24x2x3x2,injection=6`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def frontier() -> Machine:
    """The compute groups of Frontier at Oak Ridge, 2022: 9,408 nodes of 4 ports of 25 GB/s on Slingshot 11; 74 groups, each a
    clique of 32 switches with 16 endpoints, every two groups linked by 4 links (S. Atchley et al., Frontier: exploring
    exascale, SC 2023). Stands for `dragonfly:p=16,a=32,h=10,groups=74`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def lumi_g() -> Machine:
    """The GPU partition of LUMI at CSC in Kajaani, 2022: 2,978 nodes of 4 ports of 25 GB/s on Slingshot 11; 24 groups, each a
    clique of 32 switches with 16 endpoints, 276 TB/s between the groups, both directions: 20 links between every two
    (CSC, LUMI user documentation, network). Stands for `dragonfly:p=16,a=32,h=15,groups=24`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def clos() -> Machine:
    """Stands for `kary_ntree:levels=2`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError


@named(Machine)
def star() -> Machine:
    """Stands for `xgft:children=8,parents=1`.

    Returns
    -------
    Machine
    """
    raise NotImplementedError
