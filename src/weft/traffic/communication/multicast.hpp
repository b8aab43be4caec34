#pragma once

#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// One task to all of its row.
class Multicast {
 public:
  struct Params {
    std::int64_t size = 0;
  };
  static constexpr std::string_view name = "multicast";
  static constexpr std::string_view doc =
      "The tasks, in order, form groups of `size`. The first task of each group sends the same amount to every other one "
      "(many-to-many and one-to-many collectives of Bhatele et al., SC 2011).";
  static constexpr std::tuple schema{
      param("size", &Params::size, Range{0, 4294967296.0},
            "tasks in a group; 0: the last side of the task grid"),
  };

  explicit Multicast(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::task
