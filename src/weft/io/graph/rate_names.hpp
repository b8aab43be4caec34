#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace weft {

/// The name of an attribute of links that is their bandwidth.
struct RateName {
  std::string_view name;
  double bits;  ///< bit/s of a value of 1; 0: values are relative
};

/// The attributes that are bandwidths in all formats with named attributes. If a link has several, the first
/// of this list counts. The Internet Topology Zoo uses `LinkSpeedRaw`.
inline constexpr std::array rate_names{RateName{"bandwidth", 0}, RateName{"capacity", 0},
                                       RateName{"LinkSpeedRaw", 1}, RateName{"weight", 0}};

/// The position of a name in rate_names.
constexpr std::optional<std::size_t> rate_name(std::string_view name) {
  auto const found = std::ranges::find(rate_names, name, &RateName::name);
  if (found == rate_names.end()) return {};
  return static_cast<std::size_t>(found - rate_names.begin());
}

}  // namespace weft
