// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/steady.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/param.hpp"
#include "weft/engine/flit/run.hpp"

namespace weft::flit {
namespace {

constexpr std::uint64_t min_packets = 100;  // minimum number of packets for a mean latency
/// Distance between the mean latency and the limit that suffices to distinguish them, in half-widths; it is
/// above 1 because batches near saturation are correlated.
constexpr double clearly = 3;

/// A run with its watchdog, simulated block by block.
class Run {
 public:
  Run(FlitNetwork const& network, routing::ChannelRouting const& routing, Traffic const& traffic,
      FlitParams const& params, std::uint64_t seed, Progress& progress,
      double limit = std::numeric_limits<double>::infinity())
      : network_(network),
        traffic_(traffic),
        params_(params),
        progress_(progress),
        limit_(limit),
        simulation_(network, routing, traffic, params, seed),
        watchdog_(network, router_options(params)) {}

  Outcome steady() {
    progress_.start("rate " + format_number(params_.rate), expected_cycles(params_), "cycles");
    bool const settled = warm_up();
    outcome_.warm_up = simulation_.now();
    if (outcome_.deadlock) return finish(Ending::deadlock);
    if (gave_up()) return finish(Ending::saturated);
    if (over()) return finish(Ending::cut_off);
    auto const before = pending();
    if (!settled) {  // measure the throughput nevertheless
      simulation_.measure({simulation_.now(), ~std::uint64_t{0}, block_cycles});
      advance(std::max<std::uint64_t>(outcome_.warm_up / 2, 20 * block_cycles));
      close_window();
      return finish(Ending::saturated);
    }
    measure();
    if (grows(before, pending(), outcome_.measured)) {
      check_now();
      return finish(Ending::saturated);
    }
    while (!over() && !simulation_.all_measured_delivered()) advance(block_cycles);
    bool const all = simulation_.all_measured_delivered() && simulation_.tally().latency.count > 0;
    return finish(all ? Ending::measured : Ending::cut_off);
  }
  Outcome batch(std::uint64_t messages) {
    progress_.start("batch", messages, "messages");
    simulation_.measure({0, ~std::uint64_t{0}, block_cycles});
    std::uint64_t told = 0;
    while (!over()) {
      simulation_.advance(block_cycles);
      auto const done = simulation_.done();
      progress_.advance(done - told);
      told = done;
      look_after(0);
      if (done == messages) break;
    }
    note_terminals();
    return finish(told == messages ? Ending::measured : Ending::cut_off);
  }

 private:
  bool over() const { return outcome_.deadlock || gave_up() || simulation_.now() >= maximum(); }
  bool gave_up() const { return slow_blocks_ >= 20; }
  std::uint64_t maximum() const { return static_cast<std::uint64_t>(params_.max_cycles); }
  bool is_late() const {
    return simulation_.now() >= static_cast<std::uint64_t>(last_measured_cycle(params_));
  }
  std::uint64_t pending() const { return simulation_.in_flight() + simulation_.waiting(); }
  void advance(std::uint64_t cycles) {
    for (auto const end = std::min(simulation_.now() + cycles, maximum());
         simulation_.now() < end && !outcome_.deadlock && !gave_up();) {
      auto const step = std::min(block_cycles, end - simulation_.now());
      simulation_.advance(step);
      auto const recent = simulation_.drain_recent();
      series_.push_back(recent.count > 0 ? recent.mean() : series_.empty() ? 0 : series_.back());
      slow_blocks_ = series_.back() > 2 * limit_ ? slow_blocks_ + 1 : 0;
      if (series_.size() % 10 == 0) report();
      look_after(step);
    }
  }
  /// Reports the progress and the expected end, which includes the latency of the last packets.
  void report() {
    progress_.set_status(fmt::format("latency {:.1f} cycles", series_.back()));
    auto const requested_cycles = static_cast<std::uint64_t>(params_.cycles);
    auto measured = requested_cycles > 0 ? requested_cycles : min_measured_blocks * block_cycles;
    auto const blocks = measuring_ ? series_.size() - first_measured_ : 0;
    if (requested_cycles == 0 && blocks >= num_batches)
      measured = expected_blocks(blocks, excess()) * block_cycles;
    auto const end = std::max(first_measured_ * block_cycles + measured, simulation_.now()) +
                     static_cast<std::uint64_t>(series_.back());
    progress_.set_total(std::min(end, maximum()));
  }
  void look_after(std::uint64_t cycles) {
    progress_.advance(cycles);
    if (simulation_.now() - looked_ < static_cast<std::uint64_t>(params_.watchdog)) return;
    looked_ = simulation_.now();
    outcome_.deadlock = watchdog_.look(simulation_.now(), simulation_.state());
  }
  void sample_occupancy() {
    auto const flits = simulation_.buffered_by_vc();
    for (std::size_t v = 0; v < flits.size(); ++v)
      occupancy_[v].push_back(static_cast<double>(flits[v]) / network_.num_in());
  }
  /// Simulates the warm-up. Returns false if the run ended or the queues grow without bound.
  bool warm_up() {
    if (params_.warm_up > 0) {
      first_measured_ = static_cast<std::uint64_t>(params_.warm_up) / block_cycles;
      advance(static_cast<std::uint64_t>(params_.warm_up));
      return !over();
    }
    std::uint64_t before = 0, blocks = min_warm_up_blocks / 2;
    int growths = 0;
    for (;;) {
      auto const half = simulation_.now() / 2;
      first_measured_ = std::max(blocks, min_warm_up_blocks);
      advance(blocks * block_cycles - simulation_.now());
      if (over()) return false;
      auto const after = pending();
      auto const settled = warm_up_mser5(series_) + 5 < series_.size() / 2;
      bool const longer_than_a_way = static_cast<double>(simulation_.now()) > 6 * series_.back();
      growths =
          blocks >= min_warm_up_blocks && grows(before, after, simulation_.now() - half) ? growths + 1 : 0;
      if (growths >= 3) return false;
      if (blocks >= min_warm_up_blocks && settled && growths == 0 && longer_than_a_way) return true;
      before = after;
      blocks *= 2;
    }
  }
  /// Returns whether the number of packets in flight and waiting has grown significantly, from `before` to
  /// `after` in `cycles` cycles.
  bool grows(std::uint64_t before, std::uint64_t after, std::uint64_t cycles) const {
    auto const created = packets_per_cycle(params_, network_.num_terminals()) * static_cast<double>(cycles);
    return static_cast<double>(after) - static_cast<double>(before) >
           0.01 * created + 5 * std::sqrt(created) + 5;
  }
  void measure() {
    first_measured_ = series_.size();
    measuring_ = true;
    simulation_.measure({simulation_.now(), ~std::uint64_t{0}, block_cycles});
    occupancy_.assign(simulation_.options().vcs, {});
    auto const requested_cycles = static_cast<std::uint64_t>(params_.cycles);
    std::uint64_t blocks =
        requested_cycles > 0 ? (requested_cycles + block_cycles - 1) / block_cycles : min_measured_blocks;
    for (std::uint64_t done = 0;;) {
      for (; done < blocks && !over() && (requested_cycles > 0 || !is_late()); ++done) {
        advance(requested_cycles > 0 ? std::min(block_cycles, requested_cycles - done * block_cycles)
                                     : block_cycles);
        sample_occupancy();
      }
      if (over() || requested_cycles > 0 || is_late()) break;
      if (excess() <= 1 && simulation_.tally().latency.count >= min_packets) break;
      blocks = prolonged(blocks);
    }
    close_window();
  }
  void close_window() {
    simulation_.end_window(simulation_.now());
    outcome_.measured = simulation_.now() - outcome_.warm_up;
    copy_sent(simulation_, outcome_);
    note_terminals();
  }
  void note_terminals() {
    outcome_.accepted_by_terminal = simulation_.accepted_by_terminal();
    auto sent = simulation_.sent_by_terminal();
    auto const terminals = network_.num_terminals();
    for (std::uint32_t e = 0; e < terminals; ++e) {
      std::uint64_t flits = 0;
      bool sends = false;
      for (std::size_t c = 0; c < num_classes(params_); ++c) {
        flits += sent[c * terminals + e];
        sends = sends || traffic_of_class(params_, c, traffic_).messages({e}) > 0;
      }
      if (flits > 0 || sends) outcome_.senders.push_back({e, flits});
    }
    if (!params_.classes.empty()) outcome_.sent_by_terminal = std::move(sent);
  }
  /// Checks for a deadlock before the next scheduled check: twice, since a check detects flits that have not
  /// moved since the previous one.
  void check_now() {
    if (over()) return;
    outcome_.deadlock = watchdog_.look(simulation_.now(), simulation_.state());
    advance(block_cycles);
    if (!over()) outcome_.deadlock = watchdog_.look(simulation_.now(), simulation_.state());
  }
  static constexpr std::size_t num_batches = 20;
  /// Returns statistics of the means of consecutive batches.
  static RunningStatistics batch_means(std::span<double const> series) {
    RunningStatistics means;
    auto const size = series.size() / num_batches;
    for (std::size_t batch = 0; size > 0 && batch < num_batches; ++batch) {
      RunningStatistics of_batch;
      for (auto const value : series.subspan(batch * size, size)) of_batch.add(value);
      means.add(of_batch.mean());
    }
    return means;
  }
  /// Returns the ratio, at least 1, of the current confidence interval of the mean latency to the permitted
  /// one, which follows from the requested precision or from the distance between mean and limit.
  double excess() const {
    auto const means = batch_means(std::span(series_).subspan(first_measured_));
    auto const half_width = confidence_half_width(means);
    auto requested = params_.precision * means.mean();
    if (std::isfinite(limit_)) requested = std::max(requested, std::abs(means.mean() - limit_) / clearly);
    return half_width <= requested ? 1 : half_width / requested;
  }
  /// Counts the flits created in the measured cycles, in started packets and in packets that still wait.
  void count_offered() {
    auto& outcome = outcome_;
    if (outcome.measured == 0) return;
    auto const waiting = simulation_.measured_waiting();
    double flits = 0;
    for (std::size_t c = 0; c < waiting.size(); ++c) {
      auto const started = outcome.tally.classes.empty() ? outcome.tally.measured_flits
                                                         : outcome.tally.classes[c].measured_flits;
      outcome.offered_flits.push_back(static_cast<double>(started) +
                                      static_cast<double>(waiting[c]) *
                                          mean_packet_size(params_of_class(params_, c)));
      flits += outcome.offered_flits.back();
    }
    outcome.offered =
        flits / (static_cast<double>(network_.num_terminals()) * static_cast<double>(outcome.measured));
  }
  Outcome finish(Ending ending) {
    progress_.finish();
    auto& outcome = outcome_;
    outcome.ending = outcome.deadlock ? Ending::deadlock : ending;
    if (params_.injection == Injection::batch)
      copy_whole_run(network_, simulation_, outcome);
    else
      copy_totals(network_, simulation_, outcome);
    count_offered();
    for (auto const& series : occupancy_) {
      RunningStatistics all;
      for (auto const value : series) all.add(value);
      outcome.vc_occupancy.push_back({all.mean(), confidence_half_width(batch_means(series))});
    }
    RunningStatistics means;
    auto const size = std::max<std::size_t>(outcome.tally.blocks.size() / 20, 1);
    for (std::size_t first = 0; first + size <= outcome.tally.blocks.size(); first += size) {
      DelaySum batch;
      for (std::size_t i = first; i < first + size; ++i) batch.merge(outcome.tally.blocks[i]);
      if (batch.count > 0) means.add(batch.mean());
    }
    outcome.half_width = confidence_half_width(means);
    if (params_.injection != Injection::batch && params_.cycles == 0) outcome.precision = params_.precision;
    return std::move(outcome_);
  }

  FlitNetwork const& network_;
  Traffic const& traffic_;
  FlitParams const& params_;
  Progress& progress_;
  double const limit_;
  std::uint32_t slow_blocks_ = 0;  // consecutive blocks with a latency above twice the limit
  Simulation simulation_;
  Watchdog watchdog_;
  std::uint64_t looked_ = 0;
  std::size_t first_measured_ =
      min_warm_up_blocks;  // first measured block; during the warm-up, the expected one
  bool measuring_ = false;
  std::vector<double> series_;                  // mean latency of the delivered packets, by block
  std::vector<std::vector<double>> occupancy_;  // mean flits in a buffer, by virtual channel and block
  Outcome outcome_;
};

}  // namespace

Outcome run_steady(FlitNetwork const& network, routing::ChannelRouting const& routing, Traffic const& traffic,
                   FlitParams const& params, std::uint64_t seed, Progress& progress, double limit) {
  return Run(network, routing, traffic, params, seed, progress, limit).steady();
}

Outcome run_batch(FlitNetwork const& network, routing::ChannelRouting const& routing, Traffic const& traffic,
                  FlitParams const& params, std::uint64_t seed, Progress& progress) {
  std::uint64_t messages = 0;
  for (std::size_t c = 0; c < num_classes(params); ++c)
    messages += traffic_of_class(params, c, traffic).num_messages();
  return Run(network, routing, traffic, params, seed, progress).batch(messages);
}

}  // namespace weft::flit
