#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Recursive halving, then what the operation still needs.
class Rabenseifner {
 public:
  struct Params {
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::string_view name = "rabenseifner";
  static constexpr std::string_view doc =
      "Reduce_scatter by recursive halving: exchanges of half of what is left with the rank at distance P/2, P/4, .. 1; for allreduce then "
      "allgather by recursive doubling, for reduce then a binomial gather (Rabenseifner, Optimization of collective reduction operations, "
      "2004): 2 log2 P rounds of 2 (P - 1) / P of the vector in all. A vector is cut into P parts (packets are rounded up to a "
      "multiple). If P is no power of two, the ranks from the largest power of two below P upwards give their vectors to rank - that power "
      "first and get the result last";
  static constexpr std::tuple schema{param("embedding", &Params::embedding, embedding_doc)};

  explicit Rabenseifner(Params const& params) : params_(params) {}
  static bool serves(Operation operation) {
    return operation == Operation::reduce_scatter || operation == Operation::reduce ||
           operation == Operation::allreduce;
  }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective
