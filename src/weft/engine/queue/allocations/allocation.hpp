// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "weft/engine/queue/nodes.hpp"

namespace weft::queue {

/// The nodes of a job: indices into Nodes, in ascending order.
using NodeList = std::vector<std::uint32_t>;

/// Selection of free nodes for a job, bound to a machine. Thread-safe.
class Allocation {
 public:
  virtual ~Allocation() = default;
  /// Returns `count` free nodes in ascending order, or an empty list if the job cannot be placed. 1 <= count
  /// <= free.count(). `draw` selects the random numbers: equal arguments return equal nodes.
  virtual NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t draw) const = 0;
  /// Returns whether place() may return no nodes although enough nodes are free.
  virtual bool may_reject() const { return false; }
};
using AllocationPtr = std::shared_ptr<Allocation const>;

/// Input of an allocation in addition to its parameters; `nodes` must outlive the allocation.
struct AllocationContext {
  Nodes const* nodes = nullptr;
  std::uint64_t seed = 1;
};

/// An allocation that users can name. To add one, write a file and an entry in catalog.hpp.
///
/// Optional: `std::string_view lacks(Nodes const&) const` returns the property that the machine lacks, such
/// as "a grid of routers"; empty if the machine is supported.
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
