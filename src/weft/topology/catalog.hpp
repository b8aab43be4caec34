#pragma once

#include "weft/core/catalog.hpp"
#include "weft/topology/all_to_all_grid.hpp"
#include "weft/topology/binary_tree.hpp"
#include "weft/topology/butterfly.hpp"
#include "weft/topology/clex.hpp"
#include "weft/topology/coated_mesh.hpp"
#include "weft/topology/complete.hpp"
#include "weft/topology/cube_connected_cycles.hpp"
#include "weft/topology/dcell.hpp"
#include "weft/topology/de_bruijn.hpp"
#include "weft/topology/dragonfly.hpp"
#include "weft/topology/file.hpp"
#include "weft/topology/flattened_butterfly.hpp"
#include "weft/topology/hoffman_singleton.hpp"
#include "weft/topology/hypercube.hpp"
#include "weft/topology/hyperx.hpp"
#include "weft/topology/jellyfish.hpp"
#include "weft/topology/kary_nfly.hpp"
#include "weft/topology/kary_ntree.hpp"
#include "weft/topology/kautz.hpp"
#include "weft/topology/leiserson_fat_tree.hpp"
#include "weft/topology/mesh.hpp"
#include "weft/topology/percs.hpp"
#include "weft/topology/petersen.hpp"
#include "weft/topology/polarfly.hpp"
#include "weft/topology/ring.hpp"
#include "weft/topology/slim_fly.hpp"
#include "weft/topology/sparse_mesh.hpp"
#include "weft/topology/sparse_torus.hpp"
#include "weft/topology/torus.hpp"
#include "weft/topology/wrapped_butterfly.hpp"
#include "weft/topology/xgft.hpp"
#include "weft/topology/xpander.hpp"

namespace weft {

/// All topologies that users can name. Adding one is adding it here.
using Topologies =
    Catalog<Clex, Torus, Mesh, Ring, Hypercube, Complete, AllToAllGrid, FlattenedButterfly, Hyperx,
            CubeConnectedCycles, Butterfly, WrappedButterfly, KaryNfly, DeBruijn, Kautz, Petersen,
            HoffmanSingleton, SlimFly, Polarfly, Jellyfish, Xpander, BinaryTree, LeisersonFatTree, KaryNtree,
            Xgft, Dragonfly, Percs, Dcell, SparseTorus, SparseMesh, CoatedMesh, File>;

}  // namespace weft
