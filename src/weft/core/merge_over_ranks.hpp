#pragma once

#include <utility>

#include "weft/core/byte_stream.hpp"
#include "weft/core/ranks.hpp"

namespace weft {

/// Collective. The counts of all ranks, merged in the order of the ranks, on all ranks. Counts have
/// `write(ByteWriter&) const`, `static Counts read(ByteReader&)` and `merge(Counts const&)`.
template <class Counts>
void merge_over_ranks(Counts& counts) {
  if (num_ranks() == 1) return;
  ByteWriter mine;
  counts.write(mine);
  bool first = true;
  for (auto const& bytes : share_with_ranks(mine.bytes())) {
    ByteReader in(bytes);
    auto of_rank = Counts::read(in);
    if (first)
      counts = std::move(of_rank);
    else
      counts.merge(of_rank);
    first = false;
  }
}

}  // namespace weft
