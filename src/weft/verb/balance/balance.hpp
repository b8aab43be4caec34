#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/analysis/balance/capacity_condition.hpp"
#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/slackness/slackness.hpp"

namespace weft {

/// The balance of processing and communication, as a person asks for it.
struct BalanceRequest {
  std::string topology = "sparse_torus:dimensions=3,side=8";
  std::int64_t every = 1;
  std::string latency = "distances";
  bool answers = false;
  Sides slackness{0};
  slackness::Turn turn = slackness::Turn::strict;
  Reading reading = Reading::binding;
  std::string requests = "network";
  std::int64_t processors = 0;
  std::int64_t steps = 20000;
  bool exact = false;
  std::int64_t seed = 1;
};

inline constexpr std::tuple balance_schema{
    param("topology", &BalanceRequest::topology, "the network, e.g. sparse_torus:dimensions=3,side=8"),
    param("every", &BalanceRequest::every, Range{1, 4294967296.0},
          "K: a processor sends a request in every K-th step that it works", "steps"),
    param("latency", &BalanceRequest::latency,
          "how long a request takes, see docs/reference/latencies.md, e.g. fixed:steps=7"),
    param("answers", &BalanceRequest::answers,
          "requests are answered: twice the hops, in the capacity condition and in latencies by distance"),
    param("slackness", &BalanceRequest::slackness, Range{0, 4294967295.0},
          "virtual processors of each processor to simulate, e.g. 1x2x4x8; 0: up to twice what is needed"),
    param("turn", &BalanceRequest::turn, "which virtual processor runs next"),
    param("reading", &BalanceRequest::reading, "the reading of the capacity condition that decides"),
    param(
        "requests", &BalanceRequest::requests,
        "requests that the network accepts in a step, of all processors: network (p / k_min of the reading), "
        "unlimited or a number"),
    param("processors", &BalanceRequest::processors, Range{0, 4294967295.0},
          "so many are simulated at most, with their share of the network; 0: 64, fewer for long latencies"),
    param("steps", &BalanceRequest::steps, Range{1, 1e12},
          "simulated ones at least, unless the state returns before", "steps"),
    param("exact", &BalanceRequest::exact,
          "distances and throughput exactly where a method is known, however long it takes"),
    param("seed", &BalanceRequest::seed, Range{0, 9007199254740992.0},
          "names all random numbers: the same seed, the same result"),
};

/// Whether a network carries what its processors send, and how many virtual processors each needs to hide the latency
/// (Leppanen & Penttonen, Sparse networks: balance of processing and communication, 2007). Tables `balance` (facts), `readings`
/// (the capacity condition) and `slackness` (simulated utilisation beside the formula). Throws InputError on a request that
/// cannot be served, naming the part at fault.
Result balance(BalanceRequest const& request, Progress& progress = no_progress());

}  // namespace weft
