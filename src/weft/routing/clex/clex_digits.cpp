// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/clex/clex_digits.hpp"

#include "weft/core/error.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft {

ClexDigits::ClexDigits(topology::Clex const& clex)
    : m_(clex.m()),
      levels_(clex.levels()),
      bits_(m_ == 1 ? 1 : static_cast<std::uint32_t>(std::bit_width(m_ - 1))),
      mask_((1u << bits_) - 1),
      single_(clex.single()),
      low_landing_(clex.landing() == topology::Landing::low),
      coordinates_(clex.digits()) {
  if (m_ == 1 || std::has_single_bit(m_)) return;
  if (!coordinates_.fits())
    throw InputError{
        "clex with levels=" + std::to_string(levels_) + " and m=" + std::to_string(m_) + " is too large",
        "the digits of a node need more than 32 bits", "use a power of two for m"};
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

}  // namespace weft
