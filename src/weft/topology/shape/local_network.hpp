// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "weft/topology/family.hpp"

namespace weft {

/// A network of at most 65,535 routers with one terminal each, any of which has a path to any other, as flat
/// arrays: a building block of larger topologies. Router r has output ports 0..degree(r)-1 and input ports
/// 0..in_degree(r)-1.
class LocalNetwork {
 public:
  static constexpr std::uint64_t max_routers = 65535;

  /// The channels of a topology: of router r those from first[r] on.
  struct Channels {
    std::vector<std::uint32_t> first;     ///< and their number
    std::vector<std::uint32_t> first_in;  ///< of the input ports
    std::vector<Hop> ends;                ///< by output port
  };
  LocalNetwork(std::string name, std::string spec, Channels channels, double bandwidth, LayoutHint layout);

  /// The name of the topology, and its spec with the parameters that are not the default.
  std::string const& name() const { return name_; }
  std::string const& spec() const { return spec_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(channels_.first.size() - 1); }
  std::uint64_t num_channels() const { return channels_.ends.size(); }
  std::uint16_t degree(std::uint32_t router) const {
    return static_cast<std::uint16_t>(channels_.first[router + 1] - channels_.first[router]);
  }
  std::uint16_t in_degree(std::uint32_t router) const {
    return static_cast<std::uint16_t>(channels_.first_in[router + 1] - channels_.first_in[router]);
  }
  Hop neighbor(std::uint32_t router, std::uint32_t port) const {
    return channels_.ends[channels_.first[router] + port];
  }
  Hop source(std::uint32_t router, std::uint32_t port) const {
    return sources_[channels_.first_in[router] + port];
  }
  std::uint16_t max_degree() const;
  std::uint16_t max_in_degree() const;
  /// Of every channel.
  double bandwidth() const { return bandwidth_; }
  LayoutHint const& layout() const { return layout_; }

  std::uint64_t num_loops() const;
  /// The routers that `router` has a channel to, each once, without itself, in order.
  std::vector<std::uint32_t> heads(std::uint32_t router) const;

 private:
  std::string name_, spec_;
  Channels channels_;
  std::vector<Hop> sources_;  // by input port
  double bandwidth_;
  LayoutHint layout_;
};

using LocalNetworkPtr = std::shared_ptr<LocalNetwork const>;

/// A type of topology as a maker of local networks.
struct LocalNetworkEntry {
  std::string_view name;
  bool (*is_called)(std::string_view name) = nullptr;
  LocalNetworkPtr (*make)(Spec const& spec) = nullptr;
};

/// Compiled for each topology in a file that CMake generates (cmake/WeftPerTopology.cmake).
template <class T>
LocalNetworkEntry local_network_entry();

/// Throws InputError: `spec` cannot be a local network.
[[noreturn]] void refuse_local(std::string const& spec, std::string const& why);

/// The network that a parameter names, with or without brackets: any topology of the catalog, or a machine by
/// its name. Throws InputError for one whose routers do not have one terminal each, forward nothing, differ
/// in the bandwidth of their channels, or do not all reach each other.
LocalNetworkPtr make_local_network(std::string const& key, std::string const& value);

}  // namespace weft
