#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/rounds/allgather/allgather.hpp"

namespace weft {

/// An allgather as a person asks for it.
struct AllgatherRequest {
  std::string topology;
  rounds::Stages stages = rounds::Stages::pipelined;
};
constexpr std::tuple allgather_schema{
    param("stages", &AllgatherRequest::stages, "when a node forwards what it has received")};

/// A personalised exchange as a person asks for it.
struct ExchangeRequest {
  std::string topology;
  std::int64_t seed = 1;
};
constexpr std::tuple exchange_schema{param("seed", &ExchangeRequest::seed, Range{0, 9007199254740992.0},
                                           "names all random numbers: the same seed, the same result")};

/// One message of every terminal to all others, by flooding: the paper's all-to-all (Lenzen & Wattenhofer, arXiv
/// 1607.00298). With the bandwidths of the topology, and with their sum divided among the classes of channels by the
/// messages they carry (with barriers also by their root). Tables `allgather` and `channels`.
Result collective_allgather(AllgatherRequest const& request);

/// A different message from every terminal to every other: by A(l) on CLEX, elsewhere by store and forward with the
/// topology's default routing. Tables `exchange` and `channels`.
Result collective_exchange(ExchangeRequest const& request, Progress& progress = no_progress());

}  // namespace weft
