#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Along a binomial tree of ranks.
class Binomial {
 public:
  struct Params {
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::string_view name = "binomial";
  static constexpr std::string_view doc =
      "Along a binomial tree of ranks (Thakur, Rabenseifner & Gropp, Optimization of collective communication operations in MPICH, 2005): "
      "ceil(log2 P) rounds, in each of which every rank that has the message sends it to one that has not, first over half of "
      "all ranks. Scatter sends each rank what is for it and those below it; gather and reduce go backwards";
  static constexpr std::tuple schema{param("embedding", &Params::embedding, embedding_doc)};

  explicit Binomial(Params const& params) : params_(params) {}
  static bool serves(Operation operation) {
    return operation == Operation::broadcast || operation == Operation::scatter ||
           operation == Operation::gather || operation == Operation::reduce;
  }
  void check_machine(Ranks const&, Task const&) const {}
  Plan plan(Ranks const& ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective
