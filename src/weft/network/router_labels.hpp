#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/router_names.hpp"

namespace weft {

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
std::string router_text(AnyTopology const& topology, RouterLabels& labels, RouterId router);

}  // namespace weft
