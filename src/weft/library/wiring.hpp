// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/graph/graph_file.hpp"

namespace weft {

/// A network that a program builds router by router and link by link. Ports are numbered in the order of the
/// links.
class Wiring {
 public:
  /// Creates routers 0 to `routers` - 1, each with `concentration` terminals.
  explicit Wiring(std::uint32_t routers, std::uint32_t concentration = 1);

  /// Connects two routers by a channel in each direction.
  Wiring& link(std::uint32_t a, std::uint32_t b, std::string_view channel_class = "link",
               double bandwidth = 1);
  /// Adds a channel from one router to another. A network has links or arcs, not both.
  Wiring& arc(std::uint32_t from, std::uint32_t to, std::string_view channel_class = "link",
              double bandwidth = 1);
  /// Sets the number of terminals of one router.
  Wiring& terminals(std::uint32_t router, std::uint32_t count);

  /// Returns the network as a graph file, with classes in the order of their first links.
  GraphFile const& graph() const { return graph_; }

 private:
  Wiring& add(std::uint32_t a, std::uint32_t b, std::string_view channel_class, double bandwidth,
              bool directed);

  GraphFile graph_;
};

/// A topology family that a program adds to the catalog.
struct TopologyFamily {
  std::string name;
  /// Creates the topology with the spec `name:key=value,..`, and sets `resolved` to the spec with every
  /// parameter. Throws InputError for invalid parameters.
  std::function<Wiring(Spec const& spec, std::string& resolved)> make;
};

/// Adds a family to the process: its name is then valid as the name of a topology. Throws InputError for a
/// name that is in use. Thread-safe.
void add_topology(TopologyFamily family);

/// Adds the family T, which has `Params` (with defaults that are a small valid instance), `name`, `schema`
/// and `static Wiring wiring(Params const&)`, which throws InputError for invalid parameters.
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
