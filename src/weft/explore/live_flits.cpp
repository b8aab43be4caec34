// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/live_flits.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/param.hpp"
#include "weft/engine/flit/estimate.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/topologies.hpp"
#include "weft/traffic/patterns/listed_messages.hpp"
#include "weft/workload/flit/tables.hpp"

namespace weft::explore {
namespace {

/// Sets the virtual channel that a packet waits for: its own one if its buffer is empty, because its next
/// flits have not arrived; one that another packet of the router owns; or one with a full buffer.
void set_next(flit::Deadlock::Waiter const& found, flit::State const& state, FlitChannels const& channels,
              LiveDeadlock::Waiter& waiter) {
  auto const& machine = channels.machine;
  if (state.input[state.place(found.in, found.vc)].count == 0) {
    waiter.next_channel = waiter.channel;
    waiter.next_vc = found.vc;
  } else if (machine.router_of_in(found.next_in) == waiter.router) {
    auto const& owner = state.input[state.place(found.next_in, found.next_vc)];
    waiter.next_channel = channels.from_output(machine.first_out(waiter.router) + owner.out);
    waiter.next_vc = owner.out_vc;
  } else {
    waiter.next_channel = channels.to_input(found.next_in);
    waiter.next_vc = found.next_vc;
  }
}

}  // namespace

LiveDeadlock to_live_deadlock(flit::Deadlock const& found, flit::State const& state,
                              FlitChannels const& channels) {
  LiveDeadlock deadlock{
      .cycle = found.cycle, .blocked = found.blocked, .text = format_deadlock(found), .waiters = {}};
  for (auto const& member : found.circle) {
    LiveDeadlock::Waiter waiter{.channel = channels.to_input(member.in),
                                .router = channels.machine.router_of_in(member.in),
                                .vc = member.vc,
                                .source = member.source,
                                .destination = member.terminal,
                                .next_channel = {}};
    set_next(member, state, channels, waiter);
    deadlock.waiters.push_back(waiter);
  }
  return deadlock;
}

BlockedHeads::BlockedHeads(flit::State const& state, flit::RouterOptions const& options)
    : interval_(std::max(1u, (options.vc_buffer - 1) / options.speedup)), heads_(state.input.size()) {}

void BlockedHeads::sample(std::uint64_t now, flit::State const& state) {
  sampled_ = now;
  constexpr std::uint64_t present = std::uint64_t{1} << 63;
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    auto const& input = state.input[i];
    auto const flit = input.count == 0 ? 0
                                       : present | std::uint64_t{input.head} << 32 |
                                             state.buffer[i * state.depth + input.head];
    if (flit != heads_[i].flit) heads_[i] = {flit, now};
  }
}

namespace {

Spec engine_of(Scenario const& scenario) {
  auto engine = parse_spec(scenario.engine, "engine");
  if (engine.name != "flit")
    throw InputError("engine " + shown(engine.name) + " cannot be watched",
                     "only engine flit advances cycle by cycle", "use engine=flit", "engine");
  return flit::without_aliases(std::move(engine));
}

void check_size(Scenario const& scenario) {
  auto const topology = make_topology(scenario.topology);
  if (topology->num_routers() > LiveFlits::max_routers)
    throw InputError(fmt::format("{} has {} routers", topology->spec(false), topology->num_routers()),
                     fmt::format("flits can be watched on at most {} routers", LiveFlits::max_routers),
                     "use a smaller network, or weft simulate", "topology");
}

/// Adds a note about arguments that control the end and the measurements of a run.
void note_unused(Spec const& engine, Scenario const& scenario, std::vector<std::string>& notes) {
  std::vector<std::string> unused;
  if (!scenario.energy.empty()) unused.emplace_back("energy");
  for (auto const* key :
       {"warm_up", "precision", "cycles", "max_cycles", "watchdog", "interval", "interval_pairs"})
    if (detail::find_argument(engine, key) != nullptr) unused.emplace_back(key);
  if (!unused.empty())
    notes.push_back(fmt::format("without effect in a live run: {}", fmt::join(unused, ", ")));
}

/// Assembles the run without time series, which the frames replace.
FlitAssembly assemble_live(Scenario const& scenario) {
  auto setting = assemble_flit(scenario);
  setting.params.interval = 0;
  setting.params.interval_pairs = false;
  return setting;
}

/// Returns the memory of a frame and of the state between two frames.
std::uint64_t frame_bytes(flit::FlitNetwork const& machine, flit::FlitParams const& params) {
  auto const vcs = static_cast<std::uint64_t>(params.vcs);
  return machine.num_in() * (13 + 2 * vcs + 16 * std::bit_ceil(vcs)) + machine.num_terminals() * 64ull;
}

flit::FlitNetwork make_live_machine(FlitAssembly const& setting) {
  auto machine = make_machine(setting);
  auto const simulation =
      flit::bytes_needed({machine, setting.params}, setting.bound->traits(), setting.params);
  require_memory(simulation + frame_bytes(machine, setting.params), setting.topology->spec(false));
  return machine;
}

}  // namespace

// Deadlocks are of interest here: a routing that `simulate` rejects without allow_deadlock=true is accepted
// with a note.
LiveFlits::Accepted LiveFlits::accept(Scenario scenario) {
  auto engine = engine_of(scenario);
  check_size(scenario);
  if (Spec::parse(scenario.traffic).name == traffic::TimedMessages::name)
    throw InputError("timed_messages cannot be watched", "only rates and batches can", "use weft simulate",
                     "traffic");
  std::vector<std::string> notes;
  note_unused(engine, scenario, notes);
  try {
    auto setting = assemble_live(scenario);
    return {std::move(scenario), std::move(setting), std::move(notes)};
  } catch (InputError const& rejected) {
    if (detail::find_argument(engine, "allow_deadlock") != nullptr) throw;
    engine.arguments.push_back({"allow_deadlock", "true"});
    scenario.engine = engine.to_string();
    try {
      auto setting = assemble_live(scenario);
      notes.push_back(fmt::format("allow_deadlock=true: {} ({})", rejected.problem, rejected.why));
      return {std::move(scenario), std::move(setting), std::move(notes)};
    } catch (InputError const&) {}
    throw;
  }
}

LiveFlits::LiveFlits(Scenario const& scenario, Progress& progress) : LiveFlits(accept(scenario), progress) {}

LiveFlits::LiveFlits(Accepted accepted, Progress& progress)
    : setting_(std::move(accepted.setting)),
      scenario_(setting_.resolved(accepted.scenario)),
      notes_(std::move(accepted.notes)),
      machine_(make_live_machine(setting_)),
      traffic_(setting_.traffic(progress)),
      channels_{*setting_.network, machine_},
      simulation_(machine_, *setting_.bound, *traffic_, setting_.params, setting_.seed, 1,
                  flit::CoreChoice::generic),
      backlog_(simulation_.sources()),
      watchdog_(machine_, simulation_.options()),
      heads_(simulation_.state(), simulation_.options()),
      trace_(simulation_, channels_),
      sent_(num_channels()) {
  scenario_.push_back({"seed", std::to_string(setting_.seed)});
  std::ranges::move(notes_of(setting_, machine_), std::back_inserter(notes_));
}

void LiveFlits::check_step(std::uint64_t cycles, bool trace) const {
  if (cycles < 1 || cycles > max_cycles)
    throw InputError(fmt::format("cycles={}", cycles), fmt::format("must be in [1, {}]", max_cycles))
        .about("cycles");
  if (!trace) return;
  if (cycles > max_traced_cycles)
    throw conflict("trace=true", fmt::format("cycles={}", cycles),
                   fmt::format("at most {} cycles can be traced", max_traced_cycles),
                   "use fewer cycles, or omit trace")
        .about("trace");
  if (machine_.num_routers() > max_traced_routers)
    throw conflict("trace=true", fmt::format("{} routers", machine_.num_routers()),
                   fmt::format("at most {} routers can be traced", max_traced_routers))
        .about("trace");
}

void LiveFlits::check_deadlock() {
  if (deadlock_) return;
  if (auto const found = watchdog_.look(simulation_.now(), simulation_.state()))
    deadlock_ = to_live_deadlock(*found, simulation_.state(), channels_);
}

// Advances in pieces: the watchdog checks at multiples of `patience`, and heads are sampled only in the last
// `patience` cycles.
void LiveFlits::advance(std::uint64_t cycles, bool trace, LiveFrame& frame, Progress& progress) {
  if (trace) trace_.start();
  for (auto const end = simulation_.now() + cycles; simulation_.now() < end;) {
    auto const now = simulation_.now();
    auto next = std::min(end, (now / patience + 1) * patience);
    if (end - now > patience)
      next = std::min(next, end - patience);
    else
      next = std::min(next, now + (trace ? 1 : heads_.interval()));
    if (trace) trace_.before_cycle(frame.arrivals);
    simulation_.advance(next - now);
    if (trace) trace_.after_cycle(frame.moves);
    if (next == end || (next + patience >= end && heads_.is_due(next)))
      heads_.sample(next, simulation_.state());
    if (next % patience == 0) check_deadlock();
    progress.advance(next - now);
  }
}

// Accepted flits: all flits sent to terminals, minus the flits that are still in flight.
LiveFlits::Totals LiveFlits::totals() {
  Totals now;
  now.delivered = simulation_.done();
  now.started = now.delivered + simulation_.in_flight();
  backlog_.count(simulation_.now());
  now.dropped = backlog_.started_or_dropped() - now.started;
  auto const waiting = backlog_.waiting();
  now.waiting = std::accumulate(waiting.begin(), waiting.end(), std::uint64_t{0});
  for (std::uint32_t e = 0; e < machine_.num_terminals(); ++e)
    now.accepted += simulation_.state().out_port[machine_.ejection_port(e)].sent;
  for (auto const& slot : simulation_.flits_to_terminals().slots()) now.accepted -= slot.size();
  return now;
}

void LiveFlits::fill_channels(LiveFrame& frame) {
  auto const& state = simulation_.state();
  frame.sent.resize(sent_.size());
  frame.blocked.resize(sent_.size());
  frame.buffered.resize(sent_.size() * state.vcs);
  channels_.for_each([&](std::uint32_t channel, std::uint32_t out) {
    auto const sent = state.out_port[out].sent;
    frame.sent[channel] = static_cast<std::uint32_t>(sent - sent_[channel]);
    frame.flit_hops += sent - sent_[channel];
    sent_[channel] = sent;
    auto const first = state.place(machine_.target(out), 0);
    for (std::uint32_t v = 0; v < state.vcs; ++v) {
      frame.buffered[std::size_t{channel} * state.vcs + v] = state.input[first + v].count;
      if (heads_.is_blocked(first + v, frame.cycle, patience)) frame.blocked[channel] = 1;
    }
  });
}

LiveFrame LiveFlits::step(std::uint64_t cycles, bool trace, Progress& progress) {
  check_step(cycles, trace);
  LiveFrame frame;
  progress.start("simulate", cycles, "cycles");
  advance(cycles, trace, frame, progress);
  progress.finish();
  auto const before = totals_;
  totals_ = totals();
  frame.cycle = simulation_.now();
  frame.delivered = totals_.delivered - before.delivered;
  frame.dropped = totals_.dropped - before.dropped;
  frame.in_flight = totals_.started - totals_.delivered;
  frame.waiting = totals_.waiting;
  frame.created = totals_.started + totals_.dropped + totals_.waiting -
                  (before.started + before.dropped + before.waiting);
  if (auto const recent = simulation_.drain_recent(); recent.count > 0) frame.latency = recent.mean();
  if (auto const terminals = machine_.num_terminals(); terminals > 0)
    frame.accepted = static_cast<double>(totals_.accepted - before.accepted) /
                     (static_cast<double>(terminals) * static_cast<double>(cycles));
  frame.waiting_at.assign(machine_.num_terminals(), 0);
  std::ranges::copy(backlog_.waiting(), frame.waiting_at.begin() + backlog_.first_terminal());
  fill_channels(frame);
  return frame;
}

std::optional<PacketLocation> LiveFlits::packet(std::uint32_t number) const {
  if (number >= trace_.numbers())
    throw InputError(fmt::format("packet={}", number),
                     trace_.numbers() == 0
                         ? "no packet has been traced yet"
                         : fmt::format("the packets traced so far are 0 to {}", trace_.numbers() - 1),
                     trace_.numbers() == 0 ? "step with trace=true first" : "")
        .about("packet");
  auto const engine = trace_.engine_number(number);
  return engine ? locate_packet(*engine, simulation_, channels_) : std::nullopt;
}

}  // namespace weft::explore
