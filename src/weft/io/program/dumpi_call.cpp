// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/dumpi_call.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"

namespace weft {
namespace {

constexpr std::uint32_t none = 0xffffffff;

class Maker {
 public:
  explicit Maker(std::vector<std::vector<CreatedCommunicator>> const& created_communicators)
      : created_communicators_(created_communicators), next_(created_communicators.size()) {
    std::vector<std::uint32_t> all(created_communicators.size());
    std::iota(all.begin(), all.end(), 0U);
    result_.members = {all, {}};
    result_.of_rank.assign(created_communicators.size(), {Communicators::world, Communicators::self});
  }

  Communicators run() && {
    for (std::uint32_t rank = 0; rank < created_communicators_.size(); ++rank) ready_.push_back(rank);
    while (!ready_.empty()) {
      auto const rank = ready_.front();
      ready_.pop_front();
      if (next_[rank] < created_communicators_[rank].size()) arrive(rank);
    }
    for (std::uint32_t rank = 0; rank < created_communicators_.size(); ++rank)
      if (next_[rank] < created_communicators_[rank].size())
        throw InputError("only some ranks of a communicator create this communicator", "", "",
                         call_of(rank).place);
    return std::move(result_);
  }

 private:
  CreatedCommunicator const& call_of(std::uint32_t rank) const {
    return created_communicators_[rank][next_[rank]];
  }

  void arrive(std::uint32_t rank) {
    auto const& call = call_of(rank);
    auto const of = communicator(rank, call.of);
    if (of == Communicators::self) return make({rank}, call);
    auto& waiting = waiting_[of];
    waiting.push_back(rank);
    if (waiting.size() < result_.members[of].size()) return;
    auto const ranks = result_.members[of];  // in the order of their positions
    waiting.clear();
    make(ranks, call);
  }

  std::uint32_t communicator(std::uint32_t rank, std::uint32_t count) const {
    auto const& known = result_.of_rank[rank];
    if (count >= known.size() || known[count] == none)
      throw InputError("the communicator does not contain the rank", "", "", call_of(rank).place);
    return known[count];
  }

  /// Creates the communicators of a call, when all its ranks have arrived.
  void make(std::vector<std::uint32_t> const& ranks, CreatedCommunicator const& call) {
    std::map<std::int64_t, std::vector<std::tuple<std::int64_t, std::uint32_t>>> by_color;
    std::vector<std::uint32_t> listed;
    if (call.by == CreatedCommunicator::By::members) listed = members_of(ranks.front(), call);
    for (auto const rank : ranks) {
      auto const& own = call_of(rank);
      if (own.by != call.by)
        throw InputError("ranks create communicators with different calls", call.place, "", own.place);
      result_.of_rank[rank].push_back(none);
      bool const is_split = own.by == CreatedCommunicator::By::split;
      if (own.participates) by_color[is_split ? own.color : 0].emplace_back(is_split ? own.key : 0, rank);
    }
    for (auto& [color, members] : by_color) {
      std::ranges::stable_sort(members, {}, [](auto const& member) { return std::get<0>(member); });
      std::vector<std::uint32_t> numbers;
      for (auto const& [key, rank] : members) numbers.push_back(rank);
      if (call.by == CreatedCommunicator::By::members) numbers = in_order(listed, numbers, call);
      for (auto const rank : numbers)
        result_.of_rank[rank].back() = static_cast<std::uint32_t>(result_.members.size());
      result_.members.push_back(std::move(numbers));
    }
    for (auto const rank : ranks) {
      ++next_[rank];
      ready_.push_back(rank);
    }
  }

  std::vector<std::uint32_t> members_of(std::uint32_t rank, CreatedCommunicator const& call) const {
    auto const of = communicator(rank, call.members_of);
    std::vector<std::uint32_t> ranks;
    for (auto const place : call.members) {
      if (of == Communicators::self ? place > 0 : place >= result_.members[of].size())
        throw InputError("the group contains an invalid rank", "", "", call.place);
      ranks.push_back(of == Communicators::self ? rank : result_.members[of][place]);
    }
    return ranks;
  }
  /// Checks that the participating ranks are the listed ones. Returns them in the order of the list.
  static std::vector<std::uint32_t> in_order(std::vector<std::uint32_t> const& listed,
                                             std::vector<std::uint32_t> const& taking_part,
                                             CreatedCommunicator const& call) {
    if (!std::ranges::is_permutation(listed, taking_part))
      throw InputError("the ranks of a new communicator differ from its group", "", "", call.place);
    return listed;
  }

  std::vector<std::vector<CreatedCommunicator>> const& created_communicators_;
  std::vector<std::size_t> next_;  // index of the next call, for each rank
  std::deque<std::uint32_t> ready_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> waiting_;  // waiting ranks, by communicator
  Communicators result_;
};

}  // namespace

Communicators make_communicators(std::vector<std::vector<CreatedCommunicator>> const& created_communicators) {
  return Maker(created_communicators).run();
}

namespace {

constexpr std::string_view entering = " entering at walltime ", returning = " returning at walltime ";

/// Parses a time such as `8153.033455000, cputime ..` in ns.
std::optional<std::int64_t> time_in(std::string_view text) {
  constexpr std::int64_t max_seconds = 9'000'000'000;
  constexpr std::size_t digits = 9;
  std::int64_t seconds = 0, rest = 0;
  auto const* const end = text.data() + text.size();
  auto const whole = std::from_chars(text.data(), end, seconds);
  if (whole.ec != std::errc{} || seconds < 0 || seconds > max_seconds || whole.ptr == end) return {};
  if (*whole.ptr == ',') return seconds * 1'000'000'000;
  if (*whole.ptr != '.') return {};
  std::string_view fraction(whole.ptr + 1, static_cast<std::size_t>(end - whole.ptr - 1));
  fraction = fraction.substr(0, std::min(fraction.find(','), digits));
  auto const part = std::from_chars(fraction.data(), fraction.data() + fraction.size(), rest);
  if (part.ec != std::errc{} || part.ptr != fraction.data() + fraction.size() || rest < 0) return {};
  for (auto i = fraction.size(); i < digits; ++i) rest *= 10;
  return seconds * 1'000'000'000 + rest;
}

/// Parses the number at the beginning of a string.
std::optional<std::int64_t> number_at(std::string_view& text) {
  std::int64_t value = 0;
  auto const [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return {};
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return value;
}

}  // namespace

bool DumpiCall::read(LineReader& line) {
  line_ = &line;
  arguments_.clear();
  auto at = std::string_view::npos;
  while (at == std::string_view::npos) {
    if (!line.next_line()) return false;
    at = line.line().find(entering);
  }
  place_ = line.place();
  place_.column = 1;
  name = line.line().substr(0, at);
  auto const time_of = [&](std::string_view mark) {
    auto const text = line.line().substr(line.line().find(mark) + mark.size());
    auto const time = time_in(text);
    if (!time) line.fail(fmt::format("'{}' is not a wall time", shown(text.substr(0, text.find(' ')))));
    return *time;
  };
  entered = time_of(entering);
  while (true) {
    if (!line.next_line()) fail(fmt::format("{} does not return", shown(name)), "the file ends");
    auto text = line.line();
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.find(entering) != std::string_view::npos) fail(fmt::format("{} does not return", shown(name)));
    if (auto const end = text.find(returning); end != std::string_view::npos) {
      if (text.substr(0, end) != name)
        line.fail(fmt::format("{} returns during {}", shown(text.substr(0, end)), shown(name)));
      left = time_of(returning);
      if (left < entered) line.fail("the wall time decreases");
      return true;
    }
    auto const space = text.find(' '), equal = text.find('=');
    if (space >= equal || equal == std::string_view::npos || text.starts_with("Perfcounters")) continue;
    auto const key = text.substr(space + 1, equal - space - 1);
    arguments_.emplace_back(key.substr(0, key.find('[')), text.substr(equal + 1));
  }
}

std::string DumpiCall::place() const { return fmt::format("{}:{}:{}", file_, place_.line, place_.column); }

void DumpiCall::fail(std::string problem, std::string why) const {
  line_->fail_at(place_, std::move(problem), std::move(why));
}

bool DumpiCall::has(std::string_view argument) const {
  return std::ranges::find(arguments_, argument, [](auto const& entry) { return entry.first; }) !=
         arguments_.end();
}

std::string_view DumpiCall::text_of(std::string_view argument) const {
  auto const found = std::ranges::find(arguments_, argument, [](auto const& entry) { return entry.first; });
  if (found == arguments_.end()) fail(fmt::format("{} has no {}", name, argument));
  return found->second;
}

std::int64_t DumpiCall::number(std::string_view argument) const {
  auto text = text_of(argument);
  if (text.starts_with('[')) text.remove_prefix(1);
  auto const shown_text = text;
  auto const value = number_at(text);
  if (!value) fail(fmt::format("{} has {}={}", name, argument, shown(shown_text)), "must be a whole number");
  return *value;
}

std::uint64_t DumpiCall::count(std::string_view argument) const {
  auto const value = number(argument);
  if (value < 0) fail(fmt::format("{} has {}={}", name, argument, value), "must be at least 0");
  return static_cast<std::uint64_t>(value);
}

std::uint32_t DumpiCall::handle(std::string_view argument) const {
  auto const value = number(argument);
  if (value < 0 || value > std::numeric_limits<std::int32_t>::max())
    fail(fmt::format("{} has {}={}", name, argument, value), "must be in [0, 2^31 - 1]");
  return static_cast<std::uint32_t>(value);
}

std::vector<std::int64_t> DumpiCall::numbers(std::string_view argument) const {
  auto text = text_of(argument);
  std::vector<std::int64_t> values;
  if (!text.starts_with('[')) return values;
  text.remove_prefix(1);
  while (!text.empty() && text.front() != ']') {
    auto const value = number_at(text);
    if (!value)
      fail(fmt::format("{} has an invalid list {}", name, argument), "must be whole numbers in brackets");
    values.push_back(*value);
    while (text.starts_with(',') || text.starts_with(' ')) text.remove_prefix(1);
  }
  return values;
}

}  // namespace weft
