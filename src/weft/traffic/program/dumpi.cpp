#include "weft/traffic/program/dumpi.hpp"

#include "weft/core/error.hpp"
#include "weft/io/program/dumpi_text.hpp"

namespace weft::traffic {

Program Dumpi::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("dumpi without a file", "", "give dumpi:file=PREFIX*");
  return read_dumpi(params.file);
}

}  // namespace weft::traffic
