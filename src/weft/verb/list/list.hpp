#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"

namespace weft::verb {

/// What can be named: a table for each catalog, or of one name the table `parameters`.
struct List {
  struct Params {
    std::string name = {};
  };
  static constexpr std::string_view name = "list";
  static constexpr std::string_view doc = "what there is: topologies, routings, traffic patterns, engines";
  static constexpr std::string_view example = "weft list dragonfly";
  static constexpr std::tuple schema{
      param("name", &Params::name, "explain this one and its parameters").positional("NAME").from("names")};
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb
