// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/ranks_on.hpp"

namespace weft {

/// Blocks over each channel in all, after a plan has been executed without violation; else empty.
inline std::vector<std::uint64_t> blocks_by_channel(RanksOn const& machine, std::string const& algorithm,
                                                    collective::Task const& task) {
  auto const it = collective::make_algorithm(Spec::parse(algorithm));
  it->check(machine, task);
  auto const plan = it->plan(machine, task);
  if (schedule::execute(machine.network(), *plan.schedule).violation) return {};
  std::vector<std::uint64_t> blocks(machine.network().num_channels());
  plan.schedule->rewind();
  for (Step step; plan.schedule->next(step);)
    for (auto const& transfer : step.transfers) ++blocks[transfer.channel];
  return blocks;
}

}  // namespace weft
