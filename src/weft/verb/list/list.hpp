// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"

namespace weft::verb {

/// The valid names: one table for each catalog, or for a single catalog. For a name, all its meanings: the
/// table `parameters` of a catalog entry or verb, then the tables `metric`, `term`, `parameter` and `value`;
/// for other words the table `mentions`. With `schema`, everything as one JSON document.
struct List {
  struct Params {
    std::string name = {};
    bool schema = false;
  };
  static constexpr std::string_view name = "list";
  static constexpr std::string_view doc = "list topologies, routings, traffic patterns, engines";
  static constexpr std::string_view example =
      "weft list topologies\n"
      "weft list dragonfly\n"
      "weft list livelock";
  static constexpr std::tuple schema{
      param(
          "name", &Params::name,
          "name to explain: a verb, an entry of a catalog, a metric, a term, a parameter or a value such as a format; or a table to list, e.g. routings, verbs, metrics, terms; other words list the entries that contain them, e.g. livelock")
          .positional("NAME")
          .from("names"),
      param(
          "schema", &Params::schema,
          "study files, verbs and catalogs with the types, defaults and ranges of their parameters, as JSON Schema")};
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb
