#include <chrono>
#include <numeric>
#include <optional>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/study/presentation.hpp"
#include "weft/study/store.hpp"
#include "weft/study/study.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

/// The progress of one of several runs: `3 of 44: sweep`.
class NumberedProgress final : public ForwardingProgress {
 public:
  NumberedProgress(Progress& whole, std::size_t number, std::size_t count)
      : ForwardingProgress(whole), prefix_(count > 1 ? fmt::format("{} of {}: ", number, count) : "") {}

  void start(std::string_view label, std::uint64_t total, std::string_view unit) override {
    listener_.start(prefix_ + std::string(label), total, unit);
  }

 private:
  std::string prefix_;
};

/// Runs of one verb and engine have tables of the same names.
std::string kind_of(Run const& run) {
  auto const* const engine = detail::find_argument(run.request, "engine");
  if (engine == nullptr) return run.request.name;
  auto const spec = parse_spec(*engine, "engine");
  auto kind = run.request.name + " " + spec.name;
  for (auto const& argument : spec.arguments) kind += " " + argument.key;
  return kind;
}

/// The known part of the outcomes before anything has run: all except tables, timings and answers.
std::vector<Outcome> expected(Study const& study) {
  std::vector<Outcome> outcomes;
  for (auto const& run : study.runs) {
    outcomes.push_back({run, {}});
    if (run.experiment) outcomes.back().result.scenario = run.experiment->resolved();
  }
  return outcomes;
}

constexpr std::chrono::milliseconds between_looks{50};

/// A study on its way: what is known of each run, and which ones are left.
class StudyRunner {
 public:
  StudyRunner(Study& study, Progress& progress, Finished const& finished, Store* store)
      : study_(study), progress_(progress), finished_(finished), store_(store), known_(expected(study)) {
    check_names(study, known_);
    for (auto const& run : study.runs) unseen_.insert(kind_of(run));
  }

  std::vector<Outcome> run_all() {
    std::vector<std::size_t> left(study_.runs.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    while (!left.empty()) {
      auto const before = left.size();
      std::erase_if(left, [&](std::size_t i) { return run(i); });
      if (left.size() < before) continue;
      throw_if_interrupted();
      std::this_thread::sleep_for(between_looks);
    }
    return std::move(known_);
  }

 private:
  /// Whether the run has a result now; not while another process computes it.
  bool run(std::size_t i) {
    auto& run = study_.runs[i];
    return at_place("run " + run.title(i + 1), [&] {
      auto outcome = outcome_of(run, i);
      if (!outcome) return false;
      run.experiment = nullptr;
      known_[i] = std::move(*outcome);
      if (unseen_.erase(kind_of(run)) > 0 && unseen_.empty()) check_names(study_, known_);
      return true;
    });
  }

  std::optional<Outcome> outcome_of(Run& run, std::size_t i) {
    if (!run.experiment) run.experiment = verb::assemble(run.request);
    if (store_ == nullptr) return computed(run, i);
    auto const id = run.experiment->id();
    if (auto result = store_->find(id)) return stored(run, std::move(*result));
    auto const reservation = store_->reserve(id);
    if (!reservation) return {};
    if (auto result = store_->find(id)) return stored(run, std::move(*result));
    auto outcome = computed(run, i);
    store_->add(outcome.result);
    return outcome;
  }

  Outcome computed(Run const& run, std::size_t i) {
    NumberedProgress numbered(progress_, i + 1, study_.runs.size());
    Outcome outcome{without_experiment(run), run.experiment->run(numbered)};
    outcome.pictures = run.experiment->pictures(outcome.result);
    if (finished_) finished_(outcome);
    return outcome;
  }

  static Outcome stored(Run const& run, Result result) {
    return {without_experiment(run), std::move(result), {}, true};
  }
  static Run without_experiment(Run const& run) { return {run.labels, run.request, nullptr}; }

  Study& study_;
  Progress& progress_;
  Finished const& finished_;
  Store* store_;
  std::vector<Outcome> known_;
  std::set<std::string> unseen_;  ///< kinds of runs without a result yet
};

}  // namespace

std::vector<Outcome> run_study(Study& study, Progress& progress, Finished const& finished, Store* store) {
  return StudyRunner(study, progress, finished, store).run_all();
}

}  // namespace weft::study
