// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <tuple>

#include "weft/core/catalog.hpp"
#include "weft/engine/queue/cluster.hpp"

namespace weft::queue {

/// First come, first served.
class Fcfs {
 public:
  struct Params {};
  static constexpr std::string_view name = "fcfs";
  static constexpr std::string_view doc =
      "First come, first served: the job that has waited longest starts as soon as it can be placed; no job overtakes another.";
  static constexpr std::tuple schema{};

  explicit Fcfs(Params const&) {}
  void pass(Cluster& cluster) const;
};

/// EASY backfilling.
class Easy {
 public:
  struct Params {};
  static constexpr std::string_view name = "easy";
  static constexpr std::string_view doc =
      "EASY backfilling: the job that has waited longest has a reservation for the first time at which, "
      "by the estimates, it can be placed. Other jobs start before it if they end by then, or if they "
      "do not use the nodes that it needs (D. Lifka, The ANL/IBM SP scheduling system, JSSPP 1995; A. "
      "Mu'alem and D. Feitelson, TPDS 12, 2001).";
  static constexpr std::tuple schema{};

  explicit Easy(Params const&) {}
  void pass(Cluster& cluster) const;
};

/// Conservative backfilling.
class Conservative {
 public:
  struct Params {};
  static constexpr std::string_view name = "conservative";
  static constexpr std::string_view doc =
      "Conservative backfilling: every waiting job has, in order, the earliest reservation that delays no earlier job (A. Mu'alem and D. Feitelson, TPDS 12, 2001). Reservations are recomputed when jobs arrive or end.";
  static constexpr std::tuple schema{};

  explicit Conservative(Params const&) {}
  void pass(Cluster& cluster) const;
};

/// All policies that users can name. Register new ones here. `pass(cluster)` starts the jobs that the policy
/// selects at the current time.
using Policies = Catalog<Fcfs, Easy, Conservative>;

}  // namespace weft::queue
