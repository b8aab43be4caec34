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
      "Reduce_scatter by recursive halving: each rank exchanges half of the remaining data with the rank at "
      "distance P/2, P/4, .. 1. Allreduce continues with an allgather by recursive doubling, reduce with a "
      "binomial gather (Rabenseifner, Optimization of collective reduction operations, 2004): 2 log2 P "
      "rounds and 2 (P - 1) / P of the vector in total. A vector is cut into P parts (packets are rounded up "
      "to a multiple). If P is not a power of two, let Q be the largest power of two below P: each rank from "
      "Q upward first sends its vector to rank - Q, and receives the result last";
  static constexpr std::tuple schema{param("embedding", &Params::embedding, embedding_doc)};

  explicit Rabenseifner(Params const& params) : params_(params) {}
  static bool serves(Operation operation) {
    return operation == Operation::reduce_scatter || operation == Operation::reduce ||
           operation == Operation::allreduce;
  }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective
