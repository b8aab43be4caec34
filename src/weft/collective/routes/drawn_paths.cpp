#include "weft/collective/routes/drawn_paths.hpp"

#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "weft/routing/form/shares.hpp"

namespace weft::collective {
namespace {

/// Room for the candidates of a head.
template <class T>
class Candidates {
 public:
  explicit Candidates(std::size_t count) : more_(count > few_.size() ? count : 0), count_(count) {}
  std::span<T> all() { return more_.empty() ? std::span<T>(few_).first(count_) : std::span<T>(more_); }

 private:
  std::array<T, 16> few_{};
  std::vector<T> more_;
  std::size_t count_;
};

}  // namespace

DrawnPaths::DrawnPaths(NetworkPtr network, PacketRoutingPtr routing, std::uint64_t seed)
    : network_(std::move(network)),
      routing_(std::move(routing)),
      traits_(routing_->traits()),
      words_(seed, Purpose::route),
      encoded_(network_->num_routers()) {
  std::iota(encoded_.begin(), encoded_.end(), 0u);
  routing_->encode(encoded_);
}

std::uint32_t DrawnPaths::start(std::uint32_t from, std::uint32_t to, std::uint64_t item) const {
  if (!traits_.has_state) return 0;
  RouterId const at{from};
  std::uint32_t state = 0;
  auto const draw = traits_.draws ? word(to, item, 0) : 0;
  Heads heads{};
  heads.at = {&at, 1};
  heads.to = {&encoded_[to], 1};
  if (traits_.draws) heads.draw = {&draw, 1};
  heads.next_state = {&state, 1};
  routing_->start(heads);
  return state;
}

DrawnPaths::Hop DrawnPaths::next(std::uint32_t at, std::uint32_t to, std::uint64_t item, std::uint32_t taken,
                                 std::uint32_t state) const {
  RouterId const router{at};
  auto const draw = traits_.draws ? word(to, item, taken + std::uint64_t{1}) : 0;
  Candidates<PortId> ports(traits_.width);
  Candidates<std::uint32_t> states(traits_.width);
  std::uint16_t count = 1;
  Heads heads{};
  heads.at = {&router, 1};
  heads.to = {&encoded_[to], 1};
  if (traits_.has_state) heads.state = {&state, 1};
  if (traits_.draws) heads.draw = {&draw, 1};
  heads.port = ports.all();
  if (traits_.has_state) heads.next_state = states.all();
  if (traits_.width > 1) heads.candidates = {&count, 1};
  routing_->route(heads);
  auto const choice = count == 1 ? 0 : below32(mix64(draw), count);
  return {ports.all()[choice], states.all()[choice]};
}

std::uint32_t DrawnPaths::hops(std::uint32_t from, std::uint32_t to, std::uint64_t item) const {
  if (!routing_->reaches({from}, encoded_[to])) routing::no_path({from}, {to});
  auto at = from, state = start(from, to, item);
  for (std::uint32_t taken = 0; taken <= traits_.hop_bound; ++taken) {
    auto const hop = next(at, to, item, taken, state);
    if (hop.port == arrived) return taken;
    at = network_->target(network_->channel({at}, hop.port)).v;
    state = hop.state;
  }
  throw std::logic_error("a routing exceeds its declared hop bound");
}

}  // namespace weft::collective
