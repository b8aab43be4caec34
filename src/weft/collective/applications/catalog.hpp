// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/collective/applications/matrix_products.hpp"
#include "weft/core/catalog.hpp"

namespace weft::collective {

/// All algorithms of applications that users can name. To add one, add it here.
using Applications = Catalog<Cannon, Summa, Matmul3d, Halo>;

}  // namespace weft::collective
