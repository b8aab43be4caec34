// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/job_list.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// Returns whether the text after a comma continues the job before the comma: with a parameter `key=..`, or
/// with a number of a list, as in grid=4,4 and terminals=0..7,32..39.
bool continues_job(std::string_view text) {
  auto const begin = text.find_first_not_of(' ');
  auto const end = text.find_first_of(":=,[]", begin == std::string_view::npos ? 0 : begin);
  bool const is_number = begin != std::string_view::npos &&
                         std::string_view("0123456789.-").find(text[begin]) != std::string_view::npos;
  return end != std::string_view::npos && (text[end] == '=' || (is_number && text[end] != ':'));
}

/// Returns the end of the job that starts at `begin`: the closing bracket of the list, or a comma outside of
/// brackets and quotes after which another job begins.
std::size_t end_of_job(std::string_view list, std::size_t begin) {
  int depth = 0;
  bool quoted = false;
  for (auto i = begin; i + 1 < list.size(); ++i) {
    if (list[i] == '"' && list[i - 1] != '\\') quoted = !quoted;
    if (quoted) continue;
    depth += (list[i] == '[') - (list[i] == ']');
    if (list[i] == ',' && depth == 0 && !continues_job(list.substr(i + 1))) return i;
  }
  return list.size() - 1;
}

/// Parses a list of jobs in brackets one job at a time, so that errors contain the name of the job.
std::vector<Spec> parse_jobs(std::string const& list, std::string const& thing, std::string const& things) {
  if (!list.starts_with('[') || !list.ends_with(']')) return parse_nested(list);
  std::vector<Spec> jobs;
  for (std::size_t begin = 1, end = 0; list != "[]" && begin < list.size(); begin = end + 1) {
    end = end_of_job(list, begin);
    auto const job = list.substr(begin, end - begin);
    if (auto const after = job.find_first_of(":=,[\""); after != std::string::npos && job[after] == '=')
      throw InputError(job + " has no name", "a " + thing + " begins with its name",
                       fmt::format("use the form name:{}", job), things);
    try {
      jobs.push_back(Spec::parse(job));
    } catch (InputError const& error) {
      throw job.empty() ? error.at(things) : error.within(thing + " " + job.substr(0, job.find(':')));
    }
  }
  return jobs;
}

/// Returns the number of a terminal; nullopt for any other text.
std::optional<std::size_t> to_terminal(std::string const& text) {
  try {
    auto const terminal = read_integer("terminals", text);
    return terminal < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(terminal));
  } catch (InputError const&) { return std::nullopt; }
}

}  // namespace

std::vector<Spec> read_jobs(LoadParams const& request) {
  LoadParams const defaults;
  if (request.pattern != defaults.pattern || request.mapping != defaults.mapping ||
      request.grid != defaults.grid || request.ranks_per_node != defaults.ranks_per_node)
    throw conflict("pattern, mapping, grid or ranks_per_node", "jobs", "each job has its own values",
                   "omit them")
        .at("jobs");
  return read_job_list(request.jobs);
}

std::vector<Spec> read_job_list(std::string const& list, std::string const& thing,
                                std::string const& things) {
  auto jobs = at_place(things, [&] { return parse_jobs(list, thing, things); });
  if (jobs.empty())
    throw InputError(list + " contains no " + thing, "", "use the form name:key=value,..", things);
  std::set<std::string> names;
  for (auto const& job : jobs) {
    if (job.name.empty() || !std::ranges::all_of(job.name, [](unsigned char c) {
          return std::isalnum(c) || c == '_' || c == '-';
        }))
      throw InputError("'" + job.name + "' is not a name of a " + thing,
                       "names consist of letters, digits, _ and -", "", things);
    if (!names.insert(job.name).second)
      throw InputError("two " + things + " are named " + job.name, "", "", things);
  }
  return jobs;
}

std::vector<std::uint32_t> JobTerminals::reserve(std::string const& text) {
  if (text.ends_with('%')) {
    auto const share = read_number("terminals", text.substr(0, text.size() - 1));
    if (!(share > 0 && share <= 100)) throw InputError("terminals=" + text, "must be in (0 %, 100 %]");
    return reserve_lowest(
        static_cast<std::uint64_t>(std::floor(share / 100 * static_cast<double>(reserved_.size()))));
  }
  std::vector<std::uint32_t> terminals;
  for (std::size_t begin = 0; begin <= text.size();) {
    auto const end = std::min(text.find_first_of("+,", begin), text.size());
    reserve_range(text.substr(begin, end - begin), terminals);
    begin = end + 1;
  }
  std::ranges::sort(terminals);
  return terminals;
}

void JobTerminals::reserve_range(std::string const& text, std::vector<std::uint32_t>& terminals) {
  auto const dots = text.find("..");
  auto const first = to_terminal(text.substr(0, dots));
  auto const last = dots == std::string::npos ? first : to_terminal(text.substr(dots + 2));
  if (!first || !last || *last < *first || *last >= reserved_.size())
    throw InputError("terminals=" + text,
                     fmt::format("must be a..b with a <= b in [0, {}]", reserved_.size() - 1),
                     "use ranges and single terminals, as in 0..7+12, or a share, as in 25%");
  for (auto terminal = *first; terminal <= *last; ++terminal) {
    if (reserved_[terminal])
      throw InputError(fmt::format("terminal {} is in use", terminal), "jobs do not share terminals");
    reserved_[terminal] = true;
    --left_;
    terminals.push_back(static_cast<std::uint32_t>(terminal));
  }
}

std::vector<std::uint32_t> JobTerminals::reserve_lowest(std::uint64_t count) {
  if (count == 0 || count > left_)
    throw InputError(fmt::format("{} terminals are requested", count), fmt::format("{} are free", left_));
  std::vector<std::uint32_t> terminals;
  for (bool const failed : {false, true})
    for (std::uint32_t terminal = 0; terminal < reserved_.size() && terminals.size() < count; ++terminal) {
      if (reserved_[terminal] || (!failed_.empty() && failed_[terminal]) != failed) continue;
      reserved_[terminal] = true;
      terminals.push_back(terminal);
    }
  std::ranges::sort(terminals);
  left_ -= count;
  return terminals;
}

std::vector<std::uint32_t> JobTerminals::reserve_hosts(Hosts const& hosts, std::uint64_t tasks,
                                                       std::uint64_t ranks_per_node) {
  std::vector<std::uint32_t> terminals;
  std::uint64_t room = 0;
  auto const has = [](std::vector<bool> const& marked, std::span<std::uint32_t const> some) {
    return !marked.empty() &&
           std::ranges::any_of(some, [&](std::uint32_t terminal) { return marked[terminal]; });
  };
  for (bool const failed : {false, true})
    for (std::uint32_t host = 0; host < hosts.size() && room < tasks; ++host) {
      auto const own = hosts.terminals_of(host);
      if (has(reserved_, own) || has(failed_, own) != failed) continue;
      for (auto const terminal : own) reserved_[terminal] = true;
      terminals.insert(terminals.end(), own.begin(), own.end());
      room += ranks_per_node;
    }
  if (room < tasks)
    throw InputError(fmt::format("the free hosts cannot run {} tasks, {} on each", tasks, ranks_per_node),
                     fmt::format("{} fit", room));
  left_ -= terminals.size();
  std::ranges::sort(terminals);
  return terminals;
}

std::vector<std::uint32_t> JobTerminals::distinct(std::vector<std::uint32_t> terminals) {
  std::ranges::sort(terminals);
  terminals.erase(std::ranges::unique(terminals).begin(), terminals.end());
  return terminals;
}

std::string JobTerminals::text(std::vector<std::uint32_t> const& terminals) {
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < terminals.size(); begin = end) {
    for (end = begin + 1; end < terminals.size() && terminals[end] == terminals[end - 1] + 1;) ++end;
    text += fmt::format("{}{}", begin == 0 ? "" : "+", terminals[begin]);
    if (end > begin + 1) text += fmt::format("..{}", terminals[end - 1]);
  }
  return text;
}

}  // namespace weft
