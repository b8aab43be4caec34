// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/communication/communication.hpp"

#include <algorithm>
#include <numeric>

#include "weft/core/error.hpp"

namespace weft {
namespace {

void check_total(unsigned __int128 total) {
  if (total == 0)
    throw InputError("the tasks send no messages", "loads need traffic", "use another traffic pattern");
  if (total >> 62 != 0)
    throw InputError("the tasks send 2^62 units or more", "the total must be below 2^62",
                     "scale the weights down");
}

}  // namespace

void Communication::add_group(std::uint64_t units, std::span<std::uint32_t const> members) {
  throw_if_interrupted();
  group_units_.push_back(units);
  members_.insert(members_.end(), members.begin(), members.end());
  first_member_.push_back(members_.size());
}

void Communication::finish() {
  unsigned __int128 total = 0;
  first_flow_.assign(tasks_ + 1, 0);
  first_flow_to_.assign(tasks_ + 1, 0);
  first_group_of_.assign(tasks_ + 1, 0);
  for (auto const& flow : flows_) {
    total += flow.units;
    ++first_flow_[flow.from];
    ++first_flow_to_[flow.to];
  }
  for (std::size_t g = 0; g < num_groups(); ++g) {
    auto const [units, members] = group(g);
    total += static_cast<unsigned __int128>(units) * members.size() * members.size();
    for (auto const task : members) ++first_group_of_[task];
  }
  check_total(total);
  total_ = static_cast<std::uint64_t>(total);

  for (auto* const first : {&first_flow_, &first_flow_to_, &first_group_of_})
    std::exclusive_scan(first->begin(), first->end(), first->begin(), 0u);
  if (!std::ranges::is_sorted(flows_, {}, &Flow::from)) std::ranges::stable_sort(flows_, {}, &Flow::from);
  flows_to_.resize(flows_.size());
  groups_of_.resize(members_.size());
  auto next = first_flow_to_;
  for (std::size_t i = 0; i < flows_.size(); ++i)
    flows_to_[next[flows_[i].to]++] = static_cast<std::uint32_t>(i);
  next = first_group_of_;
  for (std::size_t g = 0; g < num_groups(); ++g)
    for (auto const task : group(g).members) groups_of_[next[task]++] = static_cast<std::uint32_t>(g);
}

}  // namespace weft
