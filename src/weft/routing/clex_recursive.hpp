#pragma once

#include <concepts>
#include <tuple>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/routing/bind_context.hpp"
#include "weft/routing/clex_digits.hpp"

namespace weft {

/// A(l) for packets that travel on their own: no phases, no rounds. See ClexRecursive.
class ClexRecursiveRouting final : public RoutingFunction {
 public:
  ClexRecursiveRouting(ClexDigits digits, NetworkPtr failing);
  RoutingTraits traits() const override;
  void encode(std::span<std::uint32_t> routers) const override { digits_.encode(routers); }
  RouterId decode(std::uint32_t to) const override { return digits_.router(to); }
  void start(Heads const& heads) const override;
  void route(Heads const& heads) const override;
  /// The hops that are left if every call takes its direct channel: its expected number is a little greater.
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override;

 private:
  /// Where a packet is in the recursion: the call, the lowest digit that this call aims at, whether it comes from a relay.
  struct Progress {
    std::uint32_t call = 0, aim = 0;
    bool relayed = false;
  };
  struct Candidate {
    PortId port;
    Progress next;
  };
  static constexpr std::uint32_t digit_bits = 16, relay_bit = 1u << 14;
  static Progress unpack(std::uint32_t state) {
    return {state >> digit_bits & (relay_bit - 1), state & 0xffff, (state & relay_bit << digit_bits) != 0};
  }
  static std::uint32_t pack(Progress p) {
    return (p.relayed ? relay_bit << digit_bits : 0) | p.call << digit_bits | p.aim;
  }

  Progress begin_call(std::uint32_t call, std::uint32_t to, std::uint64_t draw) const;
  std::uint16_t candidates(RouterId router, std::uint32_t to, Progress progress, std::uint64_t draw,
                           Candidate* out) const;
  std::uint16_t exchange(RouterId router, std::uint32_t to, std::uint32_t call, std::uint64_t draw,
                         Candidate* out) const;
  bool works(RouterId router, PortId port) const {
    return failing_ == nullptr || !failing_->channel_failed(failing_->channel(router, port));
  }

  ClexDigits digits_;
  NetworkPtr failing_;  // null if nothing has failed
  std::uint32_t calls_;
};

/// The routing `clex_recursive`.
struct ClexRecursive {
  struct Params {};
  static constexpr std::string_view name = "clex_recursive";
  static constexpr std::string_view doc =
      "A(l) of Lenzen & Wattenhofer (arXiv 1607.00298) for packets that travel on their own: 2^(l-1) visits "
      "to cliques, each towards a random digit or one of the destination, between them an exchange over a "
      "random channel of a level. Within a clique directly if that channel is free, else over a random "
      "relay. Any pattern loads the channels of a level evenly.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "clex of at most 15 levels";
  template <class T>
  static constexpr bool serves = std::same_as<T, Clex>;

  explicit ClexRecursive(Params const&) {}
  RoutingPtr bind(Clex const& clex, BindContext const& context) const {
    if (clex.levels() > 15)
      throw InputError{"clex_recursive on clex with levels = " + std::to_string(clex.levels()), "at most 15"};
    return std::make_shared<ClexRecursiveRouting>(ClexDigits(clex),
                                                  context.failures ? context.network() : nullptr);
  }
};

}  // namespace weft
