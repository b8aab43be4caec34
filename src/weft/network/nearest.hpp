#pragma once

#include <cstdint>
#include <string>

namespace weft {

/// The member of a family of topologies whose number of terminals is closest to `terminals`, as a spec; the smaller one of two that
/// are equally close. Families grow along the series that they state (GrowsInSeries). Parameters that `family` gives, e.g.
/// torus:concentration=2, are kept. Throws InputError for an unknown family.
std::string nearest_member(std::string const& family, std::uint64_t terminals);

}  // namespace weft
