#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Every message straight to its destination, all at once.
class Direct {
 public:
  struct Params {
    Ties ties = Ties::split;
    Embedding embedding = Embedding::slots;
  };
  static constexpr std::string_view name = "direct";
  static constexpr std::string_view doc =
      "Every message goes straight to its destination, and all start at once: on grids by dimension order, "
      "elsewhere by shortest paths. Messages to the next ranks are first in the queues. In an allreduce every "
      "rank adds up a part of the vector that all send it, and then sends it to all";
  static constexpr std::tuple schema{
      param("ties", &Params::ties, "the direction of messages that go halfway around a ring of a torus"),
      param("embedding", &Params::embedding, embedding_doc),
  };

  explicit Direct(Params const& params) : params_(params) {}
  static bool serves(Operation operation) {
    return operation == Operation::all_to_all || operation == Operation::scatter ||
           operation == Operation::gather || operation == Operation::allgather || adds_up(operation);
  }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;

 private:
  static bool adds_up(Operation operation) {
    return operation == Operation::allreduce || operation == Operation::reduce_scatter;
  }
  /// Blocks of the part of a vector that a rank adds up; of allgather, of its message.
  static std::uint32_t blocks_per_rank(std::uint32_t ranks, Task const& task);
  Params params_;
};

}  // namespace weft::collective
