// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/program/collective_choices.hpp"
#include "weft/collective/ranks/rank_program.hpp"
#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::collective {

/// A message that a rank sends or receives in a round.
struct RoundStep {
  std::uint32_t round, peer;
  double share;  ///< number of blocks of the message, as a fraction of RankRounds::blocks_per_message
  bool sends, adds;
};

/// The steps of each rank, ordered by round; within a round, receives precede sends.
class RoundSteps {
 public:
  RoundSteps(RankRounds const& rounds, std::uint32_t ranks);
  std::vector<RoundStep> const& steps(std::uint32_t rank) const { return steps_[rank]; }

 private:
  std::vector<std::vector<RoundStep>> steps_;
};

/// A repeated collective operation.
struct OperationProgram {
  struct Params {
    Operation of = Operation::allreduce;
    std::string algorithm = "default";
    double bytes = 1e6;
    double compute = 0;
    std::int64_t iterations = 1;
  };
  static constexpr std::string_view name = "operation";
  static constexpr std::string_view doc =
      "Iterations in which each rank computes, then takes part in a collective operation of all ranks";
  static constexpr std::tuple schema{
      param("of", &Params::of, "MPI operation"),
      param("algorithm", &Params::algorithm,
            "an algorithm that plans messages between ranks, in brackets if it has parameters; default: by "
            "size")
          .from("collectives"),
      param("bytes", &Params::bytes, Range{0, 1e18}, "size of a message, or of the vector for reductions",
            "bytes"),
      param("compute", &Params::compute, Range{0, 1e18}, "time that a rank computes in an iteration", "ns"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "number of iterations")};
  static Program make(Params const& params, TaskContext const& context);
  /// Sets the algorithm for the operation of the program in `choices`.
  static void choose(Params const& params, CollectiveChoices& choices) {
    if (params.algorithm != "default") choice_for(params.of, choices) = params.algorithm;
  }
};

/// An application algorithm on a task grid.
struct ApplicationProgram {
  struct Params {
    std::string of = "cannon";
    double bytes = 1e6;
    double compute = 0;
    std::int64_t iterations = 1;
  };
  static constexpr std::string_view name = "algorithm";
  static constexpr std::string_view doc =
      "The messages of an algorithm on a grid of tasks, as in weft schedule: cannon, summa, matmul_3d or halo, with "
      "their parameters in brackets. A task begins a round when its previous round has ended";
  static constexpr std::tuple schema{
      param("of", &Params::of, "algorithm, e.g. summa or [halo:periodic=false]"),
      param("bytes", &Params::bytes, Range{0, 1e18}, "size of a block", "bytes"),
      param("compute", &Params::compute, Range{0, 1e18}, "time that a task computes after each round", "ns"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "number of iterations")};
  static Program make(Params const& params, TaskContext const& context);
};

/// A repeated collective operation that is planned for the channels of a machine: ranks forward blocks to
/// their neighbors.
struct ScheduleProgram {
  struct Params {
    Operation of = Operation::broadcast;
    std::string algorithm = "packed_trees";
    double bytes = 1e6;
    std::int64_t packets = 16;
    std::int64_t root = 0;
    double compute = 0;
    std::int64_t iterations = 1;
  };
  static constexpr std::string_view name = "schedule";
  static constexpr std::string_view doc =
      "Iterations in which each rank computes, then takes part in a collective operation that is planned for the "
      "channels of the machine, as in weft collective: each transfer is a message to the rank at the other end of "
      "its channel, sent once its block has arrived. For networks with one terminal on each router";
  static constexpr std::tuple schema{
      param("of", &Params::of, "MPI operation"),
      param("algorithm", &Params::algorithm,
            "an algorithm that plans for the channels of the machine, in brackets if it has parameters: e.g. "
            "single_tree, arc_disjoint_trees, packed_trees")
          .from("collectives"),
      param("bytes", &Params::bytes, Range{0, 1e18}, "size of a message, or of the vector for reductions",
            "bytes"),
      param("packets", &Params::packets, Range{1, 2147483647},
            "blocks per message, for pipelining; a barrier has one block of 0 "
            "bytes"),
      param("root", &Params::root, Range{0, 4294967294.0}, "rank that sends to all, or receives from all"),
      param("compute", &Params::compute, Range{0, 1e18}, "time that a rank computes in an iteration", "ns"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "number of iterations")};
  /// Returns the planned operation as a call.
  static std::vector<CallAlgorithm> algorithms(Params const& params) {
    return {{.call = std::string(operation_name(params.of)),
             .algorithm = params.algorithm,
             .is_default = params.algorithm == Params{}.algorithm,
             .max_bytes = params.bytes}};
  }
  /// Creates the program, with rank i on terminal i of the machine of the context. Adding received data takes
  /// `ns_per_byte`. Throws InputError if there is no machine, or if blocks pass through a router that has no
  /// rank.
  static Program make(Params const& params, TaskContext const& context, double ns_per_byte);
};

}  // namespace weft::collective
