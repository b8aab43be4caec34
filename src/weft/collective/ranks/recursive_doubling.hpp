#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Exchanges between ranks at distances 1, 2, 4, ..
class RecursiveDoubling {
 public:
  struct Params {
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::string_view name = "recursive_doubling";
  static constexpr std::string_view doc =
      "In round k, ranks whose numbers differ in bit k exchange all they have (Thakur, Rabenseifner & Gropp, "
      "Optimization of collective communication operations in MPICH, 2005): log2 P rounds of whole vectors "
      "for allreduce, of 1, 2, 4, .. messages for allgather. On a hypercube each round uses the links of one "
      "dimension. If P is not a power of two, let Q be the largest power of two below P: each rank from Q "
      "upward first sends its data to rank - Q, and receives the result last";
  static constexpr std::tuple schema{param("embedding", &Params::embedding, embedding_doc)};

  explicit RecursiveDoubling(Params const& params) : params_(params) {}
  static bool serves(Operation operation) {
    return operation == Operation::allgather || operation == Operation::allreduce;
  }
  void check_machine(Ranks const&, Task const&) const {}
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective
