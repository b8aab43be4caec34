#include "weft/traffic/program/otf2.hpp"

#include "weft/core/error.hpp"
#include "weft/io/program/otf2_trace.hpp"

namespace weft::traffic {

Program Otf2::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("otf2 without a file", "", "give otf2:file=traces.otf2");
  return read_otf2(params.file);
}

}  // namespace weft::traffic
