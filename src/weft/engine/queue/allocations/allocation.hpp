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

/// Selection of the free nodes of a job, on one machine. Thread-safe.
class Allocation {
 public:
  virtual ~Allocation() = default;
  /// Returns `count` free nodes, ascending, 1 <= count <= free.count(); empty if the job cannot be placed.
  /// `draw` selects the random numbers: equal arguments return equal nodes.
  virtual NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t draw) const = 0;
  /// Returns whether a job may be impossible to place among enough free nodes.
  virtual bool may_refuse() const { return false; }
};
using AllocationPtr = std::shared_ptr<Allocation const>;

/// Input of an allocation except its parameters; must outlive it.
struct AllocationContext {
  Nodes const* nodes = nullptr;
  std::uint64_t seed = 1;
};

/// An allocation that users can name. To add one, write a file and an entry in catalog.hpp.
///
/// Optional: `std::string_view lacks(Nodes const&) const`, the missing property of the machine, such as "a
/// grid of routers"; empty: the machine is supported.
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
