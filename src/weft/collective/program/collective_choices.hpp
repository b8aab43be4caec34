// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "weft/collective/any_algorithm.hpp"
#include "weft/io/program/program.hpp"

namespace weft::collective {

/// The algorithm for the collective calls of each operation in a program: any algorithm that plans messages
/// between ranks. `default`: selected according to message size and number of ranks, as in Thakur,
/// Rabenseifner & Gropp (Optimization of collective communication operations in MPICH, 2005).
struct CollectiveChoices {
  std::string broadcast = "default", reduce = "default", allreduce = "default", reduce_scatter = "default",
              gather = "default", scatter = "default", allgather = "default", all_to_all = "default",
              barrier = "default";

  static constexpr std::tuple schema{
      param("broadcast", &CollectiveChoices::broadcast,
            "default: binomial below 12 KiB or 8 ranks, else scatter_allgather")
          .from("collectives"),
      param("reduce", &CollectiveChoices::reduce, "default: binomial below 2 KiB, else rabenseifner")
          .from("collectives"),
      param("allreduce", &CollectiveChoices::allreduce,
            "default: recursive_doubling below 2 KiB, else rabenseifner")
          .from("collectives"),
      param("reduce_scatter", &CollectiveChoices::reduce_scatter, "default: rabenseifner")
          .from("collectives"),
      param("gather", &CollectiveChoices::gather, "default: binomial; direct if sizes differ")
          .from("collectives"),
      param("scatter", &CollectiveChoices::scatter, "default: binomial; direct if sizes differ")
          .from("collectives"),
      param("allgather", &CollectiveChoices::allgather,
            "default: below 80 KiB in total recursive_doubling, or bruck if the number of ranks is not a "
            "power of two, else "
            "ring; direct if sizes differ")
          .from("collectives"),
      param("all_to_all", &CollectiveChoices::all_to_all,
            "default: bruck up to 256 bytes, direct up to 32 KiB, else pairwise; pairwise if sizes differ")
          .from("collectives"),
      param("barrier", &CollectiveChoices::barrier, "default: dissemination").from("collectives")};
};

/// Returns a reference to the algorithm for an operation.
std::string& choice_for(Operation operation, CollectiveChoices& choices);
/// Returns the kind of call that performs an operation.
CallKind call_kind(Operation operation);

/// Throws InputError at `collective` if an algorithm is unknown, does not support its operation, or requires
/// a machine to plan its messages.
void check(CollectiveChoices const& choices);

/// Returns the messages of a call among `ranks` ranks, with messages of equal size. Throws InputError at
/// `collective` if the algorithm does not support the call.
RankRounds call_rounds(CollectiveCall const& call, std::uint32_t ranks, CollectiveChoices const& choices);
/// Returns the messages of a call with different message sizes; each message has one block.
RankRounds call_rounds_of_sizes(CollectiveCall const& call, std::uint32_t ranks);

/// The algorithm of the calls of one kind in a program.
struct CallAlgorithm {
  std::string call = {}, algorithm = {};  ///< as in user input
  bool is_default = false;                ///< whether the request leaves the algorithm open
  std::uint32_t max_ranks = 0;            ///< ranks of the largest group that makes such a call
  double max_bytes = 0;                   ///< size of the largest message, or vector
};
/// Returns the algorithm of a call among `ranks` ranks.
CallAlgorithm call_algorithm(CollectiveCall const& call, std::uint32_t ranks,
                             CollectiveChoices const& choices);
/// Adds a call to a list that has one entry for each kind of call and algorithm.
void add_call(CallAlgorithm const& call, std::vector<CallAlgorithm>& calls);

/// Returns the name of a call kind in user input.
std::string_view call_name(CallKind kind);

}  // namespace weft::collective
