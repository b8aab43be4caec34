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
      "First come, first served: the job that has waited longest starts as soon as it finds a place; no job overtakes another.";
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
      "EASY backfilling: the job that has waited longest has a reservation at the moment at which, by the estimates, it finds a place. Others start before it if they end by then, or leave the nodes that it needs (D. Lifka, The ANL/IBM SP scheduling system, JSSPP 1995; A. Mu'alem and D. Feitelson, TPDS 12, 2001).";
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
      "Conservative backfilling: every job that waits has, in order, the earliest reservation that delays none before it (A. Mu'alem and D. Feitelson, TPDS 12, 2001). Reservations are made again whenever jobs come or end.";
  static constexpr std::tuple schema{};

  explicit Conservative(Params const&) {}
  void pass(Cluster& cluster) const;
};

/// All policies that users can name. Adding one is adding it here. `pass(cluster)` starts, at one moment, the
/// jobs that shall start then.
using Policies = Catalog<Fcfs, Easy, Conservative>;

}  // namespace weft::queue
