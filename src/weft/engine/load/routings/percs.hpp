#pragma once

#include "weft/engine/load/routings/load_routing.hpp"
#include "weft/routing/percs_paths.hpp"

namespace weft::load {

/// What the two routings of PERCS have in common.
class PercsRouting {
 public:
  using Params = PercsPathParams;
  static constexpr auto schema = percs_path_schema;

  /// The paths on such a machine.
  PercsPaths paths(Percs const& percs) const { return {percs, params_, direct_}; }
  void check_machine(Machine const& machine) const;
  /// Of the network's channels: the D links of a supernode to itself are none.
  PairSharesPtr shares(Machine const& machine) const;

 protected:
  PercsRouting(Params const& params, bool direct) : params_(params), direct_(direct) {}

 private:
  Params params_;
  bool direct_;
};

/// L-D-L.
class PercsDirect : public PercsRouting {
 public:
  static constexpr std::string_view name = "percs_direct";
  static constexpr std::string_view doc =
      "Between supernodes of percs the same share over each of the `links` paths L-D-L (Chakaravarthy et al., Mapping strategies "
      "for the PERCS architecture, HiPC 2012).";
  explicit PercsDirect(Params const& params) : PercsRouting(params, true) {}
};

/// L-D-L-D-L.
class PercsIndirect : public PercsRouting {
 public:
  static constexpr std::string_view name = "percs_indirect";
  static constexpr std::string_view doc =
      "Over every D link that leaves the source's supernode, to any supernode, then the D link of the same bucket to the "
      "destination: L-D-L-D-L (as above).";
  explicit PercsIndirect(Params const& params) : PercsRouting(params, false) {}
};

}  // namespace weft::load
