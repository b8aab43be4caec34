#include "weft/engine/rounds/clex/faults/clex_faults.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/clex/faults/fault_run.hpp"

namespace weft::rounds {

namespace {

using Fate = Parcel::Fate;

constexpr std::uint32_t detour_block = 2;  // of the streams of Medium
constexpr std::size_t chunk_of_messages = 4096;

void check(SurvivingClex const& network, Traffic const& traffic, ClexOptions const& options,
           FaultOptions const& faults) {
  if (traffic.num_messages() >= ~std::uint32_t{0})
    throw InputError(std::to_string(traffic.num_messages()) + " messages",
                     "faults are simulated for fewer than 2^32 messages");
  if (network.machine().levels > 16)
    throw InputError("levels = " + std::to_string(network.machine().levels),
                     "faults are simulated for at most 16 levels");
  if (options.redistribute > network.machine().levels)
    throw InputError("redistribute = " + std::to_string(options.redistribute),
                     "must be a level, at most " + std::to_string(network.machine().levels));
  bool const legal = faults.loss >= 0 && faults.loss <= 0.9;
  if (!legal) throw InputError("loss = " + std::to_string(faults.loss), "must be in [0, 0.9]");
  if (faults.jitter > 0 && !faults.asynchronous)
    throw InputError("jitter with synchronous rounds", "transmissions take exactly one round there",
                     "set asynchronous=true");
  if (faults.asynchronous && options.subset == Subset::pooled)
    throw InputError("subset = pooled with asynchronous execution",
                     "nodes then draw a fresh permutation each time", "use subset=independent");
}

}  // namespace

void FaultRun::load() {
  parcels_.reserve(traffic_.num_messages());
  std::vector<std::uint32_t> destinations;
  for (std::uint64_t e = 0; e < machine_.nodes(); ++e) {
    auto const node = static_cast<std::uint32_t>(e);
    destinations.resize(traffic_.messages({node}));
    traffic_.destinations({node}, 1, destinations);
    for (std::uint32_t const destination : destinations) {
      Parcel parcel{node, destination, node};
      if (!network_.node_works(node) || !network_.node_works(destination)) parcel.fate = Fate::unreachable;
      parcels_.push_back(parcel);
    }
  }
}

void FaultRun::plan() {
  parallel_chunks(parcels_.size(), chunk_of_messages, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t id = begin; id < end; ++id) {
      Parcel& parcel = parcels_[id];
      if (parcel.fate != Fate::under_way) continue;
      auto const attempt =
          planner_.plan(static_cast<std::uint32_t>(id), parcel.source, parcel.destination, faults_.routes);
      if (attempt)
        parcel.attempt = *attempt;
      else
        parcel.fate = Fate::stuck;
    }
  });
}

/// Ways for all that got stuck; without any, a message is unreachable.
std::vector<Detour> FaultRun::find_detours() {
  std::vector<Detour> detours;
  for (std::uint32_t id = 0; id < parcels_.size(); ++id)
    if (parcels_[id].fate == Fate::stuck)
      detours.push_back({id, faults_.asynchronous ? parcels_[id].clock : 0, {}, false});
  parallel_chunks(detours.size(), 1, [&](std::size_t begin, std::size_t, unsigned w) {
    Detour& detour = detours[begin];
    Parcel& parcel = parcels_[detour.message];
    auto& ways = worker_at(w).ways;
    if (!ways) ways.emplace(network_);
    auto way = ways->find(parcel.at, parcel.destination, detour.message);
    if (!way && parcel.at != parcel.source) {
      way = ways->find(parcel.source, parcel.destination, detour.message);
      detour.restarted = true;
    }
    if (way)
      detour.way = std::move(*way);
    else
      parcel.fate = Fate::unreachable;
  });
  std::erase_if(detours, [&](Detour const& d) { return parcels_[d.message].fate == Fate::unreachable; });
  return detours;
}

void FaultRun::take_detours() {
  auto detours = find_detours();
  auto const tally = run_detours(detours, Medium{faults_, seed_, 0, detour_block});
  outcome_.detours = detours.size();
  outcome_.detour_hops = tally.hops;
  outcome_.duplicates += tally.duplicates;
  for (Detour const& detour : detours) {
    outcome_.restarts += detour.restarted;
    Parcel& parcel = parcels_[detour.message];
    parcel.clock += detour.arrived - detour.start;
    parcel.hops += static_cast<std::uint32_t>(detour.way.size());
    for (ChannelId const channel : detour.way)
      parcel.millimeters += length(channel.router().v, network_.landing(channel));
    parcel.at = parcel.destination;
    outcome_.makespan = std::max(outcome_.makespan, detour.arrived);
  }
}

FaultOutcome FaultRun::summarize() {
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
    if (parcel.fate == Fate::unreachable) {
      ++outcome_.unreachable;
      if (outcome_.lost_pairs.size() < faults_.named)
        outcome_.lost_pairs.push_back({parcel.source, parcel.destination});
      continue;
    }
    if (parcel.at != parcel.destination) throw std::logic_error("A(l) under faults lost a message");
    parcel.fate = Fate::delivered;
    ++outcome_.delivered;
    outcome_.completion.add(parcel.rounds());
    if (faults_.asynchronous) outcome_.makespan = std::max(outcome_.makespan, parcel.clock);
  }
  outcome_.measures.messages = outcome_.delivered;
  return std::move(outcome_);
}

DelayStatistics FaultOutcome::delays(DelayModel const& model) const {
  DelayStatistics delays{model};
  for (Parcel const& parcel : parcels)
    if (parcel.fate == Fate::delivered) delays.add(parcel.rounds(), parcel.hops, parcel.millimeters);
  return delays;
}

FaultOutcome simulate_clex_faults(SurvivingClex const& network, Traffic const& traffic,
                                  ClexOptions const& options, FaultOptions const& faults, std::uint64_t seed,
                                  HopLength const& length, Progress& progress) {
  check(network, traffic, options, faults);
  return FaultRun(network, traffic, options, faults, seed, length, progress).run();
}

}  // namespace weft::rounds
