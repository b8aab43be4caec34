// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/forward/forward_steady.hpp"

#include <algorithm>

#include "weft/engine/rounds/forward/forward_kernel.hpp"
#include "weft/engine/rounds/forward/make_kernel.hpp"

namespace weft::rounds {
namespace {

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
        series_(params, job.network.num_terminals()) {}

  SteadyResult run() {
    job_.progress.start("steady state", params_.rounds, "rounds");
    while (!series_.complete()) advance(std::min(series_.stage_rounds(), params_.rounds - series_.rounds()));
    job_.progress.finish();
    return result();
  }

 private:
  void advance(std::uint64_t rounds) {
    for (std::uint64_t i = 0; i < rounds; ++i) {
      kernel_->advance(++round_, source_);
      job_.progress.advance();
    }
    auto const& counts = counts_.emplace_back(kernel_->take_counts());
    series_.add(
        {rounds, counts.injected, counts.unreachable, counts.delivered, kernel_->in_flight(), counts.delay});
  }

  SteadyResult result() const {
    SteadyResult result;
    static_cast<SteadyOutcome&>(result) = series_.outcome();
    ForwardCounts all;
    auto const warm_up = series_.warm_up();
    result.delays = DelayStatistics(job_.delay_model.beta_ns_per_meter);
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      all.merge(counts_[i]);
      if (i < warm_up) continue;
      result.delays.merge(counts_[i].delays);
      result.hops += counts_[i].hops;
      result.deflections += counts_[i].deflections;
    }
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
  std::uint64_t round_ = 0;
  SteadySeries series_;
  std::vector<ForwardCounts> counts_;  ///< by stage
};

SteadyResult run_at(StoreAndForward const& engine, ForwardJob const& job, ForwardSetup const& setup,
                    Traffic const& traffic, SteadyParams const& params) {
  return engine.params().track ? SteadyRun<FollowedMessage>(job, setup, traffic, params).run()
                               : SteadyRun<FullMessage>(job, setup, traffic, params).run();
}

}  // namespace

SteadyResult run_steady(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                        SteadyParams const& params) {
  check_rate(params);
  return run_at(engine, job, ForwardSetup(engine.params(), job, traffic), traffic, params);
}

Saturation find_saturation(StoreAndForward const& engine, ForwardJob const& job, Traffic const& traffic,
                           SteadyParams const& params) {
  ForwardSetup const setup(engine.params(), job, traffic);
  return find_saturation(params, [&](SteadyParams const& trial) -> Saturation::Trial {
    auto const result = run_at(engine, job, setup, traffic, trial);
    bool const uses_channels =
        std::ranges::any_of(result.loads, [](ClassLoad const& load) { return load.messages > 0; });
    return {trial.rate, result.accepted, result.latency, result.sustained, uses_channels};
  });
}

namespace {

/// Returns the rate, in messages per round and terminal, at which uniform traffic saturates all channels.
double capacity_of(NetworkSize const& size, double hops) {
  return static_cast<double>(size.channels) /
         std::max(static_cast<double>(size.terminals) * std::max(hops, 1.0), 1.0);
}

}  // namespace

/// Assumes that queues grow without bound above half the capacity.
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
