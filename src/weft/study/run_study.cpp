// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/time_limit.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/study/presentation.hpp"
#include "weft/study/rank_pool.hpp"
#include "weft/study/store/store.hpp"
#include "weft/study/study.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

/// The progress of one of several runs, labeled as in `3 of 44: sweep`.
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

/// Returns the kind of a run: its verb, and the name and keys of its engine. Runs of one kind have tables
/// with equal names.
std::string kind_of(Run const& run) {
  auto const* const engine = detail::find_argument(run.request, "engine");
  if (engine == nullptr) return run.request.name;
  auto const spec = parse_spec(*engine, "engine");
  auto kind = run.request.name + " " + spec.name;
  for (auto const& argument : spec.arguments) kind += " " + argument.key;
  return kind;
}

constexpr std::chrono::milliseconds store_poll_interval{50};
constexpr std::chrono::microseconds answer_poll_interval{200};
/// Fraction of the memory that the runs may use in total.
constexpr double memory_share = 0.8;

/// A run in progress.
struct Job {
  Run run;
  std::string title;
  Estimate estimate;
  std::optional<std::size_t> series = {};  ///< index of the series that requested it
  bool done = false;
};

/// The execution of a study. The workers share the members under the mutex; a job that a worker has taken
/// belongs to this worker.
class StudyRunner {
 public:
  StudyRunner(Study& study, Progress& progress, Finished const& on_finished, Store* store)
      : study_(study),
        progress_(progress),
        on_finished_(on_finished),
        store_(store),
        budget_(memory_share * static_cast<double>(usable_memory())),
        requested_(study.series.size()) {
    for (auto& run : study_.runs)
      add({run.labels, run.request, std::exchange(run.experiment, nullptr), run.unit}, {});
    check_names(study_, known_);
    for (auto const& job : jobs_) unseen_kinds_.insert(kind_of(job.run));
  }

  StudyOutcome run_all() {
    for (std::size_t i = 0; i < jobs_.size(); ++i) use_stored(i);
    for (std::size_t i = 0; i < study_.series.size(); ++i) to_extend_.push_back(i);
    extend_series();
    while (!pending_.empty()) {
      run_wide();
      run_narrow();
    }
    if (!failures_.empty()) throw_failures();
    return collected();
  }

 private:
  /// Order of the pending jobs: longest first.
  struct Longest {
    double seconds;
    std::size_t job;
    bool operator<(Longest const& other) const {
      return seconds != other.seconds ? seconds > other.seconds : job < other.job;
    }
  };

  void add(Run run, std::optional<std::size_t> series) {
    auto const i = jobs_.size();
    auto title = run.title(i + 1);
    if (!run.experiment) run.experiment = verb::assemble(run.request);
    auto const estimate = run.experiment->estimate();
    known_.push_back({without_experiment(run), {}});
    known_.back().result.scenario = run.experiment->resolved();
    jobs_.push_back({std::move(run), std::move(title), estimate, series});
    pending_.insert({estimate.seconds, i});
  }

  static RunKey key_of(Run const& run) { return {run.request.name, run.experiment->id()}; }
  static Run without_experiment(Run const& run) { return {run.labels, run.request, nullptr, run.unit}; }

  bool lacks_pictures(RunKey const& key) const {
    std::error_code not_there;
    return study_.pictures &&
           !std::filesystem::exists(store_->path().parent_path() / "runs" / key.id, not_there);
  }

  /// Uses the stored result of a run, if there is one. Returns whether there is.
  bool use_stored(std::size_t i) {
    if (store_ == nullptr) return false;
    auto& job = jobs_[i];
    auto const key = key_of(job.run);
    auto result = store_->find(key);
    if (!result || lacks_pictures(key)) return false;
    store_->relabel(key, job.run.labels);
    finish(i, {without_experiment(job.run), std::move(*result), {}, true});
    return true;
  }

  /// Records the outcome. extend_series() adds the runs that a series then requests.
  void finish(std::size_t i, Outcome outcome) {
    auto& job = jobs_[i];
    pending_.erase({job.estimate.seconds, i});
    job.run.experiment = nullptr;
    job.done = true;
    known_[i] = std::move(outcome);
    if (unseen_kinds_.erase(kind_of(job.run)) > 0 && unseen_kinds_.empty()) check_names(study_, known_);
    if (job.series) to_extend_.push_back(*job.series);
  }

  /// Requests more runs from the series in which all requested runs are finished.
  void extend_series() {
    while (!to_extend_.empty()) {
      auto const series = to_extend_.back();
      to_extend_.pop_back();
      std::vector<Outcome const*> outcomes;
      for (auto const i : requested_[series]) outcomes.push_back(&known_[i]);
      if (!std::ranges::all_of(requested_[series], [&](std::size_t i) { return jobs_[i].done; })) continue;
      auto const& [rule, unit] = study_.series[series];
      auto const first = jobs_.size();
      for (auto const& point : rule.next(outcomes)) {
        requested_[series].push_back(jobs_.size());
        add(assembled_run(point, unit), series);
      }
      for (auto i = first; i < jobs_.size(); ++i) use_stored(i);
    }
  }

  /// Runs, with all threads and one after the other, the jobs that would take longer on one thread than all
  /// others on all threads, and the jobs that leave too little memory for another job.
  void run_wide() {
    double left = 0;
    for (auto const& [seconds, job] : pending_) left += seconds;
    std::vector<std::size_t> wide;
    for (auto const& [seconds, i] : pending_) {
      auto const& estimate = jobs_[i].estimate;
      bool const dominates = seconds * num_threads() > left, fills = 2 * estimate.bytes > budget_;
      if (estimate.useful_threads <= 1 || num_threads() == 1 || ranks_.size() > 0 || !(dominates || fills))
        continue;
      wide.push_back(i);
      left -= seconds;
    }
    for (auto const i : wide) {
      if (!pending_.contains({jobs_[i].estimate.seconds, i})) continue;
      Threads const useful{std::min(num_threads(), jobs_[i].estimate.useful_threads)};
      std::unique_lock lock(mutex_);
      at_once_ = 1;
      compute(i, lock);
    }
  }

  /// Runs the other jobs on one thread each, longest first. With ranks, this thread serves the other ranks.
  void run_narrow() {
    auto const workers = static_cast<unsigned>(std::min<std::size_t>(num_threads(), pending_.size()));
    if (workers == 0) return;
    bool const has_ranks = ranks_.size() > 0;
    at_once_ = workers + ranks_.size();
    if (at_once_ > 1) progress_.start("runs", pending_.size(), "runs");
    Threads const with_feeder{has_ranks ? num_threads() + 1 : num_threads()};
    parallel_for(workers + (has_ranks ? 1 : 0), [&](std::size_t, unsigned) {
      std::unique_lock lock(mutex_);
      try {
        if (has_ranks && std::this_thread::get_id() == this_thread_) feed_ranks(lock);
        while (auto const i = take(lock)) compute(*i, lock);
      } catch (...) {
        stopped_ = true;
        changed_.notify_all();
        throw;
      }
      changed_.notify_all();
    });
    if (at_once_ > 1) progress_.finish();
  }

  /// Sends runs to the other ranks and receives their replies until all runs are finished.
  void feed_ranks(std::unique_lock<std::mutex>& lock) {
    while (!stopped_ && (!pending_.empty() || in_flight_ > 0)) {
      throw_if_interrupted();
      while (auto answer = ranks_.answer()) {
        Outcome outcome{without_experiment(jobs_[answer->job].run), std::move(answer->result),
                        std::move(answer->pictures)};
        settle(answer->job, std::move(outcome), answer->failure, answer->seconds);
      }
      for (auto const& loss : ranks_.losses()) resubmit(loss);
      for (auto next = pending_.begin(); ranks_.has_idle() && next != pending_.end();) {
        auto const i = (next++)->job;
        if (elsewhere_.contains(i) || !begin(i)) continue;
        ranks_.submit(i, jobs_[i].run.request, study_.pictures);
        next = pending_.begin();
      }
      changed_.wait_for(lock, answer_poll_interval);
    }
  }

  /// Returns the run of a lost rank to the pending jobs.
  void resubmit(RankPool::Loss const& loss) {
    lost_.push_back(fmt::format("rank {} has died or is silent{}", loss.rank,
                                loss.job ? "; its run was computed again" : ""));
    if (!loss.job) return;
    --in_flight_;
    reserved_.erase(*loss.job);
    pending_.insert({jobs_[*loss.job].estimate.seconds, *loss.job});
    changed_.notify_all();
  }

  /// Returns the next run for a worker, or nullopt if all runs are finished.
  std::optional<std::size_t> take(std::unique_lock<std::mutex>& lock) {
    for (;;) {
      throw_if_interrupted();
      if (stopped_) return {};
      for (auto const& [seconds, i] : pending_) {
        if (elsewhere_.contains(i)) continue;
        if (computing_ == 0 || used_ + jobs_[i].estimate.bytes <= budget_) return i;
      }
      if (pending_.empty() && in_flight_ == 0) return {};
      changed_.wait_for(lock, store_poll_interval);
      elsewhere_.clear();
    }
  }

  /// Reserves a run for this process. Returns false if the store now contains its result, or if another
  /// process is computing it.
  bool begin(std::size_t i) {
    if (store_ != nullptr) {
      auto reservation = store_->reserve(key_of(jobs_[i].run));
      if (!reservation) {
        elsewhere_.insert(i);
        return false;
      }
      if (use_stored(i)) {
        extend_series();
        advance(jobs_[i], 0);
        return false;
      }
      reserved_.emplace(i, std::move(*reservation));
    }
    pending_.erase({jobs_[i].estimate.seconds, i});
    ++in_flight_;
    return true;
  }

  /// Records the result of a run.
  void settle(std::size_t i, std::optional<Outcome> outcome, std::optional<InputError> const& failure,
              double seconds) {
    auto const& job = jobs_[i];
    --in_flight_;
    if (failure) {
      failures_.emplace_back(i, *failure);
    } else {
      if (on_finished_) on_finished_(*outcome);
      if (store_ != nullptr) store_->add(job.run.request.name, job.run.labels, outcome->result);
      finish(i, std::move(*outcome));
      extend_series();
    }
    reserved_.erase(i);
    advance(job, seconds);
    changed_.notify_all();
  }

  /// Computes a run with the mutex unlocked.
  void compute(std::size_t i, std::unique_lock<std::mutex>& lock) {
    if (!begin(i)) return;
    auto const bytes = jobs_[i].estimate.bytes;
    ++computing_;
    used_ += bytes;
    lock.unlock();
    auto const start = std::chrono::steady_clock::now();
    std::optional<Outcome> outcome;
    std::optional<InputError> failure;
    try {
      outcome = outcome_of(i);
    } catch (InputError const& error) { failure = error; } catch (...) {
      lock.lock();
      throw;
    }
    std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
    lock.lock();
    --computing_;
    used_ -= bytes;
    settle(i, std::move(outcome), failure, taken.count());
  }

  Outcome outcome_of(std::size_t i) {
    auto const& run = jobs_[i].run;
    NumberedProgress numbered(progress_, i + 1, jobs_.size());
    Outcome outcome{without_experiment(run),
                    run.experiment->run(at_once_ == 1 ? static_cast<Progress&>(numbered) : no_progress())};
    if (at_once_ > 1) outcome.result.threads = 1;
    if (study_.pictures) outcome.pictures = verb::pictures_of(*run.experiment, outcome.result);
    outcome.result.arrays.clear();  // the arrays of many runs might not fit in memory
    return outcome;
  }

  /// Reports a finished run to the progress.
  void advance(Job const& job, double seconds) {
    if (at_once_ == 1) return;
    if (seconds > slowest_) {
      slowest_ = seconds;
      progress_.set_status(fmt::format("slowest {}: {}", format_duration(seconds), job.title));
    }
    progress_.advance();
  }

  [[noreturn]] void throw_failures() {
    std::ranges::sort(failures_, {}, [](auto const& failure) { return failure.first; });
    auto const& [i, error] = failures_.front();
    auto const first = error.within("run " + jobs_[i].title);
    if (failures_.size() == 1) throw first;
    throw InputError(fmt::format("{} runs failed; first failure: {}", failures_.size(), first.what()));
  }

  StudyOutcome collected() {
    StudyOutcome all{.lost_ranks = std::move(lost_)};
    for (std::size_t s = 0; s < study_.series.size(); ++s) {
      std::vector<Outcome const*> outcomes;
      for (auto const i : requested_[s]) outcomes.push_back(&known_[i]);
      for (auto& line : study_.series[s].series.findings(outcomes)) all.findings.push_back(std::move(line));
    }
    std::ranges::stable_sort(known_, {}, [](Outcome const& outcome) { return outcome.run.unit; });
    all.runs = std::move(known_);
    return all;
  }

  Study& study_;
  Progress& progress_;
  Finished const& on_finished_;
  Store* store_;
  double const budget_;  ///< memory in bytes for all runs

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  std::vector<Outcome> known_;  ///< outcome of each job, initially without a result
  std::set<Longest> pending_;
  std::set<std::size_t> elsewhere_;  ///< pending jobs that another process was computing when last checked
  std::vector<std::vector<std::size_t>> requested_;  ///< jobs of each series, in order
  std::vector<std::size_t> to_extend_;               ///< series with newly finished runs
  std::vector<std::pair<std::size_t, InputError>> failures_;
  std::set<std::string> unseen_kinds_;           ///< kinds of runs without a result so far
  std::map<std::size_t, Reservation> reserved_;  ///< reservations of the runs in flight
  RankPool ranks_;
  std::vector<std::string> lost_;  ///< a line for each lost rank
  std::thread::id const this_thread_ = std::this_thread::get_id();
  std::size_t at_once_ = 1;                    ///< maximum number of simultaneous runs
  std::size_t in_flight_ = 0, computing_ = 0;  ///< runs on all ranks, and on this rank
  double used_ = 0, slowest_ = 0;
  bool stopped_ = false;
};

}  // namespace

StudyOutcome run_study(Study& study, Progress& progress, Finished const& on_finished, Store* store) {
  return StudyRunner(study, progress, on_finished, store).run_all();
}

}  // namespace weft::study
