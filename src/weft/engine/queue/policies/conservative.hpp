#pragma once

#include <string_view>
#include <tuple>

#include "weft/engine/queue/cluster.hpp"

namespace weft::queue {

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

}  // namespace weft::queue
