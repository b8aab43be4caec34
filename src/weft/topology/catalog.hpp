#pragma once

#include "weft/core/catalog.hpp"
#include "weft/topology/family/all_to_all_grid.hpp"
#include "weft/topology/family/binary_tree.hpp"
#include "weft/topology/family/butterfly.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/coated_mesh.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/cube_connected_cycles.hpp"
#include "weft/topology/family/dcell.hpp"
#include "weft/topology/family/de_bruijn.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/file.hpp"
#include "weft/topology/family/flattened_butterfly.hpp"
#include "weft/topology/family/hoffman_singleton.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/jellyfish.hpp"
#include "weft/topology/family/kary_nfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/leiserson_fat_tree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/polarfly.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/sparse_mesh.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/wrapped_butterfly.hpp"
#include "weft/topology/family/xgft.hpp"
#include "weft/topology/family/xpander.hpp"

namespace weft {

/// All topologies that users can name. Adding one is adding it here.
using Topologies =
    Catalog<Clex, Torus, Mesh, Ring, Hypercube, Complete, AllToAllGrid, FlattenedButterfly, Hyperx,
            CubeConnectedCycles, Butterfly, WrappedButterfly, KaryNfly, DeBruijn, Kautz, Petersen,
            HoffmanSingleton, SlimFly, Polarfly, Jellyfish, Xpander, BinaryTree, LeisersonFatTree, KaryNtree,
            Xgft, Dragonfly, Percs, Dcell, SparseTorus, SparseMesh, CoatedMesh, File>;

}  // namespace weft
