// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/program/catalog.hpp"

#include <fmt/format.h>

#include "weft/collective/program/expansion.hpp"

namespace weft {

std::string NamedProgram::text() const {
  auto text = fmt::format("a program of {} ranks", program.num_ranks());
  for (auto const& [key, value] : Spec::parse(resolved).arguments)
    if (key == "file") text += " in " + shown(value);
  return text;
}

NamedProgram make_program(std::string const& spec, TaskContext const& context,
                          collective::CollectiveChoices const& choices, double ns_per_byte) {
  return at_place("program", [&] {
    return Programs::pick_params(
        Spec::parse(spec),
        [&]<class P>(std::type_identity<P>, typename P::Params const& params) {
          auto chosen = choices;
          if constexpr (requires { P::choose(params, chosen); }) P::choose(params, chosen);
          auto program = [&] {
            if constexpr (requires { P::make(params, context, ns_per_byte); })
              return P::make(params, context, ns_per_byte);
            else
              return P::make(params, context);
          }();
          NamedProgram named{.program = {}, .resolved = to_spec<P>(params, true).to_string()};
          if constexpr (requires { P::algorithms(params); }) named.algorithms = P::algorithms(params);
          named.program =
              collective::without_calls(std::move(program), chosen, ns_per_byte, &named.algorithms);
          return named;
        },
        "program");
  });
}

}  // namespace weft
