#include "weft/verb/sweep/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/flit/run_length.hpp"
#include "weft/engine/flit/simulation.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/verb/sweep/progress.hpp"
#include "weft/verb/sweep/throughput.hpp"
#include "weft/workload/flit/assembly.hpp"
#include "weft/workload/flit/class_tables.hpp"
#include "weft/workload/flit/tables.hpp"

namespace weft::verb {
namespace {

constexpr double usual_idle_rate = 0.002;
/// Rates that the searches for the limit and for the saturation try.
constexpr std::size_t usual_trials = 30;
constexpr std::int64_t most_cycles_of_a_trial = 100000;
constexpr double precision_of_a_trial = 0.05;
/// At saturation and beyond latencies have no mean, or one that takes millions of cycles to know. Points of
/// low precision say so.
constexpr double precision_at_saturation = 0.2;
/// Smaller relative differences between offered and accepted traffic are within the noise of a run.
constexpr double finest_saturation = 0.02;
/// The first rates tried beyond the limit, as multiples of it, and those of the curve beyond saturation.
constexpr double beyond_factors[] = {1.05, 1.25};

/// Classes have traffic of their own.
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
        traffic_(traffic),
        progress_(progress),
        runs_(progress, expected_runs()) {}

  void run(Result& result);

 private:
  /// The outcomes at these rates, at most on their own threads, or if there are several ranks one after the
  /// other over all of them; known ones are not simulated again.
  void simulate(std::vector<double> rates, flit::FlitParams const& params,
                std::map<double, flit::Outcome>& known,
                double limit = std::numeric_limits<double>::infinity());
  bool stands(flit::Outcome const& outcome) const {
    return outcome.ending == flit::Ending::measured &&
           outcome.tally.latency.mean() <= request_.limit * idle_latency_;
  }
  /// Whether the network accepts all offered traffic, however long that takes.
  static bool accepts(flit::Outcome const& outcome) {
    return outcome.ending == flit::Ending::measured ||
           (outcome.ending == flit::Ending::cut_off && outcome.measured > 0 &&
            outcome.accepted >= (1 - finest_saturation) * outcome.offered);
  }
  /// The highest rate that terminals can offer.
  double most_rate() const {
    auto const& params = setting_.params;
    return params.injection == flit::Injection::on_off ? params.burst_rate : 1;
  }
  /// The lowest rate, at which the network counts as idle.
  double idle_rate() const { return std::min(usual_idle_rate, most_rate()); }
  /// Throws InputError if even the idle network has no latency.
  void require_idle(flit::Outcome const& idle) const;
  /// The engine's options for a run that need not be more precise than that.
  flit::FlitParams trial_params(double precision) const;
  /// Of the simulation: its number is not known before the saturation is.
  std::uint64_t expected_runs() const {
    bool const all_given = !request_.rates.empty() && !request_.saturation;
    return all_given ? request_.rates.size() : static_cast<std::uint64_t>(request_.points) + usual_trials;
  }
  void find_limit();
  void find_saturation();
  /// Simulates these rates, ascending, without a limit, and narrows the saturation by them.
  void narrow(std::vector<double> const& rates);
  void simulate_chosen();
  void find_throughput();
  std::vector<double> chosen_rates() const;
  void add_curve(Result& result) const;
  Table saturation_table() const;
  std::string saturation_in_words() const;
  void add_notes(Result& result) const;

  Sweep::Params const& request_;
  FlitAssembly const& setting_;
  flit::FlitNetwork const& machine_;
  Traffic const& traffic_;
  Progress& progress_;
  SweepProgress runs_;
  std::map<double, flit::Outcome> trials_, beyond_, points_;  // by rate
  double idle_latency_ = 0;
  double stands_at_ = 0, falls_at_ = 0;       // below and above the limit of the latency
  double accepts_at_ = 0, saturates_at_ = 0;  // the network accepts all offered traffic, or less
  std::optional<Throughput> throughput_;
  double throughput_at_ = 0;
};

void SweepRunner::simulate(std::vector<double> rates, flit::FlitParams const& params,
                           std::map<double, flit::Outcome>& known, double limit) {
  std::erase_if(rates, [&](double rate) { return known.contains(rate); });
  std::vector<flit::Outcome> outcomes(rates.size());
  auto const simulate_one = [&](std::size_t i, unsigned) {
    auto with = params;
    with.rate = rates[i];
    SweepProgress::Run run(runs_);
    outcomes[i] = setting_.run(machine_, traffic_, with, run, limit);
  };
  if (num_ranks() == 1)
    parallel_for(rates.size(), simulate_one);
  else
    for (std::size_t i = 0; i < rates.size(); ++i) simulate_one(i, 0);
  for (std::size_t i = 0; i < rates.size(); ++i) known.emplace(rates[i], std::move(outcomes[i]));
}

void SweepRunner::require_idle(flit::Outcome const& idle) const {
  if (idle.ending == flit::Ending::measured) return;
  auto params = setting_.params;
  params.rate = idle_rate();
  bool const too_short = idle.ending == flit::Ending::cut_off;
  throw InputError(
      fmt::format("no latency could be measured even at the lowest rate, {}", rate_text(params.rate)),
      weft::answer_of(params, idle), too_short ? "raise most_cycles, or give rates" : "give rates", "engine");
}

flit::FlitParams SweepRunner::trial_params(double precision) const {
  auto params = setting_.params;
  params.most_cycles = std::min(params.most_cycles,
                                most_cycles_of_a_trial + params.warm_up + params.warm_up / 3 + params.cycles);
  params.precision = std::max(params.precision, precision);
  return params;
}

/// Simulates the rates of the curve; those beyond the limit only until their outcome is clear.
void SweepRunner::simulate_chosen() {
  std::vector<double> below, beyond;
  for (auto const rate : chosen_rates()) (rate < stands_at_ ? below : beyond).push_back(rate);
  simulate(below, setting_.params, points_);
  simulate(beyond, trial_params(precision_at_saturation), beyond_);
  for (auto const rate : beyond) points_.emplace(rate, beyond_.at(rate));
}

/// Measures the throughput at the highest rate that was measured: beyond saturation, unless the network
/// accepts the maximum rate.
void SweepRunner::find_throughput() {
  auto runs = beyond_;
  runs.insert(points_.begin(), points_.end());
  auto const last =
      std::find_if(runs.rbegin(), runs.rend(), [](auto const& it) { return it.second.measured > 0; });
  if (last == runs.rend()) return;
  auto const& [rate, outcome] = *last;
  throughput_at_ = rate;
  throughput_ = Throughput{outcome.accepted};
  if (outcome.deadlock) return;
  auto params = setting_.params;
  params.rate = rate;
  throughput_ = measure_throughput(setting_, machine_, traffic_, params, outcome.warm_up, request_.resolution,
                                   most_cycles_of_a_trial);
}

/// The rates between which the latency passes the limit: three at once, which leaves a quarter of the
/// interval.
void SweepRunner::find_limit() {
  auto const trial = trial_params(precision_of_a_trial);
  double const most = most_rate();
  double low = 0, high = most;
  for (int round = 0; high - low > request_.resolution * high && round < 12; ++round) {
    std::vector<double> rates;
    for (int i = 1; i <= 3; ++i) rates.push_back(low + (high - low) * i / 4);
    if (high == most) rates.push_back(most);
    progress_.tell(fmt::format("limit of the latency between {:.4f} and {:.4f}", low, high));
    simulate(rates, trial, trials_, request_.limit * idle_latency_);
    auto const first_bad =
        std::ranges::find_if(rates, [&](double rate) { return !stands(trials_.at(rate)); });
    if (first_bad != rates.end()) high = *first_bad;
    if (first_bad != rates.begin()) low = *(first_bad - 1);
  }
  stands_at_ = low;
  falls_at_ = high;
}

void SweepRunner::narrow(std::vector<double> const& rates) {
  simulate(rates, trial_params(precision_at_saturation), beyond_);
  auto const first_bad = std::ranges::find_if(rates, [&](double rate) { return !accepts(beyond_.at(rate)); });
  if (first_bad != rates.end()) saturates_at_ = *first_bad;
  if (first_bad != rates.begin()) accepts_at_ = *(first_bad - 1);
}

/// Finds the rates between which the network begins to accept less than is offered. A latency beyond the
/// limit does not show this: adaptive routings pass the limit where they leave the minimal paths, and carry
/// more.
void SweepRunner::find_saturation() {
  accepts_at_ = saturates_at_ = stands_at_;
  if (falls_at_ <= stands_at_) return;
  double const most = most_rate();
  for (double from = falls_at_; saturates_at_ <= accepts_at_ && accepts_at_ < most; from = accepts_at_) {
    std::vector<double> rates;
    if (from == falls_at_) rates.push_back(from);
    for (double const factor : beyond_factors) rates.push_back(std::min(most, from * factor));
    rates.erase(std::ranges::unique(rates).begin(), rates.end());
    progress_.tell(fmt::format("saturation from {:.4f}", from));
    narrow(rates);
  }
  auto const resolution = std::max(request_.resolution, finest_saturation);
  while (saturates_at_ - accepts_at_ > resolution * saturates_at_) {
    progress_.tell(fmt::format("saturation between {:.4f} and {:.4f}", accepts_at_, saturates_at_));
    std::vector<double> rates;
    for (int i = 1; i <= 3; ++i) rates.push_back(accepts_at_ + (saturates_at_ - accepts_at_) * i / 4);
    narrow(rates);
  }
}

/// Denser towards saturation, and two beyond it.
std::vector<double> SweepRunner::chosen_rates() const {
  std::vector<double> rates{idle_rate()};
  auto const below = std::max<std::int64_t>(request_.points - 3, 1);
  for (std::int64_t i = 1; i <= below; ++i)
    rates.push_back(accepts_at_ *
                    (1 - std::pow(1 - static_cast<double>(i) / static_cast<double>(below), 1.5)));
  for (double const factor : beyond_factors)
    rates.push_back(std::min(most_rate(), std::max(saturates_at_, falls_at_) * factor));
  std::erase_if(rates, [this](double rate) { return rate < idle_rate(); });
  std::ranges::sort(rates);
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  return rates;
}

void SweepRunner::add_curve(Result& result) const {
  Table table{"curve", "Latency against load", point_columns(), {}};
  auto classes = traffic_class_table(true);
  for (auto const& [rate, outcome] : points_) {
    auto params = setting_.params;
    params.rate = rate;
    auto stated = outcome;
    stated.precision = std::min(outcome.precision, params.precision);  // of trials it is coarser
    table.add_row(point_row(params, stated));
    add_class_rows(params, machine_, outcome, true, classes);
  }
  result.tables.push_back(std::move(table));
  if (!setting_.params.classes.empty()) result.tables.push_back(std::move(classes));
}

Table SweepRunner::saturation_table() const {
  Table table{"saturation",
              "Saturation",
              {{"idle_latency", "cycles", fmt::format("mean at rate {}", rate_text(idle_rate())), 3},
               {"limit", "cycles", "the latency that is sought", 3},
               {"below", "flits/cycle", "the highest rate tried below the limit", 5},
               {"above", "flits/cycle", "the lowest rate tried above it", 5},
               {"accepts", "flits/cycle", "the highest rate tried that the network takes whole", 5},
               {"saturates", "flits/cycle", "the lowest rate tried of which it takes less", 5},
               {"throughput", "flits/cycle", "accepted per terminal at the highest rate measured", 5},
               {"plus_minus", "flits/cycle", "half of its 95 % confidence interval", 5},
               {"at", "flits/cycle", "that rate", 5}},
              {}};
  bool const precise = throughput_ && std::isfinite(throughput_->half_width);
  table.add_row({idle_latency_, request_.limit * idle_latency_, stands_at_,
                 falls_at_ > stands_at_ ? Value(falls_at_) : Value(), accepts_at_,
                 saturates_at_ > accepts_at_ ? Value(saturates_at_) : Value(),
                 throughput_ ? Value(throughput_->mean) : Value(),
                 precise ? Value(throughput_->half_width) : Value(),
                 throughput_ ? Value(throughput_at_) : Value()});
  return table;
}

std::string SweepRunner::saturation_in_words() const {
  auto const idle = fmt::format("idle latency {:.2f} cycles; ", idle_latency_);
  auto const whole = saturates_at_ > accepts_at_
                         ? fmt::format("saturates between {:.4f} and {:.4f} flits per cycle and terminal",
                                       accepts_at_, saturates_at_)
                         : fmt::format("not saturated at rate {}", rate_text(most_rate()));
  if (falls_at_ <= stands_at_) return idle + whole;
  return idle +
         fmt::format("passes the limit of {:.2f} cycles between {:.4f} and {:.4f}, ",
                     request_.limit * idle_latency_, stands_at_, falls_at_) +
         whole;
}

void SweepRunner::add_notes(Result& result) const {
  result.notes = notes_of(setting_, machine_);
  std::vector<RatedOutcome> runs;
  for (auto const& [rate, outcome] : points_) runs.push_back({rate, &outcome});
  std::ranges::move(notes_of(runs), std::back_inserter(result.notes));
  for (auto const& [rate, outcome] : points_)
    if (outcome.deadlock)
      result.notes.push_back(fmt::format(
          "deadlock at rate {}: weft simulate with this rate shows which packets wait for each other",
          rate_text(rate)));
}

void SweepRunner::run(Result& result) {
  Stopwatch const watch;
  bool const given = !request_.rates.empty();
  expect_cycles(setting_, machine_, expected_runs(), progress_);
  progress_.start("sweep", expected_runs() * flit::expected_cycles(setting_.params), "cycles");
  if (given && !request_.saturation) {
    simulate(request_.rates, setting_.params, points_);
    add_curve(result);
    result.answer = fmt::format("{} rate{} simulated", points_.size(), points_.size() == 1 ? "" : "s");
  } else {
    simulate({idle_rate()}, setting_.params, points_);
    auto const& idle = points_.at(idle_rate());
    require_idle(idle);
    idle_latency_ = idle.tally.latency.mean();
    find_limit();
    find_saturation();
    if (given)
      simulate(request_.rates, setting_.params, points_);
    else
      simulate_chosen();
    find_throughput();
    add_curve(result);
    result.tables.push_back(saturation_table());
    result.answer = saturation_in_words();
  }
  progress_.finish();
  result.timings.push_back({"simulate", watch.seconds()});
  add_notes(result);
}

/// All runs, as if one after the other at rates spread evenly up to saturation; of those that the sweep has
/// simulated at the same time, one state each.
Estimate estimate_runs(Sweep::Params const& request, FlitAssembly const& setting) {
  constexpr double rates_at_once = 4, cycles_of_a_trial = 2;
  std::vector<double> rates(request.rates.begin(), request.rates.end());
  auto at_once = static_cast<double>(rates.size());
  if (rates.empty() || request.saturation) {
    auto const most = saturation_estimate(setting);
    auto const runs = static_cast<std::size_t>(request.points) + usual_trials;
    for (std::size_t i = 0; i < runs; ++i)
      rates.push_back(most * static_cast<double>(i + 1) / static_cast<double>(runs) * cycles_of_a_trial);
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

/// Refuses options that would have no effect.
void refuse_unused(Sweep::Params const& request) {
  if (request.rates.empty()) return;
  Sweep::Params const defaults;
  if (request.points != defaults.points)
    throw conflict("points", "rates", "Weft chooses no rates if rates are given").at("points");
  if (request.saturation) return;
  for (auto const& [name, given] : {std::pair{"limit", request.limit != defaults.limit},
                                    {"resolution", request.resolution != defaults.resolution}})
    if (given)
      throw conflict(name, "rates", "the sweep does not search for the saturation",
                     fmt::format("omit {}, or give saturation=true", name))
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
    refuse_unused(params_);
    if (auto const engine = parse_spec(params_.engine, "engine"); engine.name != "flit")
      throw InputError("sweep on engine " + engine.name, "sweeps are simulated flit by flit", "give flit:..",
                       "engine");
    auto const scenario = scenario_of(params_);
    it_ = assemble_flit(scenario, RateSource::sweep);
    if (it_.params.injection == flit::Injection::batch)
      throw conflict("sweep", "injection=batch", "a batch has no rate", "use weft simulate").at("engine");
    if (it_.params.injection == flit::Injection::timed)
      throw InputError("sweep of timed_messages", "they have no rate", "use weft simulate", "traffic");
    check_rates(params_, it_.params);
    auto settings = it_.resolved(scenario);
    settings.push_back({"sweep", Spec{"sweep", write_params(Sweep::schema, params_, false)}.to_string()});
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    return short_run.and_then(estimate_setup(it_)).and_then(estimate_runs(params_, it_));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const machine = make_machine(it_);
    auto const traffic = it_.traffic(progress);
    SweepRunner(params_, it_, machine, *traffic, progress).run(result);
    it_.workload.add_tables(result);
    add_note(it_.routing_note, result);
  }

  Sweep::Params params_;
  FlitAssembly it_;
};

}  // namespace

ExperimentPtr Sweep::assemble(Params const& params) { return std::make_unique<SweepExperiment>(params); }

}  // namespace weft::verb
