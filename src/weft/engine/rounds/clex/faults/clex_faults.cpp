// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/clex/faults/faulty_steps.hpp"
#include "weft/engine/rounds/clex/faults/routes.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {
namespace {

using Status = Parcel::Status;

// blocks of the random streams of Medium
constexpr std::uint32_t clique_block = 0, exchange_block = 1, detour_block = 2;
constexpr std::size_t chunk_of_messages = 4096, chunk_of_instances = 16;

void check(SurvivingClex const& network, Traffic const& traffic, ClexOptions const& options,
           FaultOptions const& faults) {
  if (traffic.num_messages() >= ~std::uint32_t{0})
    throw InputError(std::to_string(traffic.num_messages()) + " messages are too many",
                     "faults are supported for fewer than 2^32 messages");
  if (network.machine().levels > 16)
    throw InputError("levels=" + std::to_string(network.machine().levels) + " conflicts with faults",
                     "faults are supported for at most 16 levels");
  check_options(network.machine(), options);
  if (!(faults.loss >= 0 && faults.loss <= 0.9))
    throw InputError("loss=" + std::to_string(faults.loss), "must be in [0, 0.9]");
  if (faults.jitter > 0 && !faults.asynchronous)
    throw InputError("jitter conflicts with synchronous rounds", "a transmission lasts exactly one round",
                     "set asynchronous=true");
  if (faults.asynchronous && options.subset == Subset::pooled)
    throw InputError("subset=pooled conflicts with asynchronous=true",
                     "asynchronous nodes draw a new permutation each time", "use subset=independent");
}

/// State of a run: the parcels and their cliques or queues.
class FaultRun {
 public:
  FaultRun(SurvivingClex const& network, Traffic const& traffic, ClexOptions const& options,
           FaultOptions const& faults, std::uint64_t seed, ClexCables const& cables, Progress& progress)
      : network_(network),
        machine_(network.machine()),
        traffic_(traffic),
        options_(options),
        faults_(faults),
        seed_(seed),
        cables_(cables),
        progress_(progress),
        calls_(calls_in_order(machine_.levels, options.redistribute)),
        planner_(network, calls_, seed),
        pool_(options.subset == Subset::pooled ? draw_pool(seed, machine_.m) : std::vector<std::uint16_t>{}),
        parcels_(outcome_.parcels),
        workers_(num_threads()) {}

  FaultOutcome run() {
    progress_.start("A(l) under faults", traffic_.num_messages() * calls_.size(), "messages");
    load();
    if (!network_.whole()) plan();
    queue_.assign(machine_.cliques() * (machine_.m + 1), 0);
    for (std::size_t step = 0; step < calls_.size(); ++step) {
      if (step == 0)
        inject();
      else if (calls_[step].exchange == 0)
        reopen();
      else
        exchange(calls_[step]);
      sort_into_cliques();
      tally_instances(calls_[step].number);
      parallel_chunks(machine_.cliques(), chunk_of_instances,
                      [&](std::size_t begin, std::size_t end, unsigned w) {
                        for (std::size_t clique = begin; clique < end; ++clique)
                          run_clique(step, clique, worker_at(w));
                        progress_.advance(first_[end] - first_[begin]);
                      });
    }
    take_detours();
    progress_.finish();
    return summarize();
  }

 private:
  struct Worker {
    explicit Worker(FaultRun const& run)
        : clique(run.network_, run.options_),
          edges(run.machine_.m, run.options_.subset, run.faults_.asynchronous, run.pool_),
          tally(run.machine_.levels) {}
    FaultyClique clique;
    FaultyEdges edges;
    FaultTally tally;
    std::vector<FaultyClique::Message> in_clique;
    std::vector<FaultyEdges::Message> at_node;
    std::vector<std::uint32_t> ids, position;
    std::vector<std::uint16_t> working;
  };
  struct Place {
    std::uint32_t id, node;
  };

  Worker& worker_at(unsigned index) {
    auto& worker = workers_[index];
    if (!worker) worker.emplace(*this);
    return *worker;
  }
  std::uint32_t length(std::uint32_t from, std::uint32_t to) const {
    return cables_.length ? cables_.length({from}, {to}) : 0;
  }
  /// Adds hops on a level, and the time of their rounds, to a parcel.
  void spend(Parcel& parcel, std::uint32_t level, std::uint32_t hops, Ticks time) const {
    parcel.hops += hops;
    if (cables_.times.classes() == 0) return;
    parcel.hop_ps += hops * cables_.times.hop_ps(level - 1);
    parcel.time_ps += static_cast<std::uint64_t>(
        std::llround(in_rounds(time) * static_cast<double>(cables_.times.round_ps(level - 1))));
  }

  void load() {
    parcels_.reserve(traffic_.num_messages());
    std::vector<std::uint32_t> destinations;
    for (std::uint64_t e = 0; e < machine_.nodes(); ++e) {
      auto const node = static_cast<std::uint32_t>(e);
      destinations.resize(traffic_.messages({node}));
      traffic_.destinations({node}, 1, destinations);
      for (std::uint32_t const destination : destinations) {
        Parcel parcel{node, destination, node};
        if (!network_.node_works(node) || !network_.node_works(destination))
          parcel.status = Status::unreachable;
        parcels_.push_back(parcel);
      }
    }
  }

  void plan() {
    parallel_chunks(parcels_.size(), chunk_of_messages, [&](std::size_t begin, std::size_t end, unsigned) {
      for (std::size_t id = begin; id < end; ++id) {
        Parcel& parcel = parcels_[id];
        if (parcel.status != Status::in_flight) continue;
        auto const attempt =
            planner_.plan(static_cast<std::uint32_t>(id), parcel.source, parcel.destination, faults_.routes);
        if (attempt)
          parcel.attempt = *attempt;
        else
          parcel.status = Status::stuck;
      }
    });
  }

  void inject() {
    moved_.clear();
    moved_.reserve(parcels_.size());
    for (std::uint32_t id = 0; id < parcels_.size(); ++id)
      if (parcels_[id].status == Parcel::Status::in_flight) moved_.push_back({id, parcels_[id].source});
  }

  /// Prepares a call with no preceding exchange: every message stays at its node.
  void reopen() {
    moved_.clear();
    for (std::uint64_t clique = 0; clique < machine_.cliques(); ++clique) {
      auto const* const queue = queue_.data() + clique * (machine_.m + 1);
      for (std::uint64_t x = queue[0]; x < queue[machine_.m]; ++x)
        moved_.push_back({order_[x], parcels_[order_[x]].at});
    }
  }

  /// Executes step 2 of A(call.exchange). Group (copy j, middle) contains the messages from the nodes (i,
  /// middle, j), i = 0..m-1, to copy j.
  void exchange(Call const& call) {
    std::uint32_t const m = machine_.m;
    std::uint64_t const groups = machine_.cliques(), middles = machine_.cliques_of_copy(call.exchange - 1);
    group_first_.assign(groups + 1, 0);
    for (std::uint64_t group = 0; group < groups; ++group) {
      std::uint64_t const copy = group / middles, j = copy % m;
      std::uint64_t size = 0;
      for (std::uint32_t i = 0; i < m; ++i) {
        auto const* const queue = queue_.data() + ((copy - j + i) * middles + group % middles) * (m + 1) + j;
        size += queue[1] - queue[0];
      }
      group_first_[group + 1] = group_first_[group] + size;
    }
    moved_.resize(group_first_[groups]);
    parallel_chunks(groups, chunk_of_instances, [&](std::size_t begin, std::size_t end, unsigned w) {
      for (std::size_t group = begin; group < end; ++group) exchange_group(call, group, worker_at(w));
    });
  }

  void exchange_group(Call const& call, std::uint64_t group, Worker& worker) {
    std::uint32_t const m = machine_.m;
    std::uint64_t const middles = machine_.cliques_of_copy(call.exchange - 1), copy = group / middles,
                        j = copy % m;
    InstanceStreams const streams{seed_, machine_.cliques(), call.number, group};
    Medium medium{faults_, seed_, streams.index, exchange_block};
    Rng rng = streams.exchange();
    Place* to = moved_.data() + group_first_[group];
    for (std::uint32_t i = 0; i < m; ++i) {
      std::uint64_t const clique = (copy - j + i) * middles + group % middles;
      auto const* const queue = queue_.data() + clique * (m + 1) + j;
      if (queue[0] == queue[1]) continue;
      worker.ids.assign(order_.begin() + static_cast<std::ptrdiff_t>(queue[0]),
                        order_.begin() + static_cast<std::ptrdiff_t>(queue[1]));
      send_from(call, static_cast<std::uint32_t>(clique * m + j), medium, rng, worker);
      for (std::uint32_t const id : worker.ids) *to++ = {id, parcels_[id].at};
    }
  }

  /// Sends the messages worker.ids of `node` over its edges of level call.exchange.
  void send_from(Call const& call, std::uint32_t node, Medium& medium, Rng& rng, Worker& worker) {
    auto& ids = worker.ids;
    if (faults_.asynchronous)
      std::stable_sort(ids.begin(), ids.end(), [&](std::uint32_t a, std::uint32_t b) {
        return parcels_[a].clock < parcels_[b].clock;
      });
    auto& messages = worker.at_node;
    messages.assign(ids.size(), {});
    if (faults_.asynchronous)
      for (std::size_t x = 0; x < ids.size(); ++x) messages[x].start = parcels_[ids[x]].clock;
    std::uint64_t rounds = 0;
    if (machine_.single_link) {
      rounds = worker.edges.send_over_link(messages, medium, call.exchange, worker.tally);
    } else {
      worker.working.clear();
      for (std::uint32_t w = 0; w < machine_.m; ++w)
        if (network_.edge_works(node, call.exchange, w))
          worker.working.push_back(static_cast<std::uint16_t>(w));
      rounds = worker.edges.send(messages, worker.working, rng, medium, call.exchange, worker.tally);
    }
    worker.tally.measures.step(2 * call.number, rounds);
    for (std::size_t x = 0; x < ids.size(); ++x) {
      Parcel& parcel = parcels_[ids[x]];
      parcel.at = network_.landing(node, call.exchange, messages[x].edge);
      Ticks const time = messages[x].arrived - messages[x].start;
      parcel.clock += time;
      spend(parcel, call.exchange, 1, time);
      parcel.millimeters += length(node, parcel.at);
    }
  }

  /// Sorts moved_ by clique; stable, so that the order within a clique is preserved.
  void sort_into_cliques() {
    first_.assign(machine_.cliques() + 1, 0);
    for (Place const& place : moved_) ++first_[place.node / machine_.m + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    order_.resize(moved_.size());
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    for (Place const& place : moved_) order_[next[place.node / machine_.m]++] = place.id;
  }

  void tally_instances(std::uint64_t call) {
    for (std::uint32_t level = 2; level <= machine_.levels; ++level) {
      if (call % (std::uint64_t{1} << (level - 1)) != 0) continue;
      auto& maximum = worker_at(0).tally.measures.levels[level - 1].max_messages;
      std::uint64_t const cliques = machine_.cliques_of_copy(level);
      for (std::uint64_t c = 0; c < machine_.cliques(); c += cliques)
        maximum = std::max(maximum, first_[c + cliques] - first_[c]);
    }
  }

  void run_clique(std::size_t step, std::uint64_t clique, Worker& worker) {
    collect(step, clique, worker);
    Call const& call = calls_[step];
    InstanceStreams const streams{seed_, machine_.cliques(), call.number, clique};
    Medium medium{faults_, seed_, streams.index, clique_block};
    auto const first = static_cast<std::uint32_t>(clique * machine_.m);
    auto const rounds = worker.clique.deliver(worker.in_clique, first, streams, medium, worker.tally);
    worker.tally.measures.step(2 * call.number + 1, rounds);
    for (auto const& message : worker.in_clique) {
      Parcel& parcel = parcels_[message.id];
      parcel.at = first + message.target;
      Ticks const time = message.arrived - message.start;
      parcel.clock += time;
      // Dense: the request and grant of a relayed message add two rounds.
      bool const requested = options_.mode == Mode::dense && message.hops == 2;
      spend(parcel, 1, message.hops, time + (requested ? 2 * ticks_per_round : 0));
      std::uint32_t const from = first + message.sender, relay = first + message.relay;
      parcel.millimeters +=
          message.hops == 1 ? length(from, parcel.at) : length(from, relay) + length(relay, parcel.at);
    }
    enqueue(clique, worker);
  }

  /// Collects the messages of a clique that can continue, with their target nodes; marks the others as stuck.
  void collect(std::size_t step, std::uint64_t clique, Worker& worker) {
    Call const& call = calls_[step];
    Rng rng = InstanceStreams{seed_, machine_.cliques(), call.number, clique}.intermediate();
    std::uint64_t word = 0;
    worker.in_clique.clear();
    for (std::uint64_t x = first_[clique]; x < first_[clique + 1]; ++x) {
      std::uint32_t const id = order_[x];
      Parcel& parcel = parcels_[id];
      std::uint16_t target = 0;
      if (network_.whole() &&
          call.target == 0) {  // as in ClexRecursion: a word serves two messages, low half first
        word = (x - first_[clique]) % 2 == 0 ? rng() : word >> 32;
        target = static_cast<std::uint16_t>(scale32(static_cast<std::uint32_t>(word), machine_.m));
      } else {
        target = planner_.digit(id, parcel.destination, parcel.attempt, step);
      }
      if (stuck(step, parcel.at, target)) {
        parcel.status = Parcel::Status::stuck;
        continue;
      }
      Ticks const start = faults_.asynchronous ? parcel.clock : 0;
      worker.in_clique.push_back({id, static_cast<std::uint16_t>(parcel.at % machine_.m), target, start});
    }
  }

  bool stuck(std::size_t step, std::uint32_t node, std::uint32_t target) const {
    if (network_.whole()) return false;
    std::uint32_t const gate = node - node % machine_.m + target;
    if (!network_.node_works(gate) || !network_.clique_connects(node, target)) return true;
    std::uint32_t const next = step + 1 == calls_.size() ? 0 : calls_[step + 1].exchange;
    return next != 0 && !network_.leads_on(gate, next);
  }

  /// Replaces the messages of a clique by its delivered messages, sorted into the queues of their targets.
  void enqueue(std::uint64_t clique, Worker& worker) {
    std::uint32_t const m = machine_.m;
    auto* const queue = queue_.data() + clique * (m + 1);
    std::fill_n(queue, m + 1, 0U);
    for (auto const& message : worker.in_clique) ++queue[message.target + 1];
    queue[0] = first_[clique];
    std::partial_sum(queue, queue + m + 1, queue);
    worker.position.assign(m, 0);
    for (auto const& message : worker.in_clique)
      order_[queue[message.target] + worker.position[message.target]++] = message.id;
  }

  void take_detours() {
    auto detours = find_detours(network_, parcels_, faults_.asynchronous);
    auto const tally = run_detours(detours, Medium{faults_, seed_, 0, detour_block});
    outcome_.detours = detours.size();
    outcome_.detour_hops = tally.hops;
    outcome_.duplicates += tally.duplicates;
    for (Detour const& detour : detours) {
      outcome_.restarts += detour.restarted;
      Parcel& parcel = parcels_[detour.message];
      parcel.clock += detour.arrived - detour.start;
      for (std::size_t hop = 0; hop < detour.way.size(); ++hop) {
        ChannelId const channel = detour.way[hop];
        parcel.millimeters += length(channel.router().v, network_.landing(channel));
        spend(parcel, network_.clex().level_of(channel.router(), channel.port()), 1,
              detour.after[hop] - (hop == 0 ? detour.start : detour.after[hop - 1]));
      }
      parcel.at = parcel.destination;
      outcome_.makespan = std::max(outcome_.makespan, detour.arrived);
    }
  }

  FaultOutcome summarize() {
    FaultTally tally{machine_.levels};
    for (auto const& worker : workers_)
      if (worker) tally.merge(worker->tally);
    outcome_.measures = std::move(tally.measures);
    for (std::uint32_t i = 0; i < machine_.levels; ++i)
      outcome_.measures.levels[i].sum_rounds = tally.time[i] / ticks_per_round;
    if (!faults_.asynchronous) outcome_.makespan += outcome_.measures.makespan() * ticks_per_round;
    outcome_.duplicates += tally.duplicates;
    outcome_.sent = parcels_.size();
    for (Parcel& parcel : parcels_) {
      if (parcel.status == Status::unreachable) {
        ++outcome_.unreachable;
        if (outcome_.lost_pairs.size() < faults_.named)
          outcome_.lost_pairs.push_back({parcel.source, parcel.destination});
        continue;
      }
      if (parcel.at != parcel.destination) throw std::logic_error("A(l) under faults lost a message");
      parcel.status = Status::delivered;
      ++outcome_.delivered;
      outcome_.completion.add(parcel.rounds());
      if (faults_.asynchronous) outcome_.makespan = std::max(outcome_.makespan, parcel.clock);
    }
    outcome_.measures.messages = outcome_.delivered;
    return std::move(outcome_);
  }

  SurvivingClex const& network_;
  ClexMachine machine_;
  Traffic const& traffic_;
  ClexOptions options_;
  FaultOptions faults_;
  std::uint64_t seed_;
  ClexCables const& cables_;
  Progress& progress_;
  std::vector<Call> calls_;
  RoutePlanner planner_;
  std::vector<std::uint16_t> pool_;
  FaultOutcome outcome_;
  std::vector<Parcel>& parcels_;
  std::vector<Place> moved_;                ///< messages moved by the exchange, by group
  std::vector<std::uint32_t> order_;        ///< parcels by clique
  std::vector<std::uint64_t> first_;        ///< by clique: its start in order_, and the end
  std::vector<std::uint64_t> queue_;        ///< by clique, m + 1 each: start of each node's queue in order_
  std::vector<std::uint64_t> group_first_;  ///< by exchange group: its start in moved_
  std::vector<std::optional<Worker>> workers_;
};

}  // namespace

FaultOutcome simulate_clex_faults(SurvivingClex const& network, Traffic const& traffic,
                                  ClexOptions const& options, FaultOptions const& faults, std::uint64_t seed,
                                  ClexCables const& cables, Progress& progress) {
  check(network, traffic, options, faults);
  return FaultRun(network, traffic, options, faults, seed, cables, progress).run();
}

/// Returns the estimate. Memory: a record per message, the indices that order and move messages, and a bit
/// per node and channel.
Estimate estimate_clex_faults(ClexMachine const& machine, double messages, double channels,
                              ClexOptions const& options) {
  constexpr double seconds_per_delivery = 300e-9, bytes_per_message = 66, bytes_per_node = 20,
                   bytes_per_channel = 10;
  auto const seconds = messages *
                       static_cast<double>(calls_of_message(machine.levels, options.redistribute)) *
                       seconds_per_delivery;
  auto const bytes = messages * bytes_per_message + static_cast<double>(machine.nodes()) * bytes_per_node +
                     channels * bytes_per_channel;
  return {bytes, seconds, useful_threads(static_cast<double>(machine.cliques()), seconds)};
}

}  // namespace weft::rounds
