#include "weft/verb/collective/message_sizes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::verb {
namespace {

struct Unit {
  std::string_view name;
  std::uint64_t bytes;
};
constexpr std::array units{
    Unit{"Ti", std::uint64_t{1} << 40}, Unit{"Gi", 1u << 30},     Unit{"Mi", 1u << 20}, Unit{"ki", 1u << 10},
    Unit{"T", 1'000'000'000'000},       Unit{"G", 1'000'000'000}, Unit{"M", 1'000'000}, Unit{"k", 1'000}};
/// Sizes are exact as floating-point numbers.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 53;

std::uint64_t read_size(std::string_view text) {
  std::uint64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view const rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  auto const unit = std::ranges::find(units, rest, &Unit::name);
  auto const factor = unit == units.end() ? std::uint64_t{1} : unit->bytes;
  if (error != std::errc{} || (!rest.empty() && unit == units.end()))
    throw InputError(fmt::format("bytes = {}", text), "must be whole bytes",
                     "write it as 512, 64k, 1Mi or 1k..1G");
  if (number > most_bytes / factor) throw InputError(fmt::format("bytes = {}", text), "must be at most 2^53");
  return number * factor;
}

/// The sizes of one element of the list.
void append(std::string_view text, std::vector<std::uint64_t>& sizes) {
  auto const dots = text.find("..");
  if (dots == std::string_view::npos) return sizes.push_back(read_size(text));
  auto const low = read_size(text.substr(0, dots)), high = read_size(text.substr(dots + 2));
  if (low == 0 || low > high)
    throw InputError(fmt::format("bytes = {}", text), "a sweep goes from 1 or more up", "write it as 1k..1G");
  for (auto size = low; size < high; size *= 2) sizes.push_back(size);
  sizes.push_back(high);
}

}  // namespace

std::vector<std::uint64_t> read_message_sizes(std::string const& text) {
  std::vector<std::uint64_t> sizes;
  std::string_view rest = text;
  for (std::size_t comma = 0; comma != std::string_view::npos;) {
    comma = rest.find(',');
    append(rest.substr(0, comma), sizes);
    if (comma != std::string_view::npos) rest.remove_prefix(comma + 1);
  }
  std::ranges::sort(sizes);
  auto const repeated = std::ranges::unique(sizes);
  sizes.erase(repeated.begin(), repeated.end());
  return sizes;
}

}  // namespace weft::verb
