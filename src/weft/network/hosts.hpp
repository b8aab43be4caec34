#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/part_names.hpp"

namespace weft {

struct NumberedFabric;

/// A terminal as launchers of jobs see it: a slot of a host. Both count from 0.
struct HostSlot {
  std::uint32_t host = 0, slot = 0;
  friend bool operator==(HostSlot const&, HostSlot const&) = default;
};

/// The hosts of a topology, in the order of their first terminals. In a fabric a host is an adapter or subnet
/// router, named by the first word of its description, or by its id; in a file that names its vertices, a
/// vertex with terminals; elsewhere a router with terminals, which has no name.
class Hosts {
 public:
  explicit Hosts(AnyTopology const& topology);
  /// Whether the hosts of a topology have names, without gathering them.
  static bool are_named(AnyTopology const& topology);

  std::uint32_t size() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t num_terminals() const { return static_cast<std::uint32_t>(slots_.size()); }
  /// Whether the hosts have names.
  bool named() const { return !names_.empty(); }
  std::string const& name(std::uint32_t host) const { return names_[host]; }
  HostSlot slot_of(TerminalId terminal) const { return slots_[terminal.v]; }
  /// The terminals of a host, ascending: slot by slot.
  std::span<std::uint32_t const> terminals_of(std::uint32_t host) const {
    return std::span(terminals_).subspan(first_[host], first_[host + 1] - first_[host]);
  }
  /// The terminals that a text names, ascending; none for any other text. In a fabric: the description of a
  /// host, the first word of it, or its id, each also with the number of a port, as in `host[2]`. In a file
  /// that names its vertices: such a name. Elsewhere t0, t1 and so on. A number is that of a terminal, unless
  /// it is a name.
  std::vector<std::uint32_t> find(std::string_view text) const;
  /// The only terminal that a text names. Throws InputError for another text.
  TerminalId only(std::string_view text) const;
  /// What to write instead of a text that names no terminal, for an error message.
  std::string hint(std::string_view text) const;

 private:
  void add_devices(NumberedFabric const& fabric);
  void add_routers(AnyTopology const& topology);
  void add_terminals();

  std::vector<std::string> names_;  // of each host; empty: they have none
  std::vector<HostSlot> slots_;     // of each terminal
  std::vector<std::uint32_t> first_, terminals_;
  PartNames by_name_;
};

}  // namespace weft
