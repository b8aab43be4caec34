#include "weft/engine/flit/sources.hpp"

#include <algorithm>

#include "weft/engine/flit/allocator.hpp"

namespace weft::flit {
namespace {

constexpr std::uint64_t horizon = 4095;

std::vector<double> share_bounds(FlitParams const& params) {
  std::vector<double> bounds;
  double sum = 0;
  for (std::size_t i = 0; i < params.packet_size.size(); ++i) bounds.push_back(sum += size_weight(params, i));
  for (auto& it : bounds) it /= sum;
  return bounds;
}

std::size_t num_sources(FlitNetwork const& network, std::uint32_t first_router, std::uint32_t last_router) {
  std::size_t number = 0;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    number += network.injection_router(e) >= first_router && network.injection_router(e) < last_router;
  return number;
}

}  // namespace

Sources::Sources(FlitNetwork const& network, routing::ChannelRouting const& routing, State& state,
                 Traffic const& traffic, FlitParams const& params, std::uint64_t seed,
                 std::uint32_t first_router, std::uint32_t last_router)
    : network_(network),
      routing_(routing),
      state_(state),
      traffic_(traffic),
      params_(params),
      options_(router_options(params)),
      law_(params),
      reaches_all_(routing.traits().reaches_all),
      sizes_(seed, Purpose::size),
      draws_(seed, Purpose::route),
      due_(horizon),
      later_answers_(params.injection == Injection::request_reply
                         ? static_cast<std::uint64_t>(params.reply_delay) + 2 * lookahead(network, options_) +
                               1
                         : 0),
      size_bounds_(share_bounds(params)),
      control_(params, network, state, num_sources(network, first_router, last_router)),
      later_acknowledgments_(needs_acknowledgments(params) ? horizon : 0),
      messages_(0, 1, false) {
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e) {
    if (auto const r = network.injection_router(e); r < first_router || r >= last_router) continue;
    if (sources_.empty()) first_terminal_ = e;
    index_of_.resize(e - first_terminal_ + std::size_t{1});
    index_of_[e - first_terminal_] = static_cast<std::uint32_t>(sources_.size());
    Source source;
    source.terminal = e;
    source.rng = Rng(seed, Purpose::injection, e);
    if (traffic.messages({e}) == 0)
      source.law.next = ArrivalLaw::never;
    else if (params.injection != Injection::batch)
      law_.start(source.law, source.rng);
    sources_.push_back(source);
  }
  busy_.resize((sources_.size() + 63) / 64);
  sent_.resize(sources_.size());
  if (params.injection == Injection::request_reply) waiting_.resize(sources_.size());
  if (is_timed())
    messages_ = {sources_.size(), static_cast<std::uint32_t>(params.packet_size[0]),
                 params.sending == Sending::interleaved};
  for (std::uint32_t i = 0; i < sources_.size(); ++i) sleep(0, i);
}

/// Wakes a source when its next packet is made, at latest at the end of the wheel.
void Sources::sleep(std::uint64_t now, std::uint32_t index) {
  auto const next = sources_[index].law.next;
  if (next == ArrivalLaw::never) return;
  due_.schedule(std::clamp(next, now, now + horizon), index);
}

void Sources::wake(std::uint64_t now) {
  auto& due = due_.now(now);
  auto const count = due.size();
  for (std::size_t i = 0; i < count; ++i) {
    auto const index = due[i];
    if (sources_[index].law.next <= now)
      busy_[index / 64] |= std::uint64_t{1} << index % 64;
    else
      sleep(now, index);
  }
  due.erase(due.begin(), due.begin() + static_cast<std::ptrdiff_t>(count));
}

void Sources::take_answers(std::uint64_t now) {
  for (auto const& it : answers_) later_answers_.schedule(std::max(it.cycle, now), it);
  answers_.clear();
  for (auto const& it : later_answers_.now(now)) {
    auto const index = index_of_[it.terminal - first_terminal_];
    waiting_[index].answers.push_back(it);
    busy_[index / 64] |= std::uint64_t{1} << index % 64;
  }
  later_answers_.now(now).clear();
}

/// Acknowledgments that are due later than the wheel reaches are scheduled again at its end.
void Sources::take_acknowledgments(std::uint64_t now) {
  auto const schedule = [&](InjectionControl::Acknowledgment const& it) {
    later_acknowledgments_.schedule(std::clamp(it.cycle, now, now + horizon), it);
  };
  for (auto const& it : acknowledgments_) schedule(it);
  acknowledgments_.clear();
  auto& due = later_acknowledgments_.now(now);
  auto const count = due.size();
  for (std::size_t i = 0; i < count; ++i) {
    auto const it = due[i];
    if (it.cycle <= now)
      control_.acknowledge(index_of_[it.terminal - first_terminal_], it);
    else
      schedule(it);
  }
  due.erase(due.begin(), due.begin() + static_cast<std::ptrdiff_t>(count));
}

bool Sources::has_answer(std::uint32_t index) const {
  return !waiting_.empty() && waiting_[index].first < waiting_[index].answers.size();
}

std::uint16_t Sources::flits_of(Source const& source) const {
  if (size_bounds_.size() == 1) return static_cast<std::uint16_t>(params_.packet_size[0]);
  auto const place = std::ranges::upper_bound(size_bounds_, sizes_.unit(packet_name(source)));
  auto const index = std::min<std::ptrdiff_t>(place - size_bounds_.begin(), std::ssize(size_bounds_) - 1);
  return static_cast<std::uint16_t>(params_.packet_size[static_cast<std::size_t>(index)]);
}

std::uint16_t Sources::next_flits(std::uint32_t index) const {
  return is_timed() ? messages_.next_packet(index) : flits_of(sources_[index]);
}

/// The next free virtual channel of the class after the last one used that has a credit, or with cut-through
/// room for the whole packet; false if there is none.
bool Sources::choose_vc(Source& source, std::uint32_t message_class, std::uint32_t flits) {
  auto const each = options_.vcs / options_.message_classes, first = message_class * each;
  auto const needed = options_.cut_through ? flits : 1;
  auto offset = std::uint32_t{source.last_vc[message_class]};
  for (std::uint32_t step = 0; step < each; ++step) {
    offset = after(offset, each);
    auto const v = first + offset;
    if ((state_.source_vcs[source.terminal] >> v & 1) == 0) continue;
    if (state_.source_credits[std::size_t{source.terminal} * state_.vcs + v] < needed) continue;
    source.vc = static_cast<std::uint8_t>(v);
    source.last_vc[message_class] = static_cast<std::uint8_t>(offset);
    return true;
  }
  return false;
}

/// Takes the answer that has waited longest.
void Sources::take_answer(std::uint32_t index, Packet& packet) {
  auto& queue = waiting_[index];
  auto const& answer = queue.answers[queue.first++];
  packet.birth = answer.cycle;
  packet.terminal = answer.to;
  packet.request_begun = answer.request_begun;
  packet.marked = answer.marked != 0;
  if (2 * queue.first < queue.answers.size()) return;
  queue.answers.erase(queue.answers.begin(),
                      queue.answers.begin() + static_cast<std::ptrdiff_t>(queue.first));
  queue.first = 0;
}

std::uint32_t Sources::next_destination(std::uint32_t index) const {
  if (is_timed()) return messages_.front(index).to;
  auto const& source = sources_[index];
  TerminalId const e{source.terminal};
  return traffic_.nth_destination(e, source.messages % traffic_.messages(e));
}

/// Takes the next message of the traffic.
void Sources::take_message(std::uint32_t index, Packet& packet) {
  auto& source = sources_[index];
  packet.birth = source.law.next;
  packet.terminal = next_destination(index);
  ++source.messages;
  if (params_.injection != Injection::batch)
    law_.advance(source.law, source.rng);
  else if (source.messages == traffic_.messages({source.terminal}))
    source.law.next = ArrivalLaw::never;
}

/// Takes the next packet of the message whose turn it is.
void Sources::take_timed(std::uint64_t now, std::uint32_t index, Packet& packet) {
  auto const& message = messages_.front(index);
  packet.birth = message.start;
  packet.terminal = message.to;
  packet.message = message.number;
  messages_.take_packet(index, now);
  sources_[index].law.next = messages_.empty(index) ? ArrivalLaw::never : messages_.front(index).start;
}

void Sources::send(std::uint64_t now, std::uint32_t terminal, OutgoingMessage const& message) {
  auto const index = index_of_[terminal - first_terminal_];
  messages_.push(index, message);
  auto& next = sources_[index].law.next;
  if (next != ArrivalLaw::never) return;
  next = message.start;
  sleep(now, index);
}

/// Begins the next packet, answers first. False if there is none, no virtual channel is free, the source must
/// wait, or there is no path to the destination.
bool Sources::begin(std::uint64_t now, std::uint32_t index, Core& core, Window const& window, Tally& tally) {
  auto& source = sources_[index];
  bool const answers = has_answer(index);
  if (!answers && source.law.next > now) return false;
  if (!answers && control_.is_on() &&
      (control_.waits(index, now) ||
       !control_.may_begin(index, source.terminal, next_destination(index), now)))
    return false;
  Packet packet;
  packet.flits = answers ? static_cast<std::uint16_t>(params_.reply_size) : next_flits(index);
  packet.message_class = answers ? std::uint8_t{1} : std::uint8_t{0};
  if (!choose_vc(source, packet.message_class, packet.flits)) return false;
  packet.source = source.terminal;
  packet.draw = draws_(packet_name(source));
  ++source.number;
  if (answers)
    take_answer(index, packet);
  else if (is_timed())
    take_timed(now, index, packet);
  else
    take_message(index, packet);
  packet.to = network_.router_of_out(network_.ejection_port(packet.terminal));
  if (!reaches_all_ &&
      !routing_.reaches_terminal(network_.injection_router(packet.source), packet.to, packet.terminal)) {
    tally.unreachable += window.contains(packet.birth);
    if (recorder_ != nullptr) recorder_->drop_packet(packet);
    return false;
  }
  ++tally.started;
  if (recorder_ != nullptr) recorder_->begin_packet(packet);
  if (!answers) control_.begin(index, packet.terminal, packet.flits, now);
  if (window.contains(packet.birth)) {
    ++tally.measured_started;
    tally.measured_flits += packet.flits;
  }
  source.packet = core.new_packet(packet);
  source.left = source.flits = packet.flits;
  return true;
}

void Sources::step(std::uint64_t now, Core& core, Window const& window, Tally& tally) {
  wake(now);
  if (!waiting_.empty()) take_answers(now);
  if (control_.limits()) take_acknowledgments(now);
  for (std::size_t word = 0; word < busy_.size(); ++word)
    for_each_bit(busy_[word], [&](std::uint32_t bit) {
      auto const index = static_cast<std::uint32_t>(word * 64 + bit);
      auto& source = sources_[index];
      auto const rest = [&] {
        if (source.left > 0 || has_answer(index) || source.law.next <= now) return;
        busy_[word] &= ~(std::uint64_t{1} << bit);
        sleep(now + 1, index);
      };
      if (source.left == 0 && !begin(now, index, core, window, tally)) return rest();
      if (state_.source_credits[std::size_t{source.terminal} * state_.vcs + source.vc] == 0) return;
      Flit const flit =
          source.packet | (source.left == source.flits ? head_bit : 0) | (source.left == 1 ? tail_bit : 0);
      if ((flit & head_bit) != 0) {
        auto& packet = state_.packets[source.packet];
        packet.entered = static_cast<std::uint32_t>(std::min<std::uint64_t>(now - packet.birth, 0xffffffff));
      }
      --source.left;
      sent_[index] += window.contains(now);
      if (recorder_ != nullptr) recorder_->send(state_.packets[source.packet]);
      core.inject(source.terminal, source.vc, flit);
      rest();
    });
}

void Sources::add_sent(std::vector<std::uint64_t>& by_terminal) const {
  for (std::size_t i = 0; i < sources_.size(); ++i) by_terminal[sources_[i].terminal] += sent_[i];
}

template <class Visit>
void Sources::visit_waiting(std::uint64_t to, Visit visit) const {
  for (auto source : sources_) {
    auto const take = [&] {
      visit(source.law.next, flits_of(source));
      ++source.number;
    };
    if (params_.injection != Injection::batch)
      for (; source.law.next < to; law_.advance(source.law, source.rng)) take();
    else if (source.law.next != ArrivalLaw::never)
      for (auto const all = traffic_.messages({source.terminal}); source.messages < all; ++source.messages)
        take();
  }
  for (auto const& it : waiting_)
    for (auto i = it.first; i < it.answers.size(); ++i)
      if (it.answers[i].cycle < to)
        visit(it.answers[i].cycle, static_cast<std::uint16_t>(params_.reply_size));
}

std::uint64_t Sources::waiting(std::uint64_t from, std::uint64_t to) const {
  std::uint64_t sum = 0;
  if (is_timed()) {
    for (std::size_t i = 0; i < sources_.size(); ++i) sum += messages_.packets(i, from, to);
    return sum;
  }
  visit_waiting(to, [&](std::uint64_t cycle, std::uint16_t) { sum += cycle >= from; });
  return sum;
}

void Sources::add_waiting(std::uint64_t now, Timeline& figures) const {
  auto const add = [&](std::uint64_t cycle, std::uint64_t packets, std::uint64_t flits) {
    auto& interval = figures.network[static_cast<std::size_t>(cycle / figures.interval)];
    interval.made += packets;
    interval.offered += flits;
  };
  if (is_timed())
    for (std::size_t i = 0; i < sources_.size(); ++i) messages_.visit_waiting(i, now, add);
  else
    visit_waiting(now, [&](std::uint64_t cycle, std::uint16_t flits) { add(cycle, 1, flits); });
}

bool Sources::any_waiting(std::uint64_t cycle) const {
  for (auto const& it : sources_)
    if (it.law.next < cycle) return true;
  for (auto const& it : waiting_)
    if (it.first < it.answers.size() && it.answers[it.first].cycle < cycle) return true;
  return false;
}

}  // namespace weft::flit
