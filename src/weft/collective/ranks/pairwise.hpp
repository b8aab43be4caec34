#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// One partner after the other.
class Pairwise {
 public:
  struct Params {
    Ties ties = Ties::split;
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::string_view name = "pairwise";
  static constexpr std::string_view doc =
      "P - 1 rounds (Thakur, Rabenseifner & Gropp, Optimization of collective communication operations in "
      "MPICH, 2005): in round k rank i exchanges messages with rank i xor k if P is a power of two, else it "
      "sends to rank i + k and receives from rank i - k (modulo P). All messages go straight, on grids by "
      "dimension order";
  static constexpr std::tuple schema{
      param("ties", &Params::ties, "the direction of messages that go halfway around a ring of a torus"),
      param("embedding", &Params::embedding, embedding_doc),
  };

  explicit Pairwise(Params const& params) : params_(params) {}
  static bool serves(Operation operation) { return operation == Operation::all_to_all; }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective
