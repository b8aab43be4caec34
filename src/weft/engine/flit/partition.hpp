#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/allocator.hpp"
#include "weft/engine/flit/state.hpp"
#include "weft/engine/flit/wheel.hpp"

namespace weft::flit {

/// Cycles after which at the earliest what a router does is felt by another one.
std::uint64_t lookahead(Machine const& machine, RouterOptions const& options);

/// Cycles that a flit can be under way from a switch to the next router or terminal at most.
std::uint64_t longest_way(Machine const& machine, RouterOptions const& options);

/// Consecutive routers with their terminals, cycle by cycle. Partitions exchange flits and credits by wheels that one writes and one
/// reads; what is sent arrives several cycles later, so that partitions need to meet only once in `lookahead` cycles, and
/// results do not depend on how many there are.
class Partition {
 public:
  Partition(Machine const& machine, vc::Routing const& routing, RouterOptions const& options, State& state,
            std::uint32_t first_router, std::uint32_t last_router);

  /// Makes room for what `partitions` of them send to this one, number `self`. Once, before the first cycle.
  void connect(std::size_t partitions, std::uint16_t self);
  /// Whom to send what leaves: the partition of each router, `all[i]` partition i. Once all are connected.
  void find_ways(std::vector<Partition*> const& all, std::vector<std::uint16_t> const& partition_of);

  std::uint32_t first_router() const { return first_router_; }
  std::uint32_t last_router() const { return last_router_; }

  /// A flit that has reached its terminal.
  struct Ejected {
    std::uint32_t terminal;
    Flit flit;
    std::uint8_t vc;
  };
  /// What reaches terminals in this cycle. Each must be consumed, then the list cleared.
  std::vector<Ejected>& ejected(std::uint64_t now) { return ejections_.now(now); }
  /// Returns the buffer place of an ejected flit, and of a last one the packet's number.
  void consume(std::uint64_t now, Ejected const& it);

  std::uint32_t new_packet(Packet const& packet);
  /// Terminal e sends a flit into VC v of its injection channel, which must be free for its packet and have a credit.
  void inject(std::uint64_t now, std::uint32_t e, std::uint32_t v, Flit flit);

  /// One cycle of the routers: what arrives is stored, packets are routed, virtual channels and switches allocated, flits sent.
  void step(std::uint64_t now);

 private:
  struct FlitEvent {
    std::uint32_t in;
    Flit flit;
    std::uint8_t vc;
  };
  struct CreditEvent {
    std::uint32_t out;  // or terminal_bit | terminal
    std::uint8_t vc;
  };
  struct Head {
    std::uint32_t in;
    std::uint8_t vc;
  };
  /// Heads to be routed.
  struct Batch {
    std::vector<vc::Head> heads;
    std::vector<std::size_t> index;  // input virtual channels
    std::vector<vc::Candidate> out;
    std::vector<std::uint16_t> count;
  };
  struct VcGrant {
    std::uint32_t input, output;  // VCs, from the router's first
    std::uint32_t candidate;
  };

  using VcAccept = Arbiters<Arrays::Input, &Arrays::Input::accept>;
  using VcGrants = Arbiters<Arrays::Output, &Arrays::Output::grant>;
  using PortAccept = Arbiters<Arrays::InPort, &Arrays::InPort::accept>;
  using PortGrant = Arbiters<Arrays::OutPort, &Arrays::OutPort::grant>;

  std::size_t ivc(std::uint32_t in, std::uint32_t v) const { return s_.place(in, v); }
  void store(FlitEvent const& event);
  void take(CreditEvent const& event);
  void take_at_source(std::uint32_t e, std::uint32_t v);
  void route_heads();
  void decide_early();
  void fetch_heads_after(std::size_t i);
  void fetch_router(std::uint32_t r) const;
  vc::Head head_of(Packet const& packet, std::uint32_t r, std::uint32_t port, std::uint32_t vc) const;
  void add_to_batch(Head const& head);
  std::uint64_t class_shift(Packet const& packet) const {
    return std::uint64_t{packet.message_class} * vcs_of_a_class_;
  }
  std::uint64_t with_room(vc::Candidate const& candidate, std::uint32_t out, std::size_t input) const;
  void new_head(std::uint64_t seen, std::uint32_t in, std::uint32_t v);
  void set_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v);
  void clear_ready(std::uint32_t r, std::uint32_t in, std::uint32_t v);
  std::uint32_t gather_of_head(std::uint32_t first_out, std::size_t index, std::uint32_t input);
  bool gather_vc_requests(std::uint32_t r);
  void expand_vc_requests(std::uint32_t r);
  std::uint32_t rank(std::size_t input) const;
  void allocate_vcs(std::uint32_t r);
  void allocate_vcs_by_port(std::uint32_t inputs, std::uint32_t outputs, VcAccept accept, VcGrants grant);
  void apply_vcs(std::uint32_t r);
  bool gather_switch_requests(std::uint32_t r);
  void allocate_switch(std::uint32_t r);
  void send_held(std::uint32_t r);
  bool waits_for_channel(std::uint32_t r, std::uint32_t out) const;
  void pass(std::uint32_t r, std::uint32_t port, std::uint32_t v);
  void speculate(std::uint32_t r);
  void send(std::uint32_t r, std::uint32_t in, std::uint32_t v);

  Machine const& machine_;
  vc::Routing const& routing_;
  RouterOptions const options_;
  Arrays const s_;
  PacketStore& packets_;
  std::uint32_t const vcs_of_a_class_;
  std::uint64_t const first_class_;  // its virtual channels, as a set
  std::uint32_t const first_router_, last_router_;

  /// Where flits go from an output port, or credits from an input port; without a wheel: to the terminal here.
  template <class Event>
  struct Way {
    Wheel<Event>* wheel;
    std::uint32_t to, cycles;
  };
  std::uint16_t self_ = 0;
  std::uint32_t first_in_ = 0, first_out_ = 0;
  std::vector<Way<FlitEvent>> ways_on_;       // by output port from first_out_
  std::vector<Way<CreditEvent>> ways_back_;   // by input port from first_in_
  std::vector<Wheel<FlitEvent>> flits_from_;  // by partition
  std::vector<Wheel<CreditEvent>> credits_from_;
  Wheel<Ejected> ejections_;

  std::vector<std::uint32_t> free_packets_;
  bool decides_early_;
  std::vector<Head> heads_;
  std::vector<std::pair<Head, std::uint32_t>> injected_;  // heads that have just entered, and their packets
  Wheel<Head> delayed_heads_;
  Batch batch_;
  bool fetches_ahead_;  // the state is too large for the caches
  bool tracks_use_;     // which ports have passed a flit in this cycle
  Allocator vc_allocator_, switch_allocator_;
  struct VcRequest {
    std::uint32_t input;
    std::uint16_t port;
    std::uint16_t candidate;
    std::uint64_t vcs;
  };
  struct Rival {
    VcRequest request;
    std::uint64_t granted;
  };
  std::vector<VcRequest> vc_requests_;
  std::vector<Rival> rivals_;
  std::vector<AllocationRequest> requests_;
  std::vector<VcGrant> vc_grants_;
  std::vector<std::uint8_t> used_in_, used_out_;  // by port of the router at work
  std::uint64_t now_ = 0;
  std::uint64_t leaving_ = 0;  // when what passes the switch now is on its channel at the earliest
};

}  // namespace weft::flit
