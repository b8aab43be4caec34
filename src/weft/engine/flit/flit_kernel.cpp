#include "weft/engine/flit/flit_kernel.hpp"

#include <algorithm>

#include "weft/core/random.hpp"

namespace weft::flit {
namespace {

constexpr std::uint32_t none = 0xffffffff;

template <class Visit>
void for_each_bit(std::uint64_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

std::uint32_t ahead(std::uint32_t from, std::uint32_t to, std::uint32_t size) {
  return to >= from ? to - from : to + size - from;
}

}  // namespace

Kernel::Kernel(FlitMachine const& machine, FlitRouting const& routing, RouterOptions const& options,
               std::uint64_t seed)
    : machine_(machine),
      routing_(routing),
      options_(options),
      vcs_(options.vcs),
      buffer_size_(options.vc_buffer),
      seed_(seed),
      width_(routing.width()),
      input_(std::size_t{machine.num_in()} * vcs_),
      buffer_(input_.size() * buffer_size_),
      candidates_(input_.size() * width_),
      candidate_count_(input_.size()),
      waiting_(machine.num_in()),
      ready_(machine.num_in()),
      switch_vc_(machine.num_in()),
      switch_accept_(machine.num_in()),
      switch_grant_(machine.num_out()),
      vc_accept_(input_.size()),
      vc_grant_(std::size_t{machine.num_out()} * vcs_),
      free_(machine.num_out(), vcs_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << vcs_) - 1),
      credits_(std::size_t{machine.num_out()} * vcs_, static_cast<std::uint16_t>(buffer_size_)),
      user_(credits_.size()),
      channel_free_(machine.num_out()),
      source_free_(machine.num_terminals(), vcs_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << vcs_) - 1),
      source_credits_(std::size_t{machine.num_terminals()} * vcs_, static_cast<std::uint16_t>(buffer_size_)),
      flits_(machine.longest_latency() + options.switch_delay + 4 + options.vcs * options.vc_buffer),
      returns_(machine.longest_latency() + options.credit_delay + 4),
      ejections_(machine.longest_latency() + options.switch_delay + 4 + options.vcs * options.vc_buffer) {
  std::uint32_t most_in = 0, most_out = 0;
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r) {
    most_in = std::max(most_in, machine.inputs(r));
    most_out = std::max(most_out, machine.outputs(r));
  }
  words_ = (most_in + 63) / 64;
  waiting_ports_.resize(std::size_t{machine.num_routers()} * words_);
  ready_ports_.resize(waiting_ports_.size());
  best_.assign(std::size_t{most_out} * vcs_, none);
  winner_.resize(best_.size());
  winner_candidate_.resize(best_.size());
  accept_best_.assign(std::size_t{most_in} * vcs_, none);
  accept_output_.resize(accept_best_.size());
  switch_best_.assign(most_out, none);
  switch_winner_.resize(most_out);
  switch_label_.resize(most_out);
  switch_accept_best_.assign(most_in, none);
  switch_accept_output_.resize(most_in);
}

std::uint32_t Kernel::new_packet(Packet const& packet) {
  if (free_packets_.empty()) {
    packets_.push_back(packet);
    return static_cast<std::uint32_t>(packets_.size() - 1);
  }
  auto const slot = free_packets_.back();
  free_packets_.pop_back();
  packets_[slot] = packet;
  return slot;
}

void Kernel::inject(std::uint64_t now, std::uint32_t e, std::uint32_t v, Flit flit) {
  --source_credits_[e * vcs_ + v];
  if ((flit & tail_bit) != 0)
    source_free_[e] |= std::uint64_t{1} << v;
  else
    source_free_[e] &= ~(std::uint64_t{1} << v);
  auto const in = machine_.injection_port(e);
  flits_.at(now + machine_.latency_in(in), {in, flit, static_cast<std::uint8_t>(v)});
}

void Kernel::consume(std::uint64_t now, Ejected const& it) {
  auto const out = machine_.ejection_port(it.terminal);
  returns_.at(now + machine_.latency(out) + options_.credit_delay, {out, it.vc});
  if ((it.flit & tail_bit) != 0) free_packets_.push_back(it.flit & packet_mask);
}

void Kernel::set_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
  ready_[in] |= std::uint64_t{1} << v;
  auto const port = in - machine_.first_in(r);
  ready_ports_[std::size_t{r} * words_ + port / 64] |= std::uint64_t{1} << port % 64;
}

void Kernel::clear_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v) {
  if ((ready_[in] &= ~(std::uint64_t{1} << v)) != 0) return;
  auto const port = in - machine_.first_in(r);
  ready_ports_[std::size_t{r} * words_ + port / 64] &= ~(std::uint64_t{1} << port % 64);
}

void Kernel::new_head(std::uint32_t in, std::uint32_t v) {
  input_[ivc(in, v)].state = State::routing;
  heads_.push_back({in, static_cast<std::uint8_t>(v)});
}

void Kernel::arrive(std::uint64_t now) {
  auto& events = flits_.now(now);
  for (auto const& event : events) {
    auto const index = ivc(event.in, event.vc);
    auto& input = input_[index];
    auto place = std::uint32_t{input.head} + input.count;
    if (place >= buffer_size_) place -= buffer_size_;
    buffer_[index * buffer_size_ + place] = event.flit;
    if (input.count++ != 0) continue;
    if (input.state == State::idle) {
      new_head(event.in, event.vc);
    } else if (input.state == State::active) {
      auto const r = machine_.router_of_in(event.in);
      if (credits_[std::size_t{machine_.first_out(r) + input.out} * vcs_ + input.out_vc] > 0)
        set_ready(r, event.in, event.vc);
    }
  }
  events.clear();
}

void Kernel::take_credits(std::uint64_t now) {
  auto& events = returns_.now(now);
  for (auto const& event : events) {
    if ((event.out & FlitMachine::terminal_bit) != 0) {
      ++source_credits_[(event.out & ~FlitMachine::terminal_bit) * vcs_ + event.vc];
      continue;
    }
    auto const index = std::size_t{event.out} * vcs_ + event.vc;
    if (credits_[index]++ != 0 || (free_[event.out] >> event.vc & 1) != 0) continue;
    auto const user = user_[index];
    auto const& input = input_[user];
    if (input.state == State::active && input.count > 0)
      set_ready(machine_.router_of_out(event.out), user / vcs_, user % vcs_);
  }
  events.clear();
}

void Kernel::route_heads() {
  heads_at_.clear();
  heads_to_.clear();
  heads_state_.clear();
  heads_port_.clear();
  heads_vc_.clear();
  heads_draw_.clear();
  heads_index_.clear();
  for (auto const& head : heads_) {
    auto const index = ivc(head.in, head.vc);
    auto& input = input_[index];
    auto const flit = buffer_[index * buffer_size_ + input.head];
    auto const& packet = packets_[flit & packet_mask];
    auto const r = machine_.router_of_in(head.in);
    auto const port = head.in - machine_.first_in(r);
    input.state = State::waiting;
    waiting_[head.in] |= std::uint64_t{1} << head.vc;
    waiting_ports_[std::size_t{r} * words_ + port / 64] |= std::uint64_t{1} << port % 64;
    if (packet.to == r) {
      auto const out = machine_.ejection_port(packet.terminal) - machine_.first_out(r);
      candidates_[index * width_] = {~std::uint64_t{0}, packet.state, static_cast<std::uint16_t>(out), 0};
      candidate_count_[index] = 1;
      continue;
    }
    heads_at_.push_back(r);
    heads_to_.push_back(packet.to);
    heads_state_.push_back(packet.state);
    heads_port_.push_back(static_cast<std::uint16_t>(port));
    heads_vc_.push_back(head.vc);
    heads_draw_.push_back(mix64(mix64(seed_ + packet.source * 0x9e3779b97f4a7c15u) +
                                packet.number * 0xd1342543de82ef95u + packet.hops));
    heads_index_.push_back(index);
  }
  heads_.clear();
  auto const size = heads_at_.size();
  if (size == 0) return;
  if (heads_out_.size() < size * width_) heads_out_.resize(size * width_);
  if (heads_count_.size() < size) heads_count_.resize(size);
  routing_.route({heads_at_, heads_to_, heads_state_, heads_port_, heads_vc_, heads_draw_,
                  std::span(heads_out_).first(size * width_), std::span(heads_count_).first(size)});
  for (std::size_t i = 0; i < size; ++i) {
    auto const index = heads_index_[i];
    candidate_count_[index] = heads_count_[i];
    for (std::size_t k = 0; k < heads_count_[i]; ++k)
      candidates_[index * width_ + k] = heads_out_[i * width_ + k];
  }
}

/// Requests of waiting input VCs for free output VCs, one iteration of iSLIP: each output VC grants the next requester, each
/// input VC accepts the next grant.
void Kernel::request_vcs(std::uint32_t r) {
  auto const first_in = machine_.first_in(r), first_out = machine_.first_out(r);
  auto const inputs = machine_.inputs(r) * vcs_, outputs = machine_.outputs(r) * vcs_;
  touched_.clear();
  for (std::uint32_t word = 0; word < words_; ++word)
    for_each_bit(waiting_ports_[std::size_t{r} * words_ + word], [&](std::uint32_t bit) {
      auto const port = word * 64 + bit, in = first_in + port;
      for_each_bit(waiting_[in], [&](std::uint32_t v) {
        auto const index = ivc(in, v);
        auto const local = port * vcs_ + v;
        for (std::uint16_t k = 0; k < candidate_count_[index]; ++k) {
          auto const& candidate = candidates_[index * width_ + k];
          for_each_bit(free_[first_out + candidate.port] & candidate.vcs, [&](std::uint32_t out_vc) {
            auto const output = candidate.port * vcs_ + out_vc;
            auto const distance = ahead(vc_grant_[std::size_t{first_out} * vcs_ + output], local, inputs);
            if (best_[output] == none) touched_.push_back(output);
            if (distance < best_[output]) {
              best_[output] = distance;
              winner_[output] = local;
              winner_candidate_[output] = k;
            }
          });
        }
      });
    });
  accepted_.clear();
  for (auto const output : touched_) {
    best_[output] = none;
    auto const local = winner_[output];
    auto const distance = ahead(vc_accept_[std::size_t{first_in} * vcs_ + local], output, outputs);
    if (accept_best_[local] == none) accepted_.push_back(local);
    if (distance < accept_best_[local]) {
      accept_best_[local] = distance;
      accept_output_[local] = output;
    }
  }
  for (auto const local : accepted_) {
    auto const output = accept_output_[local];
    accept_best_[local] = none;
    vc_grant_[std::size_t{first_out} * vcs_ + output] =
        static_cast<std::uint16_t>(local + 1 == inputs ? 0 : local + 1);
    vc_accept_[std::size_t{first_in} * vcs_ + local] =
        static_cast<std::uint16_t>(output + 1 == outputs ? 0 : output + 1);
    grants_.push_back({local, output, winner_candidate_[output]});
  }
}

void Kernel::apply_vcs(std::uint32_t r) {
  auto const first_in = machine_.first_in(r), first_out = machine_.first_out(r);
  for (auto const& grant : grants_) {
    auto const port = grant.input / vcs_, v = grant.input % vcs_, in = first_in + port;
    auto const index = ivc(in, v);
    auto& input = input_[index];
    auto const& candidate = candidates_[index * width_ + grant.candidate];
    auto const out_vc = grant.output % vcs_;
    input.state = State::active;
    input.out = candidate.port;
    input.out_vc = static_cast<std::uint8_t>(out_vc);
    packets_[buffer_[index * buffer_size_ + input.head] & packet_mask].state = candidate.next_state;
    auto const out = first_out + candidate.port;
    free_[out] &= ~(std::uint64_t{1} << out_vc);
    auto const global = std::size_t{first_out} * vcs_ + grant.output;
    user_[global] = static_cast<std::uint32_t>(index);
    if ((waiting_[in] &= ~(std::uint64_t{1} << v)) == 0)
      waiting_ports_[std::size_t{r} * words_ + port / 64] &= ~(std::uint64_t{1} << port % 64);
    if (credits_[global] > 0) set_ready(r, in, v);
  }
  grants_.clear();
}

void Kernel::allocate_switch(std::uint64_t now, std::uint32_t r) {
  auto const first_in = machine_.first_in(r), first_out = machine_.first_out(r);
  auto const inputs = machine_.inputs(r), outputs = machine_.outputs(r);
  switch_touched_.clear();
  for (std::uint32_t word = 0; word < words_; ++word)
    for_each_bit(ready_ports_[std::size_t{r} * words_ + word], [&](std::uint32_t bit) {
      auto const port = word * 64 + bit, in = first_in + port;
      auto const offset = switch_vc_[in];
      auto const request = [&](std::uint32_t v) {
        auto const out = input_[ivc(in, v)].out;
        auto const distance = ahead(switch_grant_[first_out + out], port, inputs);
        if (switch_best_[out] == none) switch_touched_.push_back(out);
        if (distance < switch_best_[out]) {
          switch_best_[out] = distance;
          switch_winner_[out] = port;
          switch_label_[out] = static_cast<std::uint8_t>(v);
        }
      };
      auto const low = (std::uint64_t{1} << offset) - 1;
      for_each_bit(ready_[in] & ~low, request);
      for_each_bit(ready_[in] & low, request);
    });
  accepted_.clear();
  for (auto const out : switch_touched_) {
    switch_best_[out] = none;
    auto const port = switch_winner_[out];
    auto const distance = ahead(switch_accept_[first_in + port], out, outputs);
    if (switch_accept_best_[port] == none) accepted_.push_back(port);
    if (distance < switch_accept_best_[port]) {
      switch_accept_best_[port] = distance;
      switch_accept_output_[port] = out;
    }
  }
  for (auto const port : accepted_) {
    auto const out = switch_accept_output_[port];
    std::uint32_t const v = switch_label_[out], in = first_in + port;
    switch_accept_best_[port] = none;
    switch_grant_[first_out + out] = static_cast<std::uint16_t>(port + 1 == inputs ? 0 : port + 1);
    switch_accept_[in] = static_cast<std::uint16_t>(out + 1 == outputs ? 0 : out + 1);
    switch_vc_[in] = static_cast<std::uint8_t>(v + 1u == vcs_ ? 0 : v + 1);
    send(now, r, in, v);
  }
}

void Kernel::send(std::uint64_t now, std::uint32_t r, std::uint32_t in, std::uint32_t v) {
  auto const index = ivc(in, v);
  auto& input = input_[index];
  auto const flit = buffer_[index * buffer_size_ + input.head];
  if (++input.head == buffer_size_) input.head = 0;
  --input.count;
  ++flit_hops_;
  auto const out = machine_.first_out(r) + input.out;
  auto const out_index = std::size_t{out} * vcs_ + input.out_vc;
  auto const credits = --credits_[out_index];
  auto leaves = now + options_.switch_delay;
  if (options_.speedup > 1) {
    leaves = std::max(leaves, channel_free_[out]);
    channel_free_[out] = leaves + 1;
  }
  auto const arrival = leaves + 1 + machine_.latency(out);
  auto const target = machine_.target(out);
  if ((target & FlitMachine::terminal_bit) != 0)
    ejections_.at(arrival + 1, {target & ~FlitMachine::terminal_bit, flit, input.out_vc});
  else
    flits_.at(arrival, {target, flit, input.out_vc});
  if ((flit & head_bit) != 0) ++packets_[flit & packet_mask].hops;

  auto const source = machine_.source(in);
  auto const back = now + 1 + machine_.latency_in(in);
  returns_.at((source & FlitMachine::terminal_bit) != 0 ? back : back + options_.credit_delay,
              {source, static_cast<std::uint8_t>(v)});
  if ((flit & tail_bit) != 0) {
    free_[out] |= std::uint64_t{1} << input.out_vc;
    clear_ready(r, in, v);
    if (input.count > 0)
      new_head(in, v);
    else
      input.state = State::idle;
  } else if (input.count == 0 || credits == 0) {
    clear_ready(r, in, v);
  }
}

void Kernel::step(std::uint64_t now) {
  arrive(now);
  take_credits(now);
  for (std::uint32_t part = 0; part < options_.speedup; ++part) {
    route_heads();
    for (std::uint32_t r = 0; r < machine_.num_routers(); ++r) {
      std::uint64_t waiting = 0, ready = 0;
      for (std::uint32_t word = 0; word < words_; ++word) {
        waiting |= waiting_ports_[std::size_t{r} * words_ + word];
        ready |= ready_ports_[std::size_t{r} * words_ + word];
      }
      if (waiting != 0) request_vcs(r);
      if (ready != 0) allocate_switch(now, r);
      if (!grants_.empty()) apply_vcs(r);
    }
  }
}

}  // namespace weft::flit
