// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/core/spec.hpp"

namespace weft {

/// Returns the spec with names for unnamed sizes: kary_ntree:4x3 becomes arity=4,levels=3, and dragonfly:4
/// the balanced dragonfly with p=4,a=8,h=4. A family with a single size parameter, such as torus:8x8, is not
/// changed. Throws InputError for more sizes than the family has.
Spec with_named_sizes(Spec const& spec, CatalogDoc const& family);

}  // namespace weft
