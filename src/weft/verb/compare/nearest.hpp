#pragma once

#include <cstdint>
#include <string>

namespace weft::verb {

/// The member of a family of topologies whose number of terminals is nearest to `terminals`, as a spec; among equals the smaller. Families grow the
/// way machines are built: near-cubic grids, balanced dragonflies, slim flies by their prime power. Parameters that `family`
/// gives, e.g. torus:concentration=2, are kept. Throws InputError for an unknown family, or if none of its members is known.
std::string nearest_member(std::string const& family, std::uint64_t terminals);

}  // namespace weft::verb
