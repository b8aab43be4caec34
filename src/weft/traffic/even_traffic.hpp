#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "weft/core/error.hpp"
#include "weft/traffic/pattern.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft {

/// Traffic in which every terminal sends the same number of messages.
class EvenTraffic : public Traffic {
 public:
  EvenTraffic(std::uint64_t num_terminals, std::uint64_t messages_each)
      : num_terminals_(num_terminals), messages_each_(messages_each) {}
  std::uint64_t num_terminals() const final { return num_terminals_; }
  std::uint64_t num_messages() const final { return num_terminals_ * messages_each_; }
  std::uint64_t messages(TerminalId) const final { return messages_each_; }
  std::uint64_t uniform_messages() const final { return messages_each_; }

 private:
  std::uint64_t num_terminals_, messages_each_;
};

/// Even traffic whose batch is a loop over the pure function that a pattern states: `destination(e, k)`, or
/// `destination(e)` if all messages of a terminal have the same destination.
template <class Pattern>
class FormulaTraffic : public EvenTraffic {
 public:
  using EvenTraffic::EvenTraffic;
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const final {
    std::uint64_t const each = uniform_messages();
    WEFT_EXPECT(out.size() == terminals * each);
    auto const& pattern = static_cast<Pattern const&>(*this);
    std::uint32_t* next = out.data();
    for (std::uint64_t i = 0; i < terminals; ++i) {
      TerminalId const e{static_cast<std::uint32_t>(first.v + i)};
      if constexpr (requires { pattern.destination(e); })
        next = std::fill_n(next, each, pattern.destination(e));
      else
        for (std::uint64_t k = 0; k < each; ++k) *next++ = pattern.destination(e, k);
    }
  }
  std::uint32_t nth_destination(TerminalId e, [[maybe_unused]] std::uint64_t k) const final {
    auto const& pattern = static_cast<Pattern const&>(*this);
    if constexpr (requires { pattern.destination(e); })
      return pattern.destination(e);
    else
      return pattern.destination(e, k);
  }
};

}  // namespace weft
