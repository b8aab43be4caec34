// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/loggops.hpp"

#include <algorithm>
#include <queue>
#include <span>
#include <tuple>

#include "weft/engine/replay/matching.hpp"

namespace weft::replay {
namespace {

enum class LogGopsStep : std::uint8_t { operation, message };

struct LogGopsEvent {
  std::int64_t time;
  std::uint64_t number;  // among the events of one time
  std::uint32_t operation;
  LogGopsStep step;
  bool operator>(LogGopsEvent const& other) const {
    return time != other.time ? time > other.time : number > other.number;
  }
};

/// Times at which the `width` CPUs, or one direction of the network interfaces, of each rank are free again.
class FreeTimes {
 public:
  FreeTimes(std::uint32_t ranks, std::uint8_t width) : width_(width), times_(std::size_t{ranks} * width, 0) {}
  std::int64_t& operator()(std::uint32_t rank, std::uint8_t i) {
    return times_[std::size_t{rank} * width_ + i];
  }
  std::int64_t last(std::uint32_t rank) const {
    auto const first = times_.begin() + static_cast<std::ptrdiff_t>(std::size_t{rank} * width_);
    return *std::max_element(first, first + width_);
  }

 private:
  std::uint8_t width_;
  std::vector<std::int64_t> times_;
};

class LogGopsRun {
 public:
  LogGopsRun(Program const& program, LogGops const& model, Progress& progress)
      : program_(program),
        model_(model),
        progress_(progress),
        cpu_(program.num_ranks(), program.num_cpus()),
        sending_(program.num_ranks(), program.num_nics()),
        receiving_(program.num_ranks(), program.num_nics()),
        matching_(has_wildcard_receive(program), program.num_ranks()),
        requests_(program.num_ranks()),
        waits_(program.num_operations()),
        rank_(program.num_operations()),
        ended_(program.num_operations(), false) {
    for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank)
      for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i) {
        rank_[i] = rank;
        waits_[i] = program.num_waits(i);
        if (waits_[i] == 0) freed_.push_back(i);
      }
  }

  LogGopsOutcome run() {
    progress_.start("operations", program_.num_operations(), "operations");
    queue_freed();
    while (!events_.empty()) {
      auto const event = events_.top();
      events_.pop();
      ++outcome_.events;
      if (event.step == LogGopsStep::message)
        receive_message(event);
      else
        begin(event);
      queue_freed();
    }
    progress_.finish();
    for (std::uint32_t rank = 0; rank < program_.num_ranks(); ++rank) outcome_.end.push_back(cpu_.last(rank));
    for (std::uint32_t i = 0; i < program_.num_operations(); ++i)
      if (!ended_[i]) outcome_.stuck.push_back(i);
    outcome_.unreceived = matching_.waiting_messages();
    return std::move(outcome_);
  }

 private:
  static std::int64_t more_bytes(Operation const& operation) {
    return std::max<std::int64_t>(static_cast<std::int64_t>(operation.amount), 1) - 1;
  }

  void put(std::int64_t time, std::uint64_t number, std::uint32_t operation, LogGopsStep step) {
    events_.push({time, number, operation, step});
  }

  /// Queues the operations that have no remaining dependencies, ordered by rank; per rank first sends, then
  /// receives, then the others.
  void queue_freed() {
    auto const order = [&](std::uint32_t i) { return std::tuple(rank_[i], program_.operation(i).kind, i); };
    if (freed_.size() > 1) std::ranges::sort(freed_, {}, order);
    for (auto const i : freed_) {
      auto const& operation = program_.operation(i);
      auto time = cpu_(rank_[i], operation.cpu);
      if (operation.kind == OperationKind::send) time = std::max(time, sending_(rank_[i], operation.nic));
      put(time, next_number_++, i, LogGopsStep::operation);
    }
    freed_.clear();
  }

  void release(std::span<std::uint32_t const> waiters) {
    for (auto const waiter : waiters)
      if (--waits_[waiter] == 0) freed_.push_back(waiter);
  }
  void end(std::uint32_t operation) {
    ended_[operation] = true;
    release(program_.after_end(operation));
    progress_.advance();
    if (!program_.operation(operation).is_request) return;
    auto const wait = requests_.end_request(rank_[operation], program_);
    if (wait != RequestCounts::none) end(wait);
  }

  void begin(LogGopsEvent const& event) {
    auto const& operation = program_.operation(event.operation);
    switch (operation.kind) {
      case OperationKind::send: return begin_send(event, operation);
      case OperationKind::receive: return begin_receive(event, operation);
      default: break;
    }
    auto& cpu = cpu_(rank_[event.operation], operation.cpu);
    if (cpu > event.time) return put(cpu, event.number, event.operation, event.step);
    cpu = event.time + (waits_for_requests(operation) ? 0 : static_cast<std::int64_t>(operation.amount));
    release(program_.after_start(event.operation));
    if (!waits_for_requests(operation) ||
        requests_.try_to_complete(rank_[event.operation], operation, event.operation))
      end(event.operation);
  }

  void begin_send(LogGopsEvent const& event, Operation const& operation) {
    auto const rank = rank_[event.operation];
    auto &cpu = cpu_(rank, operation.cpu), &nic = sending_(rank, operation.nic);
    if (auto const free = std::max(cpu, nic); free > event.time)
      return put(free, event.number, event.operation, event.step);
    release(program_.after_start(event.operation));
    cpu = event.time + model_.o + more_bytes(operation) * model_.O;
    nic = event.time + model_.g + more_bytes(operation) * model_.G;
    if (!waits_for_receive(operation)) end(event.operation);
    put(event.time + model_.o + model_.L, next_number_++, event.operation, LogGopsStep::message);
  }
  bool waits_for_receive(Operation const& send) const {
    return !send.is_independent && more_bytes(send) + 1 > model_.S;
  }

  void begin_receive(LogGopsEvent const& event, Operation const& operation) {
    release(program_.after_start(event.operation));
    auto const rank = rank_[event.operation];
    if (auto const send = matching_.post(rank, operation, event.operation))
      match(*send, event.operation, event.time);
  }

  void receive_message(LogGopsEvent const& event) {
    auto const& send = program_.operation(event.operation);
    auto &cpu = cpu_(send.peer, send.cpu), &nic = receiving_(send.peer, send.nic);
    if (auto const free = std::max(cpu, nic); free > event.time)
      return put(free, event.number, event.operation, event.step);
    cpu = event.time + model_.o + more_bytes(send) * std::max(model_.O, model_.G);
    nic = event.time + model_.g + more_bytes(send) * model_.G;
    if (auto const receive = matching_.arrive(rank_[event.operation], send, event.operation))
      match(event.operation, *receive, event.time);
  }

  void match(std::uint32_t send, std::uint32_t receive, std::int64_t time) {
    auto const& operation = program_.operation(send);
    if (waits_for_receive(operation)) {
      auto &cpu = cpu_(rank_[send], operation.cpu), &nic = sending_(rank_[send], operation.nic);
      cpu = std::max(cpu, time);
      nic = std::max(nic, time);
      end(send);
    }
    end(receive);
  }

  Program const& program_;
  LogGops model_;
  Progress& progress_;
  FreeTimes cpu_, sending_, receiving_;
  Matching matching_;
  RequestCounts requests_;
  std::vector<std::uint32_t> waits_, rank_;
  std::vector<bool> ended_;
  std::vector<std::uint32_t> freed_;
  std::priority_queue<LogGopsEvent, std::vector<LogGopsEvent>, std::greater<>> events_;
  std::uint64_t next_number_ = 0;
  LogGopsOutcome outcome_;
};

}  // namespace

LogGopsOutcome run_loggops(Program const& program, LogGops const& model, Progress& progress) {
  return LogGopsRun(program, model, progress).run();
}

}  // namespace weft::replay
