#include "weft/engine/rounds/forward/forward_steady.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/engine/rounds/forward/forward_kernel.hpp"
#include "weft/engine/rounds/forward/make_kernel.hpp"

namespace weft::rounds {
namespace {

/// The counts of some consecutive rounds.
struct Stage {
  ForwardCounts counts;
  std::uint64_t in_flight = 0;  ///< at its end
};

template <class M>
class SteadyRun {
 public:
  SteadyRun(ForwardJob const& job, ForwardSetup const& setup, Traffic const& traffic,
            SteadyParams const& params)
      : job_(job),
        params_(params),
        entrance_(job.network, job.routing, job.seed),
        source_(job.network, entrance_, traffic, ArrivalLaw(params.arrivals, params.rate), job.seed),
        kernel_(make_kernel<M>(job, setup)),
        stage_rounds_(std::max<std::uint64_t>(10, params.rounds / most_stages)) {}

  SteadyResult run() {
    auto const most = params_.rounds;
    job_.progress.start("steady state", most, "rounds");
    while (round_ < most) {
      advance(std::min(stage_rounds_, most - round_));
      if (stages_.size() % 50 == 0 && precise_enough()) break;
    }
    job_.progress.finish();
    return result();
  }

 private:
  static constexpr std::uint64_t most_stages = 400;

  void advance(std::uint64_t rounds) {
    for (std::uint64_t i = 0; i < rounds; ++i) {
      kernel_->advance(++round_, source_);
      job_.progress.advance();
    }
    stages_.push_back({kernel_->take_counts(), kernel_->in_flight()});
    auto const& delay = stages_.back().counts.delay;
    series_.push_back(delay.count() > 0 ? delay.mean() : series_.empty() ? 0 : series_.back());
  }

  bool precise_enough() const {
    auto const state = steady_state(series_);
    return params_.precision > 0 && state.settled && state.half_width <= params_.precision * state.mean;
  }

  bool sustained() const {
    auto const half = stages_.size() / 2;
    std::uint64_t arrived = 0;
    for (auto stage = stages_.begin() + static_cast<std::ptrdiff_t>(half); stage != stages_.end(); ++stage)
      arrived += stage->counts.injected;
    return sustains(half == 0 ? 0 : stages_[half - 1].in_flight, stages_.back().in_flight, arrived);
  }

  SteadyResult result() const {
    auto const state = steady_state(series_);
    auto const warm_up = std::min(state.warm_up, stages_.size() - 1);
    SteadyResult result;
    result.latency_half_width = state.half_width;
    result.settled = state.settled;
    ForwardCounts all, after;
    after.delays = DelayStatistics(job_.delay_model.beta_ns_per_meter);
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      all.merge(stages_[i].counts);
      if (i >= warm_up) after.merge(stages_[i].counts);
    }
    result.rounds = round_;
    result.warm_up = warm_up * stage_rounds_;
    auto const terminal_rounds =
        static_cast<double>(job_.network.num_terminals()) * static_cast<double>(round_ - result.warm_up);
    result.offered = static_cast<double>(after.injected + after.unreachable) / terminal_rounds;
    result.accepted = static_cast<double>(after.delivered) / terminal_rounds;
    result.latency = after.delay.mean();
    result.latencies = after.delay;
    result.delays = after.delays;
    result.sustained = sustained();
    result.messages = all.injected + all.unreachable;
    result.hops = after.hops;
    result.deflections = after.deflections;
    result.delivered = all.delivered;
    result.in_flight = kernel_->in_flight();
    result.unreachable = all.unreachable;
    result.lost_pairs = all.lost.pairs();
    result.longest_queue = all.longest_queue;
    result.loads = class_loads(job_.network, kernel_->loads());
    return result;
  }

  ForwardJob const& job_;
  SteadyParams const& params_;
  Entrance<M> entrance_;
  SteadyArrivals<M> source_;
  std::unique_ptr<RoundKernel<M>> kernel_;
  std::uint64_t stage_rounds_, round_ = 0;
  std::vector<Stage> stages_;
  std::vector<double> series_;  ///< mean latency of the messages delivered in each stage
};

SteadyResult run_at(StoreAndForward const& engine, ForwardJob const& job, ForwardSetup const& setup,
                    Traffic const& traffic, SteadyParams const& params) {
  return engine.params().track ? SteadyRun<FollowedMessage>(job, setup, traffic, params).run()
                               : SteadyRun<FullMessage>(job, setup, traffic, params).run();
}

void check_rate(SteadyParams const& params) {
  if (params.arrivals == ArrivalProcess::bernoulli && params.rate > 1)
    throw InputError{"rate = " + number_text(params.rate), "Bernoulli arrivals are at most 1 per round",
                     "use arrivals=poisson"};
}

}  // namespace

bool sustains(std::uint64_t in_flight_before, std::uint64_t in_flight_after, std::uint64_t arrived) {
  auto const growth = static_cast<double>(in_flight_after) - static_cast<double>(in_flight_before);
  auto const messages = static_cast<double>(arrived);
  return growth <= 0.01 * messages + 3 * std::sqrt(messages);
}

SteadyResult run_steady(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                        SteadyParams const& params) {
  check_rate(params);
  return run_at(engine, job, ForwardSetup(engine.params(), job, traffic), traffic, params);
}

Saturation find_saturation(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                           SteadyParams const& params, double precision) {
  ForwardSetup const setup(engine.params(), job, traffic);
  Saturation found;
  SteadyParams trial = params;
  trial.precision = 0;
  bool uses_channels = true;
  auto const sustains_rate = [&](double rate) {
    trial.rate = rate;
    check_rate(trial);
    auto const result = run_at(engine, job, setup, traffic, trial);
    found.trials.push_back({rate, result.accepted, result.latency, result.sustained});
    (result.sustained ? found.sustained : found.refused) = rate;
    uses_channels =
        std::ranges::any_of(result.loads, [](ClassLoad const& load) { return load.messages > 0; });
    return result.sustained;
  };
  for (double rate = 1; sustains_rate(rate); rate *= 2)
    if (params.arrivals == ArrivalProcess::bernoulli || !uses_channels) return found;
  while (found.refused - found.sustained > precision * found.refused)
    sustains_rate((found.sustained + found.refused) / 2);
  return found;
}

namespace {

/// Messages per round and terminal that uniform traffic could send over all channels.
double capacity_of(NetworkSize const& size, double hops) {
  return static_cast<double>(size.channels) /
         std::max(static_cast<double>(size.terminals) * std::max(hops, 1.0), 1.0);
}

}  // namespace

/// Above half the capacity some queues grow without end.
Estimate estimate_steady(NetworkSize const& size, StoreAndForward::Params const& engine,
                         SteadyParams const& params, double hops) {
  constexpr double bytes_per_arrival = 10, part_of_the_capacity = 0.5;
  auto const rounds = static_cast<double>(params.rounds), terminals = static_cast<double>(size.terminals);
  auto const capacity = part_of_the_capacity * capacity_of(size, hops);
  auto const arrivals = params.rate * terminals * rounds;
  auto const queued = std::max(params.rate - capacity, 0.0) * terminals * rounds;
  auto tracked = engine;
  tracked.track = true;
  auto estimate = estimate_forward(size, tracked, {arrivals - queued, hops, rounds});
  estimate.bytes =
      estimate_forward(size, tracked, {queued, hops, rounds}).bytes + arrivals * bytes_per_arrival;
  return estimate;
}

Estimate estimate_saturation(NetworkSize const& size, StoreAndForward::Params const& engine,
                             SteadyParams const& params, double hops) {
  constexpr double trials = 12;
  auto const capacity = capacity_of(size, hops);
  auto highest = params, mean = params;
  highest.rate = params.arrivals == ArrivalProcess::bernoulli ? 1 : std::max(1.0, 2 * capacity);
  mean.rate = std::min(highest.rate, capacity);
  auto estimate = estimate_steady(size, engine, mean, hops);
  estimate.seconds *= trials;
  estimate.bytes = estimate_steady(size, engine, highest, hops).bytes;
  return estimate;
}

}  // namespace weft::rounds
