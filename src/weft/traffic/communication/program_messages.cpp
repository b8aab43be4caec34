#include "weft/traffic/communication/program_messages.hpp"

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"

namespace weft::task {

Communication ProgramMessages::communicate(TaskContext const& context) const {
  if (!context.of_program)
    throw InputError("pattern program", "no programs are known here", "use it in weft load or weft map");
  bool const nested = params_.of.starts_with('[') && params_.of.ends_with(']');
  return context.of_program(nested ? params_.of.substr(1, params_.of.size() - 2) : params_.of, context);
}

}  // namespace weft::task
