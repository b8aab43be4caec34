// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/destination_tag/destination_tag.hpp"

#include "weft/routing/form/channel_routing.hpp"
#include "weft/topology/family/kary_nfly.hpp"

namespace weft::routing {
namespace {

class DestinationTagRouting final : public SingleCandidate<DestinationTagRouting> {
 public:
  DestinationTagRouting(Machine const& machine, std::uint64_t mask)
      : fly_(machine.as<topology::KaryNfly>()), network_(machine.network()), mask_(mask) {}

  ChannelTraits traits() const override {
    return {.hop_bound = fly_->stages() - 1, .minimal = true, .oblivious = true};
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    return network_->terminals_at({from}).count > 0 && fly_->degree({to}) == 0;
  }

  Candidate next(Head const& head) const {
    return {.vcs = mask_, .port = fly_->port_towards({head.at}, {head.target}).v};
  }

 private:
  std::shared_ptr<topology::KaryNfly const> fly_;
  NetworkPtr network_;
  std::uint64_t mask_;
};

}  // namespace

ChannelRoutingPtr DestinationTag::channels(Machine const& machine, VcSupply const& supply) const {
  return std::make_shared<DestinationTagRouting>(machine,
                                                 VcBlocks(supplied_vcs(name, 1, supply, ""), 1).all());
}

}  // namespace weft::routing
