#pragma once

#include <string_view>
#include <tuple>

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

}  // namespace weft::queue
