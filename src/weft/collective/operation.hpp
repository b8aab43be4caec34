#pragma once

#include <cstdint>
#include <string_view>

#include "weft/core/param.hpp"

namespace weft::collective {

/// The operations of a job's ranks; names and meaning are MPI's.
enum class Operation : std::uint8_t {
  broadcast,       ///< the root's message to all
  scatter,         ///< a different message to each
  gather,          ///< a message of each to the root
  reduce,          ///< the sum of all vectors to the root
  allreduce,       ///< the sum of all vectors to all
  reduce_scatter,  ///< a part of the sum of all vectors to each
  allgather,       ///< a message of each to all
  all_to_all,      ///< another message of each to each
  barrier,         ///< no rank continues before all have arrived
};

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::Operation>
    weft::enum_values<weft::collective::Operation>[] = {
        {"broadcast", weft::collective::Operation::broadcast, "the root's message to all"},
        {"scatter", weft::collective::Operation::scatter, "a different message to each"},
        {"gather", weft::collective::Operation::gather, "a message from each to the root"},
        {"reduce", weft::collective::Operation::reduce, "the sum of all vectors to the root"},
        {"allreduce", weft::collective::Operation::allreduce, "the sum of all vectors to all"},
        {"reduce_scatter", weft::collective::Operation::reduce_scatter,
         "a part of the sum of all vectors to each"},
        {"allgather", weft::collective::Operation::allgather, "a message from each to all"},
        {"all_to_all", weft::collective::Operation::all_to_all, "a different message from each to each"},
        {"barrier", weft::collective::Operation::barrier, "no rank continues before all have arrived"}};

namespace weft::collective {

/// Whether the operation adds up what the ranks contribute.
constexpr bool adds(Operation operation) {
  return operation == Operation::reduce || operation == Operation::allreduce ||
         operation == Operation::reduce_scatter;
}

/// The word that users write for it.
constexpr std::string_view name_of(Operation operation) {
  for (auto const& listed : enum_values<Operation>)
    if (listed.value == operation) return listed.name;
  return {};
}

}  // namespace weft::collective
