// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/keyed_bijection.hpp"
#include "weft/traffic/pattern.hpp"

namespace weft::traffic {

/// Distribution of the loads of HRelation.
enum class LoadLaw : std::uint8_t { range, heavy };

}  // namespace weft::traffic

namespace weft {
template <>
inline constexpr EnumValue<traffic::LoadLaw> enum_values<traffic::LoadLaw>[] = {
    {"range", traffic::LoadLaw::range, "uniform between low and high"},
    {"heavy", traffic::LoadLaw::heavy,
     "a fraction of the terminals sends `factor` times as many "
     "messages as the others"}};
}  // namespace weft

namespace weft::traffic {

/// Traffic with unequal loads. Terminal e sends s(e) messages, and terminal p(e), where p is a random
/// permutation, receives exactly s(e) messages. Slots (e, k), k < s(e), are matched uniformly: a random
/// bijection of all (e, k) with k below the maximum load, rounded up to a power of two, is iterated until it
/// yields a slot. This needs no list and no prefix sum; the mean number of iterations per message is
/// approximately this power of two divided by the mean load.
class HRelation final : public Traffic {
 public:
  struct Params {
    LoadLaw loads = LoadLaw::range;
    std::int64_t low = 0;
    std::int64_t high = 0;
    double heavy = 0.1;
    std::int64_t factor = 10;
  };
  static constexpr std::string_view name = "h_relation";
  static constexpr std::string_view doc =
      "Each terminal sends a random number of messages and receives another random number, both at most h: uniform in "
      "[low, high], or `factor` times the messages per terminal for a random fraction `heavy` of the "
      "terminals "
      "and the messages per terminal for the rest. Destinations are random (h-relations: Valiant, CACM 1990).";
  static constexpr std::tuple schema{
      param("loads", &Params::loads, "distribution of the loads"),
      param("low", &Params::low, Range{0, 2147483648},
            "with loads=range: minimum number of messages of a terminal"),
      param("high", &Params::high, Range{0, 2147483648},
            "with loads=range: maximum number of messages of a terminal; 0: twice the messages per terminal"),
      param("heavy", &Params::heavy, Range{0, 1}, "with loads=heavy: probability that a terminal is heavy"),
      param("factor", &Params::factor, Range{1, 1000000},
            "with loads=heavy: load of a heavy terminal relative to a light terminal"),
  };
  static void check(Params const& params);
  static std::vector<Params> samples() {
    return {{.low = 3, .high = 9}, {.loads = LoadLaw::heavy, .heavy = 0.2}};
  }
  static bool balanced(Params const&) { return false; }
  static bool random(Params const&) { return true; }

  HRelation(Params const& params, TrafficContext const& context);
  std::uint64_t num_terminals() const override { return num_terminals_; }
  std::uint64_t num_messages() const override { return loads_.sum; }
  std::uint64_t messages(TerminalId e) const override { return load(e.v); }
  std::uint64_t uniform_messages() const override { return loads_.min == loads_.max ? loads_.min : 0; }
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override;
  /// Returns the number of messages that terminal e receives.
  std::uint64_t received(TerminalId e) const { return load(partner_.inverse(e.v)); }

 private:
  struct Loads {
    std::uint64_t sum, min, max;
  };
  std::uint64_t load(std::uint32_t e) const {
    if (law_ == LoadLaw::range) return low_ + words_.below(high_ - low_ + 1, e);
    return words_.unit(e) < heavy_ ? high_ : low_;
  }
  bool is_slot(std::uint64_t slot) const {
    return (slot & ((std::uint64_t{1} << slot_bits_) - 1)) <
           load(static_cast<std::uint32_t>(slot >> slot_bits_));
  }
  Loads count_loads() const;
  void match(std::span<std::uint64_t> slots) const;

  std::uint64_t num_terminals_;
  LoadLaw law_;
  std::uint64_t low_, high_;
  double heavy_;
  RandomWords words_;
  Loads loads_;
  int slot_bits_;  ///< number of bits of k in a slot; the bits above contain the terminal
  WideKeyedBijection matching_;
  KeyedBijection partner_;
};

}  // namespace weft::traffic
