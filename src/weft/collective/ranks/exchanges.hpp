// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_program.hpp"

namespace weft::collective {

/// Bruck's algorithms, with a logarithmic number of rounds for any number of ranks.
class Bruck : public EmbeddedRounds {
 public:
  static constexpr std::string_view name = "bruck";
  static constexpr std::string_view doc =
      "ceil(log2 P) rounds for any P (Bruck et al., Efficient algorithms for all-to-all communications in "
      "multiport message-passing systems, 1997). All-to-all: in round k, every message with bit k in its "
      "distance (to - from modulo P) moves by 2^k ranks, so a message is sent log2(P) / 2 times on average. "
      "Allgather: in round k, rank i sends all its messages to rank i - 2^k, in the last round only "
      "the missing ones";

  using EmbeddedRounds::EmbeddedRounds;
  static bool serves(Operation operation) {
    return operation == Operation::all_to_all || operation == Operation::allgather;
  }
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;
};

/// All-to-all with one partner per round.
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
      "sends to rank i + k and receives from rank i - k (modulo P). All messages take direct paths, on "
      "grids by "
      "dimension order";
  static constexpr std::tuple schema{
      param("ties", &Params::ties, "direction of messages that go halfway around a ring of a torus"),
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

/// Direct messages to all destinations, in one round.
class Direct {
 public:
  struct Params {
    Ties ties = Ties::split;
    Embedding embedding = Embedding::slots;
  };
  static constexpr std::string_view name = "direct";
  static constexpr std::string_view doc =
      "Every message goes directly to its destination, and all start simultaneously: on grids by "
      "dimension order, elsewhere by shortest paths. Messages to the next ranks come first in the "
      "queues. In an allreduce every rank adds up one part of the vector, which it receives from all "
      "ranks, and then sends the sum to all";
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
  /// Returns the number of blocks of the part of the vector that a rank adds up; for allgather, of its
  /// message.
  static std::uint32_t blocks_per_rank(std::uint32_t ranks, Task const& task);
  Params params_;
};

/// Random choice of an all-to-all.
enum class RandomChoice : std::uint8_t { order, intermediate };

/// All-to-all with random choices.
class Randomized {
 public:
  struct Params {
    RandomChoice draw = RandomChoice::order;
    Ties ties = Ties::split;
    Embedding embedding = Embedding::slots;
  };
  static constexpr std::string_view name = "randomized";
  static constexpr std::array<std::string_view, 1> aliases{"randomized"};
  static constexpr std::string_view doc =
      "All-to-all with random choices (Solomonik, Network interconnect topologies, lecture 29). draw = "
      "order: every "
      "rank sends its messages directly, in its own random order, first come, first served at the channels. "
      "With embedding = rounds, it sends them one after another. draw = intermediate: every message goes "
      "to a "
      "random rank first (Valiant, A scheme for fast parallel communication, 1982): twice the load of "
      "uniform traffic, for any traffic";
  static constexpr std::tuple schema{
      param("draw", &Params::draw, "quantity that is drawn at random"),
      param("ties", &Params::ties, "the direction of messages that go halfway around a ring of a torus"),
      param("embedding", &Params::embedding, embedding_doc),
  };

  explicit Randomized(Params const& params) : params_(params) {}
  static bool serves(Operation operation) { return operation == Operation::all_to_all; }
  void check_machine(Ranks const& ranks, Task const& task) const;
  double detour() const { return params_.draw == RandomChoice::intermediate ? 2 : 1; }
  Plan plan(Ranks const& ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::RandomChoice>
    weft::enum_values<weft::collective::RandomChoice>[] = {
        {"order", weft::collective::RandomChoice::order, "order of the messages of a rank"},
        {"intermediate", weft::collective::RandomChoice::intermediate, "intermediate rank of a message"}};
