// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "support/flit_setup.hpp"
#include "weft/engine/flit/simulation.hpp"

namespace weft {

/// No port holds more flits than it has places: its own of each virtual channel, and the shared ones.
inline void expect_places(flit::Simulation const& simulation) {
  auto const& state = simulation.state();
  auto const& options = simulation.options();
  if (options.shared_buffer == 0) return;
  for (std::uint32_t port = 0; port < state.in_port.size(); ++port) {
    std::uint32_t shared = 0;
    for (std::uint32_t v = 0; v < state.vcs; ++v) {
      std::uint32_t const count = state.input[state.place(port, v)].count;
      shared += count > options.vc_buffer ? count - options.vc_buffer : 0;
    }
    ASSERT_LE(shared, options.shared_buffer);
  }
}

/// The invariants of the buffers after every cycle: no buffer is fuller than it may be, the flits of a packet
/// stand in order with none of another one between them, and only in virtual channels of its message class.
inline void expect_orderly(flit::Simulation const& simulation) {
  auto const& state = simulation.state();
  auto const& options = simulation.options();
  auto const each = options.vcs / options.message_classes;
  expect_places(simulation);
  for (std::size_t i = 0; i < state.input.size(); ++i) {
    auto const& input = state.input[i];
    ASSERT_LE(input.count, state.depth);
    for (std::uint32_t k = 0; k < input.count; ++k) {
      auto const at = [&](std::uint32_t n) {
        return state.buffer[i * state.depth + (input.head + n) % state.depth];
      };
      auto const flit = at(k);
      auto const number = flit & flit::packet_mask;
      ASSERT_EQ(state.packets[number].message_class, state.vc_of(i) / each);
      if (k == 0) continue;
      auto const before = at(k - 1);
      bool const begins = (flit & flit::head_bit) != 0, ended = (before & flit::tail_bit) != 0;
      ASSERT_EQ(begins, ended);
      if (begins) { ASSERT_FALSE(options.atomic_vcs); }
      if (!begins) { ASSERT_EQ(number, before & flit::packet_mask); }
    }
  }
}

/// Whether nothing is left of what has passed: buffers empty, virtual channels free, all credits back.
inline void expect_as_new(flit::Simulation const& simulation) {
  auto const& state = simulation.state();
  auto const all = state.vcs == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << state.vcs) - 1;
  for (auto const& input : state.input) {
    ASSERT_EQ(input.count, 0);
    ASSERT_EQ(input.phase, flit::VcState::idle);
  }
  for (auto const& it : state.output) ASSERT_EQ(it.credits, state.depth);
  for (auto const it : state.source_credits) ASSERT_EQ(it, state.depth);
  for (auto const& slots : {state.slots, state.source_slots}) {
    for (auto const it : slots.reserved) ASSERT_EQ(it, 0);
    for (auto const it : slots.free) ASSERT_EQ(it, simulation.options().shared_buffer);
  }
  for (auto const& it : state.out_port) ASSERT_EQ(it.free_vcs, all);
  for (auto const it : state.source_vcs) ASSERT_EQ(it, all);
  for (auto const it : state.queue) ASSERT_EQ(it, 0);
  for (auto const& it : state.in_port) ASSERT_EQ(it.allocating | it.ready, 0u);
  ASSERT_EQ(simulation.in_flight(), 0u);
  ASSERT_EQ(simulation.waiting(), 0u);
}

/// Advances until all of a batch has arrived, or for so many cycles.
inline void run_out(flit::Simulation& simulation, std::uint64_t maximum = 200000) {
  while (simulation.now() < maximum && (simulation.in_flight() > 0 || simulation.waiting() > 0))
    simulation.advance(50);
  simulation.advance(500);  // credits return
}

inline flit::Window everything() { return {0, ~std::uint64_t{0}, 100}; }

}  // namespace weft
