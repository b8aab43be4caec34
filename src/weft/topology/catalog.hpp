// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"

namespace weft::topology {

/// All topologies that users can name, in the order of the reference. To add one, add its class here: the
/// build finds SlimFly in family/slim_fly.hpp and compiles the code instantiated for every topology in
/// separate files (cmake/WeftPerTopology.cmake).
// clang-format off
using Topologies = Catalog<
    class Clex,
    class Torus,
    class Mesh,
    class Ring,
    class Hypercube,
    class Complete,
    class AllToAllGrid,
    class FlattenedButterfly,
    class Hyperx,
    class CubeConnectedCycles,
    class Butterfly,
    class WrappedButterfly,
    class KaryNfly,
    class DeBruijn,
    class Kautz,
    class Petersen,
    class HoffmanSingleton,
    class SlimFly,
    class Polarfly,
    class Jellyfish,
    class Xpander,
    class BinaryTree,
    class LeisersonFatTree,
    class KaryNtree,
    class Xgft,
    class Dragonfly,
    class DragonflyPlus,
    class Percs,
    class Dcell,
    class SparseTorus,
    class SparseMesh,
    class CoatedMesh,
    class File>;
// clang-format on

}  // namespace weft::topology

namespace weft {
using topology::Topologies;
}  // namespace weft
