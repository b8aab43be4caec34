// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/lists.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/core/param.hpp"
#include "weft/core/random.hpp"

namespace weft::collective {
namespace {

/// Calls append(element, numbers) for each element of a list. Returns the distinct numbers, ascending.
template <class Number, class Append>
std::vector<Number> read_list(std::string const& text, std::string_view separators, Append append) {
  std::vector<Number> numbers;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = text.find_first_of(separators, begin);
    append(text.substr(begin, end - begin), numbers);
  }
  std::ranges::sort(numbers);
  auto const repeated = std::ranges::unique(numbers);
  numbers.erase(repeated.begin(), repeated.end());
  return numbers;
}

/// Maximum message size; larger sizes are not exact as floating-point numbers.
constexpr std::int64_t max_bytes = std::int64_t{1} << 53;

std::uint64_t read_size(std::string_view text) {
  auto const bytes = read_integer("bytes", text, "bytes");
  if (bytes < 0 || bytes > max_bytes) reject_value("bytes", text, "must be in [0, 2^53]");
  return static_cast<std::uint64_t>(bytes);
}

/// Appends the sizes of an element: a size or a sweep.
void append_sizes(std::string_view text, std::vector<std::uint64_t>& sizes) {
  auto const dots = text.find("..");
  if (dots == std::string_view::npos) return sizes.push_back(read_size(text));
  auto const low = read_size(text.substr(0, dots)), high = read_size(text.substr(dots + 2));
  if (low == 0 || low > high)
    throw InputError(fmt::format("bytes={}", text), "must be A..B with 1 <= A < B, e.g. 1k..1G", "", "bytes");
  for (auto size = low; size < high; size *= 2) sizes.push_back(size);
  sizes.push_back(high);
}

std::vector<std::uint32_t> draw(std::uint64_t count, std::uint64_t ranks, std::uint32_t root,
                                std::uint64_t seed) {
  std::vector<std::uint32_t> others;
  for (std::uint32_t r = 0; r < ranks; ++r)
    if (r != root) others.push_back(r);
  Rng rng(seed, Purpose::traffic, 0);
  for (std::size_t i = 0; i < count; ++i) std::swap(others[i], others[i + rng.below(others.size() - i)]);
  others.resize(count);
  std::ranges::sort(others);
  return others;
}

void append_range(std::string const& text, std::uint64_t ranks, std::vector<std::uint32_t>& receivers) {
  auto const dots = text.find("..");
  auto const first = read_integer("receivers", text.substr(0, dots));
  auto const last = dots == std::string::npos ? first : read_integer("receivers", text.substr(dots + 2));
  if (first < 0 || last < first || static_cast<std::uint64_t>(last) >= ranks)
    throw InputError("receivers=" + text,
                     fmt::format("must be ranks or ranges a..b with a <= b in [0, {}]", ranks - 1), "",
                     "receivers");
  for (auto r = first; r <= last; ++r) receivers.push_back(static_cast<std::uint32_t>(r));
}

}  // namespace

std::vector<std::uint64_t> read_message_sizes(std::string const& text) {
  return read_list<std::uint64_t>(text, ",", append_sizes);
}

std::vector<std::uint32_t> read_receivers(std::string const& text, std::uint64_t ranks, std::uint32_t root,
                                          std::uint64_t seed) {
  if (text == "all") return {};
  if (text.ends_with('%')) {
    auto const share = read_number("receivers", text.substr(0, text.size() - 1));
    bool const is_share = share > 0 && share <= 100;  // false for NaN
    if (!is_share) throw InputError("receivers=" + text, "must be in (0 %, 100 %]", "", "receivers");
    auto const others = static_cast<double>(ranks - 1);
    return draw(static_cast<std::uint64_t>(std::ceil(others * share / 100 - 1e-9)), ranks, root, seed);
  }
  if (text.find_first_of(".+,") == std::string::npos) {
    auto const count = read_integer("receivers", text);
    if (count < 1 || static_cast<std::uint64_t>(count) > ranks - 1)
      throw InputError("receivers=" + text,
                       fmt::format("must be at most {}, the number of ranks other than the root", ranks - 1),
                       "", "receivers");
    return draw(static_cast<std::uint64_t>(count), ranks, root, seed);
  }
  return read_list<std::uint32_t>(
      text, "+,", [&](std::string const& part, auto& receivers) { append_range(part, ranks, receivers); });
}

}  // namespace weft::collective
