// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/lazy.hpp"
#include "weft/core/param.hpp"
#include "weft/network/any_topology.hpp"

namespace weft {

/// An index of parts by name. Several parts may share a name, and a part may have several names.
class PartNames {
 public:
  /// Adds a name of a part. Parts must be added in ascending order.
  void add(std::string name, std::uint32_t part);
  /// Returns the parts named `name`, in ascending order.
  std::span<std::uint32_t const> find(std::string_view name) const;

 private:
  /// A transparent hash, so that lookups do not copy the name, which may be a line of a gigabyte.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  };
  std::unordered_map<std::string, std::vector<std::uint32_t>, Hash, std::equal_to<>> parts_;
};

/// Returns `text` up to its first blank.
std::string first_word(std::string const& text);

struct NumberedFabric;

/// A terminal as job launchers see it: a slot of a host. Hosts and slots are numbered from 0.
struct HostSlot {
  std::uint32_t host = 0, slot = 0;
  friend bool operator==(HostSlot const&, HostSlot const&) = default;
};

/// The unit that is a host in topologies with unnamed hosts.
enum class HostKind : std::uint8_t { automatic, terminal, router };

template <>
inline constexpr EnumValue<HostKind> enum_values<HostKind>[] = {
    {"automatic", HostKind::automatic,
     "a host that the file names; otherwise, on tori, meshes, hypercubes and percs, a router; else a "
     "terminal"},
    {"terminal", HostKind::terminal, "a terminal"},
    {"router", HostKind::router, "a router, whose terminals are its slots"}};

/// The hosts of a topology, in the order of their first terminals. In a fabric, a host consists of the
/// adapters of one node (device_hosts) or is a subnet router, named by the first word of its description or
/// by its id; in a file with named vertices, a host is a vertex with terminals. In other topologies hosts are
/// unnamed: each terminal is a host or, if routers are nodes (RoutersAreNodes), each router with terminals.
class Hosts {
 public:
  /// Throws InputError if hosts are named and `kind` is not automatic.
  explicit Hosts(TopologyPtr const& topology, HostKind kind = HostKind::automatic);
  /// Returns whether the hosts of a topology are named, without collecting them.
  static bool are_named(AnyTopology const& topology);

  std::uint32_t size() const { return static_cast<std::uint32_t>(slots().first.size() - 1); }
  std::uint64_t num_terminals() const { return num_terminals_; }
  /// Returns whether the hosts are named.
  bool named() const { return !names_.empty(); }
  std::string const& name(std::uint32_t host) const { return names_[host]; }
  HostSlot slot_of(TerminalId terminal) const { return slots().of_terminal[terminal.v]; }
  /// Returns the terminals of a host in ascending order, one per slot.
  std::span<std::uint32_t const> terminals_of(std::uint32_t host) const {
    auto const& [of_terminal, first, terminals] = slots();
    return std::span(terminals).subspan(first[host], first[host + 1] - first[host]);
  }
  /// Returns the terminals named `text`, in ascending order; empty if there are none. In a fabric, valid
  /// names are hosts, the descriptions and ids of adapters, and `host/adapter`, each optionally with a port
  /// number as in `host[2]`; in a file with named vertices, the names of vertices. The domain is optional.
  /// Every terminal is also named t0, t1 and so on, and by its number unless the names are numbers.
  std::vector<std::uint32_t> find(std::string_view text) const;
  /// Returns the terminal named `text`; for a host with several adapters, the terminal of the first adapter.
  /// Throws InputError for an unknown name or a name of several hosts.
  TerminalId find_unique(std::string_view text) const;
  /// Returns a unique name of the terminal: the name of its host, its number, or t0, t1 and so on.
  std::string unique_name(TerminalId terminal) const;
  /// Returns a suggestion for an unknown terminal name, for an error message.
  std::string hint(std::string_view text) const;

 private:
  struct Slots {
    std::vector<HostSlot> of_terminal;
    std::vector<std::uint32_t> first, terminals;  // one per host
  };
  Slots const& slots() const { return *slots_.get(); }
  std::vector<HostSlot> add_devices(NumberedFabric const& fabric);
  void add_names(AnyTopology const& topology);
  void add_without_domain(std::string_view name, std::uint32_t terminal);
  static std::vector<HostSlot> slots_at_routers(AnyTopology const& topology);
  static std::vector<HostSlot> slots_of_terminals(std::uint64_t terminals);
  static std::shared_ptr<Slots const> gathered(std::vector<HostSlot> of_terminal);

  std::uint64_t num_terminals_;
  std::vector<std::string> names_;  // one per host; empty if unnamed
  bool names_are_numbers_ = false;
  PartNames by_name_;
  PartNames by_label_;                        // host names without their domains
  Lazy<std::shared_ptr<Slots const>> slots_;  // not created if terminals are referred to by number
};

}  // namespace weft
