#pragma once

#include <string_view>
#include <tuple>

#include "weft/engine/queue/cluster.hpp"

namespace weft::queue {

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

}  // namespace weft::queue
