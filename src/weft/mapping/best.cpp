// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/best.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/engine/load/percs/bounds.hpp"

namespace weft::mapping {
namespace {

struct Tried {
  Spec spec;
  Placement placement = {};
  load::Loads loads = {};
  std::string problem = {};

  bool served() const { return problem.empty(); }
  double throughput() const { return served() ? loads.throughput() : -1; }
  /// Returns the rate per task that all channels allow, including the channels of terminals, and the rate
  /// that the channels between routers allow, which distinguishes placements with equal first rates.
  std::pair<double, double> rates() const {
    if (!served()) return {-1, -1};
    return {std::min(loads.throughput(), loads.terminal_throughput()) / loads.tasks_per_node,
            loads.throughput() / loads.tasks_per_node};
  }
};

/// Returns the rate of a placement relative to the best one: the rate over all channels if the placements
/// load the channels of terminals differently, otherwise the rate over the channels between routers.
double relative_rate(Tried const& one, Tried const& best) {
  bool const equal =
      std::abs(one.loads.terminal_throughput() / one.loads.tasks_per_node -
               best.loads.terminal_throughput() / best.loads.tasks_per_node) < 1e-9 * best.rates().first;
  bool const unknown = !std::isfinite(one.loads.terminal_throughput());
  return equal || unknown ? one.rates().second / best.rates().second : one.rates().first / best.rates().first;
}

/// Thrown when the time limit for all attempts has expired.
class TimeExpired : public std::exception {};

/// Progress listener that stops the work that reports to it once a deadline has passed.
class Deadline final : public ForwardingProgress {
 public:
  using Clock = std::chrono::steady_clock;
  /// `seconds`: time limit; 0: unlimited.
  Deadline(Progress& listener, Clock::time_point begin, double seconds)
      : ForwardingProgress(listener),
        end_(seconds == 0 ? Clock::time_point::max()
                          : begin + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(std::min(seconds, 1e8)))) {}

  bool is_over() const { return Clock::now() >= end_; }

 private:
  void count(std::uint64_t steps) override {
    if (is_over()) throw TimeExpired{};
    listener_.advance(steps);
  }

  Clock::time_point const end_;
};

class Competition {
 public:
  Competition(MappingContext const& context, Best::Params const& params)
      : context_(context),
        params_(params),
        searches_(*context.progress, begin_, params.seconds),
        quiet_(no_progress(), begin_, params.seconds) {}

  Placement run() {
    auto const candidates = context_.candidates();
    expect_searches(candidates);
    auto const first = std::ranges::find(candidates, false, &MappingCandidate::improves);
    attempt(first->spec, *context_.progress, *context_.progress);
    expect_as_long(candidates.size());
    context_.progress->start("mappings", candidates.size(), "mappings");
    for (auto const& candidate : candidates) {
      if (!candidate.improves && &candidate != &*first) attempt(candidate.spec, quiet_, quiet_);
      context_.progress->advance();
    }
    context_.progress->finish();
    auto const plain = tried_.size();
    for (auto const& candidate : candidates)
      if (candidate.improves) improve(candidate, plain);
    auto const& winner = *std::ranges::max_element(tried_, {}, &Tried::rates);
    if (!winner.served())
      throw InputError("no mapping supports this grid on this machine", tried_.front().problem, "",
                       "mapping");
    if (context_.report) {
      context_.report(table(winner));
      if (auto known = bounds(winner); !known.rows.empty()) context_.report(std::move(known));
    }
    return winner.placement;
  }

 private:
  /// Announces the expected time of the searches before anything is built.
  void expect_searches(std::vector<MappingCandidate> const& candidates) const {
    double seconds = 0;
    for (auto const& candidate : candidates) seconds += candidate.seconds;
    expect(seconds, fmt::format("mapping best of {} tasks", context_.num_tasks()));
  }
  void expect(double seconds, std::string const& what) const {
    context_.progress->expect(params_.seconds == 0 ? seconds : std::min(seconds, params_.seconds), what);
  }
  /// Announces the expected time of all attempts, assuming that each takes as long as the first, which also
  /// builds the network.
  void expect_as_long(std::size_t tries) const {
    auto const first = std::chrono::duration<double>(Deadline::Clock::now() - begin_).count();
    expect(first * static_cast<double>(tries),
           fmt::format("mapping best, estimated from the first of its {} placements,", tries));
  }
  /// Evaluates the placement by a mapping. The first attempt has no time limit, so that there is always a
  /// result.
  void attempt(Spec const& spec, Progress& placing, Progress& evaluating) {
    Tried one{spec};
    bool const first = tried_.empty();
    try {
      if (!first && quiet_.is_over()) throw TimeExpired{};
      one.placement = context_.place(spec, placing);
      one.loads = context_.evaluate(one.placement, evaluating);
    } catch (InputError const& error) { one.problem = error.problem; } catch (TimeExpired const&) {
      one.problem = "the time limit expired";
    }
    tried_.push_back(std::move(one));
    best_ = std::ranges::max_element(tried_, {}, &Tried::rates)->throughput();
  }
  /// Runs searches from the plain placements, in descending order of their bounds, as long as the bound
  /// exceeds the best result.
  void improve(MappingCandidate const& candidate, std::size_t plain) {
    struct Start {
      std::size_t which;
      double bound, throughput;
    };
    std::vector<Start> starts;
    for (std::size_t i = 0; i < plain; ++i)
      if (tried_[i].served())
        starts.push_back({i,
                          candidate.throughput_bound ? candidate.throughput_bound(tried_[i].loads)
                                                     : std::numeric_limits<double>::infinity(),
                          tried_[i].throughput()});
    std::ranges::stable_sort(starts, [](Start const& a, Start const& b) {
      return a.bound != b.bound ? a.bound > b.bound : a.throughput > b.throughput;
    });
    std::int64_t left = params_.starts;
    for (auto const& start : starts) {
      if (left == 0 || quiet_.is_over()) break;
      if (start.bound <= best_) continue;
      auto spec = candidate.spec;
      spec.arguments.push_back({"start", "[" + tried_[start.which].spec.to_string() + "]"});
      attempt(spec, searches_, quiet_);
      --left;
    }
  }
  Table table(Tried const& winner) const {
    Table table{"candidates",
                "Candidate mappings",
                {{"mapping"},
                 {"throughput", "", "throughput per node over the channels between routers", 2},
                 {"terminals", "", "throughput per node over the channels of terminals", 2},
                 {"behind", "%", "loss of throughput relative to the best mapping", 1},
                 {"bottleneck"},
                 {"note"}},
                {}};
    std::vector<Tried const*> order;
    for (auto const& one : tried_) order.push_back(&one);
    std::ranges::stable_sort(order, std::ranges::greater{}, &Tried::rates);
    auto const number = [](Tried const& one, double value) {
      return one.served() && std::isfinite(value) ? Value{value} : Value{};
    };
    for (auto const* one : order) {
      auto const* const worst = one->loads.bottleneck();
      table.add_row({one->spec.to_string(), number(*one, one->throughput()),
                     number(*one, one->loads.terminal_throughput()),
                     number(*one, 100 * (1 - relative_rate(*one, winner))),
                     worst == nullptr ? "" : worst->name, one == &winner ? "won" : one->problem});
    }
    return table;
  }
  Table bounds(Tried const& winner) const {
    Table table{"bounds",
                "Upper bounds on the throughput",
                {{"bound"},
                 {"throughput", "", "bound on the throughput per node", 2},
                 {"reached", "%", "fraction of the bound that the best mapping reaches", 1},
                 {"kind"}},
                {}};
    for (auto const& bound : all_bounds())
      table.add_row({bound.name, bound.throughput, 100 * winner.throughput() / bound.throughput,
                     bound.proven ? "proven" : "estimate"});
    return table;
  }

  std::vector<load::Bound> all_bounds() const {
    if (context_.percs_paths)
      return load::percs_bounds(*context_.percs_paths, *context_.communication, context_.sides);
    if (context_.network)
      return load::network_bounds(context_.network(), *context_.communication, context_.sides);
    return {};
  }

  MappingContext const& context_;
  Best::Params const& params_;
  Deadline::Clock::time_point const begin_ = Deadline::Clock::now();
  Deadline searches_, quiet_;  // with and without progress reports
  std::vector<Tried> tried_;
  double best_ = 0;
};

}  // namespace

Placement Best::place(MappingContext const& context) const {
  if (!context.candidates || !context.place || !context.evaluate || context.communication == nullptr)
    throw InputError("best needs other mappings and the channel loads", "neither is available here", "",
                     "mapping");
  check_fits(context);
  return Competition(context, params_).run();
}
}  // namespace weft::mapping
