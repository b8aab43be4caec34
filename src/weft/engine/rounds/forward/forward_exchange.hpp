#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/forward/forward_wire.hpp"

namespace weft::rounds {

/// Takes the messages of each round that cross to chunks of other ranks there: one MPI message between two
/// ranks whose chunks are joined, empty if nothing crosses.
template <class M>
class ForwardExchange {
 public:
  explicit ForwardExchange(Wiring const& wiring) {
    if (num_ranks() == 1) return;
    partners_ = wiring.partners();
    for (auto const& partner : partners_) ranks_.push_back(partner.rank);
  }

  void operator()(Wire<M>& wire, std::uint64_t round) const {
    if (partners_.empty()) return;
    std::vector<Bytes> to_partner;
    for (auto const& partner : partners_) {
      ByteWriter out;
      if (wire.crosses(partner.to, round)) wire.pack(partner.to, round, out);
      to_partner.push_back(std::move(out.bytes()));
    }
    auto const from_partner = exchange_with(ranks_, to_partner);
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      ByteReader in(from_partner[i]);
      if (in.empty())
        wire.clear(partners_[i].from, round);
      else
        wire.unpack(partners_[i].from, round, in);
    }
  }

 private:
  std::vector<Wiring::Partner> partners_;
  std::vector<unsigned> ranks_;  ///< theirs
};

}  // namespace weft::rounds
