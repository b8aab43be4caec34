// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
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

/// Whether entries of a catalog can stand for a parameter of that kind (ParamUse::catalog).
bool fits(CatalogSection const& section, std::string_view kind);

/// Parameters under a heading of help and reference.
struct ParamGroup {
  std::string heading;
  std::vector<ParamDoc> params;
};

/// The parameters of an entry in groups: the few that most requests give, then the others by subject; one
/// group without heading unless the entry has many.
std::vector<ParamGroup> groups_of(CatalogSection const& section, CatalogDoc const& entry);

/// Names that can stand for a parameter of that kind and are in no catalog.
std::vector<CatalogDoc> further_names(std::string_view kind);

}  // namespace weft::verb
