#pragma once

#include "weft/core/catalog.hpp"
#include "weft/topology/clex.hpp"
#include "weft/topology/file.hpp"
#include "weft/topology/mesh.hpp"
#include "weft/topology/torus.hpp"

namespace weft {

/// All topologies that users can name. Adding one is adding it here.
using Topologies = Catalog<Clex, Torus, Mesh, File>;

}  // namespace weft
