#include "weft/verb/list/catalogs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/collective/applications/catalog.hpp"
#include "weft/collective/catalog.hpp"
#include "weft/collective/operation.hpp"
#include "weft/engine/load/routings/catalog.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/slackness/latencies/catalog.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/network/cost.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/vc/catalog.hpp"
#include "weft/topology/machines.hpp"
#include "weft/traffic/catalog.hpp"
#include "weft/traffic/communication/catalog.hpp"
#include "weft/verb/collective/rounds/catalog.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/schedule/schedules.hpp"
#include "weft/verb/schedule/transfers_schedule.hpp"
#include "weft/verb/simulate/engines.hpp"

namespace weft::verb {
namespace {

/// The operations that an algorithm does, then what it is.
template <class A>
std::string collective_doc() {
  std::string operations;
  for (auto const& listed : enum_values<collective::Operation>) {
    bool does = false;
    if constexpr (requires { A::serves(listed.value); })
      does = A::serves(listed.value);
    else
      does = A::operation == listed.value;
    if (does) operations += (operations.empty() ? "" : ", ") + std::string(listed.name);
  }
  return fmt::format("{}. Does {}", A::doc, operations);
}

/// What a routing is, then where it serves.
std::vector<CatalogDoc> flit_routing_docs() {
  auto docs = vc::Routings::docs();
  auto entry = docs.begin();
  vc::Routings::for_each([&]<class R>(std::type_identity<R>) {
    bool const goes_around = requires { R::knows_failures; };
    entry->doc += fmt::format("{} Needs {}.{}", entry->doc.ends_with('.') ? "" : ".", R::needs,
                              goes_around ? " Goes around failures." : "");
    ++entry;
  });
  return docs;
}

std::vector<CatalogDoc> collective_docs() {
  auto docs = CollectiveAlgorithms::docs();
  std::ranges::move(RoundsCollectives::docs(), std::back_inserter(docs));
  auto entry = docs.begin();
  auto const complete = [&]<class A>(std::type_identity<A>) { (entry++)->doc = collective_doc<A>(); };
  CollectiveAlgorithms::for_each(complete);
  RoundsCollectives::for_each(complete);
  return docs;
}

std::vector<CatalogDoc> schedule_docs() {
  auto docs = Schedules::docs();
  std::ranges::move(TransferSchedules::docs(), std::back_inserter(docs));
  std::ranges::move(collective::Applications::docs(), std::back_inserter(docs));
  return docs;
}

}  // namespace

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
  for (auto const& machine : named_machines())
    machine_docs.push_back({std::string(machine.name),
                            std::string(machine.doc) + ". Stands for `" + std::string(machine.spec) + "`",
                            {}});
  std::string other_names;
  for (auto const& alias : topology_aliases())
    other_names +=
        fmt::format("{}`{}` stands for `{}`", other_names.empty() ? "" : ", ", alias.name, alias.spec);
  return {
      {"topologies",
       "Networks: the first argument of `weft show` and `weft simulate`. Other names: " + other_names + ".",
       topology_docs()},
      {"machines",
       "Networks of machines that were built, by name, wherever a topology is expected; arguments after the "
       "name replace those it stands for.",
       std::move(machine_docs)},
      {"routings", "Routings of messages: `--routing`.", std::move(routings)},
      {"flit routings",
       "Routings of packets in the engine `flit`, with their virtual channels: `--engine flit --routing`.",
       flit_routing_docs()},
      {"traffic patterns", "Who sends to whom: `--traffic`.", Patterns::docs()},
      {"load routings", "How a job's traffic is spread over paths: `weft load --routing`.",
       LoadRoutings::docs()},
      {"communication patterns", "Who sends to whom among the tasks of a job: `weft load --pattern`.",
       Communications::docs()},
      {"mappings", "Where the tasks of a job run: `weft load --mapping`, `weft map --mapping`.",
       Mappings::docs()},
      {"engines", "What simulates: `--engine`.", Engines::docs()},
      {"jobs",
       "One of several jobs of `weft load` and `weft map`: `--job NAME:key=value,..`.",
       {{"job", "A job on a part of the machine; its name is free", describe_params(job_schema)}}},
      {"schedules",
       "What is sent when, slot by slot: `weft schedule --schedule`. First all-to-alls on sparse tori, then any transfers "
       "from a file and algorithms of applications on any topology.",
       schedule_docs()},
      {"setup",
       "Where a machine stands and what it costs: `--layout KEY=VALUE,..` and `--cost KEY=VALUE,..`.",
       {{"layout", "Grids and CLEX as cubes of cubes, all others as racks in rows; cables run along the axes",
         describe_params(LayoutParams::schema)},
        {"cost",
         "Prices and power by Besta & Hoefler, Slim Fly: a cost effective low-diameter network topology, SC 2014, "
         "section VI",
         describe_params(CostParams::schema)}}},
      {"latencies", "How long a request takes: `weft balance --latency`.", slackness::Latencies::docs()},
      {"collectives",
       "What all terminals do together: `weft collective OPERATION TOPOLOGY --algorithm NAME`. Planned ones first, as schedules that are "
       "executed slot by slot; then those that run in rounds.",
       collective_docs()}};
}

}  // namespace weft::verb
