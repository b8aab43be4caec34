#pragma once

#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// Every task to every task.
class AllToAll {
 public:
  struct Params {};
  static constexpr std::string_view name = "all_to_all";
  static constexpr std::string_view doc =
      "Each task sends the same amount to every task, itself included: the average of uniformly random traffic, as of the "
      "RandomAccess and Graph500 benchmarks.";
  static constexpr std::tuple schema{};

  explicit AllToAll(Params const&) {}
  Communication communicate(TaskContext const& context) const;
};

}  // namespace weft::task
