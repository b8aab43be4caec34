#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/traffic/even_traffic.hpp"
#include "weft/traffic/uniform_words.hpp"

namespace weft {

/// Which terminal of the other half a message of Bisection goes to.
enum class Crossing : std::uint8_t { random, mirror };

template <>
inline constexpr auto enum_values<Crossing> = std::array{
    EnumValue<Crossing>{"random", Crossing::random, "any terminal of the other half, drawn per message"},
    EnumValue<Crossing>{"mirror", Crossing::mirror, "the same place in the other half"}};

/// Every message crosses the middle of the machine.
class Bisection final : public FormulaTraffic<Bisection> {
 public:
  struct Params {
    Crossing mode = Crossing::random;
  };
  static constexpr std::string_view name = "bisection";
  static constexpr std::string_view doc =
      "Every message goes from one half of the terminals to the other (terminals below n / 2 and the rest), "
      "so that the channels across the middle bound the throughput: the worst case of tori and meshes (Dally "
      "& Towles, sec. 3.3).";
  static constexpr std::tuple schema{
      param("mode", &Params::mode, "which terminal of the other half"),
  };
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{Crossing::mirror}}; }
  static bool balanced(Params const& params) { return params.mode == Crossing::mirror; }
  static bool random(Params const& params) { return params.mode == Crossing::random; }

  Bisection(Params const& params, TrafficContext const& context);
  std::uint32_t destination(TerminalId e, std::uint64_t k) const {
    bool const upper = e.v >= middle_;
    if (mode_ == Crossing::mirror) return static_cast<std::uint32_t>(upper ? e.v - middle_ : e.v + middle_);
    std::uint64_t const message = e.v * uniform_messages() + k;
    if (upper) return words_.below(middle_, message);
    return static_cast<std::uint32_t>(middle_ + words_.below(num_terminals() - middle_, message));
  }

 private:
  Crossing mode_;
  std::uint64_t middle_;
  UniformWords words_;
};

}  // namespace weft
