// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/sources.hpp"

#include <algorithm>

#include "weft/core/flatten.hpp"
#include "weft/engine/flit/allocator.hpp"

namespace weft::flit {
namespace {

constexpr std::uint64_t horizon = 4095;

std::vector<double> share_bounds(FlitParams const& params) {
  std::vector<double> bounds;
  double sum = 0;
  for (std::size_t i = 0; i < params.packet_size.size(); ++i) bounds.push_back(sum += size_weight(params, i));
  for (auto& bound : bounds) bound /= sum;
  return bounds;
}

std::size_t num_sources(FlitNetwork const& network, std::uint32_t first_router, std::uint32_t last_router) {
  std::size_t number = 0;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    number += network.injection_router(e) >= first_router && network.injection_router(e) < last_router;
  return number;
}

}  // namespace

Sources::Class::Class(FlitParams const& own_params, TrafficClass const& traffic_class, std::uint32_t vcs,
                      Traffic const& class_traffic, std::uint64_t seed, std::uint32_t c)
    : params(own_params),
      traffic(&class_traffic),
      law(own_params, traffic_class.from, traffic_class.until),
      sizes(seed, Purpose::size, 0, c),
      draws(seed, Purpose::route, 0, c),
      size_bounds(share_bounds(own_params)),
      first_vc(traffic_class.first_vc),
      num_vcs(std::min(traffic_class.last_vc, vcs - 1) - traffic_class.first_vc + 1),
      priority(static_cast<std::uint8_t>(traffic_class.priority)) {}

Sources::Sources(FlitNetwork const& network, routing::ChannelRouting const& routing, State& state,
                 Traffic const& traffic, FlitParams const& params, std::uint64_t seed,
                 std::uint32_t first_router, std::uint32_t last_router)
    : network_(network),
      routing_(routing),
      state_(state),
      params_(params),
      options_(router_options(params)),
      first_reply_vc_(params.injection == Injection::request_reply ? options_.vcs / 2 : 0),
      reaches_all_(routing.traits().reaches_all),
      due_(horizon),
      later_replies_(params.injection == Injection::request_reply
                         ? static_cast<std::uint64_t>(params.reply_delay) + 2 * lookahead(network, options_) +
                               1
                         : 0),
      control_(params, network, state, num_classes(params) * num_sources(network, first_router, last_router)),
      later_acknowledgments_(needs_acknowledgments(params) ? horizon : 0),
      messages_(0, 1, false) {
  auto const vcs = first_reply_vc_ > 0 ? first_reply_vc_ : options_.vcs - options_.tree_vcs;
  TrafficClass const all;
  for (std::uint32_t c = 0; c < num_classes(params); ++c) {
    auto const& one_class = params.classes.empty() ? all : params.classes[c];
    classes_.emplace_back(params_of_class(params, c), one_class, vcs, traffic_of_class(params, c, traffic),
                          seed, c);
  }
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e) {
    if (auto const r = network.injection_router(e); r < first_router || r >= last_router) continue;
    if (sources_.empty()) first_terminal_ = e;
    index_of_.resize(e - first_terminal_ + std::size_t{1});
    index_of_[e - first_terminal_] = static_cast<std::uint32_t>(sources_.size());
    for (std::uint32_t c = 0; c < classes_.size(); ++c) add_source(e, c, seed);
  }
  first_class_.resize(index_of_.size());
  if (!network.injection_pace().empty()) channel_free_.resize(index_of_.size());
  busy_.resize((sources_.size() + 63) / 64);
  sent_.resize(sources_.size());
  if (params.injection == Injection::request_reply) waiting_.resize(sources_.size());
  if (is_timed())
    messages_ = {sources_.size(), static_cast<std::uint32_t>(params.packet_size[0]),
                 params.sending == Sending::interleaved};
  for (std::uint32_t i = 0; i < sources_.size(); ++i) sleep(0, i);
}

void Sources::add_source(std::uint32_t e, std::uint32_t c, std::uint64_t seed) {
  Source source;
  source.terminal = e;
  source.traffic_class = static_cast<std::uint8_t>(c);
  source.rng = Rng(seed, Purpose::injection, e, c);
  if (classes_[c].traffic->messages({e}) == 0)
    source.law.next = ArrivalLaw::never;
  else if (params_.injection != Injection::batch)
    classes_[c].law.start(source.law, source.rng);
  else
    source.law.next = params_.classes.empty() ? 0 : params_.classes[c].from;
  sources_.push_back(source);
}

/// Schedules the wake-up of a source for the creation of its next packet, or for the end of the wheel if that
/// is earlier.
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

void Sources::receive_replies(std::uint64_t now) {
  for (auto const& reply : replies_) later_replies_.schedule(std::max(reply.cycle, now), reply);
  replies_.clear();
  for (auto const& event : later_replies_.now(now)) {
    auto const index = index_of(event.terminal, event.traffic_class);
    waiting_[index].replies.push_back(event);
    busy_[index / 64] |= std::uint64_t{1} << index % 64;
  }
  later_replies_.now(now).clear();
}

/// Processes the due acknowledgments. Acknowledgments due beyond the end of the wheel are rescheduled when
/// they reach it.
void Sources::process_acknowledgments(std::uint64_t now) {
  auto const schedule = [&](InjectionControl::Acknowledgment const& acknowledgment) {
    later_acknowledgments_.schedule(std::clamp(acknowledgment.cycle, now, now + horizon), acknowledgment);
  };
  for (auto const& acknowledgment : acknowledgments_) schedule(acknowledgment);
  acknowledgments_.clear();
  auto& due = later_acknowledgments_.now(now);
  auto const count = due.size();
  for (std::size_t i = 0; i < count; ++i) {
    auto const acknowledgment = due[i];
    if (acknowledgment.cycle <= now)
      control_.acknowledge(index_of(acknowledgment.terminal, acknowledgment.traffic_class), acknowledgment);
    else
      schedule(acknowledgment);
  }
  due.erase(due.begin(), due.begin() + static_cast<std::ptrdiff_t>(count));
}

bool Sources::has_reply(std::uint32_t index) const {
  return !waiting_.empty() && waiting_[index].first < waiting_[index].replies.size();
}

std::uint16_t Sources::flits_of(Source const& source) const {
  auto const& of_class = classes_[source.traffic_class];
  auto const& bounds = of_class.size_bounds;
  auto const& sizes = of_class.params.packet_size;
  if (bounds.size() == 1) return static_cast<std::uint16_t>(sizes[0]);
  auto const unit = of_class.sizes.unit(packet_name(source));
  auto const place = std::ranges::upper_bound(bounds, unit);
  auto const index = std::min<std::ptrdiff_t>(place - bounds.begin(), std::ssize(bounds) - 1);
  return static_cast<std::uint16_t>(sizes[static_cast<std::size_t>(index)]);
}

std::uint16_t Sources::next_flits(std::uint32_t index) const {
  return is_timed() ? messages_.next_packet(index) : flits_of(sources_[index]);
}

/// Returns whether VC v of the injection channel has room for `flits` flits.
bool Sources::has_room(std::uint32_t terminal, std::uint32_t v, std::uint32_t flits) const {
  auto const index = std::size_t{terminal} * state_.vcs + v;
  return state_.source_credits[index] >= flits && state_.source_slots.has_slots(terminal, index, flits);
}

/// Chooses the next free virtual channel of the class, after the last one used, that has a credit, or under
/// cut-through room for the whole packet. Returns false if there is none.
bool Sources::choose_vc(Source& source, bool reply, std::uint32_t flits) {
  auto const& of_class = classes_[source.traffic_class];
  auto const first = of_class.first_vc + (reply ? first_reply_vc_ : 0);
  auto const needed = options_.cut_through ? flits : 1;
  auto offset = std::uint32_t{source.last_vc[reply]};
  for (std::uint32_t step = 0; step < of_class.num_vcs; ++step) {
    offset = after(offset, of_class.num_vcs);
    auto const v = first + offset;
    if ((state_.source_vcs[source.terminal] >> v & 1) == 0) continue;
    if (!has_room(source.terminal, v, needed)) continue;
    source.vc = static_cast<std::uint8_t>(v);
    source.last_vc[reply] = static_cast<std::uint8_t>(offset);
    return true;
  }
  return false;
}

/// Returns whether the next virtual channel of the message's tree is free and has room for the packet.
bool Sources::has_tree_vc(Source& source, OutgoingMessage const& message, std::uint32_t flits) {
  auto const v = message.first_vc + std::uint32_t{message.turn};
  source.vc = static_cast<std::uint8_t>(v);
  return (state_.source_vcs[source.terminal] >> v & 1) != 0 && has_room(source.terminal, v, flits);
}

/// Removes the oldest reply from the queue, and copies its data to `packet`.
void Sources::dequeue_reply(std::uint32_t index, Packet& packet) {
  auto& queue = waiting_[index];
  auto const& reply = queue.replies[queue.first++];
  packet.creation_cycle = reply.cycle;
  packet.terminal = reply.to;
  packet.request_start = reply.request_start;
  packet.marked = reply.marked != 0;
  if (2 * queue.first < queue.replies.size()) return;
  queue.replies.erase(queue.replies.begin(),
                      queue.replies.begin() + static_cast<std::ptrdiff_t>(queue.first));
  queue.first = 0;
}

std::uint32_t Sources::next_destination(std::uint32_t index) const {
  if (is_timed()) return messages_.front(index).to;
  auto const& source = sources_[index];
  TerminalId const e{source.terminal};
  auto const& traffic = *classes_[source.traffic_class].traffic;
  auto const all = traffic.messages(e);
  return traffic.nth_destination(e, source.messages < all ? source.messages : source.messages % all);
}

/// Sets `packet` to the next message of the traffic, and draws the creation cycle of the message after it.
void Sources::draw_message(std::uint32_t index, Packet& packet) {
  auto& source = sources_[index];
  auto const& of_class = classes_[source.traffic_class];
  packet.creation_cycle = source.law.next;
  packet.terminal = next_destination(index);
  ++source.messages;
  if (params_.injection != Injection::batch)
    of_class.law.advance(source.law, source.rng);
  else if (source.messages == of_class.traffic->messages({source.terminal}))
    source.law.next = ArrivalLaw::never;
}

/// Sets `packet` to the next packet of the current timed message, and removes it from the queue.
void Sources::dequeue_timed(std::uint64_t now, std::uint32_t index, Packet& packet) {
  auto const& message = messages_.front(index);
  packet.creation_cycle = message.start;
  packet.terminal = message.to;
  packet.message = message.number;
  if (message.follows_tree()) {
    packet.along_tree = true;
    packet.to = message.to;
    packet.terminal = packet.source;
  }
  messages_.start_packet(index, now);
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

/// Starts the next packet, replies first. Returns false if there is no packet, no virtual channel is free,
/// the source must wait, or there is no path to the destination.
bool Sources::begin(std::uint64_t now, std::uint32_t index, Core& core, Window const& window, Tally& tally) {
  auto& source = sources_[index];
  bool const replies = has_reply(index);
  if (!replies && source.law.next > now) return false;
  if (!replies && control_.is_on() &&
      (control_.waits(index, now) ||
       !control_.may_begin(index, source.terminal, next_destination(index), now)))
    return false;
  Packet packet;
  packet.flits = replies ? static_cast<std::uint16_t>(params_.reply_size) : next_flits(index);
  bool const along_tree = is_timed() && messages_.front(index).follows_tree();
  if (!(along_tree ? has_tree_vc(source, messages_.front(index), packet.flits)
                   : choose_vc(source, replies, packet.flits)))
    return false;
  packet.message_class = static_cast<std::uint8_t>(source.vc / (options_.vcs / options_.message_classes));
  packet.traffic_class = source.traffic_class;
  packet.priority = classes_[source.traffic_class].priority;
  packet.is_reply = replies;
  packet.source = source.terminal;
  packet.draw = classes_[source.traffic_class].draws(packet_name(source));
  ++source.number;
  if (replies)
    dequeue_reply(index, packet);
  else if (is_timed())
    dequeue_timed(now, index, packet);
  else
    draw_message(index, packet);
  if (!along_tree) packet.to = network_.router_of_out(network_.ejection_port(packet.terminal));
  if (!along_tree && !reaches_all_ &&
      !routing_.reaches_terminal(network_.injection_router(packet.source), packet.to, packet.terminal)) {
    tally.unreachable += window.contains(packet.creation_cycle);
    if (recorder_ != nullptr) recorder_->drop_packet(packet);
    return false;
  }
  ++tally.started;
  if (recorder_ != nullptr) recorder_->begin_packet(packet);
  if (!replies) control_.begin(index, packet.terminal, packet.flits, now);
  if (window.contains(packet.creation_cycle)) {
    ++tally.measured_started;
    tally.measured_flits += packet.flits;
    if (!tally.classes.empty()) tally.classes[packet.traffic_class].measured_flits += packet.flits;
  }
  state_.source_vcs[source.terminal] &= ~(std::uint64_t{1} << source.vc);  // not available to other classes
  state_.source_slots.reserve_packet(source.terminal, std::size_t{source.terminal} * state_.vcs + source.vc,
                                     packet.flits);
  source.packet = core.new_packet(packet);
  source.left = source.flits = packet.flits;
  return true;
}

/// Sends a flit of the source if possible, and returns whether it did. A source without further packets
/// sleeps until the next one is created.
bool Sources::send_flit(std::uint64_t now, std::uint32_t index, Core& core, Window const& window,
                        Tally& tally) {
  auto& source = sources_[index];
  auto const rest = [&] {
    if (source.left > 0 || has_reply(index) || source.law.next <= now) return;
    busy_[index / 64] &= ~(std::uint64_t{1} << index % 64);
    sleep(now + 1, index);
  };
  if (source.left == 0 && !begin(now, index, core, window, tally)) {
    rest();
    return false;
  }
  if (waits_for_channel(now, source.terminal)) return false;
  auto const vc = std::size_t{source.terminal} * state_.vcs + source.vc;
  if (state_.source_credits[vc] == 0 || !state_.source_slots.can_accept(source.terminal, vc)) return false;
  Flit const flit =
      source.packet | (source.left == source.flits ? head_bit : 0) | (source.left == 1 ? tail_bit : 0);
  if ((flit & head_bit) != 0) {
    auto& packet = state_.packets[source.packet];
    packet.source_delay =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(now - packet.creation_cycle, 0xffffffff));
  }
  --source.left;
  sent_[index] += window.contains(now);
  if (recorder_ != nullptr) recorder_->send(state_.packets[source.packet]);
  core.inject(source.terminal, source.vc, flit);
  if (!channel_free_.empty()) occupy_channel(now, source.terminal);
  rest();
  return true;
}

/// Occupies the injection channel for a flit. If it became free within the last cycle, it counts as busy from
/// that time on, so that its rate is exact on average.
void Sources::occupy_channel(std::uint64_t now, std::uint32_t terminal) {
  auto& free = channel_free_[terminal - first_terminal_];
  auto const cycle_begin = now << 16;
  bool const was_free_before = free + ChannelTimes::cycle <= cycle_begin;
  free = (was_free_before ? cycle_begin : free) + network_.injection_pace()[terminal];
}

/// Sends a flit of the class that has the highest priority among the classes of the terminal that can send;
/// classes of equal priority take turns.
void Sources::send_one_class(std::uint64_t now, std::uint32_t terminal, Core& core, Window const& window,
                             Tally& tally) {
  auto const classes = static_cast<std::uint32_t>(classes_.size());
  auto& first = first_class_[terminal - first_terminal_];
  auto const place = [&](std::uint32_t c) { return c >= first ? c - first : c + classes - first; };
  for (std::uint32_t tried = 0;;) {
    auto best = classes;
    for (std::uint32_t c = 0; c < classes; ++c) {
      auto const index = index_of(terminal, c);
      if ((tried >> c & 1) != 0 || (busy_[index / 64] >> index % 64 & 1) == 0) continue;
      if (best == classes || classes_[c].priority > classes_[best].priority ||
          (classes_[c].priority == classes_[best].priority && place(c) < place(best)))
        best = c;
    }
    if (best == classes) return;
    tried |= std::uint32_t{1} << best;
    if (!send_flit(now, index_of(terminal, best), core, window, tally)) continue;
    first = static_cast<std::uint8_t>(after(best, classes));
    return;
  }
}

/// Simulates the sources for a cycle. Flattened, since it runs in every cycle.
WEFT_FLATTEN void Sources::step(std::uint64_t now, Core& core, Window const& window, Tally& tally) {
  wake(now);
  if (!waiting_.empty()) receive_replies(now);
  if (control_.limits()) process_acknowledgments(now);
  auto last = ~std::uint32_t{0};  // terminal
  for (std::size_t word = 0; word < busy_.size(); ++word)
    for_each_bit(busy_[word], [&](std::uint32_t bit) {
      auto const index = static_cast<std::uint32_t>(word * 64 + bit);
      if (classes_.size() == 1) {
        send_flit(now, index, core, window, tally);
      } else if (auto const terminal = sources_[index].terminal; terminal != last) {
        send_one_class(now, terminal, core, window, tally);
        last = terminal;
      }
    });
}

}  // namespace weft::flit
