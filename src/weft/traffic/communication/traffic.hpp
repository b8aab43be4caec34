#pragma once

#include <string>
#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// A traffic pattern among tasks.
class Traffic {
 public:
  struct Params {
    std::string of = "permutation";
    std::int64_t messages = 1;
  };
  static constexpr std::string_view name = "traffic";
  static constexpr std::string_view doc =
      "Any pattern of docs/reference/traffic_patterns.md with tasks instead of terminals, e.g. traffic:of=tornado or "
      "traffic:of=[shift:by=3]: random permutations, nearest neighbors in turn, bit complement, h-relations. Patterns "
      "on a grid take the task grid. Uniform traffic is its expectation, the same to every task; other random choices are one "
      "draw of the seed.";
  static constexpr std::tuple schema{
      param("of", &Params::of, "the pattern").from("traffic patterns"),
      param(
          "messages", &Params::messages, Range{1, 1048576},
          "messages of each task; the load of uniform traffic is its expectation and does not depend on it"),
  };

  explicit Traffic(Params const& params) : params_(params) {}
  /// Whether another seed makes another communication.
  bool is_one_draw() const;
  Communication communicate(TaskContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::task
