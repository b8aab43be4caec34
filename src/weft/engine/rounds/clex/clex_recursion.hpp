#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/clex/clex_machine.hpp"
#include "weft/engine/rounds/clex/clique.hpp"
#include "weft/engine/rounds/clex/edge_assignment.hpp"
#include "weft/engine/rounds/clex/message_store.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// A(l) on flat arrays, copy by copy: the fast execution.
///
/// A copy of level L is run depth first: its m sub-copies one after the other (step 1), each leaving its messages in this
/// level's store, grouped by node; then each sub-copy j collects from the store what the exchange over level L brings it
/// (step 2) and delivers (step 3). One store per level and thread is all the memory there is, so a store of level 2 or 3
/// stays in the cache; traffic is generated when the first call asks for it, and delivered messages are handed to `sink`
/// and forgotten. The sub-copies of the top level are the parallel tasks.
template <class Message, class Offset>
class ClexRecursion {
 public:
  /// Receives the delivered messages of one clique (message i at node target[i]) on worker `worker`.
  using Sink = std::function<void(std::uint64_t clique, CliqueInput<Message> const&, unsigned worker)>;
  /// Cable length of one hop between two nodes in millimeters; asked for by tracked messages alone.
  using Length = std::function<std::uint32_t(std::uint64_t from, std::uint64_t to)>;
  using Tick = std::function<void(std::uint64_t messages)>;

  ClexRecursion(ClexMachine const& machine, ClexOptions const& options, std::uint64_t seed,
                Traffic const& traffic)
      : machine_(machine),
        options_(options),
        seed_(seed),
        redistribution_(options.redistribute),
        traffic_(traffic),
        packing_(machine.m, machine.levels),
        pool_(options.subset == Subset::pooled ? draw_pool(seed, machine.m) : std::vector<std::uint16_t>{}) {}

  void set_sink(Sink sink) { sink_ = std::move(sink); }
  void set_lengths(HopLengths in_clique, Length between) {
    hop_lengths_ = std::move(in_clique);
    length_ = std::move(between);
  }
  /// Called now and then with the number of messages that calls of A(1) have delivered since; `work()` in all.
  void set_tick(Tick tick) { tick_ = std::move(tick); }

  /// Messages delivered by all calls of A(1) together: what `tick` counts up to.
  std::uint64_t work() const {
    return traffic_.num_messages() *
           (num_calls(machine_.levels) + (redistribution_ ? num_calls(redistribution_) : 0));
  }

  /// One store of the whole and, for each thread, one of a copy of every level between.
  std::uint64_t bytes_needed() const {
    double const messages = static_cast<double>(traffic_.num_messages()) * sizeof(Message);
    double const clique = sizeof(std::uint64_t) + (machine_.m + 1.0) * sizeof(Offset);
    double const whole = messages + clique * static_cast<double>(machine_.cliques());
    double copies = 0;
    for (std::uint32_t level = 2; level < machine_.levels; ++level)
      copies += whole / static_cast<double>(machine_.power(machine_.levels - level));
    return static_cast<std::uint64_t>(whole + num_threads() * copies);
  }

  ClexMeasures run();

 private:
  using Store = MessageStore<Message, Offset>;

  /// What an exchange with landing=high brings to one copy, grouped by clique.
  struct Stage {
    std::vector<Message> message;
    std::vector<std::uint16_t> sender;
    std::vector<std::uint64_t> begin;  ///< per clique of the copy, and the end
  };
  /// Where the messages of a copy come from: the traffic (no store), a store as it is (level 0), or an exchange from the
  /// store over `level` to sub-copy `copy`.
  struct Source {
    Store const* store = nullptr;
    std::uint32_t level = 0;
    std::uint64_t copy = 0;
    Stage const* stage = nullptr;
  };
  /// Where the messages of a copy go: a store that holds `cliques` cliques, filled up to `end`; no store: the sink.
  struct Target {
    Store* store = nullptr;
    std::uint64_t cliques = 0, end = 0;
  };
  struct Worker {
    Worker(ClexMachine const& machine, ClexOptions const& options, std::vector<std::uint16_t> const& pool)
        : clique(machine.m, options, machine.nodes()),
          edges(machine.m, options.subset, pool),
          measures(machine.levels),
          stores(machine.levels + 1),
          redistributed(),
          stages(machine.levels + 1),
          count(machine.m),
          position(machine.m),
          queues(machine.m) {}
    Clique<Message> clique;
    EdgeAssignment edges;
    ClexMeasures measures;
    CliqueInput<Message> input;
    std::vector<Store> stores;  ///< per level
    Store redistributed;
    std::vector<Stage> stages;
    std::vector<std::uint32_t> count, position, destinations;
    std::vector<std::uint64_t> words;
    std::vector<std::span<Message const>> queues;
  };

  void deliver_top(Source const& traffic, std::uint64_t call, Store* out);
  std::uint64_t deliver(std::uint32_t level, std::uint64_t copy, std::uint64_t call, Source const& source,
                        Target& out, Worker& worker, unsigned worker_index);
  std::uint64_t deliver_clique(std::uint64_t clique, std::uint64_t call, Source const& source, Target& out,
                               Worker& worker, unsigned worker_index);
  void collect_traffic(std::uint64_t clique, Worker& worker) const;
  void collect_store(std::uint64_t clique, Source const& source, Worker& worker) const;
  void collect_low(std::uint64_t clique, std::uint64_t call, Source const& source, Worker& worker) const;
  void collect_stage(std::uint64_t clique, Source const& source, Worker& worker) const;
  void fill_stage(std::uint64_t copy, std::uint64_t call, Source const& source, Stage& stage,
                  Worker& worker) const;
  void aim(std::uint64_t clique, std::uint64_t call, Worker& worker) const;
  void tally_exchange(std::uint32_t level, std::uint64_t call, std::uint64_t x, Worker& worker) const;
  void check_arrival(std::uint64_t clique, CliqueInput<Message> const& in) const;
  void place(std::uint64_t clique, Target& out, Worker& worker) const;
  std::uint64_t sent_by(std::uint64_t first, std::uint64_t nodes) const;
  Store new_store(std::uint32_t level) const;
  std::uint64_t first_redistributing_call() const { return num_calls(machine_.levels); }
  Worker& worker_at(unsigned index);

  ClexMachine machine_;
  ClexOptions options_;
  std::uint64_t seed_;
  std::uint32_t redistribution_;
  Traffic const& traffic_;
  DigitPacking packing_;
  std::vector<std::uint16_t> pool_;
  HopLengths hop_lengths_;
  Length length_;
  Sink sink_;
  Tick tick_;
  std::vector<std::optional<Worker>> workers_;
};

}  // namespace weft::rounds

#include "weft/engine/rounds/clex/clex_recursion_impl.hpp"
