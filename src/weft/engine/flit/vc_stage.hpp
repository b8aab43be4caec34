// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "weft/engine/flit/allocator.hpp"
#include "weft/engine/flit/routers.hpp"

namespace weft::flit {

/// The second stage of a router: allocates output VCs to heads.
class VcStage {
 public:
  /// Creates a stage for routers with at most `max_inputs` input ports and `max_outputs` output ports.
  VcStage(RouterOptions const& options, std::uint32_t shift, std::uint32_t max_inputs,
          std::uint32_t max_outputs)
      : allocator_(options, std::size_t{max_inputs} << shift, std::size_t{max_outputs} << shift) {}

  /// An input VC, and the free VCs of a candidate's output port as a bit set.
  struct Request {
    std::uint32_t input;
    std::uint16_t port;
    std::uint16_t candidate;
    std::uint64_t vcs;
  };
  /// An input VC, the output VC granted to it, and the index of the candidate. VC indices are relative to the
  /// router.
  struct Grant {
    std::uint32_t input, output;
    std::uint32_t candidate;
  };

  /// Matches the waiting input VCs of router r with free output VCs.
  void allocate(Routers& routers, std::uint32_t r);
  /// Returns the requests of the last router, ordered by input VC.
  std::vector<Request> const& requests() const { return requests_; }
  /// Returns the matches since the last call of forget_grants().
  std::vector<Grant> const& grants() const { return grants_; }
  /// Activates the matched input VCs of router r.
  void apply(Routers& routers, std::uint32_t r) const;
  void forget_grants() { grants_.clear(); }

 private:
  using Accept = Arbiters<Arrays::Input, &Arrays::Input::accept_pointer>;
  using Grants = Arbiters<Arrays::Output, &Arrays::Output::grant_pointer>;
  struct Rival {
    Request request;
    std::uint64_t granted;
  };

  static std::uint64_t with_room(Routers const& routers, routing::Candidate const& candidate,
                                 std::uint32_t out, std::size_t index);
  static bool is_congested(Routers const& routers, std::uint32_t out);
  std::uint32_t gather_head_requests(Routers const& routers, std::uint32_t first_out, std::size_t index,
                                     std::uint32_t input);
  bool gather(Routers const& routers, std::uint32_t r);
  void expand(Routers const& routers, std::uint32_t r);
  void allocate_by_port(std::uint32_t shift, std::uint32_t inputs, std::uint32_t outputs, Accept accept,
                        Grants grant);
  void grant_contended(std::uint32_t shift, std::uint32_t port, std::uint32_t inputs, Grants grant);

  Allocator allocator_;
  std::vector<Request> requests_;
  std::vector<Rival> rivals_;
  std::vector<AllocationRequest> expanded_;
  std::vector<Grant> grants_;
};

/// Returns the free VCs of the candidate; with cut-through, only VCs with room for the whole packet, or for
/// `candidate.room` packets of its size.
inline std::uint64_t VcStage::with_room(Routers const& routers, routing::Candidate const& candidate,
                                        std::uint32_t out, std::size_t index) {
  auto vcs = routers.out_port[out].free_vcs & candidate.vcs;
  if (!routers.options.cut_through) return vcs;
  auto const flits = routers.front_packet(index).flits;
  for_each_bit(vcs, [&](std::uint32_t v) {
    if (!routers.has_room(out, v, flits * candidate.room)) vcs &= ~(std::uint64_t{1} << v);
  });
  return vcs;
}

/// Adds the requests of a head: its candidates with free VCs that have the highest priority. Returns the
/// number of requests.
inline std::uint32_t VcStage::gather_head_requests(Routers const& routers, std::uint32_t first_out,
                                                   std::size_t index, std::uint32_t input) {
  auto const candidates = routers.input[index].candidates;
  if (candidates == 1) {
    auto const& candidate = routers.candidate[index * routers.width];
    auto const vcs = with_room(routers, candidate, first_out + candidate.port, index);
    if (vcs == 0) return 0;
    requests_.push_back({input, candidate.port, 0, vcs});
    return 1;
  }
  std::uint32_t num_requests = 0;
  std::uint8_t priority = 0;
  for (std::uint16_t k = 0; k < candidates; ++k) {
    auto const& candidate = routers.candidate[index * routers.width + k];
    if (candidate.priority < priority) continue;
    auto const vcs = with_room(routers, candidate, first_out + candidate.port, index);
    if (vcs == 0) continue;
    if (candidate.priority > priority) {
      requests_.resize(requests_.size() - num_requests);
      num_requests = 0;
      priority = candidate.priority;
    }
    requests_.push_back({input, candidate.port, k, vcs});
    ++num_requests;
  }
  return num_requests;
}

/// Lists the free output VCs that waiting input VCs may use. Returns whether each input VC requests at most
/// one port.
inline bool VcStage::gather(Routers const& routers, std::uint32_t r) {
  auto const first_in = routers.network.first_in(r), first_out = routers.network.first_out(r);
  requests_.clear();
  bool single = true;
  for (std::uint32_t word = 0; word < routers.words; ++word)
    for_each_bit(routers.allocating_ports[std::size_t{r} * routers.words + word], [&](std::uint32_t bit) {
      auto const port = word * 64 + bit, in = first_in + port;
      for_each_bit(routers.in_port[in].allocating, [&](std::uint32_t v) {
        auto const input = (port << routers.shift) + v;
        single = gather_head_requests(routers, first_out, routers.place(in, v), input) <= 1 && single;
      });
    });
  return single;
}

/// Expands the requests into one request for each output VC.
inline void VcStage::expand(Routers const& routers, std::uint32_t r) {
  expanded_.clear();
  auto const first = routers.place(routers.network.first_in(r), 0);
  for (auto const& request : requests_)
    for_each_bit(request.vcs, [&](std::uint32_t v) {
      expanded_.push_back({request.input, (std::uint32_t{request.port} << routers.shift) + v,
                           request.candidate, routers.rank(first + request.input)});
    });
}

inline void VcStage::allocate(Routers& routers, std::uint32_t r) {
  auto const& network = routers.network;
  auto const& options = routers.options;
  auto const inputs = network.inputs(r) << routers.shift, outputs = network.outputs(r) << routers.shift;
  Accept const accept{&routers.input[routers.place(network.first_in(r), 0)]};
  Grants const grant{&routers.output[routers.place(network.first_out(r), 0)]};
  bool const single = gather(routers, r);
  if (single && options.allocator == AllocatorKind::islip && options.iterations == 1 &&
      options.arbitration == Arbitration::round_robin && !options.priorities && network.outputs(r) <= 64)
    return allocate_by_port(routers.shift, inputs, outputs, accept, grant);
  expand(routers, r);
  allocator_.match(expanded_, accept, grant, inputs, outputs, routers.turn_of(r),
                   [&](AllocationRequest const& request) {
                     grants_.push_back({request.client, request.resource, request.label});
                   });
}

/// Grants each free VC of a port to the next input VC that requests it.
inline void VcStage::grant_contended(std::uint32_t shift, std::uint32_t port, std::uint32_t inputs,
                                     Grants grant) {
  rivals_.clear();
  std::uint64_t vcs = 0;
  for (auto const& request : requests_)
    if (request.port == port) {
      rivals_.push_back({request, 0});
      vcs |= request.vcs;
    }
  for_each_bit(vcs, [&](std::uint32_t v) {
    auto const next = grant[(port << shift) + v];
    Rival* nearest = nullptr;
    std::uint32_t distance = 0xffffffff;
    for (auto& rival : rivals_) {
      if ((rival.request.vcs >> v & 1) == 0) continue;
      if (auto const d = ahead(next, rival.request.input, inputs); d < distance) {
        distance = d;
        nearest = &rival;
      }
    }
    nearest->granted |= std::uint64_t{1} << v;
  });
}

/// Runs iSLIP for heads that each request a single port, so that every port is a separate matching.
inline void VcStage::allocate_by_port(std::uint32_t shift, std::uint32_t inputs, std::uint32_t outputs,
                                      Accept accept, Grants grant) {
  std::uint64_t requested = 0, contended = 0;
  for (auto const& request : requests_) {
    auto const port = std::uint64_t{1} << request.port;
    contended |= requested & port;
    requested |= port;
  }
  auto const accept_one = [&](Request const& request, std::uint64_t granted) {
    std::uint32_t const base = std::uint32_t{request.port} << shift, next = accept[request.input];
    auto vcs = granted;
    if (next > base && next - base < 64)
      if (auto const later = vcs >> (next - base) << (next - base); later != 0) vcs = later;
    auto const output = base + static_cast<std::uint32_t>(std::countr_zero(vcs));
    grant[output] = after(request.input, inputs);
    accept[request.input] = after(output, outputs);
    grants_.push_back({request.input, output, request.candidate});
  };
  for (auto const& request : requests_)
    if ((contended >> request.port & 1) == 0) accept_one(request, request.vcs);
  for_each_bit(contended, [&](std::uint32_t port) {
    grant_contended(shift, port, inputs, grant);
    for (auto const& rival : rivals_)
      if (rival.granted != 0) accept_one(rival.request, rival.granted);
  });
}

/// Returns whether more than ecn_threshold flits wait for output port `out`: flits in the input buffers of
/// the packets that own its virtual channels. Virtual channels that cannot send are not counted, since the
/// root of their congestion is further downstream (InfiniBand Architecture Specification, vol. 1, annex A10).
inline bool VcStage::is_congested(Routers const& routers, std::uint32_t out) {
  std::uint32_t waiting = 0;
  for (std::uint32_t v = 0; v < routers.vcs; ++v) {
    auto const owner = routers.output[routers.place(out, v)].owner;
    if (routers.has_vc(owner, out, v) && routers.may_send(out, v)) waiting += routers.input[owner].count;
  }
  return waiting > routers.options.ecn_threshold;
}

inline void VcStage::apply(Routers& routers, std::uint32_t r) const {
  auto const first_in = routers.network.first_in(r), first_out = routers.network.first_out(r);
  for (auto const& grant : grants_) {
    auto const v = routers.vc_of(grant.input), in = first_in + routers.port_of(grant.input);
    auto const index = routers.place(in, v);
    auto& input = routers.input[index];
    auto const& candidate = routers.candidate[index * routers.width + grant.candidate];
    auto const out = first_out + candidate.port, out_vc = routers.vc_of(grant.output);
    auto& packet = routers.front_packet(index);
    if (routers.options.cut_through &&
        !routers.slots.has_slots(out, routers.place(out, out_vc), packet.flits))
      continue;  // another head has just reserved the shared slots
    input.phase = VcState::active;
    input.out = candidate.port;
    input.out_vc = static_cast<std::uint8_t>(out_vc);
    packet.phase = candidate.phase;
    packet.intermediate = candidate.intermediate;
    if (routers.options.commits() && input.candidates > 1) routers.queue[out] += packet.flits;
    routers.allocate_vc(out, out_vc, index, packet);
    if (routers.options.ecn_threshold > 0 && is_congested(routers, out)) packet.marked = true;
    routers.clear_allocating(r, in, v);
    if (routers.may_send(out, out_vc)) routers.set_ready(r, in, v);
  }
}

}  // namespace weft::flit
