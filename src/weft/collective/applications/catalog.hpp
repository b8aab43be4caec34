// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/collective/applications/matrix_products.hpp"
#include "weft/core/catalog.hpp"

namespace weft::collective {

/// All application algorithms that users can name. Register new ones here.
using Applications = Catalog<Cannon, Summa, Matmul3d, Halo>;

}  // namespace weft::collective
