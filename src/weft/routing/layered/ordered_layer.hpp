#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/routing/layered/route_dependencies.hpp"

namespace weft::routing {

/// The dependencies of one virtual layer, kept acyclic while routes are added, by a topological order of the channels that is mended where
/// a new dependency contradicts it (D. J. Pearce and P. H. J. Kelly, A dynamic topological sort algorithm for directed acyclic graphs, ACM
/// JEA 11, 2007).
class OrderedLayer {
 public:
  explicit OrderedLayer(RouteDependencies const& all);
  /// Adds the route if no cycle comes of it; returns whether it did.
  bool try_add(std::span<std::uint32_t const> route);

 private:
  enum class State : std::uint8_t { absent, present, refused };
  /// Makes the order allow for the dependency; false if it closes a cycle.
  bool insert(std::uint32_t dependency);
  bool collect_after(std::uint32_t start, std::uint32_t upper);
  void collect_before(std::uint32_t start, std::uint32_t lower);
  void reorder();

  RouteDependencies const& all_;
  std::vector<State> state_;          // of each dependency; refused ones close a cycle for good
  std::vector<std::uint32_t> place_;  // of each channel in the order
  std::vector<bool> seen_;            // of each channel, in the current search
  std::vector<std::uint32_t> after_, before_, stack_, added_;
};

}  // namespace weft::routing
