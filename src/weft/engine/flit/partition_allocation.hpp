#pragma once

// What routers do with the heads and flits that they have: included by partition.cpp alone, so that a cycle is one function.

#include <algorithm>

#include "weft/engine/flit/partition.hpp"

namespace weft::flit {

/// Those of a candidate's free virtual channels into which the whole packet fits.
inline std::uint64_t Partition::with_room(vc::Candidate const& candidate, std::uint32_t out,
                                          std::size_t input) const {
  auto vcs = s_.out_port[out].free_vcs & candidate.vcs;
  if (!options_.cut_through) return vcs;
  auto const& it = s_.input[input];
  auto const flits = packets_[s_.buffer[input * s_.depth + it.head] & packet_mask].flits;
  for_each_bit(vcs, [&](std::uint32_t v) {
    if (s_.output[s_.place(out, v)].credits < flits * candidate.room) vcs &= ~(std::uint64_t{1} << v);
  });
  return vcs;
}

/// Adds what a head asks for: of its candidates with free VCs, those of the highest priority. Returns how many they are.
inline std::uint32_t Partition::gather_of_head(std::uint32_t first_out, std::size_t index,
                                               std::uint32_t input) {
  auto const candidates = s_.input[index].candidates;
  if (candidates == 1) {
    auto const& candidate = s_.candidate[index * s_.width];
    auto const vcs = with_room(candidate, first_out + candidate.port, index);
    if (vcs == 0) return 0;
    vc_requests_.push_back({input, candidate.port, 0, vcs});
    return 1;
  }
  std::uint32_t asked = 0;
  std::uint8_t priority = 0;
  for (std::uint16_t k = 0; k < candidates; ++k) {
    auto const& candidate = s_.candidate[index * s_.width + k];
    if (candidate.priority < priority) continue;
    auto const vcs = with_room(candidate, first_out + candidate.port, index);
    if (vcs == 0) continue;
    if (candidate.priority > priority) {
      vc_requests_.resize(vc_requests_.size() - asked);
      asked = 0;
      priority = candidate.priority;
    }
    vc_requests_.push_back({input, candidate.port, k, vcs});
    ++asked;
  }
  return asked;
}

/// Lists the free output VCs that waiting input VCs may take. True if each asks for one port only.
inline bool Partition::gather_vc_requests(std::uint32_t r) {
  auto const first_in = machine_.first_in(r), first_out = machine_.first_out(r);
  vc_requests_.clear();
  bool single = true;
  for (std::uint32_t word = 0; word < s_.words; ++word)
    for_each_bit(s_.allocating_ports[std::size_t{r} * s_.words + word], [&](std::uint32_t bit) {
      auto const port = word * 64 + bit, in = first_in + port;
      for_each_bit(s_.in_port[in].allocating, [&](std::uint32_t v) {
        single = gather_of_head(first_out, ivc(in, v), (port << s_.shift) + v) <= 1 && single;
      });
    });
  return single;
}

/// Where arbiters go by age: less for the older packets.
inline std::uint32_t Partition::rank(std::size_t input) const {
  if (options_.arbitration != Arbitration::age) return 0;
  auto const& it = s_.input[input];
  auto const age = now_ - packets_[s_.buffer[input * s_.depth + it.head] & packet_mask].birth;
  return static_cast<std::uint32_t>(0xfffffffe - std::min<std::uint64_t>(age, 0xfffffffe));
}

inline void Partition::expand_vc_requests(std::uint32_t r) {
  requests_.clear();
  auto const first = ivc(machine_.first_in(r), 0);
  for (auto const& it : vc_requests_)
    for_each_bit(it.vcs, [&](std::uint32_t v) {
      requests_.push_back(
          {it.input, (std::uint32_t{it.port} << s_.shift) + v, it.candidate, rank(first + it.input)});
    });
}

inline void Partition::allocate_vcs(std::uint32_t r) {
  auto const inputs = machine_.inputs(r) << s_.shift, outputs = machine_.outputs(r) << s_.shift;
  VcAccept const accept{&s_.input[ivc(machine_.first_in(r), 0)]};
  VcGrants const grant{&s_.output[ivc(machine_.first_out(r), 0)]};
  bool const single = gather_vc_requests(r);
  if (single && options_.allocator == AllocatorKind::islip &&
      options_.arbitration == Arbitration::round_robin && machine_.outputs(r) <= 64)
    return allocate_vcs_by_port(inputs, outputs, accept, grant);
  expand_vc_requests(r);
  vc_allocator_.match(requests_, accept, grant, inputs, outputs, [&](AllocationRequest const& it) {
    vc_grants_.push_back({it.client, it.resource, it.label});
  });
}

/// iSLIP where each head asks for one port: every port is a matching of its own.
inline void Partition::allocate_vcs_by_port(std::uint32_t inputs, std::uint32_t outputs, VcAccept accept,
                                            VcGrants grant) {
  std::uint64_t asked = 0, contended = 0;
  for (auto const& it : vc_requests_) {
    auto const port = std::uint64_t{1} << it.port;
    contended |= asked & port;
    asked |= port;
  }
  auto const take = [&](VcRequest const& it, std::uint64_t granted) {
    std::uint32_t const base = std::uint32_t{it.port} << s_.shift, next = accept[it.input];
    auto vcs = granted;
    if (next > base && next - base < 64)
      if (auto const later = vcs >> (next - base) << (next - base); later != 0) vcs = later;
    auto const output = base + static_cast<std::uint32_t>(std::countr_zero(vcs));
    grant[output] = after(it.input, inputs);
    accept[it.input] = after(output, outputs);
    vc_grants_.push_back({it.input, output, it.candidate});
  };
  for (auto const& it : vc_requests_)
    if ((contended >> it.port & 1) == 0) take(it, it.vcs);
  for_each_bit(contended, [&](std::uint32_t port) {
    rivals_.clear();
    std::uint64_t vcs = 0;
    for (auto const& it : vc_requests_)
      if (it.port == port) {
        rivals_.push_back({it, 0});
        vcs |= it.vcs;
      }
    for_each_bit(vcs, [&](std::uint32_t v) {
      auto const next = grant[(port << s_.shift) + v];
      Rival* nearest = nullptr;
      std::uint32_t distance = 0xffffffff;
      for (auto& it : rivals_) {
        if ((it.request.vcs >> v & 1) == 0) continue;
        if (auto const d = ahead(next, it.request.input, inputs); d < distance) {
          distance = d;
          nearest = &it;
        }
      }
      nearest->granted |= std::uint64_t{1} << v;
    });
    for (auto const& it : rivals_)
      if (it.granted != 0) take(it.request, it.granted);
  });
}

inline void Partition::apply_vcs(std::uint32_t r) {
  auto const first_in = machine_.first_in(r), first_out = machine_.first_out(r);
  for (auto const& grant : vc_grants_) {
    auto const port = s_.port_of(grant.input), v = s_.vc_of(grant.input), in = first_in + port;
    auto const index = ivc(in, v);
    auto& input = s_.input[index];
    auto const& candidate = s_.candidate[index * s_.width + grant.candidate];
    auto const out_vc = s_.vc_of(grant.output);
    input.phase = Phase::active;
    input.out = candidate.port;
    input.out_vc = static_cast<std::uint8_t>(out_vc);
    auto& packet = packets_[s_.buffer[index * s_.depth + input.head] & packet_mask];
    packet.phase = candidate.phase;
    packet.via = candidate.via;
    s_.out_port[first_out + candidate.port].free_vcs &= ~(std::uint64_t{1} << out_vc);
    auto const output = ivc(first_out, grant.output);
    s_.output[output].user = static_cast<std::uint32_t>(index);
    auto& allocating = s_.in_port[in].allocating;
    allocating &= ~(std::uint64_t{1} << v);
    if (allocating == 0)
      s_.allocating_ports[std::size_t{r} * s_.words + port / 64] &= ~(std::uint64_t{1} << port % 64);
    if (s_.output[output].credits > 0) set_ready(r, in, v);
  }
  if (options_.speculative) speculate(r);
  vc_grants_.clear();
}

/// Flits of packets that keep their way through the switch; those that have nothing to send lose it.
[[gnu::noinline]] inline void Partition::send_held(std::uint32_t r) {
  auto const first_in = machine_.first_in(r);
  for (std::uint32_t port = 0; port < machine_.inputs(r); ++port) {
    auto const in = first_in + port;
    if (s_.in_port[in].held == 0) continue;
    std::uint32_t const v = s_.in_port[in].held - 1u;
    if ((s_.in_port[in].ready >> v & 1) == 0 || waits_for_channel(r, s_.input[ivc(in, v)].out))
      s_.in_port[in].held = 0;
    else
      pass(r, port, v);
  }
}

/// Whether as many flits as may wait behind the switch for this output's channel.
inline bool Partition::waits_for_channel(std::uint32_t r, std::uint32_t out) const {
  if (options_.output_buffer == 0 || s_.channel_free.empty()) return false;
  return s_.channel_free[machine_.first_out(r) + out] > (leaving_ + options_.output_buffer) << 16;
}

/// Sends a flit of input port `port`, VC v, through the switch.
inline void Partition::pass(std::uint32_t r, std::uint32_t port, std::uint32_t v) {
  auto const in = machine_.first_in(r) + port;
  s_.in_port[in].first_vc = static_cast<std::uint8_t>(after(v, s_.vcs));
  if (!tracks_use_) return send(r, in, v);
  auto const& input = s_.input[ivc(in, v)];
  used_in_[port] = used_out_[input.out] = 1;
  bool const last = (s_.buffer[ivc(in, v) * s_.depth + input.head] & tail_bit) != 0;
  if (options_.hold_switch) s_.in_port[in].held = last ? std::uint8_t{0} : static_cast<std::uint8_t>(v + 1);
  send(r, in, v);
}

/// Lists what input ports have ready, each port's VCs from the one on that goes first. True if nothing is to be arbitrated.
inline bool Partition::gather_switch_requests(std::uint32_t r) {
  auto const first_in = machine_.first_in(r);
  requests_.clear();
  std::uint64_t outs = 0;
  bool simple = machine_.outputs(r) <= 64;
  for (std::uint32_t word = 0; word < s_.words; ++word)
    for_each_bit(s_.ready_ports[std::size_t{r} * s_.words + word], [&](std::uint32_t bit) {
      auto const port = word * 64 + bit, in = first_in + port;
      if (tracks_use_ && used_in_[port] != 0) return;
      auto const ready = s_.in_port[in].ready;
      auto const add = [&](std::uint32_t v) {
        std::uint32_t const out = s_.input[ivc(in, v)].out;
        if ((tracks_use_ && used_out_[out] != 0) || waits_for_channel(r, out)) return;
        auto const this_out = std::uint64_t{1} << (out & 63);
        simple = simple && (outs & this_out) == 0;
        outs |= this_out;
        requests_.push_back({port, out, v, rank(ivc(in, v))});
      };
      auto const earlier = (std::uint64_t{1} << s_.in_port[in].first_vc) - 1;
      simple = simple && (ready & (ready - 1)) == 0;
      for_each_bit(ready & ~earlier, add);
      for_each_bit(ready & earlier, add);
    });
  return simple;
}

inline void Partition::allocate_switch(std::uint32_t r) {
  auto const inputs = machine_.inputs(r), outputs = machine_.outputs(r);
  PortAccept const accept{&s_.in_port[machine_.first_in(r)]};
  PortGrant const grant{&s_.out_port[machine_.first_out(r)]};
  if (tracks_use_) {
    std::fill_n(used_in_.begin(), inputs, std::uint8_t{0});
    std::fill_n(used_out_.begin(), outputs, std::uint8_t{0});
    if (options_.hold_switch) send_held(r);
  }
  if (!gather_switch_requests(r))
    return switch_allocator_.match(requests_, accept, grant, inputs, outputs,
                                   [&](AllocationRequest const& it) { pass(r, it.client, it.label); });
  for (auto const& it : requests_) {
    grant[it.resource] = after(it.client, inputs);
    accept[it.client] = after(it.resource, outputs);
    pass(r, it.client, it.label);
  }
}

/// Heads that won a virtual channel in this cycle, through what the switch has left. Losers cost nothing: this is the best that
/// speculation can do.
[[gnu::noinline]] inline void Partition::speculate(std::uint32_t r) {
  auto const first_in = machine_.first_in(r);
  requests_.clear();
  for (auto const& grant : vc_grants_) {
    auto const port = s_.port_of(grant.input), v = s_.vc_of(grant.input), out = s_.port_of(grant.output);
    if (used_in_[port] == 0 && used_out_[out] == 0 && (s_.in_port[first_in + port].ready >> v & 1) != 0)
      requests_.push_back({port, out, v, rank(ivc(first_in + port, v))});
  }
  switch_allocator_.match(requests_, PortAccept{&s_.in_port[first_in]},
                          PortGrant{&s_.out_port[machine_.first_out(r)]}, machine_.inputs(r),
                          machine_.outputs(r),
                          [&](AllocationRequest const& it) { pass(r, it.client, it.label); });
}

inline void Partition::send(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
  auto const index = ivc(in, v);
  auto& input = s_.input[index];
  auto const flit = s_.buffer[index * s_.depth + input.head];
  if (++input.head == s_.depth) input.head = 0;
  --input.count;
  auto const out = machine_.first_out(r) + input.out;
  auto const credits = --s_.output[ivc(out, input.out_vc)].credits;
  ++s_.queue[out];
  ++s_.out_port[out].sent;
  auto leaves = leaving_;
  if (!s_.channel_free.empty()) {
    auto const start = std::max(leaves << 16, s_.channel_free[out]);
    s_.channel_free[out] = start + machine_.pace(out);
    leaves = (start + ChannelTimes::cycle - 1) >> 16;
  }
  auto const& on = ways_on_[out - first_out_];
  if (on.wheel == nullptr)
    ejections_.at(leaves + on.cycles + 1, {on.to & ~Machine::terminal_bit, flit, input.out_vc});
  else
    on.wheel->at(leaves + on.cycles, {on.to, flit, input.out_vc});
  auto const& back = ways_back_[in - first_in_];
  back.wheel->at(now_ + back.cycles, {back.to, static_cast<std::uint8_t>(v)});

  if ((flit & tail_bit) != 0) {
    (options_.atomic_vcs ? s_.emptying_vcs[out] : s_.out_port[out].free_vcs) |= std::uint64_t{1}
                                                                                << input.out_vc;
    clear_ready(r, in, v);
    if (input.count > 0)
      new_head(now_ + 1, in, v);
    else
      input.phase = Phase::idle;
  } else if (input.count == 0 || credits == 0) {
    clear_ready(r, in, v);
  }
}

}  // namespace weft::flit
