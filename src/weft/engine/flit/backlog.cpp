// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/backlog.hpp"

#include <algorithm>

namespace weft::flit {

Sources::Backlog::Backlog(Sources const& sources) : sources_(sources), waiting_(sources.index_of_.size()) {
  for (auto const& source : sources.sources_) created_.push_back({source.rng, source.law, source.messages});
}

std::uint32_t Sources::Backlog::waiting_messages(std::uint64_t now, std::size_t index) {
  auto const& source = sources_.sources_[index];
  auto const& of_class = sources_.classes_[source.traffic_class];
  if (sources_.params_.injection == Injection::batch)
    return source.law.next == ArrivalLaw::never
               ? 0
               : static_cast<std::uint32_t>(of_class.traffic->messages({source.terminal})) - source.messages;
  auto& created = created_[index];
  for (; created.law.next < now; of_class.law.advance(created.law, created.rng)) ++created.messages;
  return created.messages - source.messages;
}

void Sources::Backlog::count(std::uint64_t now) {
  started_or_dropped_ = 0;
  std::ranges::fill(waiting_, 0u);
  for (std::size_t i = 0; i < sources_.sources_.size(); ++i) {
    auto const& source = sources_.sources_[i];
    auto& waiting = waiting_[source.terminal - sources_.first_terminal_];
    waiting += waiting_messages(now, i);
    if (!sources_.waiting_.empty())
      waiting += static_cast<std::uint32_t>(sources_.waiting_[i].replies.size() - sources_.waiting_[i].first);
    started_or_dropped_ += source.number;
  }
}

void Sources::add_sent(std::span<std::uint64_t> flits) const {
  for (std::size_t i = 0; i < sources_.size(); ++i)
    flits[std::size_t{sources_[i].traffic_class} * network_.num_terminals() + sources_[i].terminal] +=
        sent_[i];
}

template <class Visit>
void Sources::visit_waiting(std::uint64_t to, Visit visit) const {
  for (auto source : sources_) {
    auto const& of_class = classes_[source.traffic_class];
    auto const take = [&] {
      visit(source.traffic_class, source.law.next, flits_of(source));
      ++source.number;
    };
    if (params_.injection != Injection::batch)
      for (; source.law.next < to; of_class.law.advance(source.law, source.rng)) take();
    else if (source.law.next != ArrivalLaw::never)
      for (auto const all = of_class.traffic->messages({source.terminal}); source.messages < all;
           ++source.messages)
        take();
  }
  for (std::size_t index = 0; index < waiting_.size(); ++index) {
    auto const& queue = waiting_[index];
    for (auto i = queue.first; i < queue.replies.size(); ++i)
      if (queue.replies[i].cycle < to)
        visit(sources_[index].traffic_class, queue.replies[i].cycle,
              static_cast<std::uint16_t>(params_.reply_size));
  }
}

void Sources::add_waiting(std::uint64_t from, std::uint64_t to, std::span<std::uint64_t> packets) const {
  if (is_timed())
    for (std::size_t i = 0; i < sources_.size(); ++i) packets[0] += messages_.packets(i, from, to);
  else
    visit_waiting(to,
                  [&](std::uint8_t c, std::uint64_t cycle, std::uint16_t) { packets[c] += cycle >= from; });
}

void Sources::add_waiting(std::uint64_t now, Timeline& figures) const {
  auto const add = [&](std::uint8_t c, std::uint64_t cycle, std::uint64_t packets, std::uint64_t flits) {
    auto const row = static_cast<std::size_t>(cycle / figures.interval);
    figures.network[row].created += packets;
    figures.network[row].offered += flits;
    if (figures.classes.empty()) return;
    auto& of_class = figures.classes[row * figures.num_classes + c];
    of_class.created += packets;
    of_class.offered += flits;
  };
  if (is_timed())
    for (std::size_t i = 0; i < sources_.size(); ++i)
      messages_.visit_waiting(i, now, [&](std::uint64_t cycle, std::uint64_t packets, std::uint64_t flits) {
        add(0, cycle, packets, flits);
      });
  else
    visit_waiting(now,
                  [&](std::uint8_t c, std::uint64_t cycle, std::uint16_t flits) { add(c, cycle, 1, flits); });
}

bool Sources::any_waiting(std::uint64_t cycle) const {
  for (auto const& source : sources_)
    if (source.law.next < cycle) return true;
  for (auto const& queue : waiting_)
    if (queue.first < queue.replies.size() && queue.replies[queue.first].cycle < cycle) return true;
  return false;
}

std::uint16_t Sources::unsent(std::uint32_t terminal, std::uint32_t packet) const {
  for (std::uint32_t c = 0; c < classes_.size(); ++c)
    if (auto const& source = sources_[index_of(terminal, c)]; source.left > 0 && source.packet == packet)
      return source.left;
  return 0;
}

}  // namespace weft::flit
