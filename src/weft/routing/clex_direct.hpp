#pragma once

#include <concepts>
#include <tuple>
#include <utility>

#include "weft/core/param.hpp"
#include "weft/routing/bind_context.hpp"
#include "weft/routing/clex_digits.hpp"

namespace weft {

/// The direct route on CLEX, computed from the digits.
class ClexDirectRouting final : public RoutingFunction {
 public:
  explicit ClexDirectRouting(ClexDigits digits) : digits_(std::move(digits)) {}
  RoutingTraits traits() const override {
    return {.hop_bound = digits_.single() ? 2 * digits_.levels() - 1 : digits_.levels()};
  }
  void encode(std::span<std::uint32_t> routers) const override { digits_.encode(routers); }
  RouterId decode(std::uint32_t to) const override { return digits_.router(to); }
  void route(Heads const& heads) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const at = digits_.packed(heads.at[i]), to = heads.to[i];
      heads.port[i] = at == to ? arrived : direct_hop(digits_, at, to).port;
    }
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    for (std::size_t i = 0; i < heads.size(); ++i)
      hops[i] = direct_hops(digits_, digits_.packed(heads.at[i]), heads.to[i]);
  }

 private:
  ClexDigits digits_;
};

/// The routing `clex_direct`.
struct ClexDirect {
  struct Params {};
  static constexpr std::string_view name = "clex_direct";
  static constexpr std::string_view doc =
      "The direct route on CLEX: each wanted digit is brought to the lowest place and crosses with the edge "
      "of its level, at most l hops in all (2 l - 1 with single links). Loads channels unevenly under "
      "patterns that are not uniform.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "clex";
  template <class T>
  static constexpr bool serves = std::same_as<T, Clex>;

  explicit ClexDirect(Params const&) {}
  RoutingPtr bind(Clex const& clex, BindContext const&) const {
    return std::make_shared<ClexDirectRouting>(ClexDigits(clex));
  }
};

}  // namespace weft
