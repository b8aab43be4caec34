#include "weft/engine/flow/message_source.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "weft/core/random.hpp"
#include "weft/engine/flow/key_heap.hpp"

namespace weft::flow {
namespace {

/// The bytes of messages.
class Sizes {
 public:
  Sizes(FlowParams const& params, std::uint64_t seed)
      : median_(params.bytes), spread_(params.spread), words_(seed, Purpose::size) {}

  double operator()(std::uint64_t message) const {
    return spread_ == 0 ? median_ : std::round(median_ * std::exp(spread_ * normal(message)));
  }

 private:
  /// Box & Muller, Annals of Mathematical Statistics 29, 1958.
  double normal(std::uint64_t message) const {
    auto const radius = std::sqrt(-2 * std::log1p(-unit_interval(words_(2 * message))));
    return radius * std::cos(2 * std::numbers::pi * unit_interval(words_(2 * message + 1)));
  }

  double median_, spread_;
  RandomWords words_;
};

/// All messages at time 0, terminal by terminal.
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

/// Each terminal sends at the moments of a Poisson process of its own.
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

  double next_start() const override { return next_.empty() ? unlimited : next_.least_key(); }
  std::uint64_t num_next() const override { return next_.empty() ? 0 : 1; }
  void take(std::size_t count, std::vector<Message>& messages) override {
    for (; count > 0 && !next_.empty(); --count) {
      auto const from = next_.least();
      auto const start = next_.least_key();
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
  KeyHeap next_;  // of each terminal: its next start
  std::vector<std::uint64_t> sent_, first_;
};

/// Messages with sizes and starts of their own.
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
      auto const& it = messages_[order_[sent_]];
      messages.push_back({it.start, order_[sent_], it.from, it.to, it.bytes});
    }
  }

 private:
  std::span<TimedMessage const> messages_;
  std::vector<std::uint32_t> order_;
  std::size_t sent_ = 0;
};

/// The mean of log-normal sizes.
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

}  // namespace weft::flow
