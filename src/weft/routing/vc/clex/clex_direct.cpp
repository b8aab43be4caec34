#include "weft/routing/vc/clex/clex_direct.hpp"

#include "weft/routing/vc/clex/clex_descent.hpp"

namespace weft::vc {
namespace {

/// A packet's phase: the descents that it has begun before, and the level of its last hop.
constexpr std::uint32_t level_bits = 6;

class ClexDirectRouting final : public Routing {
 public:
  ClexDirectRouting(ClexDescent descent, std::uint32_t vcs) : descent_(std::move(descent)) {
    VcBlocks const blocks(vcs, descent_.most());
    for (std::uint32_t i = 0; i < descent_.most(); ++i) masks_.push_back(blocks.of(i));
  }
  Traits traits() const override { return {.hop_bound = descent_.longest()}; }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      out[i] = next(heads[i]);
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const override { out.ways.push_back(next(head)); }

 private:
  Candidate next(Head const& head) const {
    auto const hop = descent_.hop({head.at}, {head.aim});
    std::uint32_t const last = head.phase & ((1u << level_bits) - 1);
    auto const descents = (head.phase >> level_bits) + ClexDescent::begins_another(last, hop.level);
    return {.vcs = masks_[descents],
            .phase = static_cast<std::uint16_t>(descents << level_bits | hop.level),
            .port = hop.port};
  }

  ClexDescent descent_;
  std::vector<std::uint64_t> masks_;  // by descent
};

}  // namespace

std::uint32_t ClexDirect::vcs_needed(Machine const& machine) const {
  return ClexDescent(ClexDigits(*machine.clex())).most();
}

RoutingPtr ClexDirect::bind(Machine const& machine, VcSupply const& supply) const {
  ClexDescent descent{ClexDigits(*machine.clex())};
  require_vcs(name, descent.most(), supply, "one for each time that a route comes to level 1");
  return std::make_shared<ClexDirectRouting>(std::move(descent), supply.vcs);
}

}  // namespace weft::vc
