#pragma once

#include <vector>

#include "weft/engine/rounds/forward_message.hpp"
#include "weft/engine/rounds/forward_scratch.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/routing.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// Where messages come from. Thread-safe for different chunks.
template <class M>
class MessageSource {
 public:
  virtual ~MessageSource() = default;
  /// Whether the chunk may get messages in this round; if not, `collect` need not be called.
  virtual bool sends(Wiring::Chunk const& chunk, std::uint64_t round) const = 0;
  /// Appends the messages that the chunk's terminals send at the beginning of the round, in the order of terminals, to
  /// `out`: message (`to` is the number of the destination terminal, the rest but source and birth zero) and router.
  virtual void collect(Wiring::Chunk const& chunk, std::uint64_t round, Arrivals<M>& out) = 0;
};

/// All messages of a traffic, before the first round.
template <class M>
class OneShot final : public MessageSource<M> {
 public:
  OneShot(Network const& network, Traffic const& traffic) : network_(network), traffic_(traffic) {}
  bool sends(Wiring::Chunk const&, std::uint64_t round) const override { return round == 1; }
  void collect(Wiring::Chunk const& chunk, std::uint64_t round, Arrivals<M>& out) override;

 private:
  Network const& network_;
  Traffic const& traffic_;
};

template <class M>
void OneShot<M>::collect(Wiring::Chunk const& chunk, std::uint64_t round, Arrivals<M>& out) {
  std::vector<std::uint32_t> destinations;
  for (std::uint32_t i = 0; i < chunk.routers; ++i) {
    auto const terminals = network_.terminals_at({chunk.first_router + i});
    for (std::uint32_t k = 0; k < terminals.count; ++k) {
      TerminalId const e{terminals.first.v + k};
      destinations.resize(traffic_.messages(e));
      if (destinations.empty()) continue;
      traffic_.destinations(e, 1, destinations);
      out.grow(out.size + destinations.size());
      for (auto const to : destinations) {
        M message{};
        message.to = to;
        if constexpr (is_full<M>) {
          message.source = e.v;
          message.birth = round - 1;
        }
        out.message[out.size] = message;
        out.router[out.size++] = static_cast<std::uint16_t>(i);
      }
    }
  }
}

}  // namespace weft::rounds
