// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/balance/balance.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "weft/analysis/balance/capacity_condition.hpp"
#include "weft/analysis/metrics.hpp"
#include "weft/chart/chart.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/slackness/latencies.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft::verb {
namespace {

/// The properties of a network that are determined before the processors are simulated.
struct BalanceParts {
  Balance::Params const& request;
  TopologyFacts subject;
  std::vector<CapacityCondition> conditions;
  CapacityCondition condition;  ///< condition that decides
  std::optional<SignalLaw> law = {};
  slackness::Latency latency = {};
  std::uint32_t simulated = 0;             ///< number of simulated processors
  std::uint64_t steps = 0;                 ///< number of simulated steps
  slackness::Limit limit = {};             ///< request limit of the simulated processors
  std::vector<std::uint32_t> values = {};  ///< slackness values, ascending
};

/// A simulation with one value of the slackness.
struct SlacknessRun {
  std::uint32_t virtual_processors = 0;
  slackness::Utilization measured;
  double formula = 0;
};

struct NamedLatency {
  slackness::Latency latency;
  std::string spec;
};

NamedLatency make_latency(std::string const& text, slackness::LatencyContext const& context) {
  return at_place("latency", [&] {
    return slackness::Latencies::pick_params(
        Spec::parse(text),
        [&]<class L>(std::type_identity<L>, typename L::Params const& params) {
          return NamedLatency{L{params}.latency(context), to_spec<L>(params, true).to_string()};
        },
        "latency");
  });
}

CapacityCondition const& deciding(std::vector<CapacityCondition> const& conditions, Reading reading,
                                  std::string const& topology) {
  if (auto const* found = find_reading(conditions, reading); found != nullptr) return *found;
  if (reading == Reading::throughput)
    throw InputError("the throughput of " + topology + " is unknown",
                     "throughput is computed only for smaller networks, or with exact=true",
                     "choose reading=mean or exact=true", "reading");
  if (reading == Reading::cut)
    throw InputError(topology + " has no known cut into halves",
                     "all vertices must have the same number of terminals", "choose reading=binding",
                     "reading");
  throw InputError(topology + " has no published reading",
                   "only mesh, sparse_mesh, coated_mesh and sparse_torus have one", "choose reading=mean",
                   "reading");
}

/// Returns a rate as a fraction: exact if its denominator is at most 4096, otherwise rounded to a multiple of
/// 2^-32.
slackness::Limit limit_of(double per_step) {
  constexpr std::uint64_t max_steps = 4096, fine = std::uint64_t{1} << 32;
  for (std::uint64_t steps = 1; steps <= max_steps; ++steps) {
    auto const requests = std::round(per_step * static_cast<double>(steps));
    if (std::abs(requests / static_cast<double>(steps) - per_step) <= 1e-14 * per_step)
      return {static_cast<std::uint64_t>(requests), steps};
  }
  return {static_cast<std::uint64_t>(std::llround(per_step * static_cast<double>(fine))), fine};
}

/// Returns the number of requests per step that the network accepts from each processor; infinity if
/// unlimited.
double requests_of(std::string const& text, CapacityCondition const& condition, std::uint64_t processors) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  if (text == "unlimited") return unlimited;
  if (text == "network") return condition.k_min() > 0 ? 1 / condition.k_min() : unlimited;
  double number = 0;
  try {
    number = read_number("requests", text);
  } catch (InputError const&) {
    throw InputError("requests=" + text, "must be network, unlimited or a number", "", "requests");
  }
  if (!(number > 0 && std::isfinite(number)))
    throw InputError("requests=" + text, "must be network, unlimited or a number above 0", "", "requests");
  return number / static_cast<double>(processors);
}

/// Returns the requested slackness values, ascending; by default the powers of two below twice the slackness
/// that hides the mean latency, this slackness, its neighbors, its double, and the slackness that hides the
/// maximum latency.
std::vector<std::uint32_t> slackness_values(Balance::Params const& request,
                                            slackness::Latency const& latency) {
  if (request.slackness != Sides{0}) {
    std::set<std::uint32_t> values;
    for (auto const s : request.slackness) {
      if (s == 0)
        throw InputError("slackness=0", "must be at least 1: a processor runs at least one virtual processor",
                         "", "slackness");
      values.insert(static_cast<std::uint32_t>(s));
    }
    return {values.begin(), values.end()};
  }
  auto const every = static_cast<std::uint64_t>(request.every);
  auto const needed = slackness::needed_slackness(every, latency.mean());
  std::set<std::uint64_t> values{needed > 1 ? needed - 1 : 1, needed, 2 * needed};
  for (std::uint64_t s = 1; s < 2 * needed; s *= 2) values.insert(s);
  if (auto const maximum = latency.maximum(); maximum != slackness::Latency::unbounded)
    values.insert(slackness::needed_slackness(every, static_cast<double>(maximum)));
  if (*values.rbegin() > std::numeric_limits<std::uint32_t>::max())
    throw InputError(fmt::format("the latency needs a slackness of {}", *values.rbegin()),
                     "the simulation supports at most 2^32 - 1 virtual processors",
                     "choose a shorter latency, or specify slackness", "slackness");
  std::vector<std::uint32_t> listed;
  for (auto const s : values) listed.push_back(static_cast<std::uint32_t>(s));
  return listed;
}

struct SimulatedSize {
  std::uint32_t processors = 0;
  std::uint64_t steps = 0;
};

/// Returns a size at which every virtual processor sends about 100 requests, with fewer processors if
/// necessary.
SimulatedSize choose_size(Balance::Params const& request, double mean_latency, std::uint64_t terminals) {
  constexpr std::uint64_t max_work = std::uint64_t{1} << 22, max_processors = 64;
  constexpr double requests = 100;
  auto const needed = requests * (mean_latency + static_cast<double>(request.every));
  auto const steps = std::max(static_cast<std::uint64_t>(request.steps), static_cast<std::uint64_t>(needed));
  auto const bound = request.processors > 0 ? static_cast<std::uint64_t>(request.processors)
                                            : std::clamp<std::uint64_t>(max_work / steps, 1, max_processors);
  return {static_cast<std::uint32_t>(std::min(bound, terminals)), steps};
}

/// Returns the estimate of the simulations for all slackness values. It assumes that the latency is the
/// distance of random terminals, and that most of the values are powers of two.
Estimate estimate_slackness(Balance::Params const& request, AnyTopology const& topology) {
  auto const latency = mean_hops(topology) * (request.answers ? 2 : 1);
  auto const size = choose_size(request, latency, topology.num_terminals());
  auto const bound = 2 * slackness::needed_slackness(static_cast<std::uint64_t>(request.every), latency);
  auto const runs = request.slackness == Sides{0} ? 4 + std::bit_width(bound) : request.slackness.size();
  auto one = slackness::estimate({size.processors,
                                  static_cast<std::uint32_t>(bound),
                                  static_cast<std::uint64_t>(request.every),
                                  request.turn,
                                  {}},
                                 size.steps);
  one.seconds *= static_cast<double>(runs);
  one.bytes *= static_cast<double>(std::min<std::uint64_t>(num_threads(), runs));
  one.useful_threads = useful_threads(static_cast<double>(runs), one.seconds);
  return one;
}

slackness::Processors processors_of(BalanceParts const& parts, std::uint32_t virtual_processors) {
  return {parts.simulated, virtual_processors, static_cast<std::uint64_t>(parts.request.every),
          parts.request.turn, parts.limit};
}

/// Returns the latency with every parameter written out. Throws InputError at `latency`.
std::string resolved_latency(Balance::Params const& request) {
  return make_latency(request.latency, {std::array{1.0}, request.answers ? 2U : 1U}).spec;
}

/// Returns the properties of the network. Throws InputError naming the part at fault before anything is
/// simulated.
BalanceParts measure_balance(Balance::Params const& request, AnyTopology const& topology,
                             Progress& progress) {
  MetricOptions options;
  options.exact = request.exact;
  auto const trips = request.answers ? 2U : 1U;
  auto subject = topology.facts();
  auto const distances =
      terminal_distances(subject, options, static_cast<std::uint64_t>(request.seed), progress);
  auto conditions = capacity_conditions(subject, distances, trips, options, progress);
  auto const condition = deciding(conditions, request.reading, topology.spec(false));
  BalanceParts parts{request, std::move(subject), std::move(conditions), condition};
  parts.latency = make_latency(request.latency, {distances.pairs, trips}).latency;
  parts.law = signal_law(topology, parts.subject, read_layout(request.layout));
  auto const size = choose_size(request, parts.latency.mean(), parts.subject.terminals);
  parts.simulated = size.processors;
  parts.steps = size.steps;
  auto const rate = requests_of(request.requests, condition, parts.subject.terminals);
  if (rate < 1) parts.limit = limit_of(rate * parts.simulated);
  parts.values = slackness_values(request, parts.latency);
  auto const threads = std::min<std::uint64_t>(num_threads(), parts.values.size());
  require_memory(threads * slackness::memory_of(processors_of(parts, parts.values.back())),
                 fmt::format("{} virtual processors", parts.simulated * std::uint64_t{parts.values.back()}));
  return parts;
}

std::vector<SlacknessRun> run_slackness(BalanceParts const& parts, Progress& progress) {
  std::vector<SlacknessRun> runs(parts.values.size());
  progress.start("slackness", runs.size(), "simulations");
  parallel_for(runs.size(), [&](std::size_t i, unsigned) {
    auto const processors = processors_of(parts, parts.values[i]);
    runs[i] = {parts.values[i],
               slackness::simulate(processors, parts.latency, parts.steps,
                                   static_cast<std::uint64_t>(parts.request.seed), progress),
               slackness::utilization_formula(processors, parts.latency.mean())};
    progress.advance();
  });
  progress.finish();
  return runs;
}

/// Returns the number of routers that are not computing nodes.
std::uint64_t routers_of(BalanceParts const& parts) { return parts.subject.vertices - parts.subject.nodes; }

Table readings_table(BalanceParts const& parts) {
  Table table{"readings",
              "The capacity condition: processors x hops / k <= channels",
              {{"reading"},
               {"processors", "", "p"},
               {"hops", "", "phi: mean hops of a request"},
               {"channels", "", "requests that can move simultaneously: the bandwidth of all channels"},
               {"k_min", "steps", "smallest k: the network carries a request per processor every k steps"},
               {"whole_k_min", "steps", "the smallest whole k, at least 1"},
               {"every_step", "", "k_min is at most 1: every processor may send in every step"},
               {"sparse", "", "more routers than processors (Leppanen & Penttonen 2007)"},
               {"balanced", "", "k_min is at most K"},
               {"how"}},
              {}};
  for (auto const& it : parts.conditions) {
    bool const counted = it.reading != Reading::throughput;
    bool const sparse = static_cast<double>(routers_of(parts)) > it.processors;
    table.add_row({it.name, it.processors, counted ? Value{it.hops} : Value{},
                   counted ? Value{it.channels} : Value{}, it.k_min(), it.whole_k_min(),
                   it.carries(1) ? "yes" : "no", sparse ? "yes" : "no",
                   it.carries(parts.request.every) ? "yes" : "no", it.how});
  }
  return table;
}

/// Returns the condition with the hop count: the deciding condition unless it is a cut or a throughput.
CapacityCondition const& phi_of(BalanceParts const& parts) {
  auto const reading = parts.condition.reading;
  bool const counts = reading != Reading::cut && reading != Reading::throughput;
  return counts ? parts.condition : *find_reading(parts.conditions, Reading::mean);
}

Table facts_table(BalanceParts const& parts) {
  auto const& subject = parts.subject;
  auto const& condition = parts.condition;
  auto const processors = static_cast<double>(subject.terminals);
  auto const every = static_cast<std::uint64_t>(parts.request.every);
  Table table{"balance", "Processing and communication", {{"fact"}, {"value"}, {"meaning"}}, {}};
  table.add_row({"processors", subject.terminals, "p: terminals"});
  table.add_row({"routers", routers_of(parts), "routers that are not computing nodes themselves"});
  table.add_row({"sparse", routers_of(parts) > subject.terminals ? "yes" : "no",
                 "more routers than processors (Leppanen & Penttonen 2007)"});
  table.add_row({"channels per processor",
                 find_reading(parts.conditions, Reading::mean)->channels / processors,
                 "weighted by bandwidth"});
  auto const& counted = phi_of(parts);
  table.add_row({"hops", counted.hops, "phi: hops of a request, as defined by " + counted.name});
  if (parts.law) {
    table.add_row({"mean meters", parts.law->mean_meters,
                   "mean distance between two processors in the layout, along the axes"});
    table.add_row({"(p x volume)^(1/3)", parts.law->cube_side,
                   "meters: the volume per processor is its share of a router's volume"});
  }
  table.add_row(
      {"k_min", condition.k_min(), "steps between requests of a processor that the network can carry"});
  table.add_row({"every step", condition.carries(1) ? "yes" : "no",
                 "k_min is at most 1: every processor may send in every step"});
  table.add_row({"latency", parts.latency.mean(), "mean, steps"});
  table.add_row({"slackness", slackness::needed_slackness(every, parts.latency.mean()),
                 "virtual processors that hide the mean latency"});
  if (auto const maximum = parts.latency.maximum(); maximum != slackness::Latency::unbounded)
    table.add_row({"certain slackness", slackness::needed_slackness(every, static_cast<double>(maximum)),
                   "virtual processors that hide every latency"});
  return table;
}

Table slackness_table(std::vector<SlacknessRun> const& runs) {
  Table table{"slackness",
              "Parallel slackness: share of the steps in which a processor works",
              {{"virtual_processors", "", "s: virtual processors per processor"},
               {"utilization", "", "simulated utilization"},
               {"+-", "", "half-width of the 95 % confidence interval; 0: exact, over a period"},
               {"formula", "", "min(1, s K / (L + K), K c / p), with the mean latency L"},
               {"steps", "", "number of simulated steps"}},
              {}};
  for (auto const& run : runs)
    table.add_row({run.virtual_processors, run.measured.mean, run.measured.half_width, run.formula,
                   run.measured.steps});
  return table;
}

std::string format_steps(double steps) { return fmt::format("{:.6g} step{}", steps, steps == 1 ? "" : "s"); }

std::string balance_answer(BalanceParts const& parts) {
  auto const every = static_cast<std::uint64_t>(parts.request.every);
  auto const& latency = parts.latency;
  auto const needed = slackness::needed_slackness(every, latency.mean());
  auto text = fmt::format("a request every {}: slackness {} for full utilization",
                          every == 1 ? "step" : fmt::format("{} steps", every), needed);
  if (latency.maximum() == slackness::Latency::unbounded)
    text += " at the mean latency; no slackness is guaranteed to suffice, because the latency is unbounded";
  else if (auto const certain = slackness::needed_slackness(every, static_cast<double>(latency.maximum()));
           certain > needed)
    text += fmt::format(" at the mean latency, {} at the maximum latency", certain);
  auto const& condition = parts.condition;
  bool const certain_to = std::ranges::any_of(
      parts.conditions, [&](auto const& it) { return it.sufficient && it.carries(parts.request.every); });
  bool const published = condition.reading == Reading::published;
  text += fmt::format(
      "; the network carries a request per processor every {}{} ({}): ", format_steps(condition.k_min()),
      published || condition.sufficient ? "" : " at best", condition.name);
  if (condition.carries(parts.request.every))
    return text + (certain_to || published ? "balanced" : "balanced by this necessary condition");
  return text + fmt::format("not balanced, utilization at most {:.6g}",
                            static_cast<double>(every) / condition.k_min());
}

std::string format_law(BalanceParts const& parts) {
  auto const& law = *parts.law;
  auto text = fmt::format(
      "the speed of signals: two processors are {:.4g} m apart on average, (p x volume per processor)^(1/3) is "
      "{:.4g} m; ",
      law.mean_meters, law.cube_side);
  if (auto const hops = law.min_hops())
    text += fmt::format("with cables of at most {:.4g} m a request needs at least {:.4g} hops, here {:.4g}; ",
                        *law.longest_cable, *hops * (parts.request.answers ? 2 : 1), phi_of(parts).hops);
  return text + "where cables stay short as p grows, the hops grow; ";
}

/// Returns the conclusion of Leppanen and Penttonen for this network.
std::string conclusion_of(BalanceParts const& parts) {
  auto const& condition = parts.condition;
  auto const& counted = phi_of(parts);
  auto const text = (parts.law ? format_law(parts) : std::string{}) +
                    fmt::format(
                        "as the hops grow, so must the channels per processor, here {:.4g} (a sparse "
                        "network), or the steps between requests (sparse communication)",
                        counted.channels / counted.processors);
  if (condition.carries(1)) return text + "; this network carries a request of every processor in every step";
  return text + fmt::format("; here communication must be sparse: a request every {} steps",
                            condition.whole_k_min());
}

/// Adds a note on the slackness at which the formula overestimates the utilization most, unless the formula
/// holds.
void add_failure(std::vector<SlacknessRun> const& runs, BalanceParts const& parts, Result& result) {
  SlacknessRun const* worst = nullptr;
  for (auto const& run : runs)
    if (run.formula - run.measured.mean > (worst == nullptr ? 0.01 : worst->formula - worst->measured.mean))
      worst = &run;
  if (worst == nullptr || parts.latency.is_fixed()) return;
  auto text = fmt::format(
      "the mean latency is not enough: with {} virtual processors the utilization is {:.3f}, but the formula "
      "gives {:.3f}",
      worst->virtual_processors, worst->measured.mean, worst->formula);
  if (parts.request.turn == slackness::Turn::strict)
    text +=
        ", because a late reply delays all virtual processors behind it (with turn=ready, ready ones pass "
        "it)";
  result.notes.push_back(text);
}

void add_notes(std::vector<SlacknessRun> const& runs, BalanceParts const& parts, Result& result) {
  result.notes.push_back(conclusion_of(parts));
  add_failure(runs, parts, result);
  if (parts.simulated < parts.subject.terminals)
    result.notes.push_back(fmt::format("simulated: {} of {} processors, with their share of the network",
                                       parts.simulated, parts.subject.terminals));
  if (std::ranges::any_of(runs, [](auto const& run) { return std::isinf(run.measured.half_width); }))
    result.notes.emplace_back("too few steps for a confidence interval: raise steps");
}

class BalanceExperiment final : public Experiment {
 public:
  explicit BalanceExperiment(Balance::Params const& params)
      : Experiment(Balance::name), params_(params), topology_(remaining_topology(params)) {
    auto resolved = params;
    resolved.topology = topology_->spec(true);
    resolved.latency = resolved_latency(params);
    resolved.layout = resolved_layout(read_layout(params.layout));
    resolve(settings_of(Balance::schema, resolved), params.seed);
  }

  Estimate estimate() const override {
    return short_run
        .then(estimate_metrics(size_of(*topology_), {.keys = {"term_avg_dist"}, .exact = params_.exact}))
        .then(estimate_slackness(params_, *topology_));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const parts = measure_balance(params_, *topology_, progress);
    auto const runs = run_slackness(parts, progress);
    result.tables = {facts_table(parts), readings_table(parts), slackness_table(runs)};
    result.answer = balance_answer(parts);
    add_notes(runs, parts, result);
  }

  Balance::Params params_;
  TopologyPtr topology_;
};

}  // namespace

ExperimentPtr Balance::assemble(Params const& params) { return std::make_unique<BalanceExperiment>(params); }

}  // namespace weft::verb
