// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "weft/collective/any_algorithm.hpp"
#include "weft/io/program/program.hpp"

namespace weft::collective {

/// The algorithm of each collective call of a program: any that plans messages between ranks. `default`:
/// chosen by the size of the message and the number of ranks as Thakur, Rabenseifner & Gropp do it
/// (Optimization of collective communication operations in MPICH, 2005).
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
      param("gather", &CollectiveChoices::gather, "default: binomial; direct where sizes differ")
          .from("collectives"),
      param("scatter", &CollectiveChoices::scatter, "default: binomial; direct where sizes differ")
          .from("collectives"),
      param(
          "allgather", &CollectiveChoices::allgather,
          "default: below 80 KiB in all recursive_doubling, or bruck if the ranks are no power of two, else "
          "ring; direct where sizes differ")
          .from("collectives"),
      param("all_to_all", &CollectiveChoices::all_to_all,
            "default: bruck up to 256 bytes, direct up to 32 KiB, else pairwise; pairwise where sizes differ")
          .from("collectives"),
      param("barrier", &CollectiveChoices::barrier, "default: dissemination").from("collectives")};
};

/// That of an operation.
std::string& choice_for(Operation operation, CollectiveChoices& choices);
/// The call that is this operation.
CallKind call_kind(Operation operation);

/// Throws InputError at `collective` for an algorithm that does not exist, does another operation, or needs a
/// machine to plan its messages.
void check(CollectiveChoices const& choices);

/// The rounds of a call with messages of one size among so many ranks. Throws InputError naming
/// `collective`.
RankRounds rounds_of(CollectiveCall const& call, std::uint32_t ranks, CollectiveChoices const& choices);
/// Those of a call with messages of different sizes: whom each rank sends its messages to; a message has one
/// block.
RankRounds rounds_of_sizes(CollectiveCall const& call, std::uint32_t ranks);

/// The word for a call.
std::string_view name_of(CallKind kind);

}  // namespace weft::collective
