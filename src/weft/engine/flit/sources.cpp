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
      size_bounds_(share_bounds(params)) {
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
  if (params.injection == Injection::request_reply) waiting_.resize(sources_.size());
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

bool Sources::has_answer(std::uint32_t index) const {
  return !waiting_.empty() && waiting_[index].first < waiting_[index].answers.size();
}

std::uint16_t Sources::flits_of(Source const& source) const {
  if (size_bounds_.size() == 1) return static_cast<std::uint16_t>(params_.packet_size[0]);
  auto const place = std::ranges::upper_bound(size_bounds_, sizes_.unit(packet_name(source)));
  auto const index = std::min<std::ptrdiff_t>(place - size_bounds_.begin(), std::ssize(size_bounds_) - 1);
  return static_cast<std::uint16_t>(params_.packet_size[static_cast<std::size_t>(index)]);
}

/// The next free virtual channel of the class after the last one used; false if there is none.
bool Sources::choose_vc(Source& source, std::uint32_t message_class, std::uint32_t flits) {
  auto const each = options_.vcs / options_.message_classes, first = message_class * each;
  auto offset = std::uint32_t{source.last_vc[message_class]};
  for (std::uint32_t step = 0; step < each; ++step) {
    offset = after(offset, each);
    auto const v = first + offset;
    if ((state_.source_vcs[source.terminal] >> v & 1) == 0) continue;
    if (options_.cut_through && state_.source_credits[std::size_t{source.terminal} * state_.vcs + v] < flits)
      continue;
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
  if (2 * queue.first < queue.answers.size()) return;
  queue.answers.erase(queue.answers.begin(),
                      queue.answers.begin() + static_cast<std::ptrdiff_t>(queue.first));
  queue.first = 0;
}

/// Takes the next message of the traffic.
void Sources::take_message(Source& source, Packet& packet) {
  TerminalId const e{source.terminal};
  auto const messages = traffic_.messages(e);
  packet.birth = source.law.next;
  packet.terminal = traffic_.nth_destination(e, source.messages++ % messages);
  if (params_.injection != Injection::batch)
    law_.advance(source.law, source.rng);
  else if (source.messages == messages)
    source.law.next = ArrivalLaw::never;
}

/// Begins the next packet, answers first. False if there is none, no virtual channel is free, or there is no
/// path to the destination.
bool Sources::begin(std::uint64_t now, std::uint32_t index, Core& core, Window const& window, Tally& tally) {
  auto& source = sources_[index];
  bool const answers = has_answer(index);
  if (!answers && source.law.next > now) return false;
  Packet packet;
  packet.flits = answers ? static_cast<std::uint16_t>(params_.reply_size) : flits_of(source);
  packet.message_class = answers ? std::uint8_t{1} : std::uint8_t{0};
  if (!choose_vc(source, packet.message_class, packet.flits)) return false;
  packet.source = source.terminal;
  packet.draw = draws_(packet_name(source));
  ++source.number;
  if (answers)
    take_answer(index, packet);
  else
    take_message(source, packet);
  packet.to = network_.router_of_out(network_.ejection_port(packet.terminal));
  if (!reaches_all_ &&
      !routing_.reaches_terminal(network_.injection_router(packet.source), packet.to, packet.terminal)) {
    tally.unreachable += window.contains(packet.birth);
    return false;
  }
  ++tally.started;
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
      core.inject(source.terminal, source.vc, flit);
      rest();
    });
}

std::uint64_t Sources::waiting(std::uint64_t from, std::uint64_t to) const {
  std::uint64_t sum = 0;
  for (auto source : sources_) {
    if (params_.injection == Injection::batch) {
      if (source.law.next != ArrivalLaw::never) sum += traffic_.messages({source.terminal}) - source.messages;
      continue;
    }
    for (; source.law.next < to; law_.advance(source.law, source.rng)) sum += source.law.next >= from;
  }
  for (auto const& it : waiting_)
    for (auto i = it.first; i < it.answers.size(); ++i)
      sum += it.answers[i].cycle >= from && it.answers[i].cycle < to;
  return sum;
}

bool Sources::any_waiting(std::uint64_t cycle) const {
  for (auto const& it : sources_)
    if (it.law.next < cycle) return true;
  for (auto const& it : waiting_)
    if (it.first < it.answers.size() && it.answers[it.first].cycle < cycle) return true;
  return false;
}

}  // namespace weft::flit
