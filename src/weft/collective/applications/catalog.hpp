#pragma once

#include "weft/collective/applications/cannon.hpp"
#include "weft/collective/applications/halo.hpp"
#include "weft/collective/applications/matmul_3d.hpp"
#include "weft/collective/applications/summa.hpp"
#include "weft/core/catalog.hpp"

namespace weft::collective {

/// All algorithms of applications that users can name. Adding one is adding it here.
using Applications = Catalog<Cannon, Summa, Matmul3d, Halo>;

}  // namespace weft::collective
