#include "weft/traffic/program/traces.hpp"

#include "weft/core/error.hpp"
#include "weft/io/program/dumpi_text.hpp"
#include "weft/io/program/goal.hpp"
#include "weft/io/program/otf2_trace.hpp"
#include "weft/io/program/ti_trace.hpp"

namespace weft::traffic {

Program Goal::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("goal without a file", "", "give goal:file=PATH");
  return read_goal(params.file);
}

Program Ti::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("ti without a file", "", "give ti:file=PATH");
  return read_ti_trace(params.file, params.speed);
}

Program Dumpi::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("dumpi without a file", "", "give dumpi:file=PREFIX*");
  return read_dumpi(params.file);
}

Program Otf2::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("otf2 without a file", "", "give otf2:file=traces.otf2");
  return read_otf2(params.file);
}

Program Chakra::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("chakra without a file", "", "give chakra:file=NAME.%d.et");
  return read_chakra(params.file, params.groups, params.speed, params.sends);
}

}  // namespace weft::traffic
