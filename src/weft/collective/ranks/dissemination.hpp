#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// A barrier without a root.
class Dissemination {
 public:
  struct Params {
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::string_view name = "dissemination";
  static constexpr std::string_view doc =
      "In round k, rank i informs rank i + 2^k (modulo P) that it and all ranks that it has heard of have "
      "arrived (Hensgen, Finkel & Manber, Two algorithms for barrier synchronization, 1988): ceil(log2 P) "
      "rounds of messages without content, for any P";
  static constexpr std::tuple schema{param("embedding", &Params::embedding, embedding_doc)};

  explicit Dissemination(Params const& params) : params_(params) {}
  static bool serves(Operation operation) { return operation == Operation::barrier; }
  void check_machine(Ranks const&, Task const&) const {}
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective
