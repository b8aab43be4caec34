// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/collective/algorithm.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// Additional parts of the result of a collective operation.
enum class CollectiveDetails : std::uint8_t { summary, slots };

}  // namespace weft::verb

namespace weft {

template <>
inline constexpr EnumValue<verb::CollectiveDetails> enum_values<verb::CollectiveDetails>[] = {
    {"summary", verb::CollectiveDetails::summary, "no arrays"},
    {"slots", verb::CollectiveDetails::slots,
     "arrays `slots_ALGORITHM` of the channels in use in every slot, with the packets that are best for the "
     "largest messages"}};

}  // namespace weft

namespace weft::verb {

/// A collective operation over all ranks, run with each requested algorithm. Tables: `collective`, the time
/// by algorithm and message size, with lower bounds; `channels`, by channel class at the largest size; with
/// several algorithms, `crossover`, the fastest algorithm for each size; with engine=flit, `flits`, the
/// packet simulation of in_network. The tables of round-based algorithms follow.
struct Collective {
  struct Params {
    collective::Operation operation = collective::Operation::broadcast;
    std::string topology = "torus:sides=8x8x8";
    std::string algorithm = "all";
    std::string engine = "schedule";
    std::string routing = "default";
    std::string mapping = default_mapping;
    Sides grid{0};
    std::string terminals = {};
    std::string bytes = {};
    std::string packets = "best";
    double alpha = 1e-6;
    double beta = 1e-10;
    double hop = 0;
    double bandwidth = 0;
    std::int64_t root = 0;
    std::string receivers = "all";
    std::uint32_t sends = 0;
    std::int64_t reduction_delay = 0;
    std::uint32_t groups = 1;
    std::int64_t seed = 1;
    std::string layout = {};
    std::string transfers = {};
    FailureParams failures = {};
    CollectiveDetails details = CollectiveDetails::summary;

    friend bool operator==(Params const&, Params const&) = default;
  };
  static constexpr std::string_view name = "collective";
  static constexpr std::string_view doc = "time of a collective operation with several algorithms";
  static constexpr std::string_view example =
      "weft collective allreduce torus:8x8 --bytes 1M --bandwidth 100Gb/s\n"
      "weft collective broadcast hypercube:6 --algorithm single_tree\n"
      "weft collective allreduce torus:8x8x8 --bytes 1k..1M";
  /// Parameters of the request, without output options.
  static constexpr std::tuple request_schema = std::tuple_cat(
      std::tuple{
          param("operation", &Params::operation, "operation, by its MPI name")
              .positional("OPERATION")
              .required(),
          topology_field(&Params::topology),
          param("algorithm", &Params::algorithm,
                "algorithm, or several separated by commas; all: every algorithm that applies")
              .from("collectives"),
          param("engine", &Params::engine,
                "schedule; or flit with its options, as in flit:vcs=8,packet_size=4: in_network also runs as "
                "packets that routers copy and add, cycle by cycle"),
          param("routing", &Params::routing,
                "oblivious routing that draws the path of every block; default: the paths for which the "
                "algorithms were designed (dimension order on grids, paths by destination on fat trees, "
                "else shortest paths)")
              .from("routings"),
          mapping_field(&Params::mapping),
          param("grid", &Params::grid, Range{0, 4294967296.0},
                "ranks, as a number or as the task grid of the mapping; 0: one on each terminal"),
          param("terminals", &Params::terminals,
                "terminals on which ranks may run, as in 0..63,96..127, or the lowest 25%; default: all"),
          param("bytes", &Params::bytes,
                "size of a message (for reductions, of the whole vector): 512, 64k, 1Mi, a list 1k,1M, or a "
                "sweep 1k..1G in doublings; default: 1M"),
          param("packets", &Params::packets,
                "number of packets per message; best: the fastest power of two for each size, found by "
                "executing 1, 2, 4, .. packets until no size becomes faster, on channels of bandwidth b "
                "for 1 + log2(b) doublings"),
          param("alpha", &Params::alpha, Range{0, 1e9},
                "cost of a message in addition to its bytes and hops; where routers copy or add, and with "
                "hop=-1, the cost of each step",
                "seconds"),
          param("beta", &Params::beta, Range{0, 1e9}, "cost of a byte on a channel of bandwidth 1",
                "seconds"),
          param("hop", &Params::hop, Range{-1, 1e9},
                "cost of each hop of a message between ranks, which switches pass on while it arrives "
                "(cut-through): its bytes count once; -1: store-and-forward, the bytes count again at every "
                "switch, and every step costs alpha",
                "seconds"),
          param("bandwidth", &Params::bandwidth, Range{0, 1e18},
                "rate of a channel of bandwidth 1; overrides beta; 0: beta applies", "bytes/s"),
          param("root", &Params::root, Range{0, 4294967295.0},
                "rank of the root: 0 to the number of ranks - 1"),
          param(
              "receivers", &Params::receivers,
              "ranks that receive a broadcast: all, a random subset (10% or 25), or a list such as 0..63,96"),
          param("sends", &Params::sends, Range{0, 4294967295.0},
                "blocks that a node can send per slot over all its channels; 0: as many as the channels "
                "carry"),
          param("reduction_delay", &Params::reduction_delay, Range{0, 1e6},
                "with engine=flit: delay of adding up packets in a router", "cycles")
              .formerly("adding_delay"),
          param(
              "groups", &Params::groups, Range{1, 4294967295.0},
              "with engine=flit: number of equal groups of consecutive ranks, which run the operation simultaneously, each along a separate tree; root and receivers are ranks within a group, and the time is computed for the first group alone"),
          seed_field(&Params::seed),
          layout_field(&Params::layout),
          param(
              "transfers", &Params::transfers,
              "also write the schedule to this file (one algorithm only; number of packets: the best for the largest message); weft schedule --schedule transfers:file=FILE runs it store-and-forward")},
      group(&Params::failures, failure_schema));
  static constexpr std::tuple schema =
      std::tuple_cat(request_schema, std::tuple{param("details", &Params::details, "additional tables")});
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb
