#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// The network between the ranks of a program.
enum class ReplayNetwork : std::uint8_t { flow, loggops };

}  // namespace weft::verb

namespace weft {
template <>
inline constexpr EnumValue<verb::ReplayNetwork> enum_values<verb::ReplayNetwork>[] = {
    {"flow", verb::ReplayNetwork::flow, "the topology: messages share its channels (engine flow)"},
    {"loggops", verb::ReplayNetwork::loggops,
     "none: all ranks reach each other alike (LogGOPS, whole ns), as in LogGOPSim"}};
}  // namespace weft

namespace weft::verb {

/// How long a program takes on a machine: its messages share the channels, its ranks wait for each other.
/// Tables: summary, ranks, classes, channels, bottlenecks; `stuck` if it never ends.
struct Replay {
  struct Params {
    std::string topology = "torus:sides=4x4";
    std::string program = "pattern";
    std::string routing = "default";
    std::string mapping = "linear";
    Sides grid{0};
    ReplayNetwork network = ReplayNetwork::flow;
    std::string engine = "flow";
    std::string costs = {};
    std::string collective = {};
    std::string layout = {};
    std::int64_t seed = 1;
    bool require_end = false;
    double failed_links = 0;
    double failed_routers = 0;
    std::string fail = {};
  };
  static constexpr std::string_view name = "replay";
  static constexpr std::string_view doc =
      "how long a program takes on a machine, and which of its ranks wait";
  static constexpr std::string_view example =
      "weft replay torus:sides=8x8 --program pattern:of=halo,bytes=1MB,compute=50us,iterations=10";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology),
          param("program", &Params::program, "what the ranks do, e.g. goal:file=PATH").from("programs"),
          param("routing", &Params::routing, "the routing; default: what suits the topology")
              .from("routings"),
          mapping_field(&Params::mapping), grid_field(&Params::grid),
          param("network", &Params::network, "what is between the ranks"),
          param("engine", &Params::engine, "flow with its options, e.g. flow:bandwidth=1GB/s"),
          param("costs", &Params::costs, "what messages cost the ranks, as KEY=VALUE,.., e.g. L=500,o=200"),
          param("collective", &Params::collective,
                "the algorithms of collective calls, as CALL=ALGORITHM,.., e.g. allreduce=ring"),
          layout_field(&Params::layout), seed_field(&Params::seed),
          param("require_end", &Params::require_end, "exit with status 3 if the program never ends")},
      failure_schema<Params>);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb
