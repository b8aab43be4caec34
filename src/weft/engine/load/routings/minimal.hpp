#pragma once

#include "weft/engine/load/routings/load_routing.hpp"
#include "weft/routing/minimal.hpp"

namespace weft::load {

/// One path per pair: a shortest one.
class Minimal {
 public:
  using Params = weft::Minimal::Params;
  static constexpr std::string_view name = "minimal";
  static constexpr std::string_view doc =
      "With choice=lowest one shortest path, over the port of lowest number router by router, on any network of up to 46,340 "
      "routers or with distances in closed form. The other choices depend on chance or on queues and have no loads.";
  static constexpr auto schema = weft::Minimal::schema;
  static void check(Params const& params);

  explicit Minimal(Params const& params) : params_(params) {}
  void check_machine(Machine const&) const {}
  PairSharesPtr shares(Machine const& machine) const;
  NetworkLoads loads(Machine const& machine, RouterTraffic const& traffic, Progress& progress) const;

 private:
  RoutingPtr bound(Machine const& machine) const;
  Params params_;
};

}  // namespace weft::load
