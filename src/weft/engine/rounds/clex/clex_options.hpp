#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "weft/core/param.hpp"

namespace weft::rounds {

/// The cost of redundancy in A(1).
enum class Mode { dense, light };
/// The request that a relay grants among several for the same target.
enum class Accept { random, first_come };
/// The number of copies of a message in a relaying phase.
enum class Copies { literal, fixed, growth };
/// The choice of a node's edges of a level that carry one more message than the others.
enum class Subset { independent, pooled };

}  // namespace weft::rounds

namespace weft {
template <>
inline constexpr EnumValue<rounds::Mode> enum_values<rounds::Mode>[] = {
    {"dense", rounds::Mode::dense, "copies are requests; only a granted message moves"},
    {"light", rounds::Mode::light, "copies are the messages: fewer rounds, more traffic"}};
template <>
inline constexpr EnumValue<rounds::Accept> enum_values<rounds::Accept>[] = {
    {"random", rounds::Accept::random, "a uniformly random one"},
    {"first_come", rounds::Accept::first_come,
     "the first in order of (sender, position in its queue, copy)"}};
template <>
inline constexpr EnumValue<rounds::Copies> enum_values<rounds::Copies>[] = {
    {"literal", rounds::Copies::literal, "max(1, min(floor(ln m), floor(c m^2 / messages left)))"},
    {"fixed", rounds::Copies::fixed, "the same number in every phase"},
    {"growth", rounds::Copies::growth, "k <- min(k e^(k/c), sqrt(log n)) from phase to phase (STOC'11)"}};
template <>
inline constexpr EnumValue<rounds::Subset> enum_values<rounds::Subset>[] = {
    {"independent", rounds::Subset::independent, "a fresh uniformly random subset at every node and step"},
    {"pooled", rounds::Subset::pooled,
     "one of m permutations drawn once per run, used cyclically (the published artifact)"}};
}  // namespace weft

namespace weft::rounds {

/// The readings of A(l) that Lenzen & Wattenhofer's text leaves open (arXiv 1607.00298); the defaults are the
/// literal one.
struct ClexOptions {
  Mode mode = Mode::dense;
  Accept accept = Accept::random;
  Copies copies = Copies::literal;
  std::uint32_t copy_count = 2;      ///< of copies=fixed
  double copy_factor = 1;            ///< c of copies=literal and copies=growth
  double estimate_error = 0;         ///< of the messages left, in copies=literal
  std::uint32_t estimate_every = 1;  ///< phases from one estimate to the next
  Subset subset = Subset::independent;
  std::uint32_t redistribute = 0;  ///< level of Valiant's trick
  bool direct = true;              ///< phase 1 of A(1) sends one message over each channel to its target
  std::uint32_t payload = 1024;    ///< bits of a message besides its header
  std::uint32_t batch = 0;         ///< perpetual operation: messages of a node in an instance; 0: m
  std::uint32_t last_phase = 0;    ///< perpetual operation: of A(1); 0: when all is delivered
};

/// The options of A(1) on cliques, without effect with a local network in their place.
inline constexpr std::array<std::string_view, 10> clique_options{
    "mode",           "accept",         "copies", "copy_count", "copy_factor",
    "estimate_error", "estimate_every", "direct", "batch",      "last_phase"};

constexpr std::tuple clex_options_schema{
    param("mode", &ClexOptions::mode, "how A(1) pays for redundancy"),
    param("accept", &ClexOptions::accept, "which request for a target a relay grants"),
    param("copies", &ClexOptions::copies, "how many copies of a message a sender makes per relaying phase"),
    param("copy_count", &ClexOptions::copy_count, Range{1, 65535}, "copies per message when copies=fixed"),
    param("copy_factor", &ClexOptions::copy_factor, Range{1e-6, 1e6},
          "c of copies=literal and copies=growth"),
    param(
        "estimate_error", &ClexOptions::estimate_error, Range{0, 1000},
        "copies=literal: the nodes' estimate of the messages left in their clique is off by a random factor "
        "between 1 / (1 + this) and 1 + this"),
    param("estimate_every", &ClexOptions::estimate_every, Range{1, 1e9},
          "copies=literal: period with which the nodes learn the number of messages left, from the start of "
          "phase 1 on",
          "phases"),
    param("subset", &ClexOptions::subset, "how the edges with one more message are drawn in step 2"),
    param("redistribute", &ClexOptions::redistribute, Range{0, 32},
          "Valiant's trick: A(i) first spreads the messages over their copies of this level i (levels: the "
          "whole machine; less: the lightweight form; 0: none)"),
    param(
        "direct", &ClexOptions::direct,
        "phase 1 of A(1) sends a message over each channel to its target (section III-A of the paper); false: "
        "copies go to relays from phase 1 on (section II-D)"),
    param("payload", &ClexOptions::payload, Range{1, 1e9},
          "size of a message besides its header, for the share of requests and acknowledgments", "bits"),
    param("batch", &ClexOptions::batch, Range{0, 1e9},
          "perpetual operation: messages of a node that join an instance of A(l) at most; 0: m", "messages"),
    param(
        "last_phase", &ClexOptions::last_phase, Range{0, 1e9},
        "perpetual operation: A(1) ends after this phase, and messages that are left join the next instance; "
        "0: it delivers all")};

}  // namespace weft::rounds
