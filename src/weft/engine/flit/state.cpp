#include "weft/engine/flit/state.hpp"

#include <algorithm>
#include <bit>

namespace weft::flit {

State::State(Machine const& machine, RouterOptions const& options, std::uint16_t candidates_of_a_head)
    : vcs(options.vcs),
      depth(options.vc_buffer),
      shift(static_cast<std::uint32_t>(std::countr_zero(std::bit_ceil(options.vcs)))),
      width(candidates_of_a_head) {
  std::uint32_t most_inputs = 1;
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r)
    most_inputs = std::max(most_inputs, machine.inputs(r));
  words = (most_inputs + 63) / 64;
  auto const inputs = std::size_t{machine.num_in()} << shift,
             outputs = std::size_t{machine.num_out()} << shift;
  auto const all_vcs = vcs == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << vcs) - 1;
  input.resize(inputs);
  buffer.resize(inputs * depth);
  candidate.resize(inputs * width);
  candidates.resize(inputs);
  vc_accept.resize(inputs);
  allocating.resize(machine.num_in());
  ready.resize(machine.num_in());
  switch_vc.resize(machine.num_in());
  switch_accept.resize(machine.num_in());
  allocating_ports.resize(std::size_t{machine.num_routers()} * words);
  ready_ports.resize(allocating_ports.size());
  credits.assign(outputs, static_cast<std::uint16_t>(depth));
  user.resize(outputs);
  vc_grant.resize(outputs);
  free_vcs.assign(machine.num_out(), all_vcs);
  switch_grant.resize(machine.num_out());
  queue.resize(machine.num_out());
  sent.resize(machine.num_out());
  if (options.atomic_vcs) {
    emptying_vcs.resize(machine.num_out());
    source_emptying.resize(machine.num_terminals());
  }
  if (options.hold_switch) held.resize(machine.num_in());
  channel_free.resize(options.speedup > 1 || machine.is_paced() ? machine.num_out() : 0);
  source_vcs.assign(machine.num_terminals(), all_vcs);
  source_credits.assign(std::size_t{machine.num_terminals()} * vcs, static_cast<std::uint16_t>(depth));
}

}  // namespace weft::flit
