// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/queue/tables.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/quantity.hpp"
#include "weft/workload/job_list.hpp"

namespace weft::verb {
namespace {

using namespace queue;

constexpr std::size_t max_longest = 20;
constexpr double stretches = 48;

std::vector<std::uint32_t> all_jobs(QueueRun const& run) {
  std::vector<std::uint32_t> all(run.jobs.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

Table summary_table(QueueRun const& run) {
  Table table{"summary",
              "Summary",
              {{"jobs"},
               {"nodes", "", "nodes of the machine"},
               {"mean_wait", "s"},
               {"median_wait", "s"},
               {"wait_90", "s", "90th percentile of the waiting time"},
               {"worst_wait", "s"},
               {"bounded_slowdown", "", "mean of (wait + run) / max(run, 10 s), at least 1", 3}},
              {}};
  auto const waits = wait_measures(run.jobs, run.outcome.jobs, all_jobs(run));
  table.add_row({run.jobs.size(), run.nodes.size(), waits.mean, waits.median, waits.ninety, waits.worst,
                 waits.bounded_slow_down});
  return table;
}

Table machine_table(QueueRun const& run) {
  Table table{
      "machine",
      "Machine from the first submission to the last completion",
      {{"makespan", "s"},
       {"utilization", "", "fraction of the node-seconds that jobs used", 4},
       {"loss", "", "fraction of the node-seconds in which nodes were idle although jobs waited for them", 4},
       {"blocked", "",
        "fraction of the time in which enough nodes were free for the first job, but its allocation failed",
        4},
       {"queue", "jobs", "mean number of waiting jobs over time", 2}},
      {}};
  auto const it = machine_measures(run.jobs, run.outcome, run.nodes.size());
  table.add_row({it.makespan, it.utilization, it.loss, it.blocked, it.queue});
  return table;
}

/// Returns the table of jobs by size: 1, 2, 3-4, 5-8, ..
Table sizes_table(QueueRun const& run) {
  Table table{"sizes",
              "Jobs by number of nodes",
              {{"nodes"},
               {"jobs"},
               {"mean_wait", "s"},
               {"median_wait", "s"},
               {"wait_90", "s"},
               {"worst_wait", "s"},
               {"bounded_slowdown", "", "", 3},
               {"mean_run", "s"},
               {"part", "", "fraction of the node-seconds of all jobs", 4}},
              {}};
  std::map<int, std::vector<std::uint32_t>> classes;
  for (std::uint32_t job = 0; job < run.jobs.size(); ++job)
    classes[std::bit_width(run.jobs[job].nodes - 1)].push_back(job);
  auto const all = wait_measures(run.jobs, run.outcome.jobs, all_jobs(run)).node_seconds;
  for (auto const& [bits, some] : classes) {
    auto const to = std::uint64_t{1} << bits, from = bits == 0 ? 1 : to / 2 + 1;
    auto const it = wait_measures(run.jobs, run.outcome.jobs, some);
    table.add_row({from == to ? std::to_string(to) : fmt::format("{}-{}", from, to), it.jobs, it.mean,
                   it.median, it.ninety, it.worst, it.bounded_slow_down, it.run,
                   all > 0 ? Value{it.node_seconds / all} : Value{}});
  }
  return table;
}

Table fragmentation_table(QueueRun const& run) {
  Table table{"fragmentation",
              "Fragmentation: distance within jobs of several nodes",
              {{"groups_are"},
               {"groups", "", "groups that jobs use / minimum number of groups that could contain them", 3},
               {"mean_hops", "", "mean hops between two nodes of a job", 3},
               {"best_hops", "", "mean hops if each job ran alone on the machine", 3},
               {"hops_over_best", "", "", 3}},
              {}};
  auto const& it = run.fragmentation;
  bool const known = it.has_hops() && it.jobs() > 0;
  table.add_row({run.nodes.groups_are(), it.groups(), known ? Value{it.hops()} : Value{},
                 known ? Value{it.best_hops()} : Value{},
                 known && it.best_hops() > 0 ? Value{it.hops() / it.best_hops()} : Value{}});
  return table;
}

/// Calls `visit(moment, from, to)` for every interval between successive moments.
template <class Visit>
void for_each_stretch(QueueOutcome const& outcome, Visit visit) {
  for (std::size_t i = 0; i + 1 < outcome.moments.size(); ++i)
    if (outcome.moments[i + 1].time > outcome.moments[i].time)
      visit(outcome.moments[i], outcome.moments[i].time, outcome.moments[i + 1].time);
}

Table over_time_table(QueueRun const& run) {
  Table table{
      "over_time",
      "Over time: means of intervals",
      {{"from", "s"},
       {"to", "s"},
       {"utilization", "", "fraction of the nodes in use", 4},
       {"waiting", "jobs"},
       {"waiting_nodes", "nodes", "nodes that waiting jobs need"},
       {"blocked", "",
        "fraction of the time in which enough nodes are free, but the allocation of the first job fails", 4}},
      {}};
  auto const& moments = run.outcome.moments;
  auto const begin = moments.front().time, step = (moments.back().time - begin) / stretches;
  if (step <= 0) return table;
  struct Sums {
    double busy = 0, waiting = 0, nodes = 0, blocked = 0;
  };
  std::vector<Sums> sums(static_cast<std::size_t>(stretches));
  for_each_stretch(run.outcome, [&](Moment const& it, double from, double to) {
    auto const last = std::min(sums.size() - 1, static_cast<std::size_t>((to - begin) / step));
    for (auto i = static_cast<std::size_t>((from - begin) / step); i <= last; ++i) {
      auto const left = begin + static_cast<double>(i) * step;
      auto const part = std::max(0.0, std::min(to, left + step) - std::max(from, left)) / step;
      sums[i].busy += part * it.busy;
      sums[i].waiting += part * it.waiting;
      sums[i].nodes += part * static_cast<double>(it.waiting_nodes);
      sums[i].blocked += part * it.blocked;
    }
  });
  for (std::size_t i = 0; i < sums.size(); ++i) {
    auto const left = begin + static_cast<double>(i) * step;
    table.add_row({left, left + step, sums[i].busy / run.nodes.size(), sums[i].waiting, sums[i].nodes,
                   sums[i].blocked});
  }
  return table;
}

std::vector<Column> job_columns() {
  return {{"job", "", "number of the job in the log"},
          {"submit", "s"},
          {"start", "s"},
          {"end", "s"},
          {"nodes"},
          {"wait", "s"},
          {"estimate", "s"}};
}
std::vector<Value> job_row(QueueRun const& run, std::uint32_t job) {
  auto const& it = run.jobs[job];
  auto const& times = run.outcome.jobs[job];
  return {it.number, it.submit, times.start, times.end, it.nodes, times.start - it.submit, it.estimate};
}

}  // namespace

void add_queue_tables(QueueRun const& run, Result& result) {
  for (auto const& table : {summary_table(run), machine_table(run), sizes_table(run),
                            fragmentation_table(run), over_time_table(run)})
    result.tables.push_back(table);
}

void add_slow_down_table(QueueRun const& run, Result& result) {
  Table table{"slowdown",
              "Slowdown by other jobs: run time / run time on an idle machine",
              {{"mean", "", "mean, weighted by node-seconds", 4},
               {"worst", "", "", 4},
               {"worst_job"},
               {"cut", "jobs", "jobs that were ended at their estimated times before their work was done"}},
              {}};
  auto const it = slow_down_measures(run.jobs, run.outcome.jobs);
  auto const cut = std::ranges::count(run.outcome.jobs, true, &JobTimes::cut);
  table.add_row({it.mean, it.worst, run.jobs[it.worst_job].number, cut});
  result.tables.push_back(std::move(table));
}

Table longest_waits_table(QueueRun const& run) {
  auto order = all_jobs(run);
  auto const count = std::min(max_longest, order.size());
  auto const wait = [&](std::uint32_t job) { return run.outcome.jobs[job].start - run.jobs[job].submit; };
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count),
                            [&](auto a, auto b) { return wait(a) != wait(b) ? wait(a) > wait(b) : a < b; });
  Table table{"longest_waits", fmt::format("The {} jobs that waited longest", count), job_columns(), {}};
  for (std::size_t i = 0; i < count; ++i) table.add_row(job_row(run, order[i]));
  return table;
}

Table jobs_table(QueueRun const& run) {
  Table table{"jobs", "All jobs", job_columns(), {}};
  if (!run.nodes_of.empty()) table.columns.push_back({"on", "", "nodes of the job"});
  for (std::uint32_t job = 0; job < run.jobs.size(); ++job) {
    auto row = job_row(run, job);
    if (!run.nodes_of.empty()) row.emplace_back(JobTerminals::text(run.nodes_of[job]));
    table.add_row(std::move(row));
  }
  return table;
}

void add_queue_arrays(QueueRun const& run, Result& result) {
  constexpr std::size_t max_rows = 128, max_columns = 360;
  auto const count = run.jobs.size();
  std::vector<double> starts, ends;
  for (auto const& it : run.outcome.jobs) {
    starts.push_back(it.start);
    ends.push_back(it.end);
  }
  auto const begin = run.jobs.front().submit, end = *std::ranges::max_element(ends);
  result.arrays.push_back({"job_start", "The start of each job", "s", "by job", {count}, std::move(starts)});
  result.arrays.push_back({"job_end", "The end of each job", "s", "by job", {count}, std::move(ends)});
  if (run.nodes_of.empty() || end <= begin) return;
  auto const rows = std::min<std::size_t>(max_rows, run.nodes.size());
  std::vector<std::uint32_t> cells(rows * max_columns, 0);
  auto const step = (end - begin) / max_columns;
  for (std::uint32_t job = 0; job < count; ++job) {
    auto const& times = run.outcome.jobs[job];
    auto const column = [&](double time) {  // first column with its midpoint at or after `time`
      return static_cast<std::size_t>(std::ceil(std::max(0.0, (time - begin) / step - 0.5)));
    };
    for (auto x = column(times.start); x < std::min(column(times.end), max_columns); ++x)
      for (std::size_t y = 0; y < rows; ++y)
        if (std::ranges::binary_search(run.nodes_of[job],
                                       static_cast<std::uint32_t>(y * run.nodes.size() / rows)))
          cells[y * max_columns + x] = job + 1;
  }
  result.arrays.push_back(
      {"occupation",
       "Which job runs where and when",
       "",
       "nodes from 0 on, time from the first submission to the last end; the job's position in the "
       "stream from 1, 0: none",
       {rows, max_columns},
       std::move(cells)});
}

SwfLog written_log(QueueRun const& run) {
  SwfLog log;
  log.comments = {" Version: 2.2",
                  " Computer: simulated by weft queue",
                  " Note: processors are nodes",
                  fmt::format(" MaxNodes: {}", run.nodes.size()),
                  fmt::format(" MaxProcs: {}", run.nodes.size()),
                  fmt::format(" MaxJobs: {}", run.jobs.size())};
  constexpr std::int64_t completed = 1, ended_by_scheduler = 5;
  for (std::size_t i = 0; i < run.jobs.size(); ++i) {
    auto const& job = run.jobs[i];
    auto const& times = run.outcome.jobs[i];
    log.jobs.push_back({.number = job.number,
                        .submit = job.submit,
                        .wait = times.start - job.submit,
                        .run = times.end - times.start,
                        .processors = job.nodes,
                        .requested_processors = job.nodes,
                        .requested_time = job.estimate,
                        .status = times.cut || job.estimate < job.run ? ended_by_scheduler : completed});
  }
  return log;
}

std::string answer_of(QueueRun const& run) {
  auto const waits = wait_measures(run.jobs, run.outcome.jobs, all_jobs(run));
  auto const machine = machine_measures(run.jobs, run.outcome, run.nodes.size());
  auto const& spread = run.fragmentation;
  auto text =
      fmt::format("mean wait {}, maximum {} ({}); utilization {:.1f} %", format_span(waits.mean),
                  format_span(waits.worst), format_count(waits.jobs, "job"), 100 * machine.utilization);
  if (spread.has_hops() && spread.best_hops() > 0)
    text += fmt::format(", hops within a job {:.2f} times the best", spread.hops() / spread.best_hops());
  return text;
}

}  // namespace weft::verb
