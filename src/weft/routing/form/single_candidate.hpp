#pragma once

#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {

/// The base of deterministic routings: a head has one candidate, which `Derived::next(Head const&)` returns.
template <class Derived>
class SingleCandidate : public ChannelRouting {
 public:
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const final {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      out[i] = self().next(heads[i]);
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const final { out.candidates.push_back(self().next(head)); }

 private:
  Derived const& self() const { return static_cast<Derived const&>(*this); }
};

}  // namespace weft::routing
