#pragma once

#include <string>
#include <vector>

#include "weft/core/catalog.hpp"

namespace weft::verb {

/// One catalog as documentation sees it: the values for one part of a request.
struct CatalogSection {
  std::string kind;  ///< topologies, machines, routings, traffic patterns, ..., verbs
  std::string intro;
  std::vector<CatalogDoc> entries;
  std::string table = {};  ///< an overview of the entries for the reference page, in Markdown; may be empty
};

/// The name of the table of a catalog: its kind with underscores.
std::string table_name(std::string kind);

/// All names for requests.
std::vector<CatalogSection> list_catalogs();

}  // namespace weft::verb
