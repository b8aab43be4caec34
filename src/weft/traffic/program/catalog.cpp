#include "weft/traffic/program/catalog.hpp"

namespace weft {

NamedProgram read_program(std::string const& spec) {
  return at_place("program", [&] {
    return Programs::pick_params(
        Spec::parse(spec),
        []<class P>(std::type_identity<P>, typename P::Params const& params) {
          return NamedProgram{P::read(params), to_spec<P>(params, true).to_string()};
        },
        "program");
  });
}

}  // namespace weft
