#include "weft/traffic/program/goal.hpp"

#include "weft/core/error.hpp"
#include "weft/io/program/goal.hpp"

namespace weft::traffic {

Program Goal::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("goal without a file", "", "give goal:file=PATH");
  return read_goal(params.file);
}

}  // namespace weft::traffic
