// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/rank_exchange.hpp"

#include <algorithm>

#include "weft/core/byte_stream.hpp"

namespace weft::flit {

RankExchange::RankExchange(FlitNetwork const& network, State& state, Exchange& exchange,
                           std::vector<Core*> partitions, bool replies, bool shows_queues)
    : network_(network),
      state_(state),
      exchange_(exchange),
      partitions_(std::move(partitions)),
      replies_to_(num_ranks()),
      acknowledgments_to_(num_ranks()),
      arriving_(std::size_t{network.num_in()} << state.shift) {
  find_partners(replies, shows_queues);
  to_partner_.resize(partners_.size());
}

void RankExchange::find_partners(bool replies, bool all) {
  auto const& division = exchange_.division();
  std::vector<bool> joined(num_ranks(), all);
  for (unsigned r = 0; r < num_ranks(); ++r)
    if (!exchange_.to_ranks()[r].flits.empty()) joined[r] = true;
  for (std::uint32_t e = 0; replies && e < network_.num_terminals(); ++e) {
    auto const from = network_.injection_router(e), to = network_.router_of_out(network_.ejection_port(e));
    if (division.is_own(from)) joined[division.rank_of(to)] = true;
    if (division.is_own(to)) joined[division.rank_of(from)] = true;
  }
  for (unsigned r = 0; r < num_ranks(); ++r)
    if (joined[r] && r != rank()) partners_.push_back(r);
}

void RankExchange::send(Sources::Reply const& reply) {
  replies_to_[exchange_.division().rank_of(network_.injection_router(reply.terminal))].push_back(reply);
}

void RankExchange::send(InjectionControl::Acknowledgment const& acknowledgment) {
  acknowledgments_to_[exchange_.division().rank_of(network_.injection_router(acknowledgment.terminal))]
      .push_back(acknowledgment);
}

void RankExchange::Buffers::clear() {
  flits.clear();
  credits.clear();
  packets.clear();
  replies.clear();
  acknowledgments.clear();
  queues.clear();
}

void RankExchange::Buffers::write(Bytes& bytes) const {
  ByteWriter out(std::move(bytes));
  std::uint32_t const sizes[] = {
      static_cast<std::uint32_t>(flits.size()),           static_cast<std::uint32_t>(credits.size()),
      static_cast<std::uint32_t>(packets.size()),         static_cast<std::uint32_t>(replies.size()),
      static_cast<std::uint32_t>(acknowledgments.size()), static_cast<std::uint32_t>(queues.size())};
  if (std::ranges::any_of(sizes, [](auto size) { return size > 0; })) {
    out.put(sizes);
    out.put_all(std::span(flits));
    out.put_all(std::span(credits));
    out.put_all(std::span(packets));
    out.put_all(std::span(replies));
    out.put_all(std::span(acknowledgments));
    out.put_all(std::span(queues));
  }
  bytes = std::move(out.bytes());
}

void RankExchange::Buffers::read(Bytes const& bytes) {
  clear();
  if (bytes.empty()) return;
  ByteReader in(bytes);
  std::uint32_t sizes[6];
  in.read_all(std::span<std::uint32_t>(sizes));
  auto const fill = [&](auto& list, std::uint32_t size) {
    list.resize(size);
    in.read_all(std::span(list));
  };
  fill(flits, sizes[0]);
  fill(credits, sizes[1]);
  fill(packets, sizes[2]);
  fill(replies, sizes[3]);
  fill(acknowledgments, sizes[4]);
  fill(queues, sizes[5]);
}

/// Lists the queues that differ in length from the values last sent to other ranks.
void RankExchange::find_changed_queues() {
  changed_queues_.clear();
  for (auto out = state_.own_out.first; out < state_.own_out.last; ++out)
    if (state_.queue[out] != state_.remote_queue[out])
      changed_queues_.push_back({static_cast<std::uint32_t>(out), state_.queue[out]});
}

/// Moves the events for `rank` from the wheels into the message to it.
void RankExchange::load(std::uint64_t now, unsigned rank) {
  auto& to = exchange_.to_ranks()[rank];
  buffers_.clear();
  for (std::size_t p = 0; p < to.flits.size(); ++p) {
    to.flits[p].drain(now, [&](std::uint64_t after, FlitEvent const& event) {
      auto const number = event.flit & packet_mask;
      buffers_.flits.push_back(
          {event.in, static_cast<std::uint32_t>(after), event.vc | (event.flit & (head_bit | tail_bit))});
      if ((event.flit & head_bit) != 0) buffers_.packets.push_back(state_.packets[number]);
      if ((event.flit & tail_bit) != 0) partitions_[p]->free_packet(number);
    });
    to.credits[p].drain(now, [&](std::uint64_t after, CreditEvent const& event) {
      buffers_.credits.push_back({event.out, static_cast<std::uint32_t>(after), event.vc});
    });
  }
  buffers_.replies.swap(replies_to_[rank]);
  buffers_.acknowledgments.swap(acknowledgments_to_[rank]);
}

/// Moves the events of a received message into the wheels of this rank.
void RankExchange::unload(std::uint64_t now) {
  auto const& division = exchange_.division();
  auto packet = buffers_.packets.begin();
  for (auto const& crossing : buffers_.flits) {
    auto const p = division.partition_of(network_.router_of_in(crossing.port));
    auto const bits = crossing.vc_and_bits & (head_bit | tail_bit), vc = crossing.vc_and_bits ^ bits;
    auto& number = arriving_[state_.place(crossing.port, vc)];
    if ((bits & head_bit) != 0) number = partitions_[p]->new_packet(*packet++);
    exchange_.flits_to(p).back().schedule(now + crossing.after,
                                          {crossing.port, number | bits, static_cast<std::uint8_t>(vc)});
  }
  for (auto const& crossing : buffers_.credits) {
    auto const p = division.partition_of(network_.router_of_out(crossing.port));
    exchange_.credits_to(p).back().schedule(now + crossing.after,
                                            {crossing.port, static_cast<std::uint8_t>(crossing.vc_and_bits)});
  }
  replies_.insert(replies_.end(), buffers_.replies.begin(), buffers_.replies.end());
  acknowledgments_.insert(acknowledgments_.end(), buffers_.acknowledgments.begin(),
                          buffers_.acknowledgments.end());
  for (auto const& changed : buffers_.queues) state_.remote_queue[changed.out] = changed.flits;
}

void RankExchange::synchronize(std::uint64_t now, bool queues) {
  replies_.clear();
  acknowledgments_.clear();
  if (queues) find_changed_queues();
  for (std::size_t i = 0; i < partners_.size(); ++i) {
    load(now, partners_[i]);
    if (queues) buffers_.queues = changed_queues_;
    buffers_.write(to_partner_[i]);
  }
  for (auto const& bytes : exchange_with(partners_, to_partner_)) {
    buffers_.read(bytes);
    unload(now);
  }
}

}  // namespace weft::flit
