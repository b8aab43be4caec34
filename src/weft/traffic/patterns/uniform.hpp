// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/pattern.hpp"

namespace weft::traffic {

/// Uniform traffic: independent, uniformly random destinations; a terminal may draw itself.
class Uniform final : public EvenTraffic {
 public:
  using Params = NoTrafficParams;
  static constexpr std::string_view name = "uniform";
  static constexpr bool independent = true;
  static constexpr std::string_view doc =
      "Every message goes to an independent, uniformly random terminal, which may be the sender (Dally & "
      "Towles, "
      "sec. 3.2).";
  static constexpr std::tuple<> schema{};
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {}; }
  static bool balanced(Params const&) { return false; }
  static bool random(Params const&) { return true; }

  Uniform(Params const&, TrafficContext const& context)
      : EvenTraffic(context.num_terminals, context.messages),
        words_(traffic_words(context.seed, TrafficStream::destination)) {}
  std::uint32_t destination(TerminalId e, std::uint64_t k) const {
    return words_.below(num_terminals(), e.v * uniform_messages() + k);
  }
  std::uint32_t nth_destination(TerminalId e, std::uint64_t k) const override { return destination(e, k); }
  void destinations(TerminalId first, [[maybe_unused]] std::uint64_t terminals,
                    std::span<std::uint32_t> out) const override {
    WEFT_EXPECT(out.size() == terminals * uniform_messages());
    words_.below(num_terminals(), first.v * uniform_messages(), out);
  }

 private:
  RandomWords words_;
};

}  // namespace weft::traffic
