#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/allocator.hpp"
#include "weft/engine/flit/masked/masked_routers.hpp"

namespace weft::flit {

/// The second stage of a router: heads are given an output VC each, as `Allocator` would.
template <AllocatorKind kind>
class MaskedVcStage {
 public:
  explicit MaskedVcStage(MaskedRouters& routers) : routers_(routers) {}

  /// Matches the input VCs of router r that wait with free output VCs.
  void allocate(std::uint32_t r);
  /// Makes the input VCs that were matched since the last call active, in all routers.
  void apply();

 private:
  struct Request {
    std::uint64_t outputs;
    std::uint32_t bit;
  };
  struct Grant {
    VcEvent input;
    std::uint32_t output;
  };

  std::uint64_t obtainable(MaskedRouter& router, MaskedWish const& wish) const;
  void accept(std::uint32_t r, Request const& it);
  void match_by_output(std::uint32_t r, std::uint64_t contended);
  void match_by_input(std::uint32_t r);

  MaskedRouters& routers_;
  std::vector<Grant> grants_;
  Request requests_[64];  // of the router at work
  std::uint32_t num_requests_ = 0;
};

/// The free output VCs that a head wants, with the room that it needs.
template <AllocatorKind kind>
inline std::uint64_t MaskedVcStage<kind>::obtainable(MaskedRouter& router, MaskedWish const& wish) const {
  auto outputs = wish.outputs & router.free;
  if (wish.room == 0) return outputs;
  for_each_bit(outputs, [&](std::uint32_t o) {
    if (routers_.outputs(router)[o].credits < wish.room) outputs &= ~(std::uint64_t{1} << o);
  });
  return outputs;
}

template <AllocatorKind kind>
inline void MaskedVcStage<kind>::allocate(std::uint32_t r) {
  auto& router = routers_[r];
  auto const* const wishes = routers_.wishes(router);
  std::uint64_t asked = 0, contended = 0;
  num_requests_ = 0;
  for_each_bit(router.allocating, [&](std::uint32_t bit) {
    auto const outputs = obtainable(router, wishes[bit]);
    contended |= asked & outputs;
    asked |= outputs;
    requests_[num_requests_] = {outputs, bit};
    num_requests_ += outputs != 0;
  });
  if (contended == 0) {
    for (std::uint32_t i = 0; i < num_requests_; ++i) accept(r, requests_[i]);
  } else if constexpr (kind == AllocatorKind::islip) {
    match_by_output(r, contended);
  } else {
    match_by_input(r);
  }
}

/// The input VC takes the next of the output VCs that are granted to it.
template <AllocatorKind kind>
inline void MaskedVcStage<kind>::accept(std::uint32_t r, Request const& it) {
  auto& router = routers_[r];
  auto& input = routers_.inputs(router)[it.bit];
  auto const o = next_bit(it.outputs, input.accept);
  routers_.outputs(router)[o].grant =
      static_cast<std::uint8_t>(after(it.bit, router.inputs << routers_.shift));
  input.accept = static_cast<std::uint8_t>(after(o, router.outputs << routers_.shift));
  grants_.push_back({vc_event(r, it.bit), o});
}

/// iSLIP: each output VC that several ask for goes to the next of them.
template <AllocatorKind kind>
inline void MaskedVcStage<kind>::match_by_output(std::uint32_t r, std::uint64_t contended) {
  auto const* const of_router = routers_.outputs(routers_[r]);
  for_each_bit(contended, [&](std::uint32_t o) {
    std::uint64_t asking = 0;
    for (std::uint32_t i = 0; i < num_requests_; ++i)
      asking |= (requests_[i].outputs >> o & 1) << requests_[i].bit;
    auto const winner = next_bit(asking, of_router[o].grant);
    for (std::uint32_t i = 0; i < num_requests_; ++i)
      if (requests_[i].bit != winner) requests_[i].outputs &= ~(std::uint64_t{1} << o);
  });
  for (std::uint32_t i = 0; i < num_requests_; ++i)
    if (requests_[i].outputs != 0) accept(r, requests_[i]);
}

/// Separable input first: each asks for its next output VC only, and this takes the next of those that ask.
template <AllocatorKind kind>
inline void MaskedVcStage<kind>::match_by_input(std::uint32_t r) {
  auto& router = routers_[r];
  auto const* const inputs = routers_.inputs(router);
  auto const* const of_router = routers_.outputs(router);
  std::uint64_t asking[64], asked = 0;
  for (std::uint32_t i = 0; i < num_requests_; ++i) {
    auto const o = next_bit(requests_[i].outputs, inputs[requests_[i].bit].accept);
    auto const bit = std::uint64_t{1} << o;
    asking[o] = ((asked & bit) != 0 ? asking[o] : 0) | std::uint64_t{1} << requests_[i].bit;
    asked |= bit;
    requests_[i].outputs = bit;
  }
  for_each_bit(asked, [&](std::uint32_t o) {
    asking[o] = std::uint64_t{1} << next_bit(asking[o], of_router[o].grant);
  });
  for (std::uint32_t i = 0; i < num_requests_; ++i)
    if (asking[std::countr_zero(requests_[i].outputs)] == std::uint64_t{1} << requests_[i].bit)
      accept(r, requests_[i]);
}

template <AllocatorKind kind>
inline void MaskedVcStage<kind>::apply() {
  for (auto const [it, o] : grants_) {
    auto const bit = vc_of(it);
    auto& router = routers_[router_of(it)];
    auto& output = routers_.outputs(router)[o];
    auto const input = std::uint64_t{1} << bit;
    routers_.inputs(router)[bit].output = static_cast<std::uint8_t>(o);
    output.user = static_cast<std::uint8_t>(bit);
    router.free &= ~(std::uint64_t{1} << o);
    router.allocating &= ~input;
    router.active |= input;
    router.ready |= std::uint64_t{output.credits > 0} << bit;
  }
  grants_.clear();
}

}  // namespace weft::flit
