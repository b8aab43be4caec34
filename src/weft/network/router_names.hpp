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
/// In a fabric, a switch is named by its description, by the first word of the description, by its host name
/// (`ib5` in `MF0;ib5:SX6036/U1`), by its id, or by its GUID: S-f4521403001165a0, 0xf4521403001165a0 or
/// f4521403001165a0. A number denotes the router with this number, unless a router has the number as its
/// name. Ports are numbered as in the file. In other topologies, a router is named by its name in the file,
/// by its number (unless names are numbers), or by its GUID in fabric_of(). r5 is the router with number 5,
/// unless r5 is a name. The index of names is built on first use.
class RouterNames {
 public:
  /// Constructs an index of the names of routers. `names`: empty if routers are unnamed. `fabric`: source of
  /// the topology, or null.
  RouterNames(std::uint64_t routers, std::vector<std::string> names, std::shared_ptr<Fabric const> fabric);

  bool has_fabric() const { return fabric_ != nullptr; }
  /// Returns the router named `text`, or nullopt. Throws InputError for an ambiguous name, for a number that
  /// is too large and, if names are numbers, for a number that is not a name.
  std::optional<RouterId> find(std::string_view text);
  /// Returns the output port with number `port`. In a fabric, throws InputError for a port that is not
  /// connected to another switch.
  PortId output_port(RouterId router, std::uint64_t port) const;
  /// Returns the number of an output port in tables and lists of channels: the port number in the file of a
  /// fabric; elsewhere ports are numbered from 0.
  std::uint32_t port_number(RouterId router, PortId port) const;
  /// Returns the existing name most similar to an unknown text; empty if none is similar.
  std::string near(std::string_view text);
  /// Returns a suggestion with near() or, if that is empty, with the first existing names; empty if routers
  /// have numbers only.
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

/// The labels of the routers of a topology, all of which RouterNames accepts: their names or, if they are
/// unnamed, their numbers. A label in a table is thus a valid value of any parameter that names a router.
class RouterLabels {
 public:
  explicit RouterLabels(AnyTopology const& topology);

  /// Returns whether routers are named rather than numbered only.
  bool has_names() const { return !names_.empty() || fabric_ != nullptr; }
  /// Returns the router named `text`. Throws InputError with the nearest name for an unknown name.
  RouterId at(std::string_view text);
  /// Returns the router named `text`, or nullopt.
  std::optional<RouterId> find(std::string_view text);
  /// Returns the name of a router if the name is valid in a list of failures; otherwise its number or its
  /// GUID.
  std::string of(RouterId router);
  /// Returns the cell for a router in a table: its label if routers are named, otherwise its number.
  Value cell(RouterId router);
  /// See RouterNames.
  std::uint32_t port_number(RouterId router, PortId port) const { return reader_.port_number(router, port); }
  /// Returns the label of the link at an output port, as in r12[1].
  std::string of(RouterId router, PortId port);

 private:
  bool is_name_of(std::string const& text, RouterId router);

  std::uint64_t routers_;
  std::vector<std::string> names_;
  std::shared_ptr<Fabric const> fabric_;
  std::optional<FabricNumbers> numbers_;
  RouterNames reader_;
};

/// Returns the text for a router in tables: its name, or its coordinates if it is unnamed, or `router 5` if
/// it has neither.
std::string format_router(AnyTopology const& topology, RouterLabels& labels, RouterId router);

}  // namespace weft
