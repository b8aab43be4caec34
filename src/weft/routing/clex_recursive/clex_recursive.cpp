#include "weft/routing/clex_recursive/clex_recursive.hpp"

#include <string>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/clex/clex_calls.hpp"
#include "weft/routing/clex/clex_digits.hpp"
#include "weft/routing/clex_recursive/recursive_packets.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::routing {
namespace {

constexpr std::uint32_t most_levels = 15;

/// A packet's phase: twice the call of A(1) that it is in, plus one if its hop in the clique is behind it.
class ClexRecursiveRouting final : public ChannelRouting {
 public:
  ClexRecursiveRouting(ClexDigits digits, std::uint32_t vcs)
      : digits_(std::move(digits)), calls_(static_cast<std::uint32_t>(num_calls(digits_.levels()))) {
    VcBlocks const of_clique(vcs, calls_);
    for (std::uint32_t call = 0; call < calls_; ++call) clique_masks_.push_back(of_clique.of(call));
    std::vector<std::uint32_t> visits(digits_.levels() + std::size_t{1}, 0);
    exchanges_.resize(calls_);
    for (std::uint32_t call = 1; call < calls_; ++call) {
      auto const level = exchange_level(call);
      VcBlocks const blocks(vcs, 1u << (digits_.levels() - level));
      exchanges_[call] = {level, blocks.of(visits[level]++)};
    }
  }

  ChannelTraits traits() const override { return {.hop_bound = 2 * calls_ - 1, .oblivious = true}; }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto words = Rng::derived(heads[i].draw);
      out[i] = next(heads[i], words);
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const override {
    auto const at = digits_.packed({head.at}), lowest = digits_.digit(at, 1);
    auto const call = head.phase / 2u;
    bool exchanges = is_done(head);
    std::uint32_t const landings = digits_.single() ? 1 : digits_.m();
    auto const visit_digit = [&](std::uint32_t target) {
      if (target == lowest)
        exchanges = true;
      else {
        out.candidates.push_back(clique_candidate(at, target, call));
        out.candidates.back().weight = landings;
      }
    };
    if (!exchanges) {
      if (auto const level = target_level(digits_.levels(), call); level > 0)
        visit_digit(digits_.digit(digits_.packed({head.target}), level));
      else
        for (std::uint32_t target = 0; target < digits_.m(); ++target) visit_digit(target);
    }
    if (!exchanges) return;
    for (std::uint32_t free = 0; free < landings; ++free)
      out.candidates.push_back(exchange_candidate(free, call + 1));
  }

 private:
  struct Exchange {
    std::uint32_t level;
    std::uint64_t vcs;
  };
  static bool is_done(Head const& head) { return head.phase % 2 != 0; }

  Candidate next(Head const& head, Rng& words) const {
    auto const at = digits_.packed({head.at}), lowest = digits_.digit(at, 1);
    auto const call = head.phase / 2u;
    if (!is_done(head)) {
      auto const level = target_level(digits_.levels(), call);
      auto const target =
          level > 0 ? digits_.digit(digits_.packed({head.target}), level) : words.below(digits_.m());
      if (target != lowest) return clique_candidate(at, target, call);
    }
    return exchange_candidate(words.below(digits_.m()), call + 1);
  }
  Candidate clique_candidate(std::uint32_t at, std::uint32_t target, std::uint32_t call) const {
    return {.vcs = clique_masks_[call],
            .phase = static_cast<std::uint16_t>(2 * call + 1),
            .port = digits_.clique_port(at, target).v};
  }
  /// The edge before a call.
  Candidate exchange_candidate(std::uint32_t free, std::uint32_t call) const {
    return {.vcs = exchanges_[call].vcs,
            .phase = static_cast<std::uint16_t>(2 * call),
            .port = digits_.exchange_port(exchanges_[call].level, free).v};
  }

  ClexDigits digits_;
  std::uint32_t calls_;
  std::vector<std::uint64_t> clique_masks_;  // by call
  std::vector<Exchange> exchanges_;          // before each call but the first
};

}  // namespace

std::uint32_t ClexRecursive::vcs_needed(Machine const& machine) const {
  return static_cast<std::uint32_t>(num_calls(machine.as<topology::Clex>()->levels()));
}

namespace {

void require_few_levels(Machine const& machine) {
  if (machine.as<topology::Clex>()->levels() > most_levels)
    throw InputError{
        "clex_recursive on clex with levels = " + std::to_string(machine.as<topology::Clex>()->levels()),
        "at most " + std::to_string(most_levels),
        {},
        "routing"};
}

}  // namespace

ChannelRoutingPtr ClexRecursive::channels(Machine const& machine, VcSupply const& supply) const {
  require_few_levels(machine);
  auto const vcs =
      supplied_vcs(name, vcs_needed(machine), supply, "one for each visit of level 1, 2^(levels - 1)");
  return std::make_shared<ClexRecursiveRouting>(ClexDigits(*machine.as<topology::Clex>()), vcs);
}

PacketRoutingPtr ClexRecursive::packets(Machine const& machine) const {
  require_few_levels(machine);
  return std::make_shared<ClexRecursivePackets>(ClexDigits(*machine.as<topology::Clex>()),
                                                machine.has_failures() ? machine.network() : nullptr);
}

}  // namespace weft::routing
