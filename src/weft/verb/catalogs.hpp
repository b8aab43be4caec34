// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/catalog.hpp"

namespace weft::verb {

/// A catalog in help and reference: the values for one part of a request.
struct CatalogSection {
  std::string kind;  ///< topologies, machines, routings, traffic patterns, .., verbs
  std::string intro;
  std::vector<CatalogDoc> entries;
  std::string table = {};  ///< overview of the entries in Markdown for the reference page; may be empty
};

/// Returns the name of the table of a catalog: its kind with underscores.
std::string table_name(std::string kind);

/// Returns the catalogs of all names that requests accept.
std::vector<CatalogSection> list_catalogs();

/// Returns whether entries of the catalog are valid values of a parameter of this kind (ParamUse::catalog).
bool fits(CatalogSection const& section, std::string_view kind);

/// The parameters under one heading of help and reference.
struct ParamGroup {
  std::string heading;
  std::vector<ParamDoc> params;
};

/// Returns a spec of a catalog with a name for every argument, in the current names: torus:8x8 becomes
/// torus:sides=8x8, flit:num_vcs=2 becomes flit:vcs=2, and the path of a file becomes file:path=... `kind` is
/// that of a parameter (ParamUse::catalog). Throws InputError if the text is not a spec of the catalog.
std::string with_named_arguments(std::string_view kind, std::string const& text);

/// Returns the parameters of an entry by heading: for an engine with headings, the ones used first, then the
/// others by subject; for any other entry, one group without a heading.
std::vector<ParamGroup> groups_of(CatalogSection const& section, CatalogDoc const& entry);

/// Returns the values that a parameter of this kind accepts in addition to catalog entries, e.g. `all`.
std::vector<CatalogDoc> further_names(std::string_view kind);

}  // namespace weft::verb
