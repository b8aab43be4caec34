#include "weft/routing/destination_tag/destination_tag.hpp"

#include "weft/topology/family/kary_nfly.hpp"

namespace weft::routing {
namespace {

class DestinationTagRouting final : public ChannelRouting {
 public:
  DestinationTagRouting(Machine const& machine, std::uint64_t mask)
      : fly_(machine.as<KaryNfly>()), network_(machine.network()), mask_(mask) {}

  Traits traits() const override {
    return {.hop_bound = fly_->stages() - 1, .minimal = true, .oblivious = true};
  }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      out[i] = next(heads[i]);
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const override { out.ways.push_back(next(head)); }
  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    return network_->terminals_at({from}).count > 0 && fly_->degree({to}) == 0;
  }

 private:
  Candidate next(Head const& head) const {
    return {.vcs = mask_, .port = fly_->port_towards({head.at}, {head.aim}).v};
  }

  std::shared_ptr<KaryNfly const> fly_;
  NetworkPtr network_;
  std::uint64_t mask_;
};

}  // namespace

ChannelRoutingPtr DestinationTag::channels(Machine const& machine, VcSupply const& supply) const {
  return std::make_shared<DestinationTagRouting>(machine,
                                                 VcBlocks(supplied_vcs(name, 1, supply, ""), 1).all());
}

}  // namespace weft::routing
