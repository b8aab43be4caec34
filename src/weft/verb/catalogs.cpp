// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/catalogs.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "weft/collective/algorithm.hpp"
#include "weft/collective/applications/catalog.hpp"
#include "weft/collective/catalog.hpp"
#include "weft/collective/program/catalog.hpp"
#include "weft/core/error.hpp"
#include "weft/engine/queue/allocations/catalog.hpp"
#include "weft/engine/queue/estimates.hpp"
#include "weft/engine/queue/lublin.hpp"
#include "weft/engine/queue/policies.hpp"
#include "weft/engine/replay/rank_costs.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/slackness/latencies.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/network/cost.hpp"
#include "weft/network/energy.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/named_sizes.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/forms_of.hpp"
#include "weft/topology/machines.hpp"
#include "weft/traffic/catalog.hpp"
#include "weft/traffic/communication/catalog.hpp"
#include "weft/traffic/schedule/sparse_torus/catalog.hpp"
#include "weft/verb/engines.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/schedule/transfers_schedule.hpp"
#include "weft/workload/flit/class_workload.hpp"
#include "weft/workload/rounds/catalog.hpp"

namespace weft::verb {
namespace {

/// Returns the operations that an algorithm supports, followed by its doc.
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

/// Returns the forms of a routing, e.g. "rounds, flit".
template <class R>
std::string engines_of() {
  using routing::Form;
  std::string list;
  auto const add = [&](Form form, char const* engines, bool is_own) {
    if (!routing::has_form<R>(form)) return;
    list += fmt::format("{}{}{}", list.empty() ? "" : ", ", engines, is_own ? "" : " (derived)");
  };
  add(Form::packets, "rounds", routing::HasPackets<R>);
  add(Form::channels, "flit and deadlock", routing::HasChannels<R>);
  add(Form::shares, "load and mapping", routing::HasShares<R>);
  add(Form::tables, "judge and export", routing::HasOwnTables<R>);
  return list;
}

/// Returns a table of the forms of each routing.
std::string forms_table() {
  using routing::Form;
  std::string table =
      "| routing | `packets`: rounds, route | `channels`: flit, deadlock | `shares`: load, mapping | `tables`: judge, export |\n|---|---|---|---|---|\n";
  auto const cell = [](bool has, bool is_own) { return !has ? "" : is_own ? "yes" : "derived"; };
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    table += fmt::format("| [{0}](#{0}) | {1} | {2} | {3} | {4} |\n", R::name,
                         routing::compares_queues<R>
                             ? "`weft route` only: an idle network"
                             : cell(routing::has_form<R>(Form::packets), routing::HasPackets<R>),
                         cell(routing::has_form<R>(Form::channels), true),
                         cell(routing::has_form<R>(Form::shares), routing::HasShares<R>),
                         cell(routing::has_form<R>(Form::tables), routing::HasOwnTables<R>));
  });
  return table + "\n`derived`: made from the channels. Parameters that a form cannot honor are refused.\n";
}

/// Returns the doc of each routing, followed by the machines that it supports.
std::vector<CatalogDoc> routing_docs() {
  auto docs = Routings::docs();
  auto entry = docs.begin();
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    entry->doc += fmt::format(
        "{} Needs {}.{} Engines: {}", entry->doc.ends_with('.') ? "" : ".", R::needs,
        routing::avoids_failures<R>(routing::Form::channels) ? " Supports failures." : "", engines_of<R>());
    if constexpr (requires { R::moves_in_phases; }) {
      entry->doc +=
          ". On engine rounds it runs in phases, unless execution=packets. In phases it has these "
          "parameters";
      entry->params = describe_params(rounds::clex_options_schema);
    }
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

std::vector<CatalogDoc> machine_docs() {
  std::vector<CatalogDoc> docs;
  for (auto const& machine : named_machines())
    docs.push_back({std::string(machine.name),
                    std::string(machine.doc) + ". Stands for `" + std::string(machine.spec) + "`",
                    {}});
  for (auto const& alias : topology_aliases())
    docs.push_back({std::string(alias.name), fmt::format("Stands for `{}`", alias.spec), {}});
  return docs;
}

/// Returns the catalogs of networks and routings.
std::vector<CatalogSection> network_catalogs() {
  return {
      {"topologies",
       "Families of networks: the first argument of `weft show`, `weft simulate` and most other verbs.",
       topology_docs()},
      {"machines",
       "Networks of machines that were built, and names for networks with certain parameters. They work "
       "wherever a topology is expected; arguments after the name replace its own.",
       machine_docs()},
      {"routings",
       "How packets are routed: `--routing`, on every engine that has a form of the routing. `default` is " +
           routing::default_rule() + ".",
       routing_docs(), forms_table()}};
}

/// Returns the catalogs of traffic, programs and their placement.
std::vector<CatalogSection> workload_catalogs() {
  return {{"traffic patterns", "Which terminal sends to which: `--traffic`.", Patterns::docs()},
          {"communication patterns",
           "Which task of a job sends to which: `weft load --pattern`, and `--traffic` of other verbs.",
           Communications::docs()},
          {"programs", "Programs of the ranks of an application: `weft replay --program`.", Programs::docs()},
          {"mappings", "Which terminal each task of a job gets: `--mapping`.", mapping::Mappings::docs()}};
}

/// Returns the catalogs of the verb `queue`.
std::vector<CatalogSection> queue_catalogs() {
  return {{"job streams",
           "Models of the jobs that are submitted to a machine, in addition to files: `weft queue --log`.",
           queue::JobStreams::docs()},
          {"policies", "Which job starts when: `weft queue --policy`.", queue::Policies::docs()},
          {"allocations", "Which of the free nodes a job gets: `weft queue --allocation`.",
           queue::Allocations::docs()},
          {"estimates", "Models of run-time estimates by users: `weft queue --estimates`.",
           queue::Estimates::docs()}};
}

/// Returns the catalogs of engines, and of the parts of a run that users name.
std::vector<CatalogSection> engine_catalogs() {
  return {
      {"engines", "Engines of `weft simulate` and `weft compare`: `--engine`.", Engines::docs()},
      {"jobs",
       "How to put several jobs on one machine: `--job NAME:key=value,..` of `weft load`, `map`, `simulate`, "
       "`sweep` and `compare`.",
       {{"job", "A job on a part of the machine; its name is arbitrary", describe_params(job_schema)}}},
      {"classes",
       "How several patterns share a network on engine flit: `--class NAME:key=value,..` of `weft simulate` and "
       "`sweep`.",
       {{"class", "Traffic with a rate, packets, virtual channels and a priority; its name is arbitrary",
         describe_params(class_schema)}}},
      {"replay jobs",
       "Several programs on one machine: `--job NAME:key=value,..` of `weft replay`.",
       {{"job", "A program on a part of the machine; its name is arbitrary",
         describe_params(replay_job_schema)}}},
      {"schedules",
       "Transfers that are planned slot by slot: `weft schedule --schedule`. First all-to-alls on sparse tori, then "
       "any transfers from a file and algorithms of applications on any topology.",
       schedule_docs()}};
}

/// Returns the catalogs of parameters without variants.
std::vector<CatalogSection> setup_catalogs() {
  return {
      {"setup",
       "Layout, cost and energy of a machine and of its messages: `--layout KEY=VALUE,..`, `--cost`, `--energy` and "
       "`--costs`.",
       {{"costs", "Costs of messages for the ranks of a program: `weft replay --costs KEY=VALUE,..`",
         describe_params(replay::RankCosts::schema)},
        {"layout",
         "Grids and CLEX as cubes of cubes, all other topologies as racks in rows; cables run "
         "along the axes",
         describe_params(LayoutParams::schema)},
        {"cost",
         "Prices and power by Besta & Hoefler, Slim Fly: a cost effective low-diameter network topology, SC "
         "2014, section VI",
         describe_params(CostParams::schema)},
        {"energy",
         "Energy of individual events: `weft simulate --engine flit --energy "
         "flit_bits=N,KEY=VALUE,..`",
         describe_params(EnergyParams::schema)}}}};
}

/// Returns the catalogs of latencies and of collective operations.
std::vector<CatalogSection> algorithm_catalogs() {
  return {
      {"latencies", "Distributions of the latency of a request: `weft balance --latency`.",
       slackness::Latencies::docs()},
      {"collectives",
       "Collective operations: `weft collective OPERATION TOPOLOGY --algorithm NAME`. Planned ones first, as "
       "schedules that are executed slot by slot, then algorithms that run in rounds.",
       collective_docs()}};
}

}  // namespace

std::string table_name(std::string kind) {
  std::ranges::replace(kind, ' ', '_');
  return kind;
}

bool fits(CatalogSection const& section, std::string_view kind) {
  return section.kind == kind || kind == "names" || (kind == "topologies" && section.kind == "machines") ||
         (kind == "traffic patterns" && section.kind == "communication patterns");
}

std::string with_named_arguments(std::string_view kind, std::string const& text) {
  auto spec = kind == "topologies" ? parse_topology(text) : Spec::parse(text);
  std::vector<std::string> names;
  for (auto const& section : list_catalogs()) {
    if (section.kind != kind && !fits(section, kind)) continue;
    for (auto const& entry : section.entries) {
      names.push_back(entry.name);
      bool const is_alias = std::ranges::find(entry.aliases, spec.name) != entry.aliases.end();
      if (entry.name != spec.name && !is_alias) continue;
      if (kind == "topologies") spec = with_named_sizes(spec, entry);
      spec.name = entry.name;
      spec = without_aliases(std::move(spec), entry.params);
      std::vector<std::string> keys;
      for (auto const& param : entry.params) keys.push_back(param.name);
      detail::check_keys(spec, keys);
      return spec.to_string();
    }
  }
  if (names.empty()) throw InputError("unknown catalog '" + shown(kind) + "'").about("kind");
  detail::unknown_name("name", spec.name, names);
}

std::vector<ParamGroup> groups_of(CatalogSection const& section, CatalogDoc const& entry) {
  std::vector<ParamGroup> groups;
  Engines::for_each([&]<class Engine>(std::type_identity<Engine>) {
    if constexpr (requires { Engine::headings; }) {
      if (section.kind != "engines" || entry.name != Engine::name) return;
      groups.push_back({"Used first", {}});
      for (auto const& param : entry.params) {
        for (auto const& heading : Engine::headings)
          if (heading.first == param.name) groups.push_back({std::string(heading.text), {}});
        bool const is_first =
            std::ranges::find(Engine::preferred_options, param.name) != Engine::preferred_options.end();
        (is_first ? groups.front() : groups.back()).params.push_back(param);
      }
    }
  });
  return groups.empty() ? std::vector<ParamGroup>{{"", entry.params}} : groups;
}

std::vector<CatalogDoc> further_names(std::string_view kind) {
  if (kind == "collectives") return {{"all", "All algorithms that apply, compared", {}}};
  return {};
}

std::vector<CatalogSection> list_catalogs() {
  std::vector<CatalogSection> sections;
  for (auto const& list : {network_catalogs, workload_catalogs, queue_catalogs, engine_catalogs,
                           setup_catalogs, algorithm_catalogs})
    std::ranges::move(list(), std::back_inserter(sections));
  for (auto& section : sections)
    for (auto& entry : section.entries)
      if (!entry.aliases.empty())
        entry.doc += fmt::format("{} Also called `{}`", entry.doc.ends_with('.') ? "" : ".",
                                 fmt::join(entry.aliases, "`, `"));
  return sections;
}

}  // namespace weft::verb
