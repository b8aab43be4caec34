#pragma once

#include <string>

#include "weft/mapping/mapping.hpp"

namespace weft {

/// The placement by a mapping that a parameter of another one names. Throws InputError naming the mapping.
Placement place_by(std::string const& spec, MappingContext const& context);

/// The specs in "name:.." or "[spec,spec]".
std::vector<std::string> nested_specs(std::string const& text);

}  // namespace weft
