#pragma once

#include "weft/core/param.hpp"

namespace weft {

/// The parameter `seed` of everything that draws random numbers: any number that JSON and Python read back exactly.
template <class Params>
constexpr Param<Params, std::int64_t> seed_param(
    std::int64_t Params::*member,
    std::string_view doc = "names all random numbers: the same seed, the same result") {
  return param("seed", member, Range{0, 9007199254740992.0}, doc);
}

}  // namespace weft
