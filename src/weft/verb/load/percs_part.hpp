#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "weft/routing/percs/percs_paths.hpp"
#include "weft/topology/family/percs.hpp"

namespace weft::verb {

/// The PERCS that some terminals of a larger one are, in ascending order: whole supernodes that follow each other, the first a
/// multiple of those that one node has D links to. Nothing if they are not.
std::optional<topology::Percs> percs_part(topology::Percs const& whole,
                                          std::span<std::uint32_t const> terminals);

}  // namespace weft::verb
