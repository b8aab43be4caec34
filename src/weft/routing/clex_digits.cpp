#include "weft/routing/clex_digits.hpp"

#include <bit>

#include "weft/core/error.hpp"

namespace weft {

ClexDigits::ClexDigits(Clex const& clex)
    : m_(clex.m()),
      levels_(clex.levels()),
      bits_(m_ == 1 ? 1 : static_cast<std::uint32_t>(std::bit_width(m_ - 1))),
      mask_((1u << bits_) - 1),
      single_(clex.single()),
      low_landing_(clex.landing() == Landing::low),
      coordinates_(clex.digits()) {
  if (m_ == 1 || std::has_single_bit(m_)) return;
  if (!coordinates_.fits())
    throw InputError{"clex of " + std::to_string(levels_) + " levels with m = " + std::to_string(m_),
                     "the digits of a node take more than 32 bits", "use a power of two for m"};
  table_.resize(clex.num_routers());
  for (std::size_t r = 0; r < table_.size(); ++r)
    table_[r] = coordinates_.pack({static_cast<std::uint32_t>(r)});
}

std::uint32_t ClexDigits::along_exchange(std::uint32_t at, std::uint32_t level, std::uint32_t free) const {
  auto const shift = (level - 1) * bits_, lowest = at & mask_;
  auto const upper = at & ~(mask_ << shift) & ~((1u << shift) - 1);
  auto const below = at & ((1u << shift) - 1);
  if (single_) return upper | lowest << shift | (below & ~mask_) | digit(at, level);
  if (low_landing_ || level == 2) return upper | lowest << shift | (below & ~mask_) | free;
  return upper | lowest << shift | free << (shift - bits_) | below >> bits_;
}

/// Full links, low landing: every hop of a level gives its digit the wanted value held by the lowest one and frees that for
/// the next wanted value; a hop of level 1 is needed only if the lowest digit holds none that is wanted. High landing: the
/// edge of the highest wrong level sets that digit and the one below, so that two hops mend two digits. Single links: a swap
/// mends one digit and brings back the replaced one.
ClexHop direct_hop(ClexDigits const& digits, std::uint32_t at, std::uint32_t to) {
  auto const highest = digits.highest_difference(at, to);
  auto const lowest = digits.digit(at, 1);
  if (highest == 1) return {digits.clique_port(at, digits.digit(to, 1)), to};
  std::uint32_t level = highest;
  if (digits.single() || digits.low_landing())
    while (level >= 2 &&
           (digits.digit(at, level) == digits.digit(to, level) || digits.digit(to, level) != lowest))
      --level;
  else if (digits.digit(to, level) != lowest)
    level = 1;
  if (level < 2) {
    auto const wanted = digits.digit(to, highest);
    return {digits.clique_port(at, wanted), digits.along_clique(at, wanted)};
  }
  std::uint32_t free = digits.digit(to, 1);
  if (digits.low_landing() || level == 2) {
    auto const left = digits.highest_difference(digits.along_exchange(at, level, digits.digit(at, 1)), to);
    if (left >= 2) free = digits.digit(to, left);
  } else {
    free = digits.digit(to, level - 1);
  }
  return {digits.exchange_port(level, free), digits.along_exchange(at, level, free)};
}

std::uint32_t direct_hops(ClexDigits const& digits, std::uint32_t at, std::uint32_t to) {
  std::uint32_t hops = 0;
  for (; at != to; ++hops) at = direct_hop(digits, at, to).next;
  return hops;
}

}  // namespace weft
