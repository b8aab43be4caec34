// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/class_workload.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/traffic/catalog.hpp"
#include "weft/traffic/some_senders.hpp"
#include "weft/workload/job_list.hpp"

namespace weft {
namespace {

/// Returns the number of messages per terminal. If the user leaves it open, it is practically unlimited for
/// patterns that draw every destination independently, and 1 for other patterns, which the engine repeats.
std::uint64_t messages_of(Scenario const& scenario, flit::FlitParams const& params) {
  auto const given = static_cast<std::uint64_t>(scenario.messages);
  if (params.injection == flit::Injection::batch || given > 1 || Workload::consists_of_jobs(scenario))
    return given;
  bool const independent = at_place("traffic", [&] {
    return Patterns::pick_params(
        parse_spec(scenario.traffic == "default" ? "permutation" : scenario.traffic, "traffic"),
        []<class P>(std::type_identity<P>, typename P::Params const&) {
          return requires { P::independent; };
        },
        "traffic");
  });
  return independent ? std::uint64_t{1} << 31 : 1;
}

/// Sets the virtual channels of a class from text such as 0..3 or 2.
void read_vcs(std::string const& text, flit::TrafficClass& traffic_class) {
  if (text.empty()) return;
  auto const dots = text.find("..");
  auto const first = read_integer("vcs", text.substr(0, dots));
  auto const last = dots == std::string::npos ? first : read_integer("vcs", text.substr(dots + 2));
  if (first < 0 || last < first || last >= routing::max_vcs)
    throw InputError("vcs=" + text, fmt::format("must be a..b with a <= b in [0, {}]", routing::max_vcs - 1));
  traffic_class.first_vc = static_cast<std::uint32_t>(first);
  traffic_class.last_vc = static_cast<std::uint32_t>(last);
}

/// Throws InputError if the scenario specifies traffic in addition to its classes.
void check_alone(Scenario const& scenario) {
  Scenario const defaults;
  for (auto const& [name, given] : {std::pair{"traffic", scenario.traffic != defaults.traffic},
                                    {"mapping", scenario.mapping != defaults.mapping},
                                    {"grid", scenario.grid != defaults.grid},
                                    {"ranks_per_node", scenario.ranks_per_node != defaults.ranks_per_node},
                                    {"jobs", !scenario.jobs.empty()}})
    if (given) throw conflict(name, "classes", "each class has its own traffic").at(name);
}

flit::TrafficClass class_of(std::string const& name, ClassRequest const& request) {
  flit::TrafficClass traffic_class{.name = name,
                                   .rate = request.rate,
                                   .size_weights = request.size_weights,
                                   .priority = static_cast<std::uint32_t>(request.priority),
                                   .from = static_cast<std::uint64_t>(request.from)};
  if (request.packet_size != Sides{0}) traffic_class.packet_size = request.packet_size;
  if (std::ranges::count(traffic_class.packet_size, 0) > 0)
    throw InputError("packet_size=" + format_sides(request.packet_size), "must be at least 1");
  if (traffic_class.packet_size.empty() && request.size_weights != ClassRequest{}.size_weights)
    throw needs("size_weights", "packet_size", "without packet_size, the engine sets the sizes");
  if (request.until > 0) traffic_class.until = static_cast<std::uint64_t>(request.until);
  read_vcs(request.vcs, traffic_class);
  return traffic_class;
}

}  // namespace

ClassWorkload::ClassWorkload(Scenario const& scenario, TopologyPtr const& topology, Machine const& machine,
                             flit::FlitParams& params) {
  if (scenario.classes.empty()) {
    workloads_.emplace_back(scenario, topology, machine, messages_of(scenario, params),
                            params.injection == flit::Injection::timed);
    settings_ = workloads_.front().settings();
    return;
  }
  check_alone(scenario);
  auto const specs = read_job_list(scenario.classes, "class", "classes");
  if (specs.size() > flit::max_classes)
    throw InputError(fmt::format("too many classes: {}", specs.size()),
                     fmt::format("the maximum is {}", flit::max_classes), "", "classes");
  std::string resolved;
  for (auto const& spec : specs) try {
      add_class(scenario, spec, topology, machine, params, resolved);
    } catch (InputError const& error) { throw error.within("class " + spec.name); }
  settings_ = {{"classes", "[" + resolved + "]"}};
}

/// Adds a class. Each class has a different seed; otherwise, classes with equal patterns would send to the
/// same terminals.
void ClassWorkload::add_class(Scenario scenario, Spec const& spec, TopologyPtr const& topology,
                              Machine const& machine, flit::FlitParams& params, std::string& resolved) {
  auto request = read_params<ClassRequest>(class_schema, spec);
  params.classes.push_back(class_of(spec.name, request));
  scenario.traffic = unbracketed(request.traffic);
  scenario.classes.clear();
  scenario.seed += static_cast<std::int64_t>(workloads_.size()) << 32;
  workloads_.emplace_back(scenario, topology, machine, messages_of(scenario, params));
  auto& senders = senders_.emplace_back();
  if (!request.terminals.empty()) {
    auto const terminals = JobTerminals(topology->num_terminals()).reserve(request.terminals);
    senders.resize(topology->num_terminals());
    for (auto const e : terminals) senders[e] = true;
    request.terminals = JobTerminals::text(terminals);
  }
  names_vcs_ = names_vcs_ || !request.vcs.empty();
  auto const& settings = workloads_.back().settings();
  request.traffic = "[" + std::ranges::find(settings, "traffic", &Setting::key)->value + "]";
  resolved +=
      (resolved.empty() ? "" : ",") + Spec{spec.name, write_params(class_schema, request, true)}.to_string();
}

TrafficPtr ClassWorkload::traffic(flit::FlitParams& params, Progress& progress) {
  for (std::size_t c = 0; c < params.classes.size(); ++c) {
    auto traffic = workloads_[c].traffic(progress);
    if (!senders_[c].empty())
      traffic = std::make_shared<traffic::SomeSenders const>(std::move(traffic), senders_[c]);
    params.classes[c].traffic = std::move(traffic);
  }
  return params.classes.empty() ? workloads_.front().traffic(progress) : params.classes.front().traffic;
}

double ClassWorkload::num_messages() const {
  double messages = 0;
  for (auto const& workload : workloads_) messages += workload.num_messages();
  return messages;
}

double ClassWorkload::mean_hops(AnyTopology const& topology) const {
  double hops = 0;
  for (auto const& workload : workloads_)
    hops += workload.mean_hops(topology) / static_cast<double>(workloads_.size());
  return hops;
}

Estimate ClassWorkload::estimate() const {
  Estimate all;
  for (auto const& workload : workloads_) all = all.and_then(workload.estimate());
  return all;
}

void ClassWorkload::add_tables(Result& result) const {
  if (workloads_.size() == 1) workloads_.front().add_tables(result);
}

}  // namespace weft
