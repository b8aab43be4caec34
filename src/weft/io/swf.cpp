// SPDX-License-Identifier: Apache-2.0
#include "weft/io/swf.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/number.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr double max_in_swf = 1e15;

/// Calls visit(name, member) for each field in order.
template <class Job, class Visit>
void for_each_field(Job& job, Visit visit) {
  visit("job number", job.number);
  visit("submit time", job.submit);
  visit("wait time", job.wait);
  visit("run time", job.run);
  visit("allocated processors", job.processors);
  visit("CPU time", job.cpu_time);
  visit("used memory", job.memory);
  visit("requested processors", job.requested_processors);
  visit("requested time", job.requested_time);
  visit("requested memory", job.requested_memory);
  visit("status", job.status);
  visit("user", job.user);
  visit("group", job.group);
  visit("executable", job.executable);
  visit("queue", job.queue);
  visit("partition", job.partition);
  visit("preceding job", job.preceding);
  visit("think time", job.think_time);
}

/// Reads a field, which is at least -1; -1 means unknown.
template <class Number>
void read_field(LineReader& reader, std::string_view name, Number& number) {
  auto const place = reader.place();
  auto const word = reader.word(name);
  auto const [rest, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  bool all = rest == word.data() + word.size();
  if constexpr (std::is_integral_v<Number>)
    if (auto const whole = whole_number_in(word.substr(word.starts_with('-') ? 1 : 0)); !all && whole) {
      number = static_cast<Number>(std::min<std::uint64_t>(*whole, std::uint64_t{1} << 62));
      if (word.starts_with('-')) number = -number;
      all = true;
    }
  if (error == std::errc{} && all && number >= -1 && static_cast<double>(number) <= max_in_swf) return;
  bool const is_number = all && error != std::errc::invalid_argument;
  reader.fail_at(place, fmt::format("{}={}", name, shown(word)),
                 is_number                    ? "must be at least 0, or -1 for unknown, and at most 1e15"
                 : std::is_integral_v<Number> ? "must be a whole number"
                                              : "must be a number");
}

SwfJob read_job(LineReader& reader) {
  SwfJob job;
  auto const begin = reader.place();
  for_each_field(job, [&](std::string_view name, auto& member) { read_field(reader, name, member); });
  reader.end_line();
  if (job.submit < 0)
    reader.fail_at(begin, "the submit time of the job is unknown", "jobs are sorted by submit time");
  return job;
}

std::string_view trimmed(std::string_view text) {
  auto const begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

template <class Number>
void append_field(std::string& line, Number number) {
  if (!line.empty()) line += ' ';
  if constexpr (std::is_integral_v<Number>)
    line += std::to_string(number);
  else
    line += number == std::floor(number) ? fmt::format("{:.0f}", number) : format_number(number);
}

}  // namespace

std::optional<std::string> SwfLog::header(std::string_view key) const {
  for (auto const& comment : comments) {
    auto const line = trimmed(comment);
    auto const colon = line.find(':');
    if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key)
      return std::string(trimmed(line.substr(colon + 1)));
  }
  return {};
}

std::optional<std::uint64_t> SwfLog::header_number(std::string_view key) const {
  auto const value = header(key);
  if (!value) return {};
  return to_number(std::string_view(*value).substr(0, value->find_first_not_of("0123456789")));
}

SwfLog parse_swf(std::string_view text, std::string_view file, SwfOrder order) {
  LineReader reader(text, file, {.shape = "a job has 18 fields", .comments = ";"});
  SwfLog log;
  InterruptCheck check;
  while (reader.next_line()) {
    check();
    auto const line = trimmed(reader.line());
    if (line.starts_with(';')) log.comments.emplace_back(line.substr(1));
    if (reader.at_end()) continue;
    auto const place = reader.place();
    auto const job = read_job(reader);
    if (!log.jobs.empty() && job.submit < log.jobs.back().submit) {
      if (order == SwfOrder::reject)
        throw InputError(
            fmt::format("submit time={}", format_number(job.submit)),
            fmt::format("must not decrease: the job above has {}", format_number(log.jobs.back().submit)),
            "sort the jobs, as with --sort", fmt::format("{}:{}:{}", file, place.line, place.column));
      ++log.out_of_order;
    }
    log.jobs.push_back(job);
  }
  if (log.out_of_order > 0) std::ranges::stable_sort(log.jobs, {}, &SwfJob::submit);
  return log;
}

SwfLog read_swf(std::filesystem::path const& path, SwfOrder order) {
  return parse_swf(read_file(path), path.string(), order);
}

std::string format_swf(SwfLog const& log) {
  std::string text;
  for (auto const& comment : log.comments) text += ";" + comment + "\n";
  InterruptCheck check;
  for (auto const& job : log.jobs) {
    check();
    std::string line;
    for_each_field(job, [&](std::string_view, auto const& member) { append_field(line, member); });
    text += line + "\n";
  }
  return text;
}

}  // namespace weft
