// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/search/congestion.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"

namespace weft::mapping {

Congestion::Congestion(TaskGraph const& tasks, Network const& network, PairCosts& costs,
                       Placement const& placement)
    : tasks_(&tasks),
      costs_(&costs),
      load_(network.num_channels()),
      block_max_((network.num_channels() + block - 1) / block),
      potential_terms_(network.num_channels()),
      stamp_(network.num_channels(), 0),
      touched_(network.num_channels()),
      delta_(network.num_channels(), 0),
      new_potential_terms_(network.num_channels()) {
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e) {
    in_.push_back(network.injection_router({e}).v);
    out_.push_back(costs.target_of({e}));
  }
  touched_.clear();
  reset(placement);
}

void Congestion::reset(Placement const& placement) {
  terminal_ = placement;
  task_on_.assign(in_.size(), no_task);
  for (std::uint32_t task = 0; task < placement.size(); ++task) task_on_[placement[task]] = task;
  count_loads();
  set_power(doublings_);
}

void Congestion::count_loads() {
  std::ranges::fill(load_, 0);
  std::ranges::fill(block_max_, 0);
  total_ = 0;
  max_ = 0;
  for (std::uint32_t task = 0; task < terminal_.size(); ++task)
    for (auto const& partner : tasks_->partners(task)) {
      auto const from = in_[terminal_[task]], to = out_[terminal_[partner.task]];
      if (partner.sent == 0 || from == to) continue;
      for (auto const& [channel, cost] : costs_->of(from, to)) load_[channel] += partner.sent * cost;
    }
  for (std::uint32_t c = 0; c < load_.size(); ++c) {
    total_ += load_[c];
    block_max_[c / block] = std::max(block_max_[c / block], load_[c]);
  }
  for (auto const load : block_max_) max_ = std::max(max_, load);
}

void Congestion::set_power(unsigned doublings) {
  doublings_ = doublings;
  per_reference_ = max_ == 0 ? 1 : 1 / static_cast<double>(max_);
  potential_ = 0;
  for (std::uint32_t c = 0; c < load_.size(); ++c)
    potential_ += potential_terms_[c] = potential_term(load_[c]);
}

double Congestion::potential_term(std::uint64_t load) const {
  double value = static_cast<double>(load) * per_reference_;
  for (unsigned i = 0; i < doublings_; ++i) value *= value;
  return value;
}

void Congestion::add_flow(std::uint32_t from, std::uint32_t to, std::int64_t units) {
  if (units == 0 || from == to) return;
  for (auto const& [channel, cost] : costs_->of(from, to)) {
    if (stamp_[channel] != round_) {
      stamp_[channel] = round_;
      delta_[channel] = 0;
      touched_.push_back(channel);
    }
    delta_[channel] += units * static_cast<std::int64_t>(cost);
  }
}

/// Moves all traffic of a task, except traffic with `other_task`, from one terminal to another.
void Congestion::move_task(std::uint32_t task, std::uint32_t from, std::uint32_t to,
                           std::uint32_t other_task) {
  for (auto const& partner : tasks_->partners(task)) {
    if (partner.task == other_task) continue;
    auto const partner_terminal = terminal_[partner.task];
    auto const sent = static_cast<std::int64_t>(partner.sent),
               received = static_cast<std::int64_t>(partner.received);
    add_flow(in_[from], out_[partner_terminal], -sent);
    add_flow(in_[to], out_[partner_terminal], sent);
    add_flow(in_[partner_terminal], out_[from], -received);
    add_flow(in_[partner_terminal], out_[to], received);
  }
}

/// Reverses the traffic between two tasks that exchange their terminals.
void Congestion::turn_between(std::uint32_t one, std::uint32_t other) {
  auto const row = tasks_->partners(one);
  auto const found = std::ranges::lower_bound(row, other, {}, &TaskGraph::Partner::task);
  if (found == row.end() || found->task != other) return;
  auto const a = terminal_[one], b = terminal_[other];
  auto const sent = static_cast<std::int64_t>(found->sent),
             received = static_cast<std::int64_t>(found->received);
  add_flow(in_[a], out_[b], received - sent);
  add_flow(in_[b], out_[a], sent - received);
}

double Congestion::try_exchange(std::uint32_t one, std::uint32_t other) {
  first_terminal_ = one;
  second_terminal_ = other;
  touched_.clear();
  if (++round_ == 0) {
    std::ranges::fill(stamp_, 0);
    round_ = 1;
  }
  auto const a = task_on_[one], b = task_on_[other];
  if (a != no_task) move_task(a, one, other, b);
  if (b != no_task) move_task(b, other, one, a);
  if (a != no_task && b != no_task) turn_between(a, b);
  change_ = 0;
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    auto const c = touched_[i];
    new_potential_terms_[i] = delta_[c] == 0
                                  ? potential_terms_[c]
                                  : potential_term(load_[c] + static_cast<std::uint64_t>(delta_[c]));
    change_ += new_potential_terms_[i] - potential_terms_[c];
  }
  return change_;
}

void Congestion::update_max(std::uint32_t channel, std::uint64_t before) {
  auto& max = block_max_[channel / block];
  if (load_[channel] >= max) {
    max = load_[channel];
  } else if (before == max) {
    auto const begin = load_.begin() + channel / block * block;
    max = *std::max_element(begin, begin + std::min<std::ptrdiff_t>(block, load_.end() - begin));
  }
}

void Congestion::accept() {
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    auto const c = touched_[i];
    if (delta_[c] == 0) continue;
    auto const before = load_[c];
    load_[c] += static_cast<std::uint64_t>(delta_[c]);
    total_ += static_cast<unsigned __int128>(static_cast<__int128>(delta_[c]));
    potential_terms_[c] = new_potential_terms_[i];
    update_max(c, before);
  }
  max_ = *std::ranges::max_element(block_max_);
  potential_ += change_;
  auto const a = task_on_[first_terminal_], b = task_on_[second_terminal_];
  if (a != no_task) terminal_[a] = second_terminal_;
  if (b != no_task) terminal_[b] = first_terminal_;
  std::swap(task_on_[first_terminal_], task_on_[second_terminal_]);
}

void Congestion::find_tasks_above(std::uint64_t min, std::vector<std::uint32_t>& tasks) {
  tasks.clear();
  for (std::uint32_t task = 0; task < terminal_.size(); ++task)
    for (auto const& partner : tasks_->partners(task)) {
      auto const from = in_[terminal_[task]], to = out_[terminal_[partner.task]];
      if (partner.sent == 0 || from == to) continue;
      auto const over = std::ranges::any_of(
          costs_->of(from, to), [&](ChannelCost const& one) { return load_[one.channel] >= min; });
      if (over) {
        tasks.push_back(task);
        tasks.push_back(partner.task);
      }
    }
  std::ranges::sort(tasks);
  tasks.erase(std::ranges::unique(tasks).begin(), tasks.end());
}

namespace {

routing::Shares const& shares_for(MappingContext const& context, std::string_view mapping) {
  if (!context.shares)
    throw needs(mapping, "a routing", "the search minimizes the loads of channels").at("mapping");
  return context.shares();
}

}  // namespace

SearchContext::SearchContext(MappingContext const& context, std::string_view mapping)
    : tasks_(communication_for(context, mapping)),
      network_(&network_for(context, mapping)),
      shares_(&shares_for(context, mapping)),
      scale_(*shares_, *network_, tasks_.total_sent()) {
  tasks_.scale_down(scale_.unit_bits());
}
}  // namespace weft::mapping
