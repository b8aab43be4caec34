#include "weft/verb/balance/balance_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/slackness/latencies/catalog.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft::verb {
namespace {

struct NamedLatency {
  slackness::Latency latency;
  std::string spec;
};

NamedLatency make_latency(std::string const& text, slackness::LatencyContext const& context) {
  try {
    return slackness::Latencies::pick_params(
        Spec::parse(text),
        [&]<class L>(std::type_identity<L>, typename L::Params const& params) {
          return NamedLatency{L{params}.latency(context), to_spec<L>(params, true).to_string()};
        },
        "latency");
  } catch (InputError const& error) { throw error.at("latency"); }
}

CapacityCondition const& deciding(std::vector<CapacityCondition> const& conditions, Reading reading,
                                  std::string const& topology) {
  if (auto const* found = find_reading(conditions, reading); found != nullptr) return *found;
  if (reading == Reading::throughput)
    throw InputError("the throughput of " + topology + " is not known",
                     "it is measured on smaller networks, or on any with exact=true",
                     "choose reading=mean or exact=true", "reading");
  if (reading == Reading::cut)
    throw InputError("no cut of " + topology + " into halves is known",
                     "all its vertices must have equally many terminals", "choose reading=binding",
                     "reading");
  throw InputError("no published reading of " + topology,
                   "only mesh, sparse_mesh, coated_mesh and sparse_torus have one", "choose reading=mean",
                   "reading");
}

/// A rate as a fraction: exactly if its denominator is small, else to a part in 2^32.
slackness::Limit limit_of(double per_step) {
  constexpr std::uint64_t most_steps = 4096, fine = std::uint64_t{1} << 32;
  for (std::uint64_t steps = 1; steps <= most_steps; ++steps) {
    auto const requests = std::round(per_step * static_cast<double>(steps));
    if (std::abs(requests / static_cast<double>(steps) - per_step) <= 1e-14 * per_step)
      return {static_cast<std::uint64_t>(requests), steps};
  }
  return {static_cast<std::uint64_t>(std::llround(per_step * static_cast<double>(fine))), fine};
}

/// Requests per step that the network accepts of each processor; infinite: any number.
double requests_of(std::string const& text, CapacityCondition const& condition, std::uint64_t processors) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  if (text == "unlimited") return unlimited;
  if (text == "network") return condition.k_min() > 0 ? 1 / condition.k_min() : unlimited;
  auto const suggestion = "choose network, unlimited or a number";
  double number = 0;
  try {
    number = read_number("requests", text);
  } catch (InputError const&) {
    throw InputError("'" + text + "' is not a limit", "requests that the network accepts in a step",
                     suggestion, "requests");
  }
  if (!(number > 0 && std::isfinite(number)))
    throw InputError("requests = " + text, "must be above 0", suggestion, "requests");
  return number / static_cast<double>(processors);
}

/// 1, 2, 4, .. up to twice what hides the mean latency, and what hides it and the maximum.
std::vector<std::uint32_t> slackness_values(Balance::Params const& request,
                                            slackness::Latency const& latency) {
  if (request.slackness != Sides{0}) {
    std::set<std::uint32_t> values;
    for (auto const s : request.slackness) {
      if (s == 0)
        throw InputError("a slackness of 0", "a processor needs a virtual one to run", "start at 1",
                         "slackness");
      values.insert(static_cast<std::uint32_t>(s));
    }
    return {values.begin(), values.end()};
  }
  auto const every = static_cast<std::uint64_t>(request.every);
  auto const needed = slackness::needed_slackness(every, latency.mean());
  std::set<std::uint64_t> values{needed > 1 ? needed - 1 : 1, needed, 2 * needed};
  for (std::uint64_t s = 1; s < 2 * needed; s *= 2) values.insert(s);
  if (auto const greatest = latency.greatest(); greatest != slackness::Latency::unbounded)
    values.insert(slackness::needed_slackness(every, static_cast<double>(greatest)));
  if (*values.rbegin() > std::numeric_limits<std::uint32_t>::max())
    throw InputError(fmt::format("a slackness of {}, for the latency", *values.rbegin()),
                     "at most 2^32 - 1 virtual processors can be simulated",
                     "choose a shorter latency, or state slackness", "slackness");
  std::vector<std::uint32_t> listed;
  for (auto const s : values) listed.push_back(static_cast<std::uint32_t>(s));
  return listed;
}

/// Enough steps that every virtual processor sends some hundred requests; fewer processors for it.
void choose_size(BalanceParts& parts) {
  constexpr std::uint64_t most_work = std::uint64_t{1} << 22, most_processors = 64;
  constexpr double requests = 100;
  auto const& request = parts.request;
  auto const needed = requests * (parts.latency.mean() + static_cast<double>(request.every));
  parts.steps = std::max(static_cast<std::uint64_t>(request.steps), static_cast<std::uint64_t>(needed));
  auto const most = request.processors > 0
                        ? static_cast<std::uint64_t>(request.processors)
                        : std::clamp<std::uint64_t>(most_work / parts.steps, 1, most_processors);
  parts.simulated = static_cast<std::uint32_t>(std::min(most, parts.subject.terminals));
}

slackness::Processors processors_of(BalanceParts const& parts, std::uint32_t virtual_processors) {
  return {parts.simulated, virtual_processors, static_cast<std::uint64_t>(parts.request.every),
          parts.request.turn, parts.limit};
}

}  // namespace

std::string resolved_latency(Balance::Params const& request) {
  return make_latency(request.latency, {std::array{1.0}, request.answers ? 2U : 1U}).spec;
}

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
  BalanceParts parts{request, std::move(subject), std::move(conditions), condition,
                     make_latency(request.latency, {distances.pairs, trips}).latency};
  choose_size(parts);
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

}  // namespace weft::verb
