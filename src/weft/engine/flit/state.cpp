#include "weft/engine/flit/state.hpp"

#include <algorithm>
#include <bit>

#include "weft/core/error.hpp"

namespace weft::flit {

void PacketStore::take(std::vector<std::uint32_t>& free) {
  std::lock_guard const lock(changing_);
  if (!given_back_.empty()) {
    auto const first = given_back_.end() - static_cast<std::ptrdiff_t>(bulk);
    free.insert(free.end(), first, given_back_.end());
    given_back_.erase(first, given_back_.end());
    return;
  }
  if (used_ == most_chunks)
    throw InputError("more than 2^30 packets are in flight", "flits name their packets by 30 bits",
                     "lower the rate or the size of the network", "engine");
  auto const first = static_cast<std::uint32_t>(used_ * bulk);
  if (!early_choices_.empty()) early_choices_[used_] = std::make_unique<routing::Candidate[]>(bulk);
  chunks_[used_++] = std::make_unique<Packet[]>(bulk);
  for (std::uint32_t i = bulk; i-- > 0;) free.push_back(first + i);
}

void PacketStore::give_back(std::vector<std::uint32_t>& free) {
  std::lock_guard const lock(changing_);
  auto const first = free.end() - static_cast<std::ptrdiff_t>(bulk);
  given_back_.insert(given_back_.end(), first, free.end());
  free.erase(first, free.end());
}

State::State(FlitNetwork const& network, RouterOptions const& options,
             routing::ChannelTraits const& routing) {
  vcs = options.vcs;
  depth = options.vc_buffer;
  shift = static_cast<std::uint32_t>(std::countr_zero(std::bit_ceil(vcs)));
  width = routing.width;
  std::uint32_t most_inputs = 1;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    most_inputs = std::max(most_inputs, network.inputs(r));
  words = (most_inputs + 63) / 64;
  auto const inputs = std::size_t{network.num_in()} << shift,
             outputs = std::size_t{network.num_out()} << shift;
  auto const all_vcs = vcs == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << vcs) - 1;
  make(input, inputs);
  make(buffer, inputs * depth);
  make(candidate, inputs * width);
  make(in_port, network.num_in());
  make(out_port, network.num_out(), {.free_vcs = all_vcs});
  make(output, outputs, {.credits = static_cast<std::uint16_t>(depth)});
  make(allocating_ports, std::size_t{network.num_routers()} * words);
  make(ready_ports, allocating_ports.size());
  make(queue, network.num_out());
  if (options.atomic_vcs) {
    make(emptying_vcs, network.num_out());
    make(source_emptying, network.num_terminals());
  }
  if (routing.sees_all_queues) make(seen_queue, network.num_out());
  make(channel_free, options.speedup > 1 || network.is_paced() ? network.num_out() : 0);
  make(source_vcs, network.num_terminals(), all_vcs);
  make(source_credits, std::size_t{network.num_terminals()} * vcs, static_cast<std::uint16_t>(depth));
}

}  // namespace weft::flit
