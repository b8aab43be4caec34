#include "weft/engine/load/routings/percs.hpp"

#include "weft/core/error.hpp"

namespace weft::load {
namespace {

class PercsShares final : public PairShares {
 public:
  PercsShares(Percs const& percs, NetworkPtr network, PercsPaths const& paths)
      : percs_(percs), network_(std::move(network)), paths_(paths) {}
  std::uint64_t denominator() const override { return paths_.denominator(); }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override {
    auto const first = out.size();
    paths_.visit_paths(from, to, [&](PercsChannel const& channel, std::uint64_t share, PercsHop) {
      if (channel.from != channel.to)  // a D link of a supernode to itself leads from a node to itself
        out.push_back({network_->channel(channel.from, percs_.port_to(channel.from, channel.to)), share});
    });
    merge_shares(out, first);
    return true;
  }

 private:
  Percs percs_;
  NetworkPtr network_;
  PercsPaths paths_;
};

}  // namespace

void PercsRouting::check_machine(Machine const& machine) const {
  if (!machine.percs)
    throw InputError(std::string(direct_ ? PercsDirect::name : PercsIndirect::name) + " routes on percs only",
                     "", "", "routing");
}

PairSharesPtr PercsRouting::shares(Machine const& machine) const {
  check_machine(machine);
  return std::make_shared<PercsShares>(*machine.percs, machine.network(), paths(*machine.percs));
}

}  // namespace weft::load
