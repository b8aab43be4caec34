#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// The random choices of an all-to-all.
enum class Drawn : std::uint8_t { order, intermediate };

/// All-to-all at random.
class Randomized {
 public:
  struct Params {
    Drawn draw = Drawn::order;
    Ties ties = Ties::split;
    Embedding embedding = Embedding::slots;
  };
  static constexpr std::string_view name = "randomized";
  static constexpr std::array<std::string_view, 1> aliases{"randomized"};
  static constexpr std::string_view doc =
      "All-to-all at random (Solomonik, Network interconnect topologies, lecture 29). draw = order: every "
      "rank sends its messages straight, in its own random order, first come, first served at the channels. "
      "With embedding = rounds, it sends one after the other. draw = intermediate: every message goes to a "
      "random rank first (Valiant, A scheme for fast parallel communication, 1982): twice the load of "
      "uniform traffic, for any traffic";
  static constexpr std::tuple schema{
      param("draw", &Params::draw, "what is random"),
      param("ties", &Params::ties, "the direction of messages that go halfway around a ring of a torus"),
      param("embedding", &Params::embedding, embedding_doc),
  };

  explicit Randomized(Params const& params) : params_(params) {}
  static bool serves(Operation operation) { return operation == Operation::all_to_all; }
  void check_machine(Ranks const& ranks, Task const& task) const;
  double detour() const { return params_.draw == Drawn::intermediate ? 2 : 1; }
  Plan plan(Ranks const& ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::Drawn> weft::enum_values<weft::collective::Drawn>[] = {
    {"order", weft::collective::Drawn::order, "in which order a rank sends"},
    {"intermediate", weft::collective::Drawn::intermediate, "the rank through which a message goes"}};
