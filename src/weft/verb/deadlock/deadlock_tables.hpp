#pragma once

#include <functional>
#include <string>

#include "weft/analysis/deadlock/analysis.hpp"
#include "weft/analysis/deadlock/least_layers.hpp"
#include "weft/analysis/deadlock/route_analysis.hpp"
#include "weft/core/table.hpp"
#include "weft/network/any_topology.hpp"

namespace weft::verb {

/// What channels of a network are called: the places of their ends.
class ChannelNames {
 public:
  ChannelNames(AnyTopology const& topology, Network const& network)
      : topology_(topology), network_(network) {}
  /// A router by its place, else "router 5".
  std::string router(std::uint32_t r) const;
  std::string channel(ChannelIndex channel) const;
  /// "(0,0) -> (1,0) VC 0".
  std::string channel(deadlock::VirtualChannel it) const;

 private:
  AnyTopology const& topology_;
  Network const& network_;
};

/// What the table `verdict` says about any packets, single routes or all of a routing.
struct DeadlockVerdict {
  bool free = false;
  std::string proof;  ///< why it is free
  std::uint32_t vcs = 1;
  std::uint32_t needed = 0;  ///< virtual channels; 0: not known; routing::no_vcs_suffice
  std::uint64_t channels = 0, dependencies = 0;
  deadlock::CycleFacts const* cycles = nullptr;
  std::uint64_t escape_channels = 0, escape_dependencies = 0, rings = 0;
};

Table verdict_table(DeadlockVerdict const& verdict);

/// One step of a cycle in words.
struct NamedStep {
  std::string held, wanted;  ///< channels
  unsigned held_vc = 0, wanted_vc = 0;
  std::string packet;  ///< who waits
};
Table cycle_table(std::vector<NamedStep> const& steps);

std::vector<NamedStep> named_steps(deadlock::Analysis const& analysis, ChannelNames const& names);
/// `route_name`: what route i is called.
std::vector<NamedStep> named_steps(deadlock::RouteAnalysis const& analysis, ChannelNames const& names,
                                   std::function<std::string(std::size_t)> const& route_name);

/// Tables `layers` and `layering`.
Table layers_table(deadlock::LeastLayers const& least, std::size_t routes);
Table layering_table(deadlock::LeastLayers const& least,
                     std::function<std::string(std::size_t)> const& route_name);

}  // namespace weft::verb
