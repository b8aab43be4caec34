// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/job_log.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/csv.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft::queue {
namespace {

constexpr double max_nodes = 4e9, max_seconds = 1e12;

double per_node(SwfLog const& log, double given) {
  if (given > 0) return given;
  auto const processors = log.header_number("MaxProcs"), nodes = log.header_number("MaxNodes");
  if (!processors || !nodes || *processors == 0 || *nodes == 0) return 1;
  return static_cast<double>(*processors) / static_cast<double>(*nodes);
}

constexpr std::array<std::string_view, 6> columns{"job",   "submit",   "run",
                                                  "nodes", "estimate", "communication"};
constexpr std::array<std::string_view, 3> needed{"submit", "run", "nodes"};

/// The columns of a list of jobs.
class JobColumns {
 public:
  explicit JobColumns(CsvFile const& file) : file_(file) {
    for (std::size_t i = 0; i < file.header.size(); ++i) {
      auto const& name = file.header[i];
      if (std::ranges::find(columns, name) == columns.end() || position(name) != i)
        throw InputError(fmt::format("column '{}' is unknown or repeated", shown(name)), "",
                         fmt::format("valid columns: {}", fmt::join(columns, ", ")), file.file + ":1:1");
    }
    for (auto const name : needed)
      if (!position(name))
        throw InputError(fmt::format("column {} is missing", name), "",
                         fmt::format("a list of jobs has the columns {}", fmt::join(columns, ", ")),
                         file.file + ":1:1");
  }

  bool has(std::string_view name) const { return position(name).has_value(); }
  double number(std::vector<CsvField> const& record, std::string_view name, Range range,
                std::string_view unit = {}) const {
    auto const& field = record[*position(name)];
    return at_place(file_.place(field), [&] {
      auto const value = read_number(name, field.text, unit);
      detail::check_range(name, field.text, value, range);
      return value;
    });
  }
  std::int64_t whole(std::vector<CsvField> const& record, std::string_view name, Range range) const {
    auto const& field = record[*position(name)];
    return at_place(file_.place(field), [&] {
      auto const value = read_integer(name, field.text);
      detail::check_range(name, field.text, static_cast<double>(value), range);
      return value;
    });
  }
  std::string place(std::vector<CsvField> const& record, std::string_view name) const {
    return file_.place(record[*position(name)]);
  }

 private:
  std::optional<std::size_t> position(std::string_view name) const {
    auto const found = std::ranges::find(file_.header, name);
    if (found == file_.header.end()) return {};
    return static_cast<std::size_t>(found - file_.header.begin());
  }
  CsvFile const& file_;
};

}  // namespace

JobLog jobs_of(SwfLog const& log, double processors_per_node) {
  auto const each = per_node(log, processors_per_node);
  JobLog found;
  found.out_of_order = log.out_of_order;
  for (auto const& job : log.jobs) {
    auto const processors = job.requested_processors > 0 ? job.requested_processors : job.processors;
    auto const nodes = std::ceil(static_cast<double>(processors) / each);
    if (processors <= 0 || job.run < 0 || nodes > max_nodes) {
      ++found.without_size_or_time;
      continue;
    }
    found.jobs.push_back({.number = job.number,
                          .submit = job.submit,
                          .run = job.run,
                          .nodes = static_cast<std::uint32_t>(nodes),
                          .estimate = job.requested_time > 0 ? job.requested_time : job.run});
  }
  return found;
}

JobLog parse_job_list(std::string_view text, std::string name, SwfOrder order) {
  auto const file = parse_csv(text, std::move(name));
  JobColumns const columns_of(file);
  JobLog log;
  for (auto const& record : file.records) {
    Job job;
    job.number = columns_of.has("job") ? columns_of.whole(record, "job", {0, 9e15})
                                       : static_cast<std::int64_t>(log.jobs.size() + 1);
    job.submit = columns_of.number(record, "submit", {0, max_seconds}, "s");
    job.run = columns_of.number(record, "run", {0, max_seconds}, "s");
    job.nodes = static_cast<std::uint32_t>(columns_of.whole(record, "nodes", {1, max_nodes}));
    job.estimate =
        columns_of.has("estimate") ? columns_of.number(record, "estimate", {0, max_seconds}, "s") : job.run;
    if (columns_of.has("communication"))
      job.communication = columns_of.number(record, "communication", {0, 1});
    if (!log.jobs.empty() && job.submit < log.jobs.back().submit) {
      if (order == SwfOrder::reject)
        throw InputError(
            "submit=" + format_number(job.submit),
            fmt::format("must not decrease: the job above has {}", format_number(log.jobs.back().submit)),
            "sort the jobs, as with --sort", columns_of.place(record, "submit"));
      ++log.out_of_order;
    }
    log.jobs.push_back(job);
  }
  if (log.out_of_order > 0) std::ranges::stable_sort(log.jobs, {}, &Job::submit);
  return log;
}

bool is_job_list(std::string_view text) {
  LineReader line(text, {}, {.shape = {}, .comments = ";"});
  return line.next_full_line() && line.line().find(',') != std::string_view::npos;
}

JobLog read_job_log(std::filesystem::path const& path, SwfOrder order, double processors_per_node) {
  auto const text = read_file(path);
  bool const is_list = is_job_list(text);
  if (is_list && processors_per_node > 0)
    throw InputError("processors_per_node conflicts with " + path.string(),
                     "the jobs of the file request nodes", "omit processors_per_node", "processors_per_node");
  auto log = is_list ? parse_job_list(text, path.string(), order)
                     : jobs_of(parse_swf(text, path.string(), order), processors_per_node);
  if (log.jobs.empty())
    throw InputError("the log contains no jobs",
                     log.without_size_or_time > 0
                         ? fmt::format("{} lines have no size or run time", log.without_size_or_time)
                         : "the log is empty",
                     "", path.string());
  return log;
}

void choose_jobs(JobLog& log, std::uint64_t first, std::uint64_t count) {
  auto& jobs = log.jobs;
  if (jobs.empty())
    throw InputError("no jobs remain",
                     log.without_size_or_time > 0
                         ? fmt::format("{} lines have no size or run time", log.without_size_or_time)
                         : "the log is empty",
                     "", "log");
  if (first > jobs.size())
    throw InputError(fmt::format("first={}", first), fmt::format("the log has {} jobs", jobs.size()), "",
                     "first");
  jobs.erase(jobs.begin(), jobs.begin() + static_cast<std::ptrdiff_t>(first - 1));
  if (count > 0 && count < jobs.size()) jobs.resize(count);
}

void check_sizes(JobLog& log, std::uint32_t nodes, TooLarge what) {
  for (auto const& job : log.jobs)
    if (job.nodes > nodes && what == TooLarge::reject)
      throw InputError(fmt::format("job {} needs {} nodes", job.number, job.nodes),
                       fmt::format("the machine has {} nodes", nodes),
                       "use a larger machine, or omit such jobs with --too-large drop", "log");
  log.too_large = std::erase_if(log.jobs, [&](Job const& job) { return job.nodes > nodes; });
  if (log.jobs.empty())
    throw InputError("no jobs remain", fmt::format("all jobs need more than {} nodes", nodes), "", "log");
}

}  // namespace weft::queue
