// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "weft/engine/queue/nodes.hpp"

namespace weft::queue {

/// Nodes of a job: numbers of Nodes, ascending.
using NodeList = std::vector<std::uint32_t>;

/// Which of the free nodes a job gets, on one machine. Safe to use from several threads.
class Allocation {
 public:
  virtual ~Allocation() = default;
  /// `count` free nodes, ascending, 1 <= count <= free.count(); none if the job finds no place. `draw` names
  /// the random numbers: equal arguments give equal nodes.
  virtual NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t draw) const = 0;
  /// Whether a job may find no place among enough free nodes.
  virtual bool may_refuse() const { return false; }
};
using AllocationPtr = std::shared_ptr<Allocation const>;

/// What an allocation knows besides its own parameters; outlives it.
struct AllocationContext {
  Nodes const* nodes = nullptr;
  std::uint64_t seed = 1;
};

/// An allocation that users can name. Adding one = one file and one entry in catalog.hpp.
///
/// Optional: `std::string_view lacks(Nodes const&) const`, what the machine lacks for it, as in "a grid of
/// routers"; empty: it serves.
template <class A>
concept NamedAllocation =
    requires(A const a, typename A::Params const& params, AllocationContext const& context) {
      { A::name } -> std::convertible_to<std::string_view>;
      { A::doc } -> std::convertible_to<std::string_view>;
      A::schema;
      A{params};
      { a.bind(context) } -> std::same_as<AllocationPtr>;
    };

}  // namespace weft::queue
