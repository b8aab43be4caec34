#include "weft/traffic/program/chakra.hpp"

#include "weft/core/error.hpp"

namespace weft::traffic {

Program Chakra::make(Params const& params, TaskContext const&) {
  if (params.file.empty()) throw InputError("chakra without a file", "", "give chakra:file=NAME.%d.et");
  return read_chakra(params.file, params.groups, params.speed, params.sends);
}

}  // namespace weft::traffic
