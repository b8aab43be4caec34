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

/// The routers of a topology by name, and their output ports as an InfiniBand switch counts them: from 1.
///
/// In a fabric a switch is named by its description, the first word of that, its host name (`ib5` of
/// `MF0;ib5:SX6036/U1`), its id, or its GUID: S-f4521403001165a0, 0xf4521403001165a0 or f4521403001165a0. A
/// number is that of a router, unless a router has it as its name. The ports are those of the file. Elsewhere
/// a router is named by its name in the file, by its number (unless names are numbers), and by the GUID that
/// fabric_of() gives it. r5 is the router of number 5, unless it is a name. Names are gathered on the first
/// use.
class RouterNames {
 public:
  /// `names`: of the routers; empty where they have none. `fabric`: that which the topology was read from, or
  /// null.
  RouterNames(std::uint64_t routers, std::vector<std::string> names, std::shared_ptr<Fabric const> fabric);

  bool has_fabric() const { return fabric_ != nullptr; }
  /// The router that a text names; nullopt for any other text. Throws InputError for the name of several, and
  /// for a number that is too large or, where names are numbers, not a name.
  std::optional<RouterId> find(std::string_view text);
  /// The output port behind a port. Throws InputError, in a fabric, for one that leads to no other switch.
  PortId output_port(RouterId router, std::uint64_t port) const;
  /// The name that is nearest to a text that names none; empty if none is near.
  std::string near(std::string_view text);
  /// That name, or else the first names that exist, in words; empty where routers have numbers only.
  std::string suggestion(std::string_view text);

 private:
  struct Index {
    PartNames by_name;
    std::vector<std::string> all;    ///< by which a router can be found
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
/// numbers. So a label in a table is a valid value of any parameter that names a router.
class RouterLabels {
 public:
  explicit RouterLabels(AnyTopology const& topology);

  /// Whether routers have names; else their numbers are all.
  bool has_names() const { return !names_.empty() || fabric_ != nullptr; }
  /// The router that a text names. Throws InputError with the nearest name for any other text.
  RouterId at(std::string_view text);
  /// The router that a text names; nullopt for any other text.
  std::optional<RouterId> find(std::string_view text);
  /// The name of a router if a list of failures may hold it; else its number or its GUID.
  std::string of(RouterId router);
  /// The router in a cell of a table: its label where routers have names, else its number.
  Value cell(RouterId router);
  /// The link at an output port, as in r12[1].
  std::string of(RouterId router, PortId port);

 private:
  bool names_it(std::string const& text, RouterId router);

  std::uint64_t routers_;
  std::vector<std::string> names_;
  std::shared_ptr<Fabric const> fabric_;
  std::optional<FabricNumbers> numbers_;
  RouterNames reader_;
};

/// The text for a router in tables: the name, where routers have names; else the place, else `router 5`.
std::string format_router(AnyTopology const& topology, RouterLabels& labels, RouterId router);

}  // namespace weft
