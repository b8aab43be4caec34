#pragma once

#include "weft/routing/vc/subject.hpp"
#include "weft/routing/vc/ugal_params.hpp"
#include "weft/routing/vc/vc_routing.hpp"

namespace weft::vc {

/// The routing `ugal`.
struct Ugal {
  using Params = UgalParams;
  static constexpr std::string_view name = "ugal";
  static constexpr std::string_view doc =
      "Universal globally-adaptive load balancing (Singh, Load-balanced routing in interconnection networks, "
      "PhD thesis, Stanford 2005; Kim, Dally & Abts, Flattened butterfly, ISCA 2007): at the source the minimal "
      "way, or the one by a router chosen at random if its queues are shorter. Each leg has half of the virtual "
      "channels.";
  static constexpr auto schema = ugal_schema;
  static constexpr std::string_view needs =
      "a grid with links from each router to all others along every dimension (hyperx, "
      "flattened_butterfly, ..)";

  explicit Ugal(Params const& params) : params_(params) {}
  bool serves(Subject const& subject) const { return subject.grid && subject.grid->is_hamming(); }
  std::uint32_t vcs_needed(Subject const& subject) const;
  RoutingPtr bind(Subject const& subject, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::vc
