// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/flow_run.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "weft/core/interrupt.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/flow/key_heap.hpp"
#include "weft/engine/flow/message_model.hpp"

namespace weft::flow {
namespace {

/// Message sizes, equal or log-normal.
class Sizes {
 public:
  Sizes(FlowParams const& params, std::uint64_t seed)
      : median_(params.bytes), spread_(params.spread), words_(seed, Purpose::size) {}

  double operator()(std::uint64_t message) const {
    return spread_ == 0 ? median_ : std::round(median_ * std::exp(spread_ * normal(message)));
  }

 private:
  /// Draws a standard normal number (Box & Muller, Annals of Mathematical Statistics 29, 1958).
  double normal(std::uint64_t message) const {
    auto const radius = std::sqrt(-2 * std::log1p(-unit_interval(words_(2 * message))));
    return radius * std::cos(2 * std::numbers::pi * unit_interval(words_(2 * message + 1)));
  }

  double median_, spread_;
  RandomWords words_;
};

/// Messages that all start at time 0, terminal by terminal.
class Together final : public MessageSource {
 public:
  Together(Traffic const& traffic, Sizes const& sizes) : traffic_(traffic), sizes_(sizes) { skip_silent(); }

  double next_start() const override { return terminal_ < traffic_.num_terminals() ? 0 : unlimited; }
  std::uint64_t num_next() const override { return traffic_.num_messages() - index_; }
  void take(std::size_t count, std::vector<Message>& messages) override {
    std::vector<std::uint32_t> to;
    for (; count > 0 && terminal_ < traffic_.num_terminals(); ++terminal_, skip_silent()) {
      TerminalId const from{static_cast<std::uint32_t>(terminal_)};
      to.resize(traffic_.messages(from));
      traffic_.destinations(from, 1, to);
      for (auto const destination : to) {
        messages.push_back({0, index_, from.v, destination, sizes_(index_)});
        ++index_;
      }
      count -= std::min(count, to.size());
    }
  }

 private:
  void skip_silent() {
    while (terminal_ < traffic_.num_terminals() &&
           traffic_.messages({static_cast<std::uint32_t>(terminal_)}) == 0)
      ++terminal_;
  }

  Traffic const& traffic_;
  Sizes sizes_;
  std::uint64_t terminal_ = 0, index_ = 0;
};

/// Messages that each terminal sends at the times of an independent Poisson process.
class Poisson final : public MessageSource {
 public:
  Poisson(Traffic const& traffic, Sizes const& sizes, double mean_gap, std::uint64_t seed)
      : traffic_(traffic),
        sizes_(sizes),
        mean_gap_(mean_gap),
        gaps_(seed, Purpose::injection),
        next_(traffic.num_terminals()),
        sent_(traffic.num_terminals(), 0),
        first_(traffic.num_terminals(), 0) {
    std::uint64_t index = 0;
    for (std::uint32_t t = 0; t < traffic.num_terminals(); ++t) {
      first_[t] = index;
      index += traffic.messages({t});
      if (traffic.messages({t}) > 0) next_.set(t, gap(first_[t]));
    }
  }

  double next_start() const override { return next_.empty() ? unlimited : next_.min_key(); }
  std::uint64_t num_next() const override { return next_.empty() ? 0 : 1; }
  void take(std::size_t count, std::vector<Message>& messages) override {
    for (; count > 0 && !next_.empty(); --count) {
      auto const from = next_.minimum();
      auto const start = next_.min_key();
      auto const index = first_[from] + sent_[from];
      messages.push_back({start, index, from, traffic_.nth_destination({from}, sent_[from]), sizes_(index)});
      if (++sent_[from] < traffic_.messages({from}))
        next_.set(from, start + gap(index + 1));
      else
        next_.erase(from);
    }
  }

 private:
  double gap(std::uint64_t message) const { return -mean_gap_ * std::log1p(-unit_interval(gaps_(message))); }

  Traffic const& traffic_;
  Sizes sizes_;
  double mean_gap_;
  RandomWords gaps_;
  KeyHeap next_;  // by terminal: next start time
  std::vector<std::uint64_t> sent_, first_;
};

/// Messages with individual sizes and start times.
class Timed final : public MessageSource {
 public:
  explicit Timed(std::span<TimedMessage const> messages) : messages_(messages), order_(messages.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, {}, [&](std::uint32_t i) { return messages_[i].start; });
  }

  double next_start() const override {
    return sent_ < order_.size() ? messages_[order_[sent_]].start : unlimited;
  }
  std::uint64_t num_next() const override {
    auto const start = [&](std::uint32_t i) { return messages_[i].start; };
    auto const left = std::span(order_).subspan(sent_);
    return std::ranges::equal_range(left, next_start(), {}, start).size();
  }
  void take(std::size_t count, std::vector<Message>& messages) override {
    for (; count > 0 && sent_ < order_.size(); --count, ++sent_) {
      auto const& message = messages_[order_[sent_]];
      messages.push_back({message.start, order_[sent_], message.from, message.to, message.bytes});
    }
  }

 private:
  std::span<TimedMessage const> messages_;
  std::vector<std::uint32_t> order_;
  std::size_t sent_ = 0;
};

/// Returns the mean of the log-normal message sizes in bytes.
double mean_size(FlowParams const& params) {
  return params.bytes * std::exp(params.spread * params.spread / 2);
}

}  // namespace

std::unique_ptr<MessageSource> message_source(Traffic const& traffic, FlowParams const& params,
                                              std::uint64_t seed) {
  if (!traffic.timed().empty()) return std::make_unique<Timed>(traffic.timed());
  Sizes const sizes(params, seed);
  if (params.start == Start::together) return std::make_unique<Together>(traffic, sizes);
  return std::make_unique<Poisson>(traffic, sizes, mean_size(params) / params.rate, seed);
}

namespace {

/// Number of messages for which paths are found in one call.
constexpr std::size_t block = 4096;

/// Data of a message in flight.
struct SentMessage {
  std::uint32_t from = 0, to = 0;
  double bytes = 0, start = 0, alone = 0;
};

class Run {
 public:
  Run(FlowJob const& job, MessageSource& source)
      : job_(job),
        source_(source),
        outcome_{.capacities = job.channels.capacities()},
        model_(job.params, outcome_.capacities),
        transfers_(outcome_.capacities, job.params.precision, job.params.resolution),
        paths_(block) {
    if (job.paths.depends_on_traffic()) transfers_.follow(outcome_.capacities);
    transfers_.reserve(source.num_next());
    sent_.reserve(source.num_next());
  }

  FlowOutcome run() {
    while (true) {
      while (source_.next_start() < unlimited &&
             (!transfers_.in_progress() || source_.next_start() <= transfers_.next()))
        send_block();
      if (!transfers_.in_progress()) break;
      throw_if_interrupted();
      outcome_.over_time.pass(transfers_.now(), transfers_.next(), transfers_.rates().num_flows());
      for (auto const& arrival : transfers_.advance()) deliver(arrival);
      outcome_.max_moving = std::max<std::uint64_t>(outcome_.max_moving, transfers_.rates().num_flows());
    }
    outcome_.events = transfers_.events();
    outcome_.rate_changes = transfers_.rate_changes();
    outcome_.fillings = transfers_.rates().fillings();
    outcome_.memory = transfers_.bytes() + sent_.capacity() * sizeof(SentMessage);
    outcome_.tallies.assign(transfers_.tallies().begin(), transfers_.tallies().end());
    return std::move(outcome_);
  }

 private:
  void send_block() {
    throw_if_interrupted();
    messages_.clear();
    if (job_.paths.depends_on_traffic()) return send_among_others();
    source_.take(block, messages_);
    if (paths_.size() < messages_.size()) paths_.resize(messages_.size());
    job_.paths.find(messages_, std::span(paths_).first(messages_.size()));
    for (std::size_t i = 0; i < messages_.size(); ++i) send(messages_[i], paths_[i]);
  }

  /// Sends one message: if paths depend on traffic, each message observes the messages that departed before
  /// it.
  void send_among_others() {
    source_.take(1, messages_);
    for (auto const& message : messages_) {
      job_.paths.find_among(message, paths_.front(), transfers_.messages_in_flight());
      outcome_.detours += paths_.front().detours;
      send(message, paths_.front());
    }
  }

  void send(Message const& message, Path const& path) {
    if (!path.reaches) {
      job_.progress.advance(2);
      ++outcome_.unreachable;
      outcome_.lost_pairs.add({message.from, message.to});
      return;
    }
    auto const departure = model_.departure(message, path);
    auto const flow = transfers_.send(departure, path.hops);
    if (flow >= sent_.size()) sent_.resize(flow + 1);
    auto const alone = departure.latency + departure.bytes / transfers_.rates().rate_alone(flow);
    sent_[flow] = {message.from, message.to, message.bytes, message.start, alone};
    job_.progress.advance();
  }

  void deliver(Arrival const& arrival) {
    auto const& message = sent_[arrival.flow];
    Delivery const delivery{arrival.message, message.from,     message.to,   message.bytes,
                            message.start,   transfers_.now(), message.alone};
    ++outcome_.messages;
    outcome_.bytes += delivery.bytes;
    outcome_.first_finish = std::min(outcome_.first_finish, delivery.finish);
    outcome_.last_finish = std::max(outcome_.last_finish, delivery.finish);
    outcome_.over_time.arrive(delivery.finish, delivery.bytes);
    if (job_.delivered) job_.delivered(delivery);
    job_.progress.advance();
  }

  FlowJob const& job_;
  MessageSource& source_;
  FlowOutcome outcome_;
  MessageModel model_;
  Transfers transfers_;
  std::vector<Message> messages_;
  std::vector<Path> paths_;
  std::vector<SentMessage> sent_;  // by flow
};

}  // namespace

double FlowOutcome::load_bound() const {
  double bound = 0;
  for (std::size_t c = 0; c < tallies.size(); ++c) bound = std::max(bound, tallies[c].bytes / capacities[c]);
  return bound;
}

/// Assumes that a message that starts or ends changes the rates of all messages on its channels, and of
/// further messages. If all start together, the number of changed rates is slightly above the number of
/// messages per channel, and at most half of all messages on average. Messages of different sizes or start
/// times end one by one.
Estimate estimate_flows(NetworkSize const& size, FlowParams const& params, double messages, double hops) {
  constexpr double seconds_per_hop = 0.4e-6, max_sharing = 16, growth_by_sharing = 1.3,
                   seconds_per_look = 7e-9;
  constexpr double bytes_per_channel = 110, bytes_per_message = 150, bytes_per_hop = 30;
  auto const channels = static_cast<double>(size.channels + 2 * size.terminals);
  auto const terminals = std::max(1.0, static_cast<double>(size.terminals));
  bool const one_by_one = params.spread > 0 || params.start == Start::poisson;
  auto const of_channel =
      params.start == Start::together ? messages * (hops + 2) / std::max(1.0, channels) : 0;
  auto const sharing = std::max(
      one_by_one ? 1 + std::min(max_sharing, messages / terminals) : 1,
      std::min(std::pow(of_channel, growth_by_sharing), messages / 2 * seconds_per_look / seconds_per_hop));
  auto const in_flight =
      params.start == Start::together ? messages : std::min(messages, max_sharing * terminals);
  return {channels * bytes_per_channel + in_flight * (bytes_per_message + bytes_per_hop * (hops + 2)),
          messages * (hops + 2) * seconds_per_hop * sharing, 1};
}

FlowOutcome run_flows(FlowJob const& job, MessageSource& source) { return Run(job, source).run(); }

}  // namespace weft::flow
