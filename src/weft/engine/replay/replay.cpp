// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/replay.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/engine/replay/matching.hpp"

namespace weft::replay {

std::vector<RankWait> RankWaits::longest_first() const {
  std::vector<RankWait> all;
  all.reserve(by_pair_.size());
  for (auto const& [pair, seconds] : by_pair_) all.push_back({pair.rank, pair.partner, seconds});
  std::ranges::sort(all, {},
                    [](RankWait const& wait) { return std::tuple(-wait.seconds, wait.rank, wait.partner); });
  return all;
}

namespace {

constexpr std::size_t nowhere = ~std::size_t{0};

/// Returns the index of the operation of `rank`, or `nowhere` if there is none.
std::size_t find_rank(std::vector<StuckOperation> const& stuck, std::uint32_t rank) {
  auto const found = std::ranges::lower_bound(stuck, rank, {}, &StuckOperation::rank);
  if (found == stuck.end() || found->rank != rank) return nowhere;
  return static_cast<std::size_t>(found - stuck.begin());
}

}  // namespace

std::size_t move_cycle_to_front(std::vector<StuckOperation>& stuck) {
  std::vector<std::size_t> next(stuck.size()), visited_from(stuck.size(), nowhere), shortest;
  for (std::size_t i = 0; i < stuck.size(); ++i) next[i] = find_rank(stuck, stuck[i].waits_for);
  for (std::size_t start = 0; start < stuck.size(); ++start) {
    auto at = start;
    while (at != nowhere && visited_from[at] == nowhere) {
      visited_from[at] = start;
      at = next[at];
    }
    if (at == nowhere || visited_from[at] != start) continue;
    std::vector<std::size_t> cycle{at};
    for (auto i = next[at]; i != at; i = next[i]) cycle.push_back(i);
    if (shortest.empty() || cycle.size() < shortest.size()) shortest = std::move(cycle);
  }
  std::vector<StuckOperation> ordered;
  for (auto const i : shortest) ordered.push_back(stuck[i]);
  for (std::size_t i = 0; i < stuck.size(); ++i)
    if (std::ranges::find(shortest, i) == shortest.end()) ordered.push_back(stuck[i]);
  stuck = std::move(ordered);
  return shortest.size();
}

namespace {

enum class Step : std::uint8_t { start_part, begin, computed, sent, received };

struct Event {
  double time;
  std::uint64_t number;     // among the events of one time
  std::uint32_t operation;  // for start_part: the part
  Step step;
  bool operator>(Event const& other) const {
    return time != other.time ? time > other.time : number > other.number;
  }
};

constexpr std::uint32_t no_receive = Operation::any;

class Replay {
 public:
  Replay(ReplayJob const& job, Transport& transport)
      : job_(job),
        program_(job.program),
        transport_(transport),
        cpus_(std::size_t{program_.num_ranks()} * program_.num_cpus(), 0),
        nics_(std::size_t{program_.num_ranks()} * program_.num_nics(), 0),
        matching_(has_wildcard_receive(program_), program_.num_ranks()),
        waits_for_(program_.num_ranks()),
        requests_(program_.num_ranks()),
        rank_(program_.num_operations()),
        waits_(program_.num_operations()),
        partner_(program_.num_operations(), no_receive),
        left_(program_.num_operations(), 0),
        cpu_user_(cpus_.size(), no_receive),
        state_(program_.num_operations(), State::waiting),
        arrived_(program_.num_operations(), false) {
    outcome_.ranks.resize(program_.num_ranks());
    outcome_.operations = program_.num_operations();
    for (std::uint32_t rank = 0; rank < program_.num_ranks(); ++rank)
      for (auto i = program_.first_operation(rank); i < program_.first_operation(rank + 1); ++i) {
        rank_[i] = rank;
        waits_[i] = program_.num_waits(i);
      }
    parts_.assign(job.parts.begin(), job.parts.end());
    if (parts_.empty()) parts_.push_back({0, program_.num_ranks()});
    for (std::uint32_t part = 0; part < parts_.size(); ++part) {
      auto const& [first, ranks, start, after] = parts_[part];
      left_of_part_.push_back(program_.first_operation(first + ranks) - program_.first_operation(first));
      part_of_.insert(part_of_.end(), ranks, part);
      if (!after) put(start, part, Step::start_part);
    }
  }

  ReplayOutcome run() {
    job_.progress.start("operations", program_.num_operations(), "operations");
    while (!events_.empty() || (transport_.in_progress() && !transport_.is_stalled())) {
      throw_if_interrupted();
      auto const until = events_.empty() ? std::numeric_limits<double>::infinity() : events_.top().time;
      if (transport_.in_progress() && transport_.advance(until)) {
        for (auto const& arrival : transport_.arrivals()) arrive(arrival, transport_.now());
        queue_freed(transport_.now());
      } else if (events_.empty()) {
        continue;
      } else {
        auto const event = events_.top();
        events_.pop();
        handle(event);
        queue_freed(event.time);
      }
      ++outcome_.events;
    }
    job_.progress.finish();
    finish();
    return std::move(outcome_);
  }

 private:
  enum class State : std::uint8_t { waiting, started, ended };

  std::size_t cpu_number(std::uint32_t i) const {
    return std::size_t{rank_[i]} * program_.num_cpus() + program_.operation(i).cpu;
  }
  double cpu_of(std::uint32_t i) const { return cpus_[cpu_number(i)]; }
  double& nic_of(std::uint32_t i) {
    return nics_[std::size_t{rank_[i]} * program_.num_nics() + program_.operation(i).nic];
  }
  void put(double time, std::uint32_t operation, Step step) {
    events_.push({time, next_number_++, operation, step});
  }

  /// Queues the ready operations, ordered by rank; per rank first sends, then receives, then the others.
  void queue_freed(double time) {
    if (freed_.size() > 1)
      std::ranges::sort(freed_, {},
                        [&](std::uint32_t i) { return std::tuple(rank_[i], program_.operation(i).kind, i); });
    for (auto const i : freed_) put(time, i, Step::begin);
    freed_.clear();
  }
  void release(std::span<std::uint32_t const> waiters, std::uint32_t by) {
    for (auto const waiter : waiters)
      if (--waits_[waiter] == 0) {
        freed_.push_back(waiter);
        if (job_.trace != nullptr) job_.trace->cause[waiter] = by;
      }
  }
  void start(std::uint32_t number, double time) {
    auto const& part = parts_[number];
    for (auto i = program_.first_operation(part.first_rank);
         i < program_.first_operation(part.first_rank + part.ranks); ++i)
      if (waits_[i] == 0) freed_.push_back(i);
    for (auto rank = part.first_rank; rank < part.first_rank + part.ranks; ++rank)
      waits_for_.busy(rank, time);
    if (left_of_part_[number] == 0) start_those_after(number, time);
  }
  void start_those_after(std::uint32_t number, double time) {
    for (std::uint32_t next = 0; next < parts_.size(); ++next)
      if (parts_[next].after == number) put(time + parts_[next].start, next, Step::start_part);
  }
  void begin(std::uint32_t i, double time) {
    state_[i] = State::started;
    if (job_.trace != nullptr) job_.trace->begin[i] = time;
    release(program_.after_start(i), i);
  }
  void end(std::uint32_t i, double time) {
    state_[i] = State::ended;
    if (job_.trace != nullptr) job_.trace->end[i] = time;
    auto& last = outcome_.ranks[rank_[i]].end;
    last = std::max(last, time);
    auto const freed = freed_.size();
    release(program_.after_end(i), i);
    auto const& operation = program_.operation(i);
    if (operation.is_request) end_request(i, time);
    if (freed_.size() > freed &&
        (operation.kind == OperationKind::receive || operation.kind == OperationKind::send))
      waits_for_.proceed(rank_[i], partner_of(i), time);
    if (--left_of_part_[part_of_[rank_[i]]] == 0) start_those_after(part_of_[rank_[i]], time);
    job_.progress.advance();
  }
  /// Counts the end of request i, and ends the wait of its rank if the request completes it.
  void end_request(std::uint32_t i, double time) {
    auto const wait = requests_.end_request(rank_[i], program_);
    if (wait == RequestCounts::none) return;
    if (job_.trace != nullptr) job_.trace->cause[wait] = i;
    end(wait, time);
  }
  /// Returns the peer rank of operation i, which must be matched if its peer is `any`.
  std::uint32_t partner_of(std::uint32_t i) const {
    auto const& operation = program_.operation(i);
    return operation.peer == Operation::any ? rank_[partner_[i]] : operation.peer;
  }
  /// Marks the CPU of operation i as busy until `until`.
  void use_cpu(std::uint32_t i, double until) {
    cpus_[cpu_number(i)] = until;
    cpu_user_[cpu_number(i)] = i;
    waits_for_.busy(rank_[i], until);
  }

  void handle(Event const& event) {
    auto const i = event.operation;
    switch (event.step) {
      case Step::start_part: return start(i, event.time);
      case Step::begin: return try_to_begin(event);
      case Step::computed:
      case Step::received: return end(i, event.time);
      case Step::sent: return post_send(i, event.time);
    }
  }

  /// Starts an operation if its CPU and its network interface are free; otherwise reschedules it for the time
  /// at which they are.
  void try_to_begin(Event const& event) {
    auto const i = event.operation;
    auto const& operation = program_.operation(i);
    if (operation.kind == OperationKind::receive) return post_receive(i, event.time);
    auto free = cpu_of(i);
    if (operation.kind == OperationKind::send) free = std::max(free, nic_of(i));
    if (free > event.time) {
      if (job_.trace != nullptr && cpu_of(i) == free) job_.trace->cause[i] = cpu_user_[cpu_number(i)];
      events_.push({free, event.number, i, Step::begin});
      return;
    }
    begin(i, event.time);
    if (waits_for_requests(operation)) {
      if (requests_.try_to_complete(rank_[i], operation, i)) put(event.time, i, Step::computed);
    } else if (operation.kind == OperationKind::send) {
      auto const overhead = job_.model.o + job_.model.O * operation.amount;
      outcome_.ranks[rank_[i]].overhead += overhead;
      use_cpu(i, event.time + overhead);
      nic_of(i) = event.time + job_.model.g;
      put(event.time + overhead, i, Step::sent);
    } else {
      auto const seconds =
          operation.kind == OperationKind::compute ? operation.amount * 1e-9 * job_.model.compute : 0;
      outcome_.ranks[rank_[i]].computing += seconds;
      if (seconds > 0) use_cpu(i, event.time + seconds);
      put(event.time + seconds, i, Step::computed);
    }
  }

  bool is_eager(Operation const& send) const {
    return send.is_independent || send.amount <= job_.model.eager;
  }
  bool is_buffered(Operation const& send) const {
    return !send.is_independent && send.amount <= job_.model.buffered;
  }
  /// Returns whether a send ends as soon as it is posted.
  bool ends_at_once(Operation const& send) const {
    return is_buffered(send) || (is_eager(send) && !send.is_independent);
  }

  void post_send(std::uint32_t i, double time) {
    auto const& operation = program_.operation(i);
    ++outcome_.messages;
    outcome_.bytes += operation.amount;
    auto const receive = matching_.arrive(rank_[i], operation, i);
    if (receive) match(i, *receive);
    if (is_eager(operation)) leave(i, time, i);
    if (ends_at_once(operation)) end(i, time);
    if (receive && !is_eager(operation)) leave(i, time, i);
  }
  void match(std::uint32_t send, std::uint32_t receive) {
    partner_[send] = receive;
    partner_[receive] = send;
  }

  void post_receive(std::uint32_t i, double time) {
    begin(i, time);
    auto const& operation = program_.operation(i);
    auto const send = matching_.post(rank_[i], operation, i);
    if (!send) return;
    match(*send, i);
    if (!is_eager(program_.operation(*send)))
      leave(*send, time, i);
    else if (arrived_[*send])
      take(*send, time);
  }

  /// Passes the data of a message to the transport. `by`: the operation that triggers the departure. Throws
  /// InputError if there is no path.
  void leave(std::uint32_t send, double time, std::uint32_t by) {
    auto const& operation = program_.operation(send);
    if (!transport_.send({time, send, job_.terminal_of[rank_[send]], job_.terminal_of[operation.peer],
                          operation.amount, !is_eager(operation)}))
      throw InputError(fmt::format("no path leads from rank {} to rank {}", rank_[send], operation.peer),
                       "failed parts separate them", "use another mapping", "fail");
    left_[send] = time;
    if (job_.trace == nullptr) return;
    job_.trace->left[send] = time;
    job_.trace->left_by[send] = by;
  }

  /// Handles the arrival of the last byte of a message.
  void arrive(Arrived const& arrival, double time) {
    auto const send = arrival.send;
    auto const& operation = program_.operation(send);
    outcome_.classes.add(operation.amount, time - left_[send]);
    transport_.over_time().arrive(time, operation.amount);
    if (job_.trace != nullptr) {
      job_.trace->arrived[send] = time;
      job_.trace->latency[send] = arrival.latency;
    }
    if (!ends_at_once(operation)) end(send, time);
    arrived_[send] = true;
    if (partner_[send] != no_receive) take(send, time);
  }

  /// Starts processing an arrived message at the CPU of the receiver.
  void take(std::uint32_t send, double time) {
    auto const receive = partner_[send];
    auto const overhead = job_.model.o + job_.model.O * program_.operation(send).amount;
    if (overhead == 0) return end(receive, time);
    if (time > cpu_of(receive)) waits_for_.proceed(rank_[receive], partner_of(receive), time);
    auto const until = std::max(cpu_of(receive), time) + overhead;
    use_cpu(receive, until);
    outcome_.ranks[rank_[receive]].overhead += overhead;
    put(until, receive, Step::received);
  }

  void finish() {
    outcome_.unreceived = matching_.waiting_messages();
    outcome_.waits = waits_for_.longest_first();
    for (std::uint32_t rank = 0; rank < program_.num_ranks(); ++rank)
      outcome_.ranks[rank].waiting = waits_for_.seconds(rank);
    outcome_.max_waiting_messages = matching_.max_waiting_messages();
    outcome_.max_waiting_receives = matching_.max_waiting_receives();
    if (job_.trace != nullptr) job_.trace->partner = partner_;
    outcome_.over_time = transport_.over_time();
    for (std::uint32_t rank = 0; rank < program_.num_ranks(); ++rank)
      for (auto i = program_.first_operation(rank); i < program_.first_operation(rank + 1); ++i)
        if (state_[i] == State::started) {
          auto const& operation = program_.operation(i);
          outcome_.stuck.push_back({i, rank, is_message(operation) ? operation.peer : Operation::any});
          break;
        }
    outcome_.cycle = move_cycle_to_front(outcome_.stuck);
  }

  ReplayJob const& job_;
  Program const& program_;
  Transport& transport_;
  std::vector<double> cpus_, nics_;  // times at which they are free again
  Matching matching_;
  RankWaits waits_for_;
  RequestCounts requests_;
  std::vector<std::uint32_t> rank_, waits_, partner_;  // partner_: the receive of a send, and vice versa
  std::vector<double> left_;                           // departure of the data of a send
  std::vector<std::uint32_t> cpu_user_;                // last operation on each CPU
  std::vector<State> state_;
  std::vector<bool> arrived_;  // by send
  std::vector<std::uint32_t> freed_;
  std::vector<ReplayPart> parts_;
  std::vector<std::uint32_t> left_of_part_, part_of_;  // remaining operations; part of each rank
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t next_number_ = 0;
  ReplayOutcome outcome_;
};

}  // namespace

double ReplayOutcome::end() const {
  double last = 0;
  for (auto const& rank : ranks) last = std::max(last, rank.end);
  return last;
}

ReplayOutcome run_replay(ReplayJob const& job, Transport& transport) { return Replay(job, transport).run(); }

}  // namespace weft::replay
