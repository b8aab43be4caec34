#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/collective/operation.hpp"
#include "weft/collective/program/collective_choices.hpp"
#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::collective {

/// A collective operation again and again.
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
      "Iterations in which each rank computes, then takes part in a collective operation of all";
  static constexpr std::tuple schema{
      param("of", &Params::of, "the operation, by its MPI name"),
      param("algorithm", &Params::algorithm,
            "one that plans messages between ranks, in brackets if it has parameters; default: by size")
          .from("collectives"),
      param("bytes", &Params::bytes, Range{0, 1e18}, "of a message; of sums, of the vector", "bytes"),
      param("compute", &Params::compute, Range{0, 1e18}, "time that a rank computes in an iteration", "ns"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "how often")};
  static Program make(Params const& params, TaskContext const& context);
  /// Chooses its algorithm.
  static void choose(Params const& params, CollectiveChoices& choices) {
    if (params.algorithm != "default") choice_for(params.of, choices) = params.algorithm;
  }
};

}  // namespace weft::collective
