#pragma once

#include <cstdint>
#include <span>

#include "weft/traffic/traffic.hpp"

namespace weft {

/// A traffic run by consecutive terminals of a larger machine, for a job placed on one copy of it: terminal
/// first + i does what terminal i of the inner traffic does; all others are silent.
class Restricted final : public Traffic {
 public:
  /// Throws InputError unless all terminals of `inner`, from `first` on, are among `num_terminals`.
  Restricted(TrafficPtr inner, std::uint64_t num_terminals, TerminalId first);
  std::uint64_t num_terminals() const override { return num_terminals_; }
  std::uint64_t num_messages() const override { return inner_->num_messages(); }
  std::uint64_t messages(TerminalId e) const override;
  std::uint64_t uniform_messages() const override;
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override;

 private:
  TrafficPtr inner_;
  std::uint64_t num_terminals_, first_;
};

}  // namespace weft
