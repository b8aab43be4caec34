// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/local_search.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/mapping/search/annealing.hpp"
#include "weft/mapping/search/congestion.hpp"

namespace weft::mapping {
namespace {

using Clock = SearchBudget::Clock;

struct Candidate {
  CongestionValue value;
  Placement placement;
};

/// Returns the initial placements for from=own, one for each mapping that supports the task grid and the
/// machine.
std::vector<Placement> default_starts(MappingContext const& context) {
  std::vector<Placement> starts;
  for (auto const* const mapping : {"linear", "grid_embedding", "space_filling_curve", "recursive_bisection",
                                    "greedy", "reverse_cuthill_mckee"})
    try {
      starts.push_back(context.place(Spec{mapping, {}}, *context.progress));
    } catch (InputError const&) {
      if (starts.empty()) throw;  // linear throws the common error
    }
  return starts;
}

std::vector<Placement> starts_of(std::string const& from, MappingContext const& context) {
  if (from == "own") return default_starts(context);
  std::vector<Placement> starts;
  for (auto const& spec : from.starts_with('[') ? parse_nested(from) : std::vector{Spec::parse(from)})
    starts.push_back(context.place(spec, *context.progress));
  if (starts.empty()) throw InputError("from=" + from, "must be the name of a mapping");
  return starts;
}

/// Returns the maximum number of moves, which is unlimited if only the time is limited.
std::uint64_t moves_of(LocalSearch::Params const& params, std::uint64_t tasks) {
  if (params.moves > 0) return static_cast<std::uint64_t>(params.moves);
  return params.seconds > 0 ? ~std::uint64_t{0} : std::max<std::uint64_t>(200'000, 1000 * tasks);
}

/// Initial temperatures of the cycles: the first cycle may move far from its start, later cycles refine.
constexpr std::array hot{0.03, 0.02, 0.01};

class LocalSearching {
 public:
  LocalSearching(LocalSearch::Params const& params, MappingContext const& context,
                 SearchContext const& search_context)
      : params_(params), context_(context), search_context_(search_context) {
    budget_.moves = moves_of(params, context.num_tasks());
  }

  Placement run(std::vector<Placement> const& starts, Clock::time_point begin) {
    if (params_.seconds > 0)
      budget_.end =
          begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(params_.seconds));
    rank(starts);
    context_.progress->start("local search", budget_.moves == ~std::uint64_t{0} ? 0 : budget_.moves, "moves");
    for (std::size_t cycle = 0; cycle < hot.size() && !over(); ++cycle) {
      run_cycle(cycle);
      for (auto const& chain : chains_) candidates_.push_back(chain->found);
      candidates_ = {*std::ranges::min_element(candidates_, {}, &Candidate::value)};
    }
    context_.progress->finish();
    return candidates_.front().placement;
  }

 private:
  /// One of the searches that run in parallel.
  struct Chain {
    Chain(SearchContext const& search_context, Placement const& start)
        : costs(search_context.costs()),
          congestion(search_context.tasks(), search_context.network(), costs, start) {}
    PairCosts costs;
    Congestion congestion;
    Candidate found;
  };

  bool over() const { return budget_.end && Clock::now() >= *budget_.end; }

  /// Sorts the distinct starts, best first.
  void rank(std::vector<Placement> const& starts) {
    chains_.resize(static_cast<std::size_t>(params_.chains));
    chains_.front() = std::make_unique<Chain>(search_context_, starts.front());
    auto& congestion = chains_.front()->congestion;
    for (auto const& start : starts) {
      congestion.reset(start);
      candidates_.push_back({congestion.value(), start});
    }
    std::ranges::stable_sort(candidates_, {}, &Candidate::value);
    auto const same = [](Candidate const& a, Candidate const& b) { return a.value == b.value; };
    candidates_.erase(std::ranges::unique(candidates_, same).begin(), candidates_.end());
  }

  /// Runs one cooling cycle of every chain, from different starts in the first cycle, later from the best
  /// placement.
  void run_cycle(std::size_t cycle) {
    auto const begin = Clock::now();
    parallel_for(chains_.size(), [&](std::size_t i, unsigned) {
      auto const& start = candidates_[i % candidates_.size()].placement;
      if (chains_[i])
        chains_[i]->congestion.reset(start);
      else
        chains_[i] = std::make_unique<Chain>(search_context_, start);
      Rng const random(context_.seed, Purpose::placement, i,
                       search_block + static_cast<std::uint32_t>(cycle));
      Annealing annealing(chains_[i]->congestion, search_context_.tasks(), search_context_.network(), random);
      annealing.cool(share_of(cycle, i, begin), hot[cycle], *context_.progress);
      chains_[i]->found = {annealing.best_value(), annealing.best()};
    });
  }

  /// Returns the share of the budget of one chain in a cycle that began at `begin`. If there are more chains
  /// than threads, chains run one after another.
  SearchBudget share_of(std::size_t cycle, std::size_t chain, Clock::time_point begin) const {
    SearchBudget share{budget_.moves, Clock::now(), {}};
    if (budget_.moves != ~std::uint64_t{0}) share.moves = budget_.moves / chains_.size() / hot.size();
    if (budget_.end) {
      auto const turns = static_cast<std::int64_t>((chains_.size() + num_threads() - 1) / num_threads());
      auto const turn = static_cast<std::int64_t>(chain / num_threads() + 1);
      share.end =
          begin + (*budget_.end - begin) / static_cast<std::int64_t>(hot.size() - cycle) * turn / turns;
    }
    return share;
  }

  static constexpr std::uint32_t search_block = 1 << 18;  // block of the placement's random numbers
  LocalSearch::Params const& params_;
  MappingContext const& context_;
  SearchContext const& search_context_;
  SearchBudget budget_;
  std::vector<Candidate> candidates_;
  std::vector<std::unique_ptr<Chain>> chains_;
};

}  // namespace

void LocalSearch::check(Params const& params) {
  if (params.from.empty()) throw InputError("from is empty", "", "specify a mapping, or own");
}

double LocalSearch::seconds(std::uint64_t tasks) const {
  constexpr double seconds_per_move = 5e-7;
  if (params_.seconds > 0) return params_.seconds;
  return static_cast<double>(moves_of(params_, tasks)) * seconds_per_move;
}

Placement LocalSearch::place(MappingContext const& context) const {
  auto const begin = Clock::now();
  check_fits(context);
  SearchContext const search_context(context, name);
  if (!context.place)
    throw InputError("local_search needs other mappings",
                     "the search starts from the placement of another mapping", "", "mapping");
  auto const starts = starts_of(params_.from, context);
  return LocalSearching(params_, context, search_context).run(starts, begin);
}

std::vector<LocalSearch::Params> LocalSearch::candidate_params(MappingContext const& context) {
  if (context.percs_paths) return {};
  return {{}};
}
}  // namespace weft::mapping
