#include "weft/traffic/restricted.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {

Restricted::Restricted(TrafficPtr inner, std::uint64_t num_terminals, TerminalId first)
    : inner_(std::move(inner)), num_terminals_(num_terminals), first_(first.v) {
  if (first_ + inner_->num_terminals() > num_terminals)
    throw InputError(fmt::format("terminals {} to {}", first_, first_ + inner_->num_terminals() - 1),
                     fmt::format("the machine has {} terminals", num_terminals));
}

std::uint64_t Restricted::messages(TerminalId e) const {
  if (e.v < first_ || e.v - first_ >= inner_->num_terminals()) return 0;
  return inner_->messages({static_cast<std::uint32_t>(e.v - first_)});
}

std::uint64_t Restricted::uniform_messages() const {
  return inner_->num_terminals() == num_terminals_ ? inner_->uniform_messages() : 0;
}

void Restricted::destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const {
  std::uint64_t const begin = std::clamp<std::uint64_t>(first.v, first_, first_ + inner_->num_terminals());
  std::uint64_t const end =
      std::clamp<std::uint64_t>(first.v + terminals, first_, first_ + inner_->num_terminals());
  if (begin == end) return;
  inner_->destinations({static_cast<std::uint32_t>(begin - first_)}, end - begin, out);
  auto const offset = static_cast<std::uint32_t>(first_);
  for (std::uint32_t& destination : out) destination += offset;
}

}  // namespace weft
