#pragma once

#include <functional>
#include <string>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/library/wiring.hpp"

namespace weft {

/// A family of topologies that a program adds to those of Weft.
struct TopologyFamily {
  std::string name;
  /// Makes the topology that `name:key=value,..` describes, and returns the text with every parameter written out. Throws
  /// InputError for parameters that it refuses.
  std::function<Wiring(Spec const& spec, std::string& resolved)> make;
};

/// Adds a family to the process: its name is then valid wherever the name of a topology is. Throws InputError for a name that
/// is taken. Thread-safe.
void add_topology(TopologyFamily family);

/// Adds the family T. It has `Params` (whose defaults make a small valid instance), `name`, `schema` and
/// `static Wiring wiring(Params const&)`; the latter throws InputError for parameters that it refuses.
template <class T>
void add_topology() {
  using Params = typename T::Params;
  add_topology({std::string(T::name), [](Spec const& spec, std::string& resolved) {
                  auto const params = read_params<Params>(T::schema, spec);
                  resolved = Spec{std::string(T::name), write_params(T::schema, params, true)}.to_string();
                  return T::wiring(params);
                }});
}

}  // namespace weft
