// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/core/table.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/hosts.hpp"

namespace weft {

/// The routers of a topology by name, and their output ports numbered as on an InfiniBand switch: from 1.
///
/// In a fabric a switch is named by its description, the first word of it, its host name (`ib5` of
/// `MF0;ib5:SX6036/U1`), its id, or its GUID: S-f4521403001165a0, 0xf4521403001165a0 or f4521403001165a0. A
/// number denotes the router with that number, unless a router has it as its name. Ports are numbered as in
/// the file. Elsewhere a router is named by its name in the file, by its number (unless names are numbers),
/// and by its GUID in fabric_of(). r5 is the router of number 5, unless it is a name. Names are gathered on
/// first use.
class RouterNames {
 public:
  /// `names`: of the routers; empty if unnamed. `fabric`: source of the topology, or null.
  RouterNames(std::uint64_t routers, std::vector<std::string> names, std::shared_ptr<Fabric const> fabric);

  bool has_fabric() const { return fabric_ != nullptr; }
  /// Returns the router with that name, or nullopt. Throws InputError for an ambiguous name, for a number
  /// that is too large and, if names are numbers, for a number that is not a name.
  std::optional<RouterId> find(std::string_view text);
  /// Returns the output port for a port number. In a fabric, throws InputError for a port that is not
  /// connected to another switch.
  PortId output_port(RouterId router, std::uint64_t port) const;
  /// Returns the name nearest to an unknown text; empty if none is near.
  std::string near(std::string_view text);
  /// Returns a suggestion with near(), or else with the first existing names; empty if routers have numbers
  /// only.
  std::string suggestion(std::string_view text);

 private:
  struct Index {
    PartNames by_name;
    std::vector<std::string> all;    ///< all accepted names
    std::vector<std::string> first;  ///< the first name of each router
  };
  Index const& index();
  std::vector<std::string> names_of_switch(std::uint32_t router) const;
  std::optional<RouterId> by_letter(std::string_view text) const;
  std::optional<RouterId> by_name(std::string_view text);
  std::optional<RouterId> by_guid(std::string_view text) const;

  std::uint64_t routers_;
  std::vector<std::string> names_;
  std::shared_ptr<Fabric const> fabric_;
  std::optional<FabricNumbers> numbers_;
  std::optional<Index> index_ = {};
};

/// The labels of the routers of a topology, all of which RouterNames accepts: their names, or else their
/// numbers. A label in a table is thus a valid value of any parameter that names a router.
class RouterLabels {
 public:
  explicit RouterLabels(AnyTopology const& topology);

  /// Returns whether routers are named; else they have numbers only.
  bool has_names() const { return !names_.empty() || fabric_ != nullptr; }
  /// Returns the router with that name. Throws InputError with the nearest name for an unknown name.
  RouterId at(std::string_view text);
  /// Returns the router with that name, or nullopt.
  std::optional<RouterId> find(std::string_view text);
  /// Returns the name of a router if a list of failures may contain it; else its number or its GUID.
  std::string of(RouterId router);
  /// Returns the cell for a router in a table: its label if routers are named, else its number.
  Value cell(RouterId router);
  /// Returns the link at an output port, as in r12[1].
  std::string of(RouterId router, PortId port);

 private:
  bool is_name_of(std::string const& text, RouterId router);

  std::uint64_t routers_;
  std::vector<std::string> names_;
  std::shared_ptr<Fabric const> fabric_;
  std::optional<FabricNumbers> numbers_;
  RouterNames reader_;
};

/// Returns the text for a router in tables: its name, or else its coordinates, or else `router 5`.
std::string format_router(AnyTopology const& topology, RouterLabels& labels, RouterId router);

}  // namespace weft
