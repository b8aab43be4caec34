// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/core/spec.hpp"

namespace weft {

/// The spec with names for the sizes that it states without: kary_ntree:4x3 is arity=4,levels=3, dragonfly:4
/// the balanced one, with p=4,a=8,h=4. A family with one size, as torus:8x8, stays as it is. Throws
/// InputError for more sizes than the family has.
Spec with_named_sizes(Spec const& spec, CatalogDoc const& family);

}  // namespace weft
