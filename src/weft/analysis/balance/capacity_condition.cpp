#include "weft/analysis/balance/capacity_condition.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

constexpr double rounding = 1e-12;

/// As a condition: processors / throughput channels carry one hop each.
CapacityCondition by_throughput(std::string name, double processors, std::uint32_t trips, double throughput,
                                std::string how, bool necessary, bool sufficient) {
  return {Reading::throughput,     std::move(name), processors, static_cast<double>(trips),
          processors * throughput, std::move(how),  necessary,  sufficient};
}

/// Of the requests of p terminals to others 2 floor(p/2) ceil(p/2) / (p (p - 1)) cross a cut into halves. The bisection is one of all
/// vertices: it halves the terminals where all vertices have equally many.
void add_cut(TopologyFacts const& subject, std::uint32_t trips, MetricOptions options, Progress& progress,
             std::vector<CapacityCondition>& conditions) {
  if (!subject.terminals_per_vertex || subject.terminals < 2 || subject.vertices % 2 != 0) return;
  options.keys = {"bisection_bandwidth"};
  auto const measures = measure(subject, options, progress);
  auto const* metric = measures.find("bisection_bandwidth");
  if (metric == nullptr) return;
  auto const width = (metric->exact() ? metric->value : metric->upper).number();
  auto const processors = static_cast<double>(subject.terminals);
  if (width > 0)
    conditions.push_back({Reading::cut, "cut into halves", processors,
                          trips * processors / (2 * (processors - 1)), width, metric->how, true});
}

void add_throughput(TopologyFacts const& subject, std::uint32_t trips, MetricOptions options,
                    Progress& progress, std::vector<CapacityCondition>& conditions) {
  options.keys = {"uniform_throughput"};
  auto const measures = measure(subject, options, progress);
  auto const* metric = measures.find("uniform_throughput");
  if (metric == nullptr) return;
  auto const processors = static_cast<double>(subject.terminals);
  auto const add = [&](Value const& value, char const* name, bool necessary, bool sufficient) {
    if (value.number() > 0)
      conditions.push_back(
          by_throughput(name, processors, trips, value.number(), metric->how, necessary, sufficient));
  };
  if (metric->exact()) return add(metric->value, "throughput of uniform traffic", true, true);
  add(metric->upper, "throughput of uniform traffic, at most", true, false);
  add(metric->lower, "throughput of uniform traffic, at least", false, true);
}

bool are_equal(double a, double b) { return std::abs(a - b) <= rounding * std::max(a, b); }

/// A necessary condition that asks for no more than the throughput gives is sufficient, too.
void mark_sufficient(std::vector<CapacityCondition>& conditions) {
  auto const known = std::ranges::find_if(conditions, [](auto const& it) {
    return it.reading == Reading::throughput && it.necessary && it.sufficient;
  });
  if (known == conditions.end()) return;
  for (auto& it : conditions) it.sufficient |= it.necessary && are_equal(it.k_min(), known->k_min());
}

/// Which of equally demanding conditions explains most: a cut can be seen, and a throughput that is known decides.
int clarity(CapacityCondition const& it) {
  if (it.reading == Reading::cut) return 2;
  return it.reading == Reading::throughput && it.sufficient ? 1 : 0;
}

}  // namespace

bool CapacityCondition::carries(std::int64_t every) const {
  return k_min() * (1 - rounding) <= static_cast<double>(every);
}

std::uint64_t CapacityCondition::whole_k_min() const {
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(k_min() * (1 - rounding))));
}

std::vector<CapacityCondition> capacity_conditions(TopologyFacts const& subject,
                                                   TerminalDistances const& distances, std::uint32_t trips,
                                                   MetricOptions const& options, Progress& progress) {
  auto const known = known_total_bandwidth(subject);
  auto const channels = known ? *known : subject.total_bandwidth();
  if (channels <= 0 && distances.mean > 0)
    throw InputError("no channels", "requests need some", "choose another network", "topology");
  auto const processors = static_cast<double>(subject.terminals);
  std::vector<CapacityCondition> conditions;
  for (auto const& reading : subject.capacity_readings)
    conditions.push_back({Reading::published, reading.name, static_cast<double>(reading.processors),
                          static_cast<double>(trips * reading.hops), static_cast<double>(reading.channels),
                          "Leppanen & Penttonen 2007"});
  auto const mean = distances.exact ? distances.how
                                    : fmt::format("{}, 95 %: +-{:.3g}", distances.how, distances.half_width);
  conditions.push_back(
      {Reading::mean, "mean distance", processors, trips * distances.mean, channels, mean, distances.exact});
  conditions.push_back({Reading::diameter, distances.exact ? "diameter" : "diameter, at least", processors,
                        static_cast<double>(trips * distances.greatest), channels, distances.how});
  add_cut(subject, trips, options, progress, conditions);
  add_throughput(subject, trips, options, progress, conditions);
  mark_sufficient(conditions);
  return conditions;
}

CapacityCondition const* find_reading(std::vector<CapacityCondition> const& conditions, Reading reading) {
  if (reading == Reading::binding) {
    CapacityCondition const* most = find_reading(conditions, Reading::mean);
    for (auto const& it : conditions)
      if (it.necessary &&
          (are_equal(it.k_min(), most->k_min()) ? clarity(it) > clarity(*most) : it.k_min() > most->k_min()))
        most = &it;
    return most;
  }
  auto const found = std::ranges::find(conditions, reading, &CapacityCondition::reading);
  return found == conditions.end() ? nullptr : &*found;
}

}  // namespace weft
