// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Length of a link in the Scotch input.
enum class ScotchLengths : std::uint8_t { hops, bandwidth };

}  // namespace weft::mapping

namespace weft {
template <>
inline constexpr EnumValue<mapping::ScotchLengths> enum_values<mapping::ScotchLengths>[] = {
    {"hops", mapping::ScotchLengths::hops, "1"},
    {"bandwidth", mapping::ScotchLengths::bandwidth, "inversely proportional to its bandwidth"}};
}  // namespace weft

namespace weft::mapping {

/// The mapping `scotch`, by libscotch.
class Scotch {
 public:
  struct Params {
    std::int64_t tries = 1;
    double seconds = 0;
    ScotchLengths lengths = ScotchLengths::hops;
    double imbalance = 0.01;
  };
  static constexpr std::string_view name = "scotch";
  static constexpr std::string_view doc =
      "The static mapping of libscotch 7.0 (F. Pellegrini and J. Roman, HPCN 1996), best quality, one "
      "thread. It reduces the sum of traffic times distance, on the graph of the routers with their "
      "terminals as weights (SCOTCH_archBuild2). A router with more tasks than terminals moves the tasks "
      "that exchange least to the nearest free terminal. Several tries differ by the seed; the result is the "
      "one of minimum congestion under the actual routing. Needs a build with Scotch (see weft --version).";
  static constexpr std::tuple schema{
      param("tries", &Params::tries, Range{1, 1e9},
            "number of seeds to try: the seed of the scenario and the following ones"),
      param(
          "seconds", &Params::seconds, Range{0, 1e9},
          "continue with further seeds until this wall-clock time has passed; the result then depends on the "
          "machine",
          "s"),
      param("lengths", &Params::lengths, "length of a link for Scotch"),
      param("imbalance", &Params::imbalance, Range{0, 1},
            "maximum excess load of a router that Scotch accepts, relative to the mean load"),
  };

  explicit Scotch(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::mapping
