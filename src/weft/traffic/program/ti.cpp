#include "weft/traffic/program/ti.hpp"

#include "weft/core/error.hpp"
#include "weft/io/program/ti_trace.hpp"

namespace weft::traffic {

Program Ti::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("ti without a file", "", "give ti:file=PATH");
  return read_ti_trace(params.file, params.speed);
}

}  // namespace weft::traffic
