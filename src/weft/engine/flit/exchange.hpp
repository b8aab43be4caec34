#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/options.hpp"
#include "weft/engine/flit/state.hpp"
#include "weft/engine/flit/wheel.hpp"

namespace weft::flit {

/// The minimum number of cycles before one router can affect another.
std::uint64_t lookahead(FlitNetwork const& network, RouterOptions const& options);

/// The maximum number of cycles that a flit is under way from a switch to the next router or terminal.
std::uint64_t longest_passage(FlitNetwork const& network, RouterOptions const& options);

/// A flit that reaches an input port.
struct FlitEvent {
  std::uint32_t in;
  Flit flit;
  std::uint8_t vc;
};
/// A credit that reaches an output port, or with FlitNetwork::terminal_bit the terminal of an injection channel.
struct CreditEvent {
  std::uint32_t out;
  std::uint8_t vc;
};

/// The flits and credits under way between partitions of consecutive routers: a wheel from each to each, which one of them writes and
/// the other reads. Flits and credits arrive several cycles after they were sent, so that partitions need to meet only once in
/// `lookahead` cycles, and results do not depend on how many there are.
class Exchange {
 public:
  /// Partition i has the routers ends[i - 1] .. ends[i] - 1.
  Exchange(FlitNetwork const& network, RouterOptions const& options, std::vector<std::uint32_t> ends);

  std::size_t partitions() const { return ends_.size(); }
  std::uint32_t first_router(std::size_t partition) const {
    return partition == 0 ? 0 : ends_[partition - 1];
  }
  std::uint32_t last_router(std::size_t partition) const { return ends_[partition]; }
  std::size_t partition_of(std::uint32_t router) const { return partition_of_[router]; }

  /// What partitions send to this one, by sender.
  std::vector<Wheel<FlitEvent>>& flits_to(std::size_t partition) { return flits_[partition]; }
  std::vector<Wheel<CreditEvent>>& credits_to(std::size_t partition) { return credits_[partition]; }

 private:
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint16_t> partition_of_;  // by router
  std::vector<std::vector<Wheel<FlitEvent>>> flits_;
  std::vector<std::vector<Wheel<CreditEvent>>> credits_;
};

}  // namespace weft::flit
