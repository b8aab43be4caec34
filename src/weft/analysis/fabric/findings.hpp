#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "weft/analysis/fabric/names.hpp"
#include "weft/io/fabric/cable_kinds.hpp"
#include "weft/network/network.hpp"

/// What looks wrong in a fabric.
namespace weft::fabric {

/// A part of a fabric that looks wrong, with the reason.
struct Finding {
  std::string what;   ///< such as `slower cable`
  std::string place;  ///< the parts by name
  std::string why;
  friend bool operator==(Finding const&, Finding const&) = default;
};

/// Cables whose ends state different rates, or that are slower or narrower than most of their kind; bundles
/// with fewer parallel cables than most of their kind; hosts at switches that are no leaves; hosts with
/// several cabled ports; switches that reach no host; devices without a cable, or without one to a switch.
std::vector<Finding> findings(NumberedFabric const& fabric, CableKinds const& kinds,
                              FabricNames const& names);

/// Cables between switches that no route takes, in one direction or in both. `load`: of each channel of the
/// network; failed channels are left out.
std::vector<Finding> idle_cables(FabricNames const& names, Network const& network,
                                 std::span<std::uint64_t const> load);

}  // namespace weft::fabric
