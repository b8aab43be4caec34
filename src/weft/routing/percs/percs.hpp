#pragma once

#include <optional>
#include <string_view>

#include "weft/core/spec.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/routing/percs/percs_paths.hpp"

namespace weft::routing {

/// The common part of the two routings of PERCS.
class PercsRouting {
 public:
  using Params = PercsPathParams;
  static constexpr auto schema = percs_path_schema;
  static constexpr std::string_view needs = "percs";

  /// The paths on such a machine.
  PercsPaths paths(topology::Percs const& percs) const { return {percs, params_, direct_}; }
  bool serves(Machine const& machine) const { return machine.as<topology::Percs>() != nullptr; }
  /// D links of a supernode to itself are not channels of the network.
  SharesPtr shares(Machine const& machine) const;

 protected:
  PercsRouting(Params const& params, bool direct) : params_(params), direct_(direct) {}

 private:
  Params params_;
  bool direct_;
};

/// The spread of traffic over the paths of PERCS by the routing that the spec names; empty for another
/// routing.
std::optional<PercsPaths> percs_paths_of(Spec const& spec, topology::Percs const& percs);

/// L-D-L.
class PercsDirect : public PercsRouting {
 public:
  static constexpr std::string_view name = "percs_direct";
  static constexpr std::string_view doc =
      "Traffic between supernodes of percs takes the same share over each of the `links` paths L-D-L (Chakaravarthy et al., Mapping strategies "
      "for the PERCS architecture, HiPC 2012).";
  explicit PercsDirect(Params const& params) : PercsRouting(params, true) {}
};

/// L-D-L-D-L.
class PercsIndirect : public PercsRouting {
 public:
  static constexpr std::string_view name = "percs_indirect";
  static constexpr std::string_view doc =
      "Traffic goes over every D link that leaves the source's supernode, to any supernode, then the D link of the same bucket to the "
      "destination: L-D-L-D-L (Chakaravarthy et al., HiPC 2012).";
  explicit PercsIndirect(Params const& params) : PercsRouting(params, false) {}
};

}  // namespace weft::routing
