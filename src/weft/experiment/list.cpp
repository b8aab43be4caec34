#include "weft/experiment/list.hpp"

#include "weft/engine/load/routings/catalog.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/experiment/collective.hpp"
#include "weft/experiment/schedule/schedule.hpp"
#include "weft/experiment/schedule/schedules.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/network/cost.hpp"
#include "weft/network/layout.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/topology/catalog.hpp"
#include "weft/topology/machines.hpp"
#include "weft/traffic/catalog.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {

std::vector<CatalogSection> list_catalogs() {
  auto routings = Routings::docs();
  std::erase_if(routings, [](auto const& entry) { return entry.name == "clex_recursive"; });
  routings.insert(
      routings.begin(),
      {"clex_recursive",
       "A(l) of Lenzen & Wattenhofer (arXiv 1607.00298): randomized, load-balanced routing on CLEX, in "
       "phases, or with execution=packets as a routing of single packets, which takes no parameters",
       describe_params(rounds::clex_options_schema)});
  std::vector<CatalogDoc> machine_docs;
  for (auto const& machine : machines())
    machine_docs.push_back({std::string(machine.name),
                            std::string(machine.doc) + ". Stands for `" + std::string(machine.spec) + "`",
                            {}});
  return {
      {"topologies", "Networks: the first argument of `weft show` and `weft simulate`.", Topologies::docs()},
      {"machines",
       "Networks of machines that were built, by name, wherever a topology is expected; arguments after the "
       "name replace those it stands for.",
       std::move(machine_docs)},
      {"routings", "How messages find their way: `--routing`.", std::move(routings)},
      {"traffic patterns", "Who sends to whom: `--traffic`.", Patterns::docs()},
      {"load routings", "How a job's traffic is spread over paths: `weft load --routing`.",
       LoadRoutings::docs()},
      {"communication patterns", "Who sends to whom among the tasks of a job: `weft load --pattern`.",
       Communications::docs()},
      {"mappings", "Where the tasks of a job run: `weft load --mapping`, `weft map --mapping`.",
       Mappings::docs()},
      {"engines",
       "What simulates: `--engine`.",
       {{"rounds", "Synchronous rounds, one message per channel and round",
         describe_params(rounds::rounds_schema)},
        {"load",
         "Exact loads of all channels by a job's communication, and the throughput they allow: no time",
         {}},
        {"schedule",
         "Schedules in slots of time, executed slot by slot: proved free of conflicts, or refused",
         describe_params(schedule_engine_schema),
         {},
         "schedule:schedule=general"}}},
      {"schedules", "What is sent when, slot by slot: `weft schedule --schedule`.", Schedules::docs()},
      {"setup",
       "Where a machine stands and what it costs: `--layout KEY=VALUE,..` and `--cost KEY=VALUE,..`.",
       {{"layout", "Grids and CLEX as cubes of cubes, all others as racks in rows; cables run along the axes",
         describe_params(LayoutParams::schema)},
        {"cost",
         "Prices and power by Besta & Hoefler, Slim Fly: a cost effective low-diameter network topology, SC 2014, "
         "section VI",
         describe_params(CostParams::schema)}}},
      {"collectives",
       "What all terminals do together: `weft collective NAME TOPOLOGY`.",
       {{"allgather",
         "One message of every terminal to all others, by flooding: on clex level 1, then the levels from "
         "the highest down (Lenzen & Wattenhofer, arXiv 1607.00298); on torus and mesh dimension after "
         "dimension; elsewhere along breadth-first trees. Rounds against the lower bound (n - 1) / B, with "
         "the topology's bandwidths and with their sum B divided by the messages that each class carries",
         describe_params(allgather_schema)},
        {"exchange",
         "A different message from every terminal to every other: by A(l) on clex, elsewhere by store and "
         "forward with the default routing. Rounds against the load that no routing avoids",
         describe_params(exchange_schema)}}}};
}

}  // namespace weft
