#pragma once

#include <string>
#include <vector>

#include "weft/core/catalog.hpp"

namespace weft {

/// One catalog, as documentation sees it: what users write at one place of a scenario.
struct CatalogSection {
  std::string kind;  ///< topologies, machines, routings, traffic patterns, load routings, ..., collectives
  std::string intro;
  std::vector<CatalogDoc> entries;
};

/// Everything that can be named in a scenario.
std::vector<CatalogSection> list_catalogs();

}  // namespace weft
