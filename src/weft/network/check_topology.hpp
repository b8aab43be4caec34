// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "weft/core/spec.hpp"

namespace weft {

/// Checks the parameters of a topology of the catalog without creating it. Returns the spec with the names
/// of the parameters; nullopt for a name that is not in the catalog. Throws InputError for invalid
/// parameters.
std::optional<Spec> check_topology(Spec const& spec);

}  // namespace weft
