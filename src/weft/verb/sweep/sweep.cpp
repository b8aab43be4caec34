// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/sweep/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/quantity.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/flit/run.hpp"
#include "weft/engine/flit/saturation.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/verb/side_by_side.hpp"
#include "weft/workload/flit/assembly.hpp"
#include "weft/workload/flit/class_tables.hpp"
#include "weft/workload/flit/tables.hpp"

namespace weft::verb {
namespace {

/// Returns the traffic of the scenario: the default of scenarios if classes define the traffic.
std::string traffic_of(Sweep::Params const& request) {
  bool const is_default = request.traffic == Sweep::Params{}.traffic;
  return request.classes.empty() || !is_default ? request.traffic : Scenario{}.traffic;
}

Scenario scenario_of(Sweep::Params const& request) {
  return {.topology = request.topology,
          .routing = request.routing,
          .traffic = traffic_of(request),
          .messages = request.messages,
          .engine = request.engine,
          .seed = request.seed,
          .mapping = request.mapping,
          .grid = request.grid,
          .ranks_per_node = request.ranks_per_node,
          .layout = request.layout,
          .jobs = request.jobs,
          .classes = request.classes,
          .failures = request.failures};
}

class SweepRunner {
 public:
  SweepRunner(Sweep::Params const& request, FlitAssembly const& setting, flit::FlitNetwork const& machine,
              Traffic const& traffic, Progress& progress)
      : request_(request),
        setting_(setting),
        machine_(machine),
        progress_(progress),
        search_({machine, *setting.bound, traffic, setting.params, setting.seed},
                {request.limit, request.resolution}, expected_runs(), progress) {}

  void run(Result& result);

 private:
  /// Throws InputError if no latency was measured even at the lowest rate.
  void require_idle() const;
  /// Returns the expected number of runs. The exact number depends on the saturation.
  std::uint64_t expected_runs() const {
    bool const all_given = !request_.rates.empty() && !request_.saturation;
    return all_given ? request_.rates.size()
                     : static_cast<std::uint64_t>(request_.points) + flit::SaturationSearch::default_trials;
  }
  void add_curve(Result& result) const;
  Table saturation_table() const;
  std::string format_saturation() const;
  std::string format_points() const;
  void add_notes(Result& result) const;

  Sweep::Params const& request_;
  FlitAssembly const& setting_;
  flit::FlitNetwork const& machine_;
  Progress& progress_;
  flit::SaturationSearch search_;
};

void SweepRunner::require_idle() const {
  auto const& idle = search_.points().at(search_.idle_rate());
  if (idle.ending == flit::Ending::measured) return;
  auto params = setting_.params;
  params.rate = search_.idle_rate();
  bool const too_short = idle.ending == flit::Ending::cut_off;
  throw InputError(
      fmt::format("no latency could be measured even at the lowest rate, {}", format_rate(params.rate)),
      weft::answer_of(params, idle), too_short ? "raise max_cycles, or specify rates" : "specify rates",
      "engine");
}

void SweepRunner::add_curve(Result& result) const {
  Table table{"curve", "Latency against load", point_columns(), {}};
  auto classes = traffic_class_table(true);
  for (auto const& [rate, outcome] : search_.points()) {
    auto params = setting_.params;
    params.rate = rate;
    auto stated = outcome;
    stated.precision = std::min(outcome.precision, params.precision);  // coarser for trials
    table.add_row(point_row(params, stated));
    add_class_rows(params, machine_, outcome, true, classes);
  }
  result.tables.push_back(std::move(table));
  if (!setting_.params.classes.empty()) result.tables.push_back(std::move(classes));
}

Table SweepRunner::saturation_table() const {
  Table table{
      "saturation",
      "Saturation",
      {{"zero_load_latency", "cycles",
        fmt::format("mean latency at rate {}", format_rate(search_.idle_rate())), 3},
       {"latency_limit", "cycles", "a multiple of the zero-load latency", 3},
       {"limit_lower", "flits/cycle", "highest of the rates tried at which the latency is below the limit",
        5},
       {"limit_upper", "flits/cycle", "lowest of the rates tried at which the latency is above the limit", 5},
       {"saturation_lower", "flits/cycle", "highest of the rates tried that the network accepts completely",
        5},
       {"saturation_upper", "flits/cycle",
        "lowest of the rates tried that the network does not accept completely", 5},
       {"throughput", "flits/cycle", "accepted rate per terminal at the highest measured rate", 5},
       {"plus_minus", "flits/cycle", "half-width of its 95 % confidence interval", 5},
       {"measured_at_rate", "flits/cycle", "offered rate at which the throughput was measured", 5}},
      {}};
  auto const optional = [](std::optional<double> const& rate) { return rate ? Value(*rate) : Value(); };
  auto const& throughput = search_.throughput();
  bool const precise = throughput && std::isfinite(throughput->half_width);
  table.add_row({search_.idle_latency(), search_.latency_limit(), search_.below_limit(),
                 optional(search_.above_limit()), search_.accepts(), optional(search_.saturates()),
                 throughput ? Value(throughput->mean) : Value(),
                 precise ? Value(throughput->half_width) : Value(),
                 throughput ? Value(search_.throughput_rate()) : Value()});
  return table;
}

std::string SweepRunner::format_saturation() const {
  auto const idle = fmt::format("zero-load latency {:.2f} cycles; ", search_.idle_latency());
  auto const whole = search_.saturates()
                         ? fmt::format("saturates between {:.4f} and {:.4f} flits per cycle and terminal",
                                       search_.accepts(), *search_.saturates())
                         : fmt::format("not saturated at rate {}", format_rate(search_.max_rate()));
  if (!search_.above_limit()) return idle + whole;
  return idle +
         fmt::format("{}x zero-load latency reached between {:.4f} and {:.4f}, ",
                     format_rounded(search_.latency_limit() / search_.idle_latency()), search_.below_limit(),
                     *search_.above_limit()) +
         whole;
}

/// Returns the verdict for specified rates: one run, or the latencies at the lowest and highest measured
/// rates.
std::string SweepRunner::format_points() const {
  auto const& points = search_.points();
  auto const answer_at = [&](auto const& point) {
    auto params = setting_.params;
    params.rate = point.first;
    return weft::answer_of(params, point.second);
  };
  if (points.size() == 1) return answer_at(*points.begin());
  auto const is_measured = [](auto const& point) { return point.second.ending == flit::Ending::measured; };
  auto const first = std::ranges::find_if(points, is_measured);
  if (first == points.end()) return answer_at(*points.begin());
  auto last = first;
  for (auto point = first; point != points.end(); ++point)
    if (is_measured(*point)) last = point;
  auto text = fmt::format("latency {:.2f} cycles at rate {}", first->second.tally.latency.mean(),
                          format_rate(first->first));
  if (last != first)
    text += fmt::format(", {:.2f} cycles at rate {}", last->second.tally.latency.mean(),
                        format_rate(last->first));
  if (auto const end = std::ranges::find_if_not(last, points.end(), is_measured); end != points.end())
    text += fmt::format("; {} at rate {}", format_ending(end->second), format_rate(end->first));
  return text;
}

void SweepRunner::add_notes(Result& result) const {
  result.notes = notes_of(setting_, machine_);
  std::vector<RatedOutcome> runs;
  for (auto const& [rate, outcome] : search_.points()) runs.push_back({rate, &outcome});
  std::ranges::move(notes_of(runs), std::back_inserter(result.notes));
  for (auto const& [rate, outcome] : search_.points())
    if (outcome.deadlock)
      result.notes.push_back(fmt::format(
          "deadlock at rate {}: weft simulate with this rate shows which packets wait for each other",
          format_rate(rate)));
}

void SweepRunner::run(Result& result) {
  Stopwatch const watch;
  bool const given = !request_.rates.empty();
  expect_cycles(setting_, machine_, expected_runs(), progress_);
  progress_.start("sweep", expected_runs() * flit::expected_cycles(setting_.params), "cycles");
  if (given && !request_.saturation) {
    search_.simulate(request_.rates);
    add_curve(result);
    result.answer = format_points();
  } else {
    search_.simulate({search_.idle_rate()});
    require_idle();
    search_.search();
    if (given)
      search_.simulate(request_.rates);
    else
      search_.simulate_curve(search_.curve_rates(static_cast<std::size_t>(request_.points)));
    search_.find_throughput();
    add_curve(result);
    result.tables.push_back(saturation_table());
    result.answer = format_saturation();
  }
  progress_.finish();
  result.timings.push_back({"simulate", watch.seconds()});
  add_notes(result);
}

/// Returns the estimate of all runs, as if performed in sequence at rates spread evenly up to saturation,
/// with the memory of the runs that the sweep simulates in parallel.
Estimate estimate_runs(Sweep::Params const& request, FlitAssembly const& setting) {
  constexpr double rates_at_once = 4, cycles_of_a_trial = 2;
  std::vector<double> rates(request.rates.begin(), request.rates.end());
  auto at_once = static_cast<double>(rates.size());
  if (rates.empty() || request.saturation) {
    auto const maximum = saturation_estimate(setting);
    auto const runs = static_cast<std::size_t>(request.points) + flit::SaturationSearch::default_trials;
    for (std::size_t i = 0; i < runs; ++i)
      rates.push_back(maximum * static_cast<double>(i + 1) / static_cast<double>(runs) * cycles_of_a_trial);
    at_once = rates_at_once;
  }
  Estimate all;
  for (auto const rate : rates) {
    auto params = setting.params;
    params.rate = rate;
    auto const run = estimate_run(setting, params);
    all.bytes = std::max(all.bytes, run.bytes);
    all.seconds += run.seconds;
  }
  all.bytes *= std::min<double>(num_threads(), at_once);
  all.useful_threads = useful_threads(at_once, all.seconds);
  return all;
}

/// Throws InputError for options that have no effect.
void reject_unused(Sweep::Params const& request) {
  if (request.rates.empty()) return;
  Sweep::Params const defaults;
  if (request.points != defaults.points)
    throw conflict("points", "rates", "Weft does not choose rates if rates are specified").at("points");
  if (request.saturation) return;
  for (auto const& [name, given] : {std::pair{"limit", request.limit != defaults.limit},
                                    {"resolution", request.resolution != defaults.resolution}})
    if (given)
      throw conflict(name, "rates", "the sweep does not search for the saturation",
                     fmt::format("omit {}, or set saturation=true", name))
          .at(name);
}

void check_rates(Sweep::Params const& request, flit::FlitParams params) {
  for (auto const rate : request.rates) {
    params.rate = rate;
    try {
      flit::check_rate(params);
    } catch (InputError const& error) {
      throw InputError(error.problem, error.why, error.suggestion, "rates");
    }
  }
}

class SweepExperiment final : public Experiment {
 public:
  explicit SweepExperiment(Sweep::Params const& params) : Experiment(Sweep::name), params_(params) {
    params_.engine = unbracketed(params.engine);
    reject_unused(params_);
    if (auto const engine = parse_spec(params_.engine, "engine"); engine.name != "flit")
      throw InputError("sweep does not support engine " + engine.name, "sweeps are simulated flit by flit",
                       "use engine flit", "engine");
    auto const scenario = scenario_of(params_);
    assembly_ = assemble_flit(scenario, RateSource::sweep);
    if (assembly_.params.injection == flit::Injection::batch)
      throw conflict("sweep", "injection=batch", "a batch has no rate", "use weft simulate").at("engine");
    if (assembly_.params.injection == flit::Injection::timed)
      throw InputError("sweep does not support timed_messages", "timed messages have no rate",
                       "use weft simulate", "traffic");
    check_rates(params_, assembly_.params);
    auto settings = assembly_.resolved(scenario);
    settings.push_back({"sweep", Spec{"sweep", write_params(Sweep::schema, params_, false)}.to_string()});
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    return short_run.and_then(estimate_setup(assembly_)).and_then(estimate_runs(params_, assembly_));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const machine = make_machine(assembly_);
    auto const traffic = assembly_.traffic(progress);
    SweepRunner(params_, assembly_, machine, *traffic, progress).run(result);
    assembly_.workload.add_tables(result);
    add_note(assembly_.routing_note, result);
  }

  Sweep::Params params_;
  FlitAssembly assembly_;
};

}  // namespace

ExperimentPtr Sweep::assemble(Params const& params) {
  return assemble_by_routing<Sweep>(params,
                                    [](Params const& one) { return std::make_unique<SweepExperiment>(one); });
}

}  // namespace weft::verb
