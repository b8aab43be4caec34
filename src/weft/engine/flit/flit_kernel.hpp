#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "weft/engine/flit/flit_machine.hpp"
#include "weft/engine/flit/flit_options.hpp"
#include "weft/engine/flit/flit_routing.hpp"
#include "weft/engine/flit/flit_wheel.hpp"

namespace weft::flit {

/// A flit is the number of its packet and whether it is the first or the last.
using Flit = std::uint32_t;
inline constexpr Flit head_bit = 0x80000000, tail_bit = 0x40000000, packet_mask = 0x3fffffff;

struct Packet {
  std::uint32_t to = 0;        // router
  std::uint32_t terminal = 0;  // of the destination
  std::uint32_t source = 0;    // terminal
  std::uint32_t state = 0;
  std::uint64_t birth = 0;
  std::uint32_t number = 0;
  std::uint16_t hops = 0;
  std::uint16_t flits = 1;
};

/// What the kernel tells of packets that arrived.
class Arrivals {
 public:
  std::uint64_t packets = 0, flits = 0, latency = 0, hops = 0;
};

/// All routers of a machine, cycle by cycle.
class Kernel {
 public:
  Kernel(FlitMachine const& machine, FlitRouting const& routing, RouterOptions const& options,
         std::uint64_t seed);

  /// One cycle of all routers: what arrives now is stored, heads are routed, VCs and switches allocated.
  void step(std::uint64_t now);

  // --- sources
  std::uint32_t new_packet(Packet const& packet);
  bool injection_vc_free(std::uint32_t e, std::uint32_t v) const { return source_free_[e] >> v & 1; }
  std::uint64_t injection_free(std::uint32_t e) const { return source_free_[e]; }
  std::uint16_t injection_credits(std::uint32_t e, std::uint32_t v) const {
    return source_credits_[e * vcs_ + v];
  }
  void inject(std::uint64_t now, std::uint32_t e, std::uint32_t v, Flit flit);

  std::uint64_t flit_hops() const { return flit_hops_; }
  struct Ejected {
    std::uint32_t terminal;
    Flit flit;
    std::uint8_t vc;
  };
  std::vector<Ejected>& ejected(std::uint64_t now) { return ejections_.now(now); }
  /// Gives the buffer place back; of tails, frees the packet.
  void consume(std::uint64_t now, Ejected const& it);
  Packet const& packet(Flit flit) const { return packets_[flit & packet_mask]; }
  std::uint64_t in_flight() const { return packets_.size() - free_packets_.size(); }

 private:
  enum class State : std::uint8_t { idle, routing, waiting, active };
  struct InputVc {
    std::uint16_t head = 0, count = 0;
    std::uint16_t out = 0;  // local output port
    std::uint8_t out_vc = 0;
    State state = State::idle;
  };
  struct FlitEvent {
    std::uint32_t in;
    Flit flit;
    std::uint8_t vc;
  };
  struct CreditEvent {
    std::uint32_t out;  // output port or terminal_bit | terminal
    std::uint8_t vc;
  };
  struct Head {
    std::uint32_t in;
    std::uint8_t vc;
  };
  struct VcGrant {
    std::uint32_t input;   // local input VC
    std::uint32_t output;  // local output VC
    std::uint16_t candidate;
  };

  std::size_t ivc(std::uint32_t in, std::uint32_t v) const { return std::size_t{in} * vcs_ + v; }
  void arrive(std::uint64_t now);
  void take_credits(std::uint64_t now);
  void route_heads();
  void set_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v);
  void clear_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v);
  void request_vcs(std::uint32_t r);
  void apply_vcs(std::uint32_t r);
  void allocate_switch(std::uint64_t now, std::uint32_t r);
  void send(std::uint64_t now, std::uint32_t r, std::uint32_t in, std::uint32_t v);
  void new_head(std::uint32_t in, std::uint32_t v);

  FlitMachine const& machine_;
  FlitRouting const& routing_;
  RouterOptions const options_;
  std::uint32_t const vcs_, buffer_size_;
  std::uint64_t const seed_;
  std::uint16_t const width_;

  std::vector<InputVc> input_;
  std::vector<Flit> buffer_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint16_t> candidate_count_;
  std::vector<std::uint64_t> waiting_, ready_;              // by input port
  std::vector<std::uint64_t> waiting_ports_, ready_ports_;  // by router, words_ each
  std::uint32_t words_ = 1;
  std::vector<std::uint8_t> switch_vc_;  // by input port
  std::vector<std::uint16_t> switch_accept_, switch_grant_;
  std::vector<std::uint16_t> vc_accept_, vc_grant_;
  std::vector<std::uint64_t> free_;  // by output port
  std::vector<std::uint16_t> credits_;
  std::vector<std::uint32_t> user_;          // input VC (global) that has an output VC
  std::vector<std::uint64_t> channel_free_;  // by output port: cycle at which the channel is free
  std::vector<std::uint64_t> source_free_;
  std::vector<std::uint16_t> source_credits_;

  std::vector<Packet> packets_;
  std::vector<std::uint32_t> free_packets_;

  Wheel<FlitEvent> flits_;
  Wheel<CreditEvent> returns_;
  Wheel<Ejected> ejections_;
  std::vector<Head> heads_, delayed_heads_;

  // scratch
  std::vector<std::uint32_t> best_, winner_, touched_, accept_best_, accept_output_, accepted_;
  std::vector<std::uint16_t> winner_candidate_;
  std::vector<VcGrant> grants_;
  std::vector<std::uint32_t> switch_best_, switch_winner_, switch_touched_, switch_accept_best_,
      switch_accept_output_;
  std::vector<std::uint8_t> switch_label_;
  std::vector<std::uint32_t> heads_at_, heads_to_, heads_state_;
  std::vector<std::uint16_t> heads_port_, heads_count_;
  std::vector<std::uint8_t> heads_vc_;
  std::vector<std::uint64_t> heads_draw_;
  std::vector<Candidate> heads_out_;
  std::vector<std::size_t> heads_index_;
  std::uint64_t flit_hops_ = 0;
};

}  // namespace weft::flit
