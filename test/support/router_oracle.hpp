// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft {

/// The naive execution of a router program: every message is an object with coordinates, looked at on its own
/// in every slot.
struct RouterOracle {
  struct Message {
    std::uint32_t source, destination;
    std::vector<std::uint32_t> at;
    std::uint32_t dim;
  };

  explicit RouterOracle(RouterProgram const& p) : program(p), digits(p.dims(), p.side()) { run(); }

  RouterProgram const& program;
  ProcessorDigits digits;
  std::optional<std::uint64_t> violation;  ///< the slot
  std::uint64_t hops = 0, last_arrival = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> delivered;

 private:
  std::uint32_t level(std::vector<std::uint32_t> const& at) const {
    std::uint64_t sum = 0;
    for (auto const x : at) sum += x;
    return static_cast<std::uint32_t>(sum % program.side());
  }
  void fail(std::uint64_t slot) { violation = slot; }

  void run() {
    std::vector<Message> moving;
    using Key = std::pair<std::uint64_t, std::uint32_t>;
    std::map<Key, std::vector<Message>> kept;  // those that will be sent on
    for (auto const& injection : program.injections)
      if (!injection.is_new()) kept[{injection.stored_slot, injection.stored_dim}];
    for (std::uint64_t slot = 0; slot < program.slots() && !violation; ++slot) {
      std::vector<Message> next;
      for (auto& message : moving) {
        auto const state = program.state(level(message.at), slot);
        if (state != RouterProgram::take_out) {
          message.dim = (message.dim + state) % program.dims();
          next.push_back(message);
        } else if (auto const found = kept.find({slot, message.dim}); found != kept.end()) {
          found->second.push_back(message);
        } else if (message.at != digits.coordinates(message.destination)) {
          return fail(slot);
        } else {
          ++delivered[{message.source, message.destination}];
          last_arrival = slot;
        }
      }
      for (auto const& injection : program.injections) {
        if (injection.slot != slot) continue;
        if (injection.is_new()) {
          for (std::uint32_t q = 0; q < program.processors(); ++q)
            next.push_back({q, digits.difference(q, digits.difference(0, injection.offset)),
                            digits.coordinates(q), injection.dim});
        } else {
          auto& waiting = kept[{injection.stored_slot, injection.stored_dim}];
          if (waiting.empty()) return fail(slot);
          for (auto& message : waiting) {
            message.dim = injection.dim;
            next.push_back(message);
          }
          waiting.clear();
        }
      }
      std::map<std::pair<std::vector<std::uint32_t>, std::uint32_t>, int> channels;
      for (auto& message : next) {
        if (++channels[{message.at, message.dim}] > 1) return fail(slot);
        if (slot + 1 == program.slots()) return fail(slot);
        message.at[message.dim] = (message.at[message.dim] + 1) % program.side();
        ++hops;
      }
      moving = std::move(next);
    }
    for (std::uint32_t a = 0; a < program.processors() && !violation; ++a)
      for (std::uint32_t b = 0; b < program.processors(); ++b)
        if (a != b && delivered[{a, b}] != program.relations) fail(program.slots() - 1);
  }
};

}  // namespace weft
