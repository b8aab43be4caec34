#pragma once

#include <string>
#include <vector>

#include "weft/mapping/mapping.hpp"

namespace weft::verb {

/// The placement by the mapping of that name. `resolved`, if asked for: the mapping with all its parameters.
mapping::Placement place_by(Spec const& mapping, mapping::MappingContext const& context,
                            std::string* resolved = nullptr);

/// All mappings with the parameters that are worth trying.
std::vector<mapping::MappingCandidate> mapping_candidates(mapping::MappingContext const& context);

}  // namespace weft::verb
