// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/table.hpp"

namespace weft::app {

/// The tables of the results of a verb, without rows; each with all of its columns.
struct VerbTables {
  std::string verb;
  std::vector<Table> tables;
};

/// Returns the tables of every verb, in the order of the verbs. They are found by running small requests that
/// together produce all tables. Takes about a second.
std::vector<VerbTables> result_tables();

}  // namespace weft::app
