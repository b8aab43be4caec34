// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/ranks/rank_program.hpp"
#include "weft/core/spec.hpp"

namespace weft::collective {

/// An algorithm of the catalog with its type erased.
class AnyAlgorithm {
 public:
  virtual ~AnyAlgorithm() = default;
  virtual std::string_view name() const = 0;
  /// `name:key=value,..`, with all parameters or only those that are not the default.
  virtual std::string spec(bool all) const = 0;
  virtual bool serves(Operation operation) const = 0;
  /// Throws InputError, naming the algorithm, for an operation that it does not do, a machine or a task that
  /// it does not fit.
  virtual void check(Ranks const& ranks, Task const& task) const = 0;
  /// A lower bound on its transfers as a multiple of the minimum.
  virtual double detour() const = 0;
  /// After check().
  virtual Plan plan(Ranks const& ranks, Task const& task) const = 0;
  /// Whether it needs a machine to plan an operation.
  virtual bool needs_machine() const = 0;
  /// The messages of an operation that it does among so many ranks, with data in the order of the ranks.
  /// Throws InputError, naming the algorithm, if it needs a machine, or for another operation.
  virtual RankRounds rounds(std::uint32_t ranks, Task const& task) const = 0;
};
using AlgorithmPtr = std::shared_ptr<AnyAlgorithm const>;

/// Throws InputError if an operation among that many ranks has more blocks than schedules number, or if who
/// holds what does not fit into memory: a bit or a sum per block and rank.
void check_size(std::uint64_t ranks, Task const& task);

/// The algorithm that the spec describes. Throws InputError.
AlgorithmPtr make_algorithm(Spec const& spec);

/// The algorithms that do an operation, by name, in the order of the catalog.
std::vector<std::string> algorithms_for(Operation operation);

}  // namespace weft::collective
