// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/percs/percs.hpp"

#include "weft/topology/family/percs.hpp"

namespace weft {

PercsPaths::PercsPaths(topology::Percs const& percs, PercsPathParams const& params, bool direct)
    : supernodes_(static_cast<std::uint32_t>(percs.params().supernodes)),
      links_(static_cast<std::uint32_t>(percs.params().links)),
      width_(PercsCounts::nodes_per_supernode / links_),
      params_(params),
      direct_(direct) {}

}  // namespace weft

namespace weft::routing {
namespace {

class PercsShares final : public Shares {
 public:
  PercsShares(topology::Percs const& percs, NetworkPtr network, PercsPaths const& paths)
      : percs_(percs), network_(std::move(network)), paths_(paths) {}
  std::uint64_t denominator() const override { return paths_.denominator(); }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override {
    auto const first = out.size();
    paths_.visit_paths(from, to, [&](PercsChannel const& channel, std::uint64_t share, PercsHop) {
      if (channel.from != channel.to)  // a D link of a supernode to itself would connect a node to itself
        out.push_back({network_->channel(channel.from, percs_.port_to(channel.from, channel.to)), share});
    });
    merge_shares(out, first);
    return true;
  }

 private:
  topology::Percs percs_;
  NetworkPtr network_;
  PercsPaths paths_;
};

}  // namespace

SharesPtr PercsRouting::shares(Machine const& machine) const {
  return std::make_shared<PercsShares>(*machine.as<topology::Percs>(), machine.network(),
                                       paths(*machine.as<topology::Percs>()));
}

std::optional<PercsPaths> percs_paths_of(Spec const& spec, topology::Percs const& percs) {
  if (spec.name != PercsDirect::name && spec.name != PercsIndirect::name) return std::nullopt;
  return PercsPaths(percs, read_params<PercsPathParams>(percs_path_schema, spec),
                    spec.name == PercsDirect::name);
}

}  // namespace weft::routing
