// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/nodes.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/network/file_levels.hpp"
#include "weft/network/geometry/group_geometry.hpp"
#include "weft/network/hosts.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/file.hpp"

namespace weft::queue {

Nodes::Nodes(Machine machine, NodeKind kind) : machine_(std::move(machine)), kind_(kind) {
  if (machine_.num_terminals() == 0)
    throw InputError(machine_.spec() + " has no terminals", "jobs run on terminals",
                     "attach terminals, e.g. with concentration=1", "topology");
  if (machine_.has_failures())
    throw InputError(machine_.spec() + " has failed parts", "the queue may allocate any node to a job",
                     "omit the failures", "topology");
  levels_of_file_ = file_levels(machine_);
  find_nodes();
  find_groups();
}

void Nodes::find_nodes() {
  auto const& network = *machine_.network();
  auto const terminals = static_cast<std::uint32_t>(network.num_terminals());
  if (kind_ == NodeKind::terminal) {
    auto const file = machine_.as<topology::File>();
    bool const of_fabric = file != nullptr && file->fabric() != nullptr;
    auto const nodes = of_fabric ? machine_.hosts().size() : terminals;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      first_terminal_.push_back(static_cast<std::uint32_t>(terminals_.size()));
      if (of_fabric)
        for (auto const t : machine_.hosts().terminals_of(node)) terminals_.push_back(t);
      else
        terminals_.push_back(node);
      router_.push_back(network.injection_router({terminals_[first_terminal_.back()]}).v);
    }
  } else {
    for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
      auto const here = network.terminals_at({r});
      if (here.count == 0) continue;
      router_.push_back(r);
      first_terminal_.push_back(static_cast<std::uint32_t>(terminals_.size()));
      for (std::uint32_t i = 0; i < here.count; ++i)
        terminals_.push_back(static_cast<std::uint32_t>(here.first.v + i));
    }
  }
  first_terminal_.push_back(static_cast<std::uint32_t>(terminals_.size()));
}

void Nodes::find_groups() {
  auto const grouped = machine_.is_grouped() ? machine_.groups()->group_size() : 1;
  groups_are_ = machine_.is_grouped()                      ? "groups"
                : machine_.is_leveled() || levels_of_file_ ? "leaf switches"
                                                           : "routers";
  auto const& network = *machine_.network();
  std::vector<std::uint32_t> routers(router_);
  for (auto& router : routers) {
    if (machine_.is_node({router}) && network.degree({router}) > 0)
      router = network.target(network.channel({router}, {0})).v;
    router /= grouped;
  }
  auto names = routers;
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  group_.resize(size());
  first_in_group_.assign(names.size() + 1, 0);
  for (std::uint32_t node = 0; node < size(); ++node) {
    group_[node] = static_cast<std::uint32_t>(std::ranges::lower_bound(names, routers[node]) - names.begin());
    ++first_in_group_[group_[node] + 1];
  }
  for (std::size_t g = 0; g < names.size(); ++g) first_in_group_[g + 1] += first_in_group_[g];
  by_group_.resize(size());
  auto next = first_in_group_;
  for (std::uint32_t node = 0; node < size(); ++node) by_group_[next[group_[node]]++] = node;
}

void Nodes::append_terminals(std::uint32_t node, std::vector<std::uint32_t>& terminals) const {
  terminals.insert(terminals.end(), terminals_.begin() + first_terminal_[node],
                   terminals_.begin() + first_terminal_[node + 1]);
}

FreeNodes::FreeNodes(Nodes const& nodes)
    : nodes_(&nodes), count_(nodes.size()), words_(nodes.size() / 64 + 1, 0), in_group_(nodes.num_groups()) {
  for (std::uint32_t node = 0; node < nodes.size(); ++node)
    words_[node / 64] |= std::uint64_t{1} << node % 64;
  for (std::uint32_t g = 0; g < nodes.num_groups(); ++g)
    in_group_[g] = static_cast<std::uint32_t>(nodes.in_group(g).size());
}

void FreeNodes::take(std::span<std::uint32_t const> nodes) {
  for (auto const node : nodes) {
    words_[node / 64] &= ~(std::uint64_t{1} << node % 64);
    --in_group_[nodes_->group(node)];
  }
  count_ -= static_cast<std::uint32_t>(nodes.size());
}

void FreeNodes::release(std::span<std::uint32_t const> nodes) {
  for (auto const node : nodes) {
    words_[node / 64] |= std::uint64_t{1} << node % 64;
    ++in_group_[nodes_->group(node)];
  }
  count_ += static_cast<std::uint32_t>(nodes.size());
}

void FreeNodes::keep_common(FreeNodes const& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    for (auto gone = words_[i] & ~other.words_[i]; gone != 0; gone &= gone - 1) {
      auto const node =
          static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_zero(gone));
      --in_group_[nodes_->group(node)];
      --count_;
    }
    words_[i] &= other.words_[i];
  }
}

std::uint32_t FreeNodes::next(std::uint32_t node) const {
  if (node >= nodes_->size()) return nodes_->size();
  auto i = std::size_t{node} / 64;
  auto word = words_[i] & ~std::uint64_t{0} << node % 64;
  while (word == 0) {
    if (++i == words_.size()) return nodes_->size();
    word = words_[i];
  }
  return static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_zero(word));
}

void FreeNodes::append_from_group(std::uint32_t group, std::uint32_t count,
                                  std::vector<std::uint32_t>& out) const {
  for (auto const node : nodes_->in_group(group)) {
    if (count == 0) return;
    if (!is_free(node)) continue;
    out.push_back(node);
    --count;
  }
}

}  // namespace weft::queue
