#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Few rounds for any number of ranks.
class Bruck {
 public:
  struct Params {
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::string_view name = "bruck";
  static constexpr std::string_view doc =
      "ceil(log2 P) rounds for any P (Bruck et al., Efficient algorithms for all-to-all communications in "
      "multiport message-passing systems, 1997). All-to-all: in round k, every message with bit k in its "
      "distance (to - from modulo P) moves by 2^k ranks, so a message is sent log2(P) / 2 times on average. "
      "Allgather: in round k, rank i sends all messages that it has to rank i - 2^k, in the last round only "
      "those missing there";
  static constexpr std::tuple schema{param("embedding", &Params::embedding, embedding_doc)};

  explicit Bruck(Params const& params) : params_(params) {}
  static bool serves(Operation operation) {
    return operation == Operation::all_to_all || operation == Operation::allgather;
  }
  void check_machine(Ranks const&, Task const&) const {}
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective
