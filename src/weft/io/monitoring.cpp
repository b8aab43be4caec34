// SPDX-License-Identifier: Apache-2.0
#include "weft/io/monitoring.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t max_ranks = std::uint64_t{1} << 31, max_count = std::uint64_t{1} << 53;

/// Throws InputError unless the next word is `expected`.
void expect_word(LineReader& line, std::string_view expected) {
  auto const place = line.place();
  auto const word = line.word(expected);
  if (word != expected) line.fail_at(place, fmt::format("expected '{}', not '{}'", expected, shown(word)));
}

/// Checks numbers separated by commas. Every histogram of a file must contain the same number; fewer indicate
/// a truncated line.
void check_histogram(LineReader& line, std::size_t& size) {
  auto const place = line.place();
  auto const list = line.word("histogram");
  auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0; i < list.size(); ++i)
    if (!is_digit(list[i]) && (list[i] != ',' || i == 0 || !is_digit(list[i - 1]) || i + 1 == list.size()))
      line.fail_at(place, "the histogram is invalid", "expected numbers separated by commas");
  auto const numbers = static_cast<std::size_t>(std::ranges::count(list, ',')) + 1;
  if (size != 0 && numbers != size)
    line.fail_at(place, fmt::format("the histogram has {} numbers", numbers),
                 fmt::format("earlier histograms have {}; is the line truncated?", size));
  size = numbers;
}

/// Reads `N bytes M msgs sent`.
void read_counts(LineReader& line, std::uint64_t& bytes, std::uint64_t& messages) {
  bytes = line.number("number of bytes", 0, max_count);
  expect_word(line, "bytes");
  messages = line.number("number of messages", 0, max_count);
  expect_word(line, "msgs");
  expect_word(line, "sent");
}

MonitoredTraffic read_traffic(LineReader& line, char kind, std::size_t& histogram) {
  MonitoredTraffic traffic{.kind = kind};
  traffic.from = static_cast<std::uint32_t>(line.number("rank", 0, max_ranks - 1));
  traffic.to = static_cast<std::uint32_t>(line.number("other rank", 0, max_ranks - 1));
  if (kind == 'R') std::swap(traffic.from, traffic.to);
  read_counts(line, traffic.bytes, traffic.messages);
  if (!line.at_end()) check_histogram(line, histogram);
  line.end_line();
  return traffic;
}

/// Reads `D name procs: 0,1,2` of a communicator, where the name may be any text. Returns one more than the
/// highest rank.
std::uint64_t read_communicator(LineReader const& line) {
  constexpr std::string_view mark = "procs:";
  auto const found = line.line().rfind(mark);
  if (found == std::string_view::npos)
    line.fail("procs is missing: the line is incomplete", "expected D name procs: 0,1,2");
  auto const end = line.line().find_last_not_of(" \t\r") + 1;
  auto const begin = std::min(line.line().find_first_not_of(" \t", found + mark.size()), end);
  auto list = line.line().substr(begin, end - begin);
  std::uint64_t ranks = 0;
  for (bool more = true; more;) {
    std::uint64_t rank = 0;
    auto const [rest, error] = std::from_chars(list.data(), list.data() + list.size(), rank);
    list.remove_prefix(static_cast<std::size_t>(rest - list.data()));
    more = !list.empty();
    if (error != std::errc{} || rank >= max_ranks || (more && list.front() != ','))
      line.fail_at({line.place().line, static_cast<std::uint32_t>(begin + 1)}, "the list of ranks is invalid",
                   "expected numbers separated by commas");
    ranks = std::max(ranks, rank + 1);
    if (more) list.remove_prefix(1);
  }
  return ranks;
}

/// Checks the summary of a rank's messages in collectives over a communicator. The lines of kind I report
/// these messages individually.
void check_sum(LineReader& line) {
  line.number("rank", 0, max_ranks - 1);
  std::uint64_t bytes = 0, messages = 0;
  read_counts(line, bytes, messages);
  line.end_line();
}

bool is_sum_of_collectives(std::string_view word) { return word == "O2A" || word == "A2O" || word == "A2A"; }

/// Returns the rank in NAME.RANK.prof.
std::optional<std::uint64_t> rank_of(std::filesystem::path const& file) {
  auto const number = file.stem().extension().string();
  return to_number(std::string_view(number).substr(number.empty() ? 0 : 1));
}

bool matches(std::string_view name, std::string_view pattern) {
  auto const star = pattern.find('*');
  if (star == std::string_view::npos) return name == pattern;
  auto const head = pattern.substr(0, star), tail = pattern.substr(star + 1);
  return name.size() >= head.size() + tail.size() && name.starts_with(head) && name.ends_with(tail);
}

/// Returns the files of a folder with matching names, sorted by name.
std::vector<std::filesystem::path> files_in(std::filesystem::path const& folder, std::string const& pattern) {
  auto files = list_directory(folder);
  std::erase_if(files, [&](auto const& file) { return !matches(file.filename().string(), pattern); });
  return files;
}

/// Throws InputError if several files are named after ranks and the file of a rank is missing.
void check_complete(std::vector<std::filesystem::path> const& files, std::uint64_t ranks) {
  std::vector<std::uint64_t> found;
  for (auto const& file : files)
    if (auto const rank = rank_of(file)) found.push_back(*rank);
  if (files.size() < 2 || found.size() != files.size()) return;
  std::ranges::sort(found);
  ranks = std::max(ranks, found.back() + 1);
  for (std::uint64_t rank = 0; rank < ranks; ++rank)
    if (!std::ranges::binary_search(found, rank))
      throw InputError(
          "no file for rank " + std::to_string(rank),
          "found " + std::to_string(found.size()) + " files for " + std::to_string(ranks) + " ranks", "",
          files.front().parent_path().string());
}

}  // namespace

void Monitoring::add(Monitoring const& other) {
  traffic.insert(traffic.end(), other.traffic.begin(), other.traffic.end());
  ranks = std::max(ranks, other.ranks);
}

Monitoring parse_monitoring(std::string_view text, std::string_view file) {
  Monitoring found;
  LineReader line(text, file, {.shape = "KIND from to N bytes M msgs sent [histogram]"});
  std::size_t histogram = 0;
  std::optional<LineReader::Place> communicator;  // the last communicator, if its sums have not been read yet
  while (line.next_full_line()) {
    auto const place = line.place();
    auto const kind = line.word("kind");
    if (kind == "D") {
      found.ranks = std::max(found.ranks, read_communicator(line));
      communicator = place;
    } else if (kind.size() == 1 && monitored_kinds.find(kind[0]) != std::string_view::npos) {
      found.traffic.push_back(read_traffic(line, kind[0], histogram));
      found.ranks = std::max({found.ranks, std::uint64_t{found.traffic.back().from} + 1,
                              std::uint64_t{found.traffic.back().to} + 1});
    } else if (is_sum_of_collectives(kind)) {
      check_sum(line);
      if (kind == "A2A") communicator.reset();
    } else {
      line.fail_at(place, "unknown kind of line '" + shown(kind) + "'",
                   "must be E, I, S, R, C, D, O2A, A2O or A2A");
    }
  }
  if (communicator)
    line.fail_at(*communicator, "the sums of the communicator are missing",
                 "lines O2A, A2O and A2A must follow; is the file truncated?");
  return found;
}

std::vector<std::filesystem::path> monitoring_files(std::filesystem::path const& path) {
  if (directory_exists(path)) return files_in(path, "*.prof");
  if (path.filename().string().find('*') == std::string::npos) return {path};
  return files_in(path.parent_path(), path.filename().string());
}

Monitoring read_monitoring(std::filesystem::path const& path) {
  auto const files = monitoring_files(path);
  if (files.empty())
    throw InputError("no files of Open MPI's monitoring component were found", "", "", path.string());
  Monitoring all;
  for (auto const& file : files) all.add(parse_monitoring(read_file(file), file.string()));
  check_complete(files, all.ranks);
  return all;
}

}  // namespace weft
