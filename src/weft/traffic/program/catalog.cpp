#include "weft/traffic/program/catalog.hpp"

namespace weft {

NamedProgram make_program(std::string const& spec, TaskContext const& context) {
  return at_place("program", [&] {
    return Programs::pick_params(
        Spec::parse(spec),
        [&]<class P>(std::type_identity<P>, typename P::Params const& params) {
          return NamedProgram{P::make(params, context), to_spec<P>(params, true).to_string()};
        },
        "program");
  });
}

}  // namespace weft
