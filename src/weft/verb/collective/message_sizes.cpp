#include "weft/verb/collective/message_sizes.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"

namespace weft::verb {
namespace {

/// Sizes are exact as floating-point numbers.
constexpr std::int64_t most_bytes = std::int64_t{1} << 53;

std::uint64_t read_size(std::string_view text) {
  auto const bytes = read_integer("bytes", text, "bytes");
  if (bytes < 0 || bytes > most_bytes) refuse_value("bytes", text, "must be in [0, 2^53]");
  return static_cast<std::uint64_t>(bytes);
}

/// The sizes of one element of the list.
void append(std::string_view text, std::vector<std::uint64_t>& sizes) {
  auto const dots = text.find("..");
  if (dots == std::string_view::npos) return sizes.push_back(read_size(text));
  auto const low = read_size(text.substr(0, dots)), high = read_size(text.substr(dots + 2));
  if (low == 0 || low > high)
    throw InputError(fmt::format("bytes = {}", text), "a sweep starts at 1 or more and ascends",
                     "write it as 1k..1G");
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
