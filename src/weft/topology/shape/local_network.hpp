// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "weft/topology/family.hpp"

namespace weft {

/// A strongly connected network of at most 65,535 routers with one terminal each, as flat arrays: a building
/// block of larger topologies. Router r has output ports 0..degree(r)-1 and input ports 0..in_degree(r)-1.
class LocalNetwork {
 public:
  static constexpr std::uint64_t max_routers = 65535;

  /// The channels of a topology: the channels of router r start at first[r].
  struct Channels {
    std::vector<std::uint32_t> first;     ///< by router, followed by the number of channels
    std::vector<std::uint32_t> first_in;  ///< by router, for input ports
    std::vector<Hop> ends;                ///< indexed by output port
  };
  LocalNetwork(std::string name, std::string spec, Channels channels, double bandwidth, LayoutHint layout);

  /// Returns the name of the topology. spec() adds the parameters that differ from the defaults.
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
  /// Returns the bandwidth of each channel; all are equal.
  double bandwidth() const { return bandwidth_; }
  LayoutHint const& layout() const { return layout_; }

  std::uint64_t num_loops() const;
  /// Returns the distinct out-neighbors of `router`, excluding itself, in ascending order.
  std::vector<std::uint32_t> heads(std::uint32_t router) const;

 private:
  std::string name_, spec_;
  Channels channels_;
  std::vector<Hop> sources_;  // indexed by input port
  double bandwidth_;
  LayoutHint layout_;
};

using LocalNetworkPtr = std::shared_ptr<LocalNetwork const>;

/// A topology that can serve as a local network.
struct LocalNetworkEntry {
  std::string_view name;
  bool (*is_called)(std::string_view name) = nullptr;
  LocalNetworkPtr (*make)(Spec const& spec) = nullptr;
};

/// Returns the entry of a topology. Instantiated for each topology in a file that CMake generates
/// (cmake/WeftPerTopology.cmake).
template <class T>
LocalNetworkEntry local_network_entry();

/// Throws an InputError for a `spec` that cannot be a local network, with the reason `why`.
[[noreturn]] void reject_local_network(std::string const& spec, std::string const& why);

/// Returns the local network that the value of parameter `key` specifies, with or without brackets: any
/// topology of the catalog, or a machine by its name. Throws InputError if not every router has exactly one
/// terminal and forwards, if channels differ in bandwidth, or if the network is not strongly connected.
LocalNetworkPtr make_local_network(std::string const& key, std::string const& value);

}  // namespace weft
