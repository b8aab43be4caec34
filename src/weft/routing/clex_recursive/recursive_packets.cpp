#include "weft/routing/clex_recursive/recursive_packets.hpp"

#include <algorithm>

#include "weft/core/random.hpp"
#include "weft/routing/clex/clex_calls.hpp"

namespace weft {
namespace {

/// Independent uses of one draw.
enum class Use : std::uint64_t { target, relay, edge };
std::uint32_t draw_below(std::uint32_t bound, std::uint64_t draw, Use use, std::uint64_t attempt = 0) {
  return RandomWords::derived(draw).below(bound, attempt << 2 | static_cast<std::uint64_t>(use));
}

/// How often another relay or another edge is drawn for one that has failed.
constexpr std::uint32_t attempts = 16;

}  // namespace

ClexRecursivePackets::ClexRecursivePackets(ClexDigits digits, NetworkPtr failing)
    : digits_(std::move(digits)),
      failing_(std::move(failing)),
      calls_(static_cast<std::uint32_t>(num_calls(digits_.levels()))) {}

PacketTraits ClexRecursivePackets::traits() const {
  return {.has_state = true,
          .draws = true,
          .width = 2,
          .selection = Selection::first_free,
          .exact_hops = false,
          .hop_bound = 3 * calls_ - 1};
}

ClexRecursivePackets::Progress ClexRecursivePackets::begin_call(std::uint32_t call, std::uint32_t to,
                                                                std::uint64_t draw) const {
  auto const level = target_level(digits_.levels(), call);
  return {call, level > 0 ? digits_.digit(to, level) : draw_below(digits_.m(), draw, Use::target), false};
}

void ClexRecursivePackets::start(Heads const& heads) const {
  for (std::size_t i = 0; i < heads.size(); ++i)
    heads.next_state[i] = pack(begin_call(0, heads.to[i], heads.draw[i]));
}

void ClexRecursivePackets::route(Heads const& heads) const {
  for (std::size_t i = 0; i < heads.size(); ++i) {
    Candidate list[2]{{arrived, {}}, {arrived, {}}};
    heads.candidates[i] = candidates(heads.at[i], heads.to[i], unpack(heads.state[i]), heads.draw[i], list);
    for (std::size_t k = 0; k < 2; ++k) {
      heads.port[2 * i + k] = list[k].port;
      heads.next_state[2 * i + k] = pack(list[k].next);
    }
  }
}

std::uint16_t ClexRecursivePackets::candidates(RouterId router, std::uint32_t to, Progress progress,
                                               std::uint64_t draw, Candidate* out) const {
  auto const at = digits_.packed(router), lowest = digits_.digit(at, 1);
  if (at == to) return 1;
  if (lowest == progress.target) {
    if (progress.call + 1 < calls_) return exchange(router, to, progress.call + 1, draw, out);
    progress = begin_call(0, to, draw);  // led astray by failures
    if (lowest == progress.target) return calls_ > 1 ? exchange(router, to, 1, draw, out) : std::uint16_t{1};
  }
  std::uint16_t count = 0;
  auto const direct = digits_.clique_port(at, progress.target);
  if (works(router, direct)) out[count++] = {direct, {progress.call, progress.target, false}};
  if (progress.relayed) return 1;
  for (std::uint32_t k = 0; k < attempts; ++k) {
    auto const relay = draw_below(digits_.m(), draw, Use::relay, k);
    if (relay == progress.target || relay == lowest) {
      if (failing_ == nullptr) break;
      continue;
    }
    auto const port = digits_.clique_port(at, relay);
    auto const there = digits_.along_clique(at, relay);
    if (!works(router, port) || !works(digits_.router(there), digits_.clique_port(there, progress.target)))
      continue;
    out[count++] = {port, {progress.call, progress.target, true}};
    break;
  }
  return std::max<std::uint16_t>(count, 1);
}

std::uint16_t ClexRecursivePackets::exchange(RouterId router, std::uint32_t to, std::uint32_t call,
                                             std::uint64_t draw, Candidate* out) const {
  auto const level = exchange_level(call);
  for (std::uint32_t k = 0; k < attempts; ++k) {
    auto const port = digits_.exchange_port(level, draw_below(digits_.m(), draw, Use::edge, k));
    if (!works(router, port)) continue;
    out[0] = {port, begin_call(call, to, draw)};
    break;
  }
  return 1;
}

void ClexRecursivePackets::hops_left(Heads const& heads, std::span<std::uint32_t> hops) const {
  for (std::size_t i = 0; i < heads.size(); ++i) {
    auto const progress = unpack(heads.state[i]);
    auto const at = digits_.packed(heads.at[i]);
    hops[i] =
        at == heads.to[i] ? 0 : 2 * (calls_ - 1 - progress.call) + (digits_.digit(at, 1) != progress.target);
  }
}

}  // namespace weft
