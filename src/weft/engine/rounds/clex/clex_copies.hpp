// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "weft/engine/rounds/clex/assignment.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clique.hpp"
#include "weft/engine/rounds/clex/message_store.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// Execution of A(level) on one copy of a CLEX, on flat arrays, depth first.
///
/// A copy of level L runs its m sub-copies one after the other (step 1); each stores its messages in the
/// store of level L, grouped by node. Then each sub-copy j collects from the store its messages of the
/// exchange over level L (step 2) and delivers them (step 3). The memory is one store per level and worker,
/// so that stores of levels 2 and 3 stay in the cache. Traffic is generated when the first call requests it;
/// delivered messages go to the sink and are not stored.
///
/// `FirstLevel` delivers the messages of each clique: Clique, or LocalForwarding for a local network.
template <class Message, class Offset, class FirstLevel>
class ClexCopies {
 public:
  using Store = MessageStore<Message, Offset>;
  using Stage = ExchangeStage<Message>;
  using Source = CopySource<Message, Offset>;
  using Target = CopyTarget<Message, Offset>;
  using Worker = CliqueWorker<Message, Offset, FirstLevel>;
  /// Callback that receives the messages delivered in a clique (message i at node target[i]), called on
  /// worker `worker`.
  using Sink = std::function<void(std::uint64_t clique, CliqueInput<Message> const&, unsigned worker)>;
  /// Cable length of a hop between two nodes, in millimeters; used only for tracked messages.
  using Length = std::function<std::uint32_t(std::uint64_t from, std::uint64_t to)>;
  using Tick = std::function<void(std::uint64_t messages)>;
  /// Callback that returns the number of the first message of a node; used only for numbered messages.
  using Numbers = std::function<std::uint64_t(std::uint64_t node)>;
  /// Callback that receives a message that A(1) did not deliver, and its node.
  using DepartureSink = std::function<void(std::uint64_t node, Message const&, unsigned worker)>;
  /// Factory of the first level of a worker.
  using MakeFirstLevel = std::function<FirstLevel()>;

  ClexCopies(ClexMachine const& machine, ClexOptions const& options, std::uint64_t seed,
             Traffic const& traffic, MakeFirstLevel make_first_level)
      : machine_(machine),
        options_(options),
        seed_(seed),
        redistribution_(options.redistribute),
        traffic_(traffic),
        packing_(machine.m, machine.levels),
        pool_(options.subset == Subset::pooled ? draw_pool(seed, machine.m) : std::vector<std::uint16_t>{}),
        make_first_level_(std::move(make_first_level)) {}

  void set_sink(Sink sink) { sink_ = std::move(sink); }
  void set_numbers(Numbers numbers) { numbers_ = std::move(numbers); }
  void set_left_sink(DepartureSink sink) { left_sink_ = std::move(sink); }
  /// Sets the cable lengths and times that tracked messages record; the classes of `times` are the levels.
  void set_lengths(HopLengths in_clique, Length between, RoundTimes times) {
    hop_lengths_ = std::move(in_clique);
    length_ = std::move(between);
    times_ = std::move(times);
  }
  /// Sets a callback that is called after each A(2) or, if `of_cliques`, after each A(1), with the number of
  /// messages that its A(1) calls delivered.
  void set_tick(Tick tick, bool of_cliques) { tick_ = std::move(tick), tick_of_cliques_ = of_cliques; }

  Worker new_worker() const { return Worker{machine_, options_, pool_, make_first_level_()}; }

  /// Runs call `call` of A(level) on copy `copy`. Returns the number of messages.
  std::uint64_t deliver(std::uint32_t level, std::uint64_t copy, std::uint64_t call, Source const& source,
                        Target& out, Worker& worker, unsigned worker_index) {
    if (level == redistribution_ && call == 0 && source.is_traffic()) {
      if (worker.redistributed.capacity() == 0) worker.redistributed = new_store(level);
      Target spread{&worker.redistributed, machine_.cliques_of_copy(level), 0};
      deliver(level, copy, first_redistributing_call(), source, spread, worker, worker_index);
      Source const from{&worker.redistributed, nullptr, machine_.cliques_of_copy(level)};
      return deliver(level, copy, 0, from, out, worker, worker_index);
    }
    if (level == 1) return deliver_clique(copy, call, source, out, worker, worker_index);
    std::uint32_t const m = machine_.m;
    Store& store = worker.stores[level];
    if (store.capacity() == 0) store = new_store(level);
    Target stored{&store, machine_.cliques_of_copy(level), 0};
    std::uint64_t messages = 0;
    for (std::uint64_t c = copy * m; c < (copy + 1) * m; ++c)
      messages += deliver(level - 1, c, call, source, stored, worker, worker_index);
    std::uint64_t const next = call + (std::uint64_t{1} << (level - 2));
    for (std::uint64_t j = 0; j < m; ++j) {
      Source from{&store, nullptr, 0, level, j};
      if (!machine_.low_landing && level > 2) {
        fill_stage(copy * m + j, next, from, worker.stages[level], worker);
        from.stage = &worker.stages[level];
      }
      deliver(level - 1, copy * m + j, next, from, out, worker, worker_index);
    }
    auto& measures = worker.measures.levels[level - 1];
    measures.max_messages = std::max(measures.max_messages, messages);
    if (tick_ && !tick_of_cliques_ && level == 2) tick_(2 * messages);
    return messages;
  }

  /// Collects the messages that an exchange with landing=high sends to copy `copy`, grouped by clique.
  void fill_stage(std::uint64_t copy, std::uint64_t call, Source const& source, Stage& stage,
                  Worker& worker) const {
    std::uint32_t const m = machine_.m, level = source.level;
    // cliques of the copy, and of each source copy
    std::uint64_t const cliques = machine_.cliques_of_copy(level - 1);
    std::uint64_t const first_clique = copy * cliques;
    std::uint64_t const copy_first_clique = copy / m * (cliques * m);
    std::vector<std::uint64_t> destination;  // packed (clique, sender) of each message, in order
    stage.begin.assign(cliques + 1, 0);
    std::vector<std::uint16_t> edge;
    auto const edges_of = [&](std::uint64_t middle, std::uint32_t i, Rng& rng) {
      auto const queue = source.queue(i, cliques, middle);
      edge.resize(std::max(edge.size(), queue.size()));
      if (machine_.single_link)
        std::fill_n(edge.begin(), queue.size(), static_cast<std::uint16_t>(i));
      else if (!queue.empty())
        worker.edges.assign(static_cast<std::uint32_t>(queue.size()), rng, edge.data());
      return queue;
    };
    auto const for_all = [&](auto const& visit) {
      for (std::uint64_t middle = 0; middle < cliques; ++middle) {
        Rng rng = InstanceStreams{seed_, machine_.cliques(), call, first_clique + middle}.exchange();
        for (std::uint32_t i = 0; i < m; ++i) visit(middle, i, edges_of(middle, i, rng));
      }
    };
    for_all([&](std::uint64_t middle, std::uint32_t, auto queue) {
      tally_exchange(level, call, queue.size(), worker);
      for (std::size_t q = 0; q < queue.size(); ++q) ++stage.begin[(edge[q] * cliques + middle) / m + 1];
    });
    for (std::uint64_t c = 0; c < cliques; ++c) stage.begin[c + 1] += stage.begin[c];
    std::uint64_t const size = stage.begin[cliques];
    if (stage.message.size() < size) {
      stage.message.resize(size + size / 16);
      stage.sender.resize(size + size / 16);
    }
    std::vector<std::uint64_t> at(stage.begin.begin(), stage.begin.end() - 1);
    for_all([&](std::uint64_t middle, std::uint32_t i, auto queue) {
      for (std::size_t q = 0; q < queue.size(); ++q) {
        std::uint64_t const landing = edge[q] * cliques + middle, place = at[landing / m]++;
        stage.message[place] = queue[q];
        stage.sender[place] = static_cast<std::uint16_t>(landing % m);
        if constexpr (Message::tracked) {
          std::uint64_t const from = (copy_first_clique + i * cliques + middle) * m + source.copy;
          auto const round = static_cast<std::uint32_t>(q / m + 1);
          stage.message[place].arrive(round, 1, length_(from, first_clique * m + landing),
                                      round * times_.round_ps(level - 1));
        }
      }
    });
  }

  /// Returns the node with the packed digits `digits`.
  std::uint64_t node_of(decltype(Message::destination) digits) const { return packing_.unpack(digits); }
  /// Returns the number of messages that the nodes [first, first + nodes) send.
  std::uint64_t sent_by(std::uint64_t first, std::uint64_t nodes) const {
    if (std::uint64_t const each = traffic_.uniform_messages()) return each * nodes;
    std::uint64_t sum = 0;
    for (std::uint64_t e = first; e < first + nodes; ++e)
      sum += traffic_.messages({static_cast<std::uint32_t>(e)});
    return sum;
  }

 private:
  std::uint64_t deliver_clique(std::uint64_t clique, std::uint64_t call, Source const& source, Target& out,
                               Worker& worker, unsigned worker_index) {
    auto& in = worker.input;
    in.size = 0;
    if (source.is_traffic())
      collect_traffic(clique, worker);
    else if (source.level == 0)
      collect_store(clique, source, worker);
    else if (source.stage)
      collect_stage(clique, source, worker);
    else
      collect_low(clique, call, source, worker);
    aim(clique, call, worker);
    std::uint64_t const messages = in.size;
    worker.measures.step(2 * call + 1, worker.clique.deliver(in, {seed_, machine_.cliques(), call, clique},
                                                             worker.measures, hop_lengths_));
    if constexpr (Message::numbered) take_out_left(clique, worker, worker_index);
    if (out.store) {
      place(clique, out, worker);
    } else {
      check_arrival(clique, in);
      if (sink_) sink_(clique, in, worker_index);
    }
    if (tick_ && tick_of_cliques_) tick_(messages);
    return messages;
  }
  /// Removes the messages that A(1) did not deliver from the input and passes them to left_sink_.
  void take_out_left(std::uint64_t clique, Worker& worker, unsigned worker_index) {
    auto const left = worker.clique.left();
    auto& in = worker.input;
    std::size_t kept = left.empty() ? in.size : left.front().index;
    for (std::size_t i = 0, next = kept; i < left.size(); ++i) {
      auto const [index, sender, target] = left[i];
      left_sink_(clique * machine_.m + sender, in.message[index], worker_index);
      std::size_t const end = i + 1 < left.size() ? left[i + 1].index : in.size;
      for (next = index + 1; next < end; ++next, ++kept) {
        in.message[kept] = in.message[next];
        in.target[kept] = in.target[next];
      }
    }
    in.size = kept;
  }
  void collect_traffic(std::uint64_t clique, Worker& worker) const {
    std::uint32_t const m = machine_.m;
    std::uint64_t const first = clique * m, each = traffic_.uniform_messages();
    auto const size = static_cast<std::size_t>(sent_by(first, m));
    auto& in = worker.input;
    in.reserve(size);
    in.size = size;
    worker.destinations.resize(std::max<std::size_t>(worker.destinations.size(), size));
    std::uint32_t* const destinations = worker.destinations.data();
    traffic_.destinations({static_cast<std::uint32_t>(first)}, m, {destinations, size});
    std::size_t at = 0;
    for (std::uint32_t s = 0; s < m; ++s) {
      std::uint64_t const count = each ? each : traffic_.messages({static_cast<std::uint32_t>(first + s)});
      std::fill_n(in.sender.data() + at, count, static_cast<std::uint16_t>(s));
      at += count;
    }
    using Digits = decltype(Message::destination);
    for (std::size_t i = 0; i < size; ++i) {
      in.message[i] = Message{};
      in.message[i].destination = static_cast<Digits>(packing_.pack(destinations[i]));
    }
    if constexpr (Message::numbered) {
      auto const number = static_cast<std::uint32_t>(numbers_(first));
      for (std::size_t i = 0; i < size; ++i) in.message[i].number = number + static_cast<std::uint32_t>(i);
    }
  }
  void collect_store(std::uint64_t clique, Source const& source, Worker& worker) const {
    std::uint64_t const local = clique % source.cliques;
    auto& in = worker.input;
    for (std::uint32_t s = 0; s < machine_.m; ++s) {
      auto const queue = source.store->node(local, s);
      in.reserve(in.size + queue.size());
      std::copy(queue.begin(), queue.end(), in.message.begin() + static_cast<std::ptrdiff_t>(in.size));
      std::fill_n(in.sender.begin() + static_cast<std::ptrdiff_t>(in.size), queue.size(),
                  static_cast<std::uint16_t>(s));
      in.size += queue.size();
    }
  }
  void collect_low(std::uint64_t clique, std::uint64_t call, Source const& source, Worker& worker) const {
    std::uint32_t const m = machine_.m, level = source.level;
    std::uint64_t const stride = machine_.cliques_of_copy(level - 1), middle = clique % stride;
    std::uint64_t const copy_first_clique = clique / (stride * m) * (stride * m);
    std::uint64_t const at = source.parts ? clique % source.cliques : middle;
    Rng rng = InstanceStreams{seed_, machine_.cliques(), call, clique}.exchange();
    auto& in = worker.input;
    std::size_t size = 0;
    for (std::uint32_t i = 0; i < m; ++i) {
      worker.queues[i] = source.queue(i, stride, at);
      __builtin_prefetch(worker.queues[i].data());
      size += worker.queues[i].size();
    }
    in.reserve(size);
    for (std::uint32_t i = 0; i < m; ++i) {
      auto const queue = worker.queues[i];
      if (queue.empty()) continue;
      copy_padded(queue.data(), queue.size(), in.message.data() + in.size);
      std::uint16_t* const sender = in.sender.data() + in.size;
      auto const x = static_cast<std::uint32_t>(queue.size());
      if (machine_.single_link)
        std::fill_n(sender, x, static_cast<std::uint16_t>(i));
      else
        worker.edges.assign(x, rng, sender);
      if constexpr (Message::tracked) {
        std::uint64_t const from = (copy_first_clique + i * stride + middle) * m + source.copy;
        for (std::uint32_t q = 0; q < x; ++q)
          in.message[in.size + q].arrive(q / m + 1, 1, length_(from, clique * m + sender[q]),
                                         (q / m + 1) * times_.round_ps(level - 1));
      }
      tally_exchange(level, call, x, worker);
      in.size += x;
    }
  }
  void collect_stage(std::uint64_t clique, Source const& source, Worker& worker) const {
    Stage const& stage = *source.stage;
    std::uint64_t const local = clique % machine_.cliques_of_copy(source.level - 1);
    std::uint64_t const begin = stage.begin[local], size = stage.begin[local + 1] - begin;
    auto& in = worker.input;
    in.reserve(size);
    in.size = size;
    std::copy_n(stage.message.begin() + static_cast<std::ptrdiff_t>(begin), size, in.message.begin());
    std::copy_n(stage.sender.begin() + static_cast<std::ptrdiff_t>(begin), size, in.sender.begin());
  }
  void aim(std::uint64_t clique, std::uint64_t call, Worker& worker) const {
    auto& in = worker.input;
    std::uint16_t* const target = in.target.data();
    bool const redistributing = call >= first_redistributing_call();
    if (std::uint32_t const level = redistributing ? 0 : target_level(machine_.levels, call)) {
      auto const shift = packing_.shift(level);
      auto const mask = static_cast<decltype(Message::destination)>(packing_.mask());
      for (std::size_t i = 0; i < in.size; ++i)
        target[i] = static_cast<std::uint16_t>(in.message[i].destination >> shift & mask);
      return;
    }
    std::size_t const words = (in.size + 1) / 2;
    worker.words.resize(std::max(worker.words.size(), words));
    Rng rng = InstanceStreams{seed_, machine_.cliques(), call, clique}.intermediate();
    rng.fill({worker.words.data(), words});
    std::uint64_t const* const word = worker.words.data();
    for (std::size_t i = 0; i < in.size; ++i)
      target[i] = static_cast<std::uint16_t>(
          scale32(static_cast<std::uint32_t>(word[i / 2] >> (i % 2 * 32)), machine_.m));
  }
  void tally_exchange(std::uint32_t level, std::uint64_t call, std::uint64_t x, Worker& worker) const {
    auto& measures = worker.measures.levels[level - 1];
    std::uint64_t const m = machine_.m, full = x / m, rest = x % m;
    measures.hops += x;
    measures.sum_rounds += m * full * (full + 1) / 2 + rest * (full + 1);
    measures.max_rounds = std::max(measures.max_rounds, full + (rest != 0));
    worker.measures.step(2 * call, full + (rest != 0));
  }
  void check_arrival(std::uint64_t clique, CliqueInput<Message> const& in) const {
    using Digits = decltype(Message::destination);
    auto const here = static_cast<Digits>(packing_.pack(clique * machine_.m));
    Digits wrong = 0;
    for (std::size_t i = 0; i < in.size; ++i) wrong |= in.message[i].destination ^ (here | in.target[i]);
    if (wrong) throw std::logic_error("A(l) delivered a message to the wrong node");
  }
  void place(std::uint64_t clique, Target& out, Worker& worker) const {
    auto const& in = worker.input;
    std::uint16_t const* const target = in.target.data();
    std::uint32_t* const count = worker.count.data();
    std::fill_n(count, machine_.m, 0U);
    for (std::size_t i = 0; i < in.size; ++i) ++count[target[i]];
    std::uint64_t const begin = out.end, local = clique % out.cliques;
    out.end += in.size;
    if (out.end > out.store->capacity()) out.store->reserve(out.end + out.end / 8, begin);
    std::uint32_t* const position = worker.position.data();
    out.store->place(local, begin, count, position);
    Message* const to = out.store->at(local);
    for (std::size_t i = 0; i < in.size; ++i) to[position[target[i]]++] = in.message[i];
  }
  /// Creates a store for a copy of level `level`, with a capacity slightly above the mean number of messages.
  Store new_store(std::uint32_t level) const {
    std::uint64_t const mean = traffic_.num_messages() / machine_.power(machine_.levels - level) + 1;
    return Store{machine_.m, machine_.cliques_of_copy(level), mean + mean / 64 + 64};
  }
  std::uint64_t first_redistributing_call() const { return num_calls(machine_.levels); }

  ClexMachine machine_;
  ClexOptions options_;
  std::uint64_t seed_;
  std::uint32_t redistribution_;
  Traffic const& traffic_;
  DigitPacking packing_;
  std::vector<std::uint16_t> pool_;
  MakeFirstLevel make_first_level_;
  HopLengths hop_lengths_;
  Length length_;
  RoundTimes times_;
  Sink sink_;
  Numbers numbers_;
  DepartureSink left_sink_;
  Tick tick_;
  bool tick_of_cliques_ = false;
};

}  // namespace weft::rounds
