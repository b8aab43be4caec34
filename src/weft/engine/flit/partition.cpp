#include "weft/engine/flit/partition.hpp"

#include <algorithm>

#include "weft/core/random.hpp"

namespace weft::flit {
namespace {

std::uint32_t most_inputs(Machine const& machine, std::uint32_t first, std::uint32_t last) {
  std::uint32_t most = 1;
  for (auto r = first; r < last; ++r) most = std::max(most, machine.inputs(r));
  return most;
}

std::uint32_t most_outputs(Machine const& machine, std::uint32_t first, std::uint32_t last) {
  std::uint32_t most = 1;
  for (auto r = first; r < last; ++r) most = std::max(most, machine.outputs(r));
  return most;
}

/// The longest that a flit can be under way: it may queue at its output for all that its channel's credits allow.
std::uint64_t longest_way(Machine const& machine, RouterOptions const& options) {
  std::uint64_t const queue = options.speedup > 1 ? std::uint64_t{options.vcs} * options.vc_buffer : 0;
  return machine.longest_latency() + options.switch_delay + queue + 2;
}

}  // namespace

Partition::Partition(Machine const& machine, vc::Routing const& routing, RouterOptions const& options,
                     State& state, std::uint64_t seed, std::uint32_t first_router, std::uint32_t last_router)
    : machine_(machine),
      routing_(routing),
      options_(options),
      s_(state),
      seed_(seed),
      vcs_of_class_(vc::VcBlocks(options.vcs / options.message_classes, 1).all()),
      first_router_(first_router),
      last_router_(last_router),
      ejections_(longest_way(machine, options)),
      delayed_heads_(options.routing_delay + options.vc_allocation_delay),
      vc_allocator_(options.allocator,
                    std::size_t{most_inputs(machine, first_router, last_router)} * options.vcs,
                    std::size_t{most_outputs(machine, first_router, last_router)} * options.vcs),
      switch_allocator_(options.allocator, most_inputs(machine, first_router, last_router),
                        most_outputs(machine, first_router, last_router)) {}

void Partition::connect(std::vector<Partition*> const& all, std::vector<std::uint16_t> const& partition_of,
                        std::uint16_t self) {
  all_ = all;
  partition_of_ = &partition_of;
  self_ = self;
  flits_from_.assign(all.size(), Wheel<FlitEvent>(longest_way(machine_, options_)));
  credits_from_.assign(all.size(),
                       Wheel<CreditEvent>(machine_.longest_latency() + options_.credit_delay + 1));
}

std::uint32_t Partition::new_packet(Packet const& packet) {
  if (free_packets_.empty()) s_.packets.more(free_packets_);
  auto const number = free_packets_.back();
  free_packets_.pop_back();
  s_.packets[number] = packet;
  return number;
}

void Partition::inject(std::uint64_t now, std::uint32_t e, std::uint32_t v, Flit flit) {
  --s_.source_credits[std::size_t{e} * s_.vcs + v];
  auto const bit = std::uint64_t{1} << v;
  s_.source_vcs[e] = (flit & tail_bit) != 0 ? s_.source_vcs[e] | bit : s_.source_vcs[e] & ~bit;
  auto const in = machine_.injection_port(e);
  flits_from_[self_].at(now + machine_.latency_in(in), {in, flit, static_cast<std::uint8_t>(v)});
}

void Partition::consume(std::uint64_t now, Ejected const& it) {
  auto const out = machine_.ejection_port(it.terminal);
  credits_from_[self_].at(now + machine_.latency(out) + options_.credit_delay, {out, it.vc});
  if ((it.flit & tail_bit) != 0) free_packets_.push_back(it.flit & packet_mask);
}

void Partition::set_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
  s_.ready[in] |= std::uint64_t{1} << v;
  auto const port = in - machine_.first_in(r);
  s_.ready_ports[std::size_t{r} * s_.words + port / 64] |= std::uint64_t{1} << port % 64;
}

void Partition::clear_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
  if ((s_.ready[in] &= ~(std::uint64_t{1} << v)) != 0) return;
  auto const port = in - machine_.first_in(r);
  s_.ready_ports[std::size_t{r} * s_.words + port / 64] &= ~(std::uint64_t{1} << port % 64);
}

void Partition::new_head(std::uint32_t in, std::uint32_t v) {
  s_.input[ivc(in, v)].phase = Phase::routing;
  heads_.push_back({in, static_cast<std::uint8_t>(v)});
}

void Partition::store(FlitEvent const& event) {
  auto const index = ivc(event.in, event.vc);
  auto& input = s_.input[index];
  auto place = std::uint32_t{input.head} + input.count;
  if (place >= s_.depth) place -= s_.depth;
  s_.buffer[index * s_.depth + place] = event.flit;
  if (input.count++ != 0) return;
  if (input.phase == Phase::idle) {
    new_head(event.in, event.vc);
  } else if (input.phase == Phase::active) {
    auto const r = machine_.router_of_in(event.in);
    if (s_.credits[std::size_t{machine_.first_out(r) + input.out} * s_.vcs + input.out_vc] > 0)
      set_ready(r, event.in, event.vc);
  }
}

void Partition::take(CreditEvent const& event) {
  if ((event.out & Machine::terminal_bit) != 0) {
    ++s_.source_credits[std::size_t{event.out & ~Machine::terminal_bit} * s_.vcs + event.vc];
    return;
  }
  auto const index = std::size_t{event.out} * s_.vcs + event.vc;
  --s_.queue[event.out];
  if (s_.credits[index]++ != 0 || (s_.free_vcs[event.out] >> event.vc & 1) != 0) return;
  auto const user = s_.user[index];
  auto const& input = s_.input[user];
  if (input.phase == Phase::active && input.count > 0)
    set_ready(machine_.router_of_out(event.out), user / s_.vcs, user % s_.vcs);
}

/// A head at its destination's router asks for the ejection channel of its terminal; the others are put into the batch.
void Partition::add_to_batch(Head const& head) {
  auto const index = ivc(head.in, head.vc);
  auto& input = s_.input[index];
  auto& packet = s_.packets[s_.buffer[index * s_.depth + input.head] & packet_mask];
  auto const r = machine_.router_of_in(head.in);
  auto const port = head.in - machine_.first_in(r);
  input.phase = Phase::allocating;
  s_.allocating[head.in] |= std::uint64_t{1} << head.vc;
  s_.allocating_ports[std::size_t{r} * s_.words + port / 64] |= std::uint64_t{1} << port % 64;
  if (packet.via == r) {
    packet.via = vc::no_via;
    packet.phase = routing_.after_via(packet.phase);
  }
  auto const shift = class_shift(packet);
  if (packet.via == vc::no_via && packet.to == r) {
    auto const out = machine_.ejection_port(packet.terminal) - machine_.first_out(r);
    s_.candidate[index * s_.width] = {.vcs = vcs_of_class_ << shift, .port = static_cast<std::uint16_t>(out)};
    s_.candidates[index] = 1;
    return;
  }
  batch_.index.push_back(index);
  batch_.heads.push_back(
      {.at = r,
       .aim = packet.via == vc::no_via ? packet.to : packet.via,
       .to = packet.to,
       .terminal = packet.terminal,
       .draw = mix64(mix64(seed_ + packet.source * 0x9e3779b97f4a7c15u) +
                     packet.number * 0xd1342543de82ef95u + packet.hops),
       .phase = packet.phase,
       .in_port = port < machine_.channels_in(r) ? static_cast<std::uint16_t>(port) : vc::from_source,
       .in_vc = static_cast<std::uint8_t>(head.vc - shift)});
}

void Partition::route_heads() {
  batch_.heads.clear();
  batch_.index.clear();
  for (auto const& head : heads_) add_to_batch(head);
  heads_.clear();
  auto const size = batch_.index.size();
  if (size == 0) return;
  if (batch_.out.size() < size * s_.width) batch_.out.resize(size * s_.width);
  if (batch_.count.size() < size) batch_.count.resize(size);
  routing_.route(batch_.heads, {machine_.first_outs(), s_.queue, s_.seen_queue},
                 std::span(batch_.out).first(size * s_.width), std::span(batch_.count).first(size));
  for (std::size_t i = 0; i < size; ++i) {
    auto const index = batch_.index[i];
    s_.candidates[index] = batch_.count[i];
    std::copy_n(&batch_.out[i * s_.width], batch_.count[i], &s_.candidate[index * s_.width]);
  }
  if (options_.message_classes == 1) return;
  for (auto const index : batch_.index) {
    auto const& input = s_.input[index];
    auto const shift = class_shift(s_.packets[s_.buffer[index * s_.depth + input.head] & packet_mask]);
    for (std::uint16_t k = 0; k < s_.candidates[index]; ++k) s_.candidate[index * s_.width + k].vcs <<= shift;
  }
}

/// Those of a candidate's free virtual channels into which the whole packet fits.
std::uint64_t Partition::with_room(vc::Candidate const& candidate, std::uint32_t out,
                                   std::size_t input) const {
  auto vcs = s_.free_vcs[out] & candidate.vcs;
  if (!options_.cut_through) return vcs;
  auto const& it = s_.input[input];
  auto const flits = s_.packets[s_.buffer[input * s_.depth + it.head] & packet_mask].flits;
  for_each_bit(vcs, [&](std::uint32_t v) {
    if (s_.credits[std::size_t{out} * s_.vcs + v] < flits * candidate.room) vcs &= ~(std::uint64_t{1} << v);
  });
  return vcs;
}

/// Lists the free output VCs that waiting input VCs may take. True if no two ask for the same port, and none for several: then there is
/// nothing to arbitrate but which VC each takes.
bool Partition::gather_vc_requests(std::uint32_t r) {
  auto const first_in = machine_.first_in(r), first_out = machine_.first_out(r);
  vc_requests_.clear();
  std::uint64_t ports = 0;
  bool simple = machine_.outputs(r) <= 64;
  for (std::uint32_t word = 0; word < s_.words; ++word)
    for_each_bit(s_.allocating_ports[std::size_t{r} * s_.words + word], [&](std::uint32_t bit) {
      auto const port = word * 64 + bit, in = first_in + port;
      for_each_bit(s_.allocating[in], [&](std::uint32_t v) {
        auto const index = ivc(in, v);
        simple = simple && s_.candidates[index] == 1;
        for (std::uint16_t k = 0; k < s_.candidates[index]; ++k) {
          auto const& candidate = s_.candidate[index * s_.width + k];
          auto const vcs = with_room(candidate, first_out + candidate.port, index);
          if (vcs == 0) continue;
          vc_requests_.push_back({port * s_.vcs + v, candidate.port, k, vcs});
          auto const this_port = std::uint64_t{1} << (candidate.port & 63);
          simple = simple && (ports & this_port) == 0;
          ports |= this_port;
        }
      });
    });
  return simple;
}

void Partition::expand_vc_requests() {
  requests_.clear();
  for (auto const& it : vc_requests_)
    for_each_bit(it.vcs, [&](std::uint32_t v) {
      requests_.push_back({it.input, it.port * s_.vcs + v, it.candidate});
    });
}

void Partition::allocate_vcs(std::uint32_t r) {
  auto const inputs = machine_.inputs(r) * s_.vcs, outputs = machine_.outputs(r) * s_.vcs;
  auto* const accept = &s_.vc_accept[ivc(machine_.first_in(r), 0)];
  auto* const grant = &s_.vc_grant[ivc(machine_.first_out(r), 0)];
  if (!gather_vc_requests(r)) {
    expand_vc_requests();
    vc_allocator_.match(requests_, accept, grant, inputs, outputs, [&](AllocationRequest const& it) {
      vc_grants_.push_back({it.client, it.resource, it.label});
    });
    return;
  }
  for (auto const& it : vc_requests_) {
    std::uint32_t const base = it.port * s_.vcs, next = accept[it.input];
    auto vcs = it.vcs;
    if (next > base && next < base + s_.vcs)
      if (auto const later = vcs >> (next - base) << (next - base); later != 0) vcs = later;
    auto const output = base + static_cast<std::uint32_t>(std::countr_zero(vcs));
    grant[output] = after(it.input, inputs);
    accept[it.input] = after(output, outputs);
    vc_grants_.push_back({it.input, output, it.candidate});
  }
}

void Partition::apply_vcs(std::uint32_t r) {
  auto const first_in = machine_.first_in(r), first_out = machine_.first_out(r);
  for (auto const& grant : vc_grants_) {
    auto const port = grant.input / s_.vcs, v = grant.input % s_.vcs, in = first_in + port;
    auto const index = ivc(in, v);
    auto& input = s_.input[index];
    auto const& candidate = s_.candidate[index * s_.width + grant.candidate];
    auto const out_vc = grant.output - candidate.port * s_.vcs;
    input.phase = Phase::active;
    input.out = candidate.port;
    input.out_vc = static_cast<std::uint8_t>(out_vc);
    auto& packet = s_.packets[s_.buffer[index * s_.depth + input.head] & packet_mask];
    packet.phase = candidate.phase;
    packet.via = candidate.via;
    s_.free_vcs[first_out + candidate.port] &= ~(std::uint64_t{1} << out_vc);
    auto const output = ivc(first_out, grant.output);
    s_.user[output] = static_cast<std::uint32_t>(index);
    if ((s_.allocating[in] &= ~(std::uint64_t{1} << v)) == 0)
      s_.allocating_ports[std::size_t{r} * s_.words + port / 64] &= ~(std::uint64_t{1} << port % 64);
    if (s_.credits[output] > 0) set_ready(r, in, v);
  }
  vc_grants_.clear();
}

/// Lists what input ports have ready, each port's VCs from the one on that goes first. True if nothing is to be arbitrated.
bool Partition::gather_switch_requests(std::uint32_t r) {
  auto const first_in = machine_.first_in(r);
  requests_.clear();
  std::uint64_t outs = 0;
  bool simple = machine_.outputs(r) <= 64;
  for (std::uint32_t word = 0; word < s_.words; ++word)
    for_each_bit(s_.ready_ports[std::size_t{r} * s_.words + word], [&](std::uint32_t bit) {
      auto const port = word * 64 + bit, in = first_in + port;
      auto const ready = s_.ready[in];
      auto const add = [&](std::uint32_t v) {
        std::uint32_t const out = s_.input[ivc(in, v)].out;
        auto const this_out = std::uint64_t{1} << (out & 63);
        simple = simple && (outs & this_out) == 0;
        outs |= this_out;
        requests_.push_back({port, out, v});
      };
      auto const earlier = (std::uint64_t{1} << s_.switch_vc[in]) - 1;
      simple = simple && (ready & (ready - 1)) == 0;
      for_each_bit(ready & ~earlier, add);
      for_each_bit(ready & earlier, add);
    });
  return simple;
}

void Partition::allocate_switch(std::uint64_t now, std::uint32_t r) {
  auto const first_in = machine_.first_in(r);
  auto const inputs = machine_.inputs(r), outputs = machine_.outputs(r);
  auto* const accept = &s_.switch_accept[first_in];
  auto* const grant = &s_.switch_grant[machine_.first_out(r)];
  auto const pass = [&](AllocationRequest const& it) {
    auto const in = first_in + it.client;
    s_.switch_vc[in] = static_cast<std::uint8_t>(after(it.label, s_.vcs));
    send(now, r, in, it.label);
  };
  if (!gather_switch_requests(r))
    return switch_allocator_.match(requests_, accept, grant, inputs, outputs, pass);
  for (auto const& it : requests_) {
    grant[it.resource] = after(it.client, inputs);
    accept[it.client] = after(it.resource, outputs);
    pass(it);
  }
}

void Partition::send(std::uint64_t now, std::uint32_t r, std::uint32_t in, std::uint32_t v) {
  auto const index = ivc(in, v);
  auto& input = s_.input[index];
  auto const flit = s_.buffer[index * s_.depth + input.head];
  if (++input.head == s_.depth) input.head = 0;
  --input.count;
  ++flit_hops_;
  auto const out = machine_.first_out(r) + input.out;
  auto const credits = --s_.credits[ivc(out, input.out_vc)];
  ++s_.queue[out];
  auto leaves = now + options_.switch_delay;
  if (options_.speedup > 1) {
    leaves = std::max(leaves, s_.channel_free[out]);
    s_.channel_free[out] = leaves + 1;
  }
  auto const arrival = leaves + 1 + machine_.latency(out);
  auto const target = machine_.target(out);
  if ((target & Machine::terminal_bit) != 0)
    ejections_.at(arrival + 1, {target & ~Machine::terminal_bit, flit, input.out_vc});
  else
    all_[(*partition_of_)[machine_.router_of_in(target)]]->flits_from_[self_].at(
        arrival, {target, flit, input.out_vc});
  if ((flit & head_bit) != 0) ++s_.packets[flit & packet_mask].hops;

  auto const source = machine_.source(in);
  auto const back = now + 1 + machine_.latency_in(in);
  CreditEvent const credit{source, static_cast<std::uint8_t>(v)};
  if ((source & Machine::terminal_bit) != 0)
    credits_from_[self_].at(back, credit);
  else
    all_[(*partition_of_)[machine_.router_of_out(source)]]->credits_from_[self_].at(
        back + options_.credit_delay, credit);

  if ((flit & tail_bit) != 0) {
    s_.free_vcs[out] |= std::uint64_t{1} << input.out_vc;
    clear_ready(r, in, v);
    if (input.count > 0)
      new_head(in, v);
    else
      input.phase = Phase::idle;
  } else if (input.count == 0 || credits == 0) {
    clear_ready(r, in, v);
  }
}

void Partition::step(std::uint64_t now) {
  for (auto& wheel : flits_from_) {
    for (auto const& event : wheel.now(now)) store(event);
    wheel.now(now).clear();
  }
  for (auto& wheel : credits_from_) {
    for (auto const& event : wheel.now(now)) take(event);
    wheel.now(now).clear();
  }
  for (std::uint32_t part = 0; part < options_.speedup; ++part) {
    route_heads();
    for (auto r = first_router_; r < last_router_; ++r) {
      std::uint64_t allocating = 0, ready = 0;
      for (auto word = std::size_t{r} * s_.words; word < (std::size_t{r} + 1) * s_.words; ++word) {
        allocating |= s_.allocating_ports[word];
        ready |= s_.ready_ports[word];
      }
      if (allocating != 0) allocate_vcs(r);
      if (ready != 0) allocate_switch(now, r);
      if (!vc_grants_.empty()) apply_vcs(r);
    }
  }
}

}  // namespace weft::flit
