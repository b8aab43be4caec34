// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "weft/io/fabric/forwarding_tables.hpp"

namespace weft {

/// A file of test/data/fabrics.
inline std::string fabric_sample(std::string const& file) {
  return WEFT_SOURCE_DIR "/test/data/fabrics/" + file;
}

/// A file of the collection of real fabrics, which is not part of the project; WEFT_FABRICS names its folder.
/// Empty where the collection is absent.
inline std::string real_fabric(std::string const& file) {
  auto const* const named = std::getenv("WEFT_FABRICS");
  std::string const folder = named != nullptr ? named : WEFT_SOURCE_DIR "/../shared/reference/fabrics";
  return std::filesystem::exists(folder + "/" + file) ? folder + "/" + file : std::string();
}

/// The topology file of a fabric of fabrics.csv; empty if it is a real one and the collection is absent.
inline std::string topology_file_of(std::string const& name) {
  if (auto const own = fabric_sample("nets/" + name + ".net"); std::filesystem::exists(own)) return own;
  return real_fabric(name == "plafrim" ? "plafrim/plafrim.ibnet" : name + ".ibnet");
}

/// The tables of a text; errors call it f.
inline ForwardingTables forwarding_tables_in(std::string_view text) {
  ForwardingTables tables;
  add_forwarding_tables(text, "f", tables);
  return tables;
}

}  // namespace weft
