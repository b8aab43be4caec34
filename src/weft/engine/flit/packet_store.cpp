#include "weft/engine/flit/packet_store.hpp"

#include "weft/core/error.hpp"

namespace weft::flit {

void PacketStore::take(std::vector<std::uint32_t>& free) {
  std::lock_guard const lock(changing_);
  if (!given_back_.empty()) {
    auto const first = given_back_.end() - static_cast<std::ptrdiff_t>(bulk);
    free.insert(free.end(), first, given_back_.end());
    given_back_.erase(first, given_back_.end());
    return;
  }
  if (used_ == most_chunks)
    throw InputError("more than 2^30 packets are under way", "flits name their packets by 30 bits",
                     "lower the rate or the size of the network", "engine");
  auto const first = static_cast<std::uint32_t>(used_ * bulk);
  if (!early_choices_.empty()) early_choices_[used_] = std::make_unique<routing::Candidate[]>(bulk);
  chunks_[used_++] = std::make_unique<Packet[]>(bulk);
  for (std::uint32_t i = bulk; i-- > 0;) free.push_back(first + i);
}

void PacketStore::give_back(std::vector<std::uint32_t>& free) {
  std::lock_guard const lock(changing_);
  auto const first = free.end() - static_cast<std::ptrdiff_t>(bulk);
  given_back_.insert(given_back_.end(), first, free.end());
  free.erase(first, free.end());
}

}  // namespace weft::flit
