// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/ranks/rank_program.hpp"
#include "weft/core/spec.hpp"

namespace weft::collective {

/// A type-erased algorithm of the catalog.
class AnyAlgorithm {
 public:
  virtual ~AnyAlgorithm() = default;
  virtual std::string_view name() const = 0;
  /// Returns `name:key=value,..` with all parameters or, unless `all`, with the parameters that differ from
  /// their defaults.
  virtual std::string spec(bool all) const = 0;
  virtual bool serves(Operation operation) const = 0;
  /// Throws InputError with the name of the algorithm for an unsupported operation, machine or task.
  virtual void check(Ranks const& ranks, Task const& task) const = 0;
  /// Returns a lower bound on the number of transfers, as a multiple of the minimum.
  virtual double detour() const = 0;
  /// Plans an operation that has passed check().
  virtual Plan plan(Ranks const& ranks, Task const& task) const = 0;
  /// Returns whether plans depend on the machine, so that rounds() throws.
  virtual bool needs_machine() const = 0;
  /// Returns the messages of an operation among `ranks` ranks; blocks are numbered in the order of the ranks.
  /// Throws InputError with the name of the algorithm if it requires a machine or does not support the
  /// operation.
  virtual RankRounds rounds(std::uint32_t ranks, Task const& task) const = 0;
};
using AlgorithmPtr = std::shared_ptr<AnyAlgorithm const>;

/// Throws InputError if an operation among `ranks` ranks has more blocks than schedules can number, or if the
/// state of the ranks (a bit or a sum per block and rank) does not fit in memory.
void check_size(std::uint64_t ranks, Task const& task);

/// Creates an algorithm. Throws InputError for an unknown name or invalid parameters.
AlgorithmPtr make_algorithm(Spec const& spec);

/// Returns the names of the algorithms that support an operation, in the order of the catalog.
std::vector<std::string> algorithms_for(Operation operation);

}  // namespace weft::collective
