// SPDX-License-Identifier: Apache-2.0
#include "weft/core/error.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "weft/core/utf8.hpp"

namespace weft {
namespace {

std::string one_line(std::string const& problem, std::string const& why, std::string const& suggestion,
                     std::string const& where) {
  std::string line = where.empty() ? problem : where + ": " + problem;
  if (!why.empty()) line += " (" + why + ")";
  if (!suggestion.empty()) line += "; " + suggestion;
  return escaped(line);  // the line may contain input
}

char lower(char c) { return c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Returns the optimal string alignment distance: the number of insertions, deletions, substitutions and
/// swaps of adjacent characters, ignoring case and the difference between - and _.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  auto const same = [&](std::size_t i, std::size_t j) { return lower(a[i - 1]) == lower(b[j - 1]); };
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + !same(i, j)});
      if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j))
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

/// Returns the shortest candidate that begins with the word, or an empty text if the word is too short.
std::string beginning_with(std::string_view word, std::vector<std::string> const& candidates,
                           std::size_t min_letters) {
  std::string best;
  if (word.size() < min_letters) return best;
  auto const same = [](char a, char b) { return lower(a) == lower(b); };
  for (auto const& candidate : candidates) {
    bool const begins =
        candidate.size() >= word.size() && std::equal(word.begin(), word.end(), candidate.begin(), same);
    if (begins && (best.empty() || candidate.size() < best.size())) best = candidate;
  }
  return best;
}

/// Returns the key of `key=value`.
std::string key_of(std::string_view setting) { return std::string(setting.substr(0, setting.find('='))); }

}  // namespace

InputError::InputError(std::string problem_, std::string why_, std::string suggestion_, std::string where_)
    : std::runtime_error(one_line(problem_, why_, suggestion_, where_)),
      problem(std::move(problem_)),
      why(std::move(why_)),
      suggestion(std::move(suggestion_)),
      where(std::move(where_)) {}

InputError InputError::moved_to(std::string place) const {
  InputError error(problem, why, suggestion, std::move(place));
  error.parameter = parameter;
  return error;
}

InputError InputError::at(std::string_view place) const {
  return where.empty() ? moved_to(std::string(place)) : *this;
}

InputError InputError::within(std::string_view part) const {
  return moved_to(where.empty() ? std::string(part) : std::string(part) + ": " + where);
}

InputError InputError::about(std::string_view parameter_name) const {
  InputError error = *this;
  error.parameter = parameter_name;
  return error;
}

InputError conflict(std::string_view a, std::string_view b, std::string why, std::string suggestion) {
  return InputError(fmt::format("{} conflicts with {}", a, b), std::move(why),
                    suggestion.empty() ? "omit " + key_of(a) : std::move(suggestion));
}

InputError needs(std::string_view a, std::string_view b, std::string why, std::string suggestion) {
  return InputError(
      fmt::format("{} needs {}", a, b), std::move(why),
      suggestion.empty() ? fmt::format("specify {}, or omit {}", b, key_of(a)) : std::move(suggestion));
}

InputError missing(std::string_view setting, std::string_view example) {
  return InputError(fmt::format("{} is missing", setting), "", fmt::format("specify {}", example));
}

std::string nearest(std::string_view word, std::vector<std::string> const& candidates) {
  constexpr std::size_t longest_word = 200, min_beginning = 3;
  if (word.size() > longest_word) return {};
  if (std::string const longer = beginning_with(word, candidates, min_beginning); !longer.empty())
    return longer;
  std::string best;
  std::size_t minimum = longest_word;
  for (std::string const& candidate : candidates) {
    std::size_t const length = std::max(word.size(), candidate.size());
    std::size_t const distance = edit_distance(word, candidate);
    if (distance < minimum && (distance == 0 || distance < length) &&
        distance <= std::max<std::size_t>(1, length / 3)) {
      minimum = distance;
      best = candidate;
    }
  }
  return best.empty() ? beginning_with(word, candidates, 2) : best;
}

std::string suggest(std::string_view word, std::vector<std::string> const& candidates) {
  if (candidates.empty()) return {};
  if (std::string const near = nearest(word, candidates); !near.empty())
    return "did you mean '" + near + "'?";
  constexpr std::size_t max_shown = 8;
  std::size_t const shown = candidates.size() <= max_shown ? candidates.size() : max_shown / 2;
  std::string list = "valid: ";
  for (std::size_t i = 0; i < shown; ++i) list += (i == 0 ? "" : ", ") + candidates[i];
  if (shown < candidates.size()) list += fmt::format(" and {} more", candidates.size() - shown);
  return list;
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  auto const beginning = first_columns(text, longest);
  return beginning.size() == text.size() ? escaped(text) : escaped(beginning) + "..";
}

}  // namespace weft
