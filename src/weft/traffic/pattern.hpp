// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft {

/// Input of a traffic pattern in addition to its parameters; identical for all patterns of an experiment.
struct TrafficContext {
  std::uint64_t num_terminals = 1;
  std::uint64_t messages = 1;  ///< per terminal; patterns with a separate count document its meaning
  std::uint64_t seed = 1;
  bool timed = false;  ///< whether the caller uses Traffic::timed()
};

/// A traffic pattern: a Traffic constructed from its parameters and a context. To add one, write one file and
/// one entry in catalog.hpp. `balanced(params)`: whether each terminal receives exactly the number of
/// messages that it sends, in any context. `random(params)`: whether the traffic depends on the seed.
/// `independent`, optional: destinations of the messages of a terminal are independent, so any number of
/// messages can be drawn. `doc`: one paragraph with the source. `check` throws InputError for parameters that
/// are invalid for any number of terminals, the constructor for all other errors.
template <class P>
concept TrafficPattern = std::derived_from<P, Traffic> &&
                         requires(typename P::Params const& params, TrafficContext const& context) {
                           { P::name } -> std::convertible_to<std::string_view>;
                           { P::doc } -> std::convertible_to<std::string_view>;
                           P::schema;
                           { P::check(params) } -> std::same_as<void>;
                           { P::samples() } -> std::same_as<std::vector<typename P::Params>>;
                           { P::balanced(params) } -> std::same_as<bool>;
                           { P::random(params) } -> std::same_as<bool>;
                           P{params, context};
                         };

/// Throws InputError if the context has more terminals or messages than are supported.
void check_context(TrafficContext const& context);

/// Returns the traffic of pattern P. Throws InputError for parameters or a context that P does not support.
template <TrafficPattern P>
TrafficPtr make_traffic(typename P::Params const& params, TrafficContext const& context) {
  P::check(params);
  check_context(context);
  return std::make_shared<P const>(params, context);
}

/// Parameters of patterns without parameters.
struct NoTrafficParams {
  friend bool operator==(NoTrafficParams, NoTrafficParams) = default;
};

/// Independent uses of the random words of a traffic pattern.
enum class TrafficStream : std::uint32_t { permutation, destination, choice, load, pairing };

/// Returns the random words for one use.
inline RandomWords traffic_words(std::uint64_t seed, TrafficStream stream) {
  return {seed, Purpose::traffic, 0, static_cast<std::uint32_t>(stream)};
}

/// Traffic in which every terminal sends the same number of messages.
class EvenTraffic : public Traffic {
 public:
  EvenTraffic(std::uint64_t num_terminals, std::uint64_t messages_each)
      : num_terminals_(num_terminals), messages_each_(messages_each) {}
  std::uint64_t num_terminals() const final { return num_terminals_; }
  std::uint64_t num_messages() const final { return num_terminals_ * messages_each_; }
  std::uint64_t messages(TerminalId) const final { return messages_each_; }
  std::uint64_t uniform_messages() const final { return messages_each_; }

 private:
  std::uint64_t num_terminals_, messages_each_;
};

/// Even traffic that computes destinations in a loop over a pure function of the pattern: `destination(e,
/// k)`, or `destination(e)` if all messages of a terminal have one destination.
template <class Pattern>
class FormulaTraffic : public EvenTraffic {
 public:
  using EvenTraffic::EvenTraffic;
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const final {
    std::uint64_t const each = uniform_messages();
    WEFT_EXPECT(out.size() == terminals * each);
    auto const& pattern = static_cast<Pattern const&>(*this);
    std::uint32_t* next = out.data();
    for (std::uint64_t i = 0; i < terminals; ++i) {
      TerminalId const e{static_cast<std::uint32_t>(first.v + i)};
      if constexpr (requires { pattern.destination(e); })
        next = std::fill_n(next, each, pattern.destination(e));
      else
        for (std::uint64_t k = 0; k < each; ++k) *next++ = pattern.destination(e, k);
    }
  }
  std::uint32_t nth_destination(TerminalId e, [[maybe_unused]] std::uint64_t k) const final {
    auto const& pattern = static_cast<Pattern const&>(*this);
    if constexpr (requires { pattern.destination(e); })
      return pattern.destination(e);
    else
      return pattern.destination(e, k);
  }
};

}  // namespace weft
