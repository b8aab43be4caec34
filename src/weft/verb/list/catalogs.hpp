#pragma once

#include <string>
#include <vector>

#include "weft/core/catalog.hpp"

namespace weft::verb {

/// One catalog as documentation sees it: what users write at one place of a request.
struct CatalogSection {
  std::string kind;  ///< topologies, machines, routings, traffic patterns, ..., verbs
  std::string intro;
  std::vector<CatalogDoc> entries;
  std::string table = {};  ///< an overview of the entries for the reference page, in Markdown; may be empty
};

/// Everything that can be named in a request.
std::vector<CatalogSection> list_catalogs();

}  // namespace weft::verb
