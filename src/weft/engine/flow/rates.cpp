// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/rates.hpp"

#include <algorithm>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::flow {
namespace {

/// Relative accuracy of the sums over the flows of a channel.
constexpr double min_precision = 1e-13;
/// Refilling all channels is faster than a repair that has visited each incidence of flow and channel
/// `looks_per_incidence` times. A repair may always visit `always_allowed` incidences.
constexpr std::uint64_t looks_per_incidence = 4, always_allowed = 256;
constexpr std::uint64_t max_hops_of_flow = std::uint64_t{1} << 30, max_hops = 0xffffffff;

/// Returns the level at which the sum of part * min(y, level) over the flows equals `capacity`. Their sum of
/// part * y must exceed `capacity`.
template <class Flows>
double level_of(Flows const& flows, double capacity, std::uint64_t& looked_at) {
  double level = 0;
  for (std::size_t slower = 0;;) {
    double rest = capacity, parts = 0;
    std::size_t count = 0;
    for (auto const& flow : flows) {
      bool const is_slower = flow.y < level;
      rest -= is_slower ? flow.part * flow.y : 0;
      parts += is_slower ? 0 : flow.part;
      count += is_slower;
    }
    looked_at += flows.size();
    if (count == flows.size() || (level > 0 && count == slower)) return level;
    slower = count;
    level = std::max(level, rest / parts);
  }
}

}  // namespace

Rates::Rates(std::span<double const> capacity, double precision)
    : precision_(std::max(precision, min_precision)), violated_(capacity.size()) {
  channels_.resize(capacity.size());
  for (std::size_t c = 0; c < capacity.size(); ++c) channels_[c].capacity = capacity[c];
}

void Rates::reserve(std::size_t flows) {
  flows_.reserve(flows);
  changes_.reserve(flows);
}

std::uint32_t Rates::take_hops(std::span<Hop const> hops) {
  auto const count = hops.size();
  auto first = hops_.size();
  if (count < free_hops_.size() && !free_hops_[count].empty()) {
    first = free_hops_[count].back();
    free_hops_[count].pop_back();
  } else if (count < max_hops_of_flow && first + count < max_hops) {
    hops_.resize(first + count);
  } else {
    throw InputError("the messages in flight use more than 2^32 channels in total", "the maximum is 2^32",
                     "send fewer messages simultaneously, or use paths=single", "engine");
  }
  if (shares_.empty() && std::ranges::any_of(hops, [](Hop const& hop) { return hop.share != 1; }))
    shares_.assign(hops_.size(), 1);
  if (!shares_.empty()) shares_.resize(hops_.size(), 1);
  for (std::size_t h = 0; h < count; ++h) {
    hops_[first + h].channel = hops[h].channel;
    if (!shares_.empty()) shares_[first + h] = hops[h].share;
  }
  return static_cast<std::uint32_t>(first);
}

std::uint32_t Rates::add(std::span<Hop const> hops, double weight, double cap) {
  std::uint32_t number = 0;
  if (free_flows_.empty()) {
    number = static_cast<std::uint32_t>(flows_.size());
    flows_.emplace_back();
  } else {
    number = free_flows_.back();
    free_flows_.pop_back();
  }
  auto& flow = flows_[number];
  flow = {.cap = cap / weight,
          .weight = weight,
          .first_hop = take_hops(hops),
          .num_hops = static_cast<std::uint32_t>(hops.size())};
  for (auto const& hop : hops)
    flow.cap = std::min(flow.cap, channels_[hop.channel].capacity / (hop.share * weight));
  return number;
}

void Rates::start(std::uint32_t number) {
  auto& flow = flows_[number];
  flow.started = true;
  flow.y = limit_elsewhere(number, no_channel);
  auto const first = flow.first_hop, count = std::uint32_t{flow.num_hops};
  for (auto h = first; h < first + count; ++h) {
    auto& channel = channels_[hops_[h].channel];
    hops_[h].place = static_cast<std::uint32_t>(channel.flows.size());
    channel.flows.push_back({flow.y, share(h) * flow.weight, number, h});
    channel.use += channel.flows.back().part * flow.y;
    ++channel.drift;
    touch(hops_[h].channel);
  }
  incidences_ += count;
  new_incidences_ += count;
  ++num_flows_;
  note_change(number, 0);
}

void Rates::remove(std::uint32_t number) {
  auto& flow = flows_[number];
  auto const first = flow.first_hop, count = std::uint32_t{flow.num_hops};
  if (flow.started) leave_channels(number);
  if (flow.changed) std::erase_if(changes_, [&](RateChange const& change) { return change.flow == number; });
  if (count >= free_hops_.size()) free_hops_.resize(count + 1);
  if (count > 0) free_hops_[count].push_back(first);
  flow = {};
  free_flows_.push_back(number);
}

void Rates::reweigh(std::uint32_t number, double weight) {
  auto& flow = flows_[number];
  if (flow.weight == weight) return;
  if (flow.started) note_change(number, flow.y * flow.weight);
  flow.cap *= flow.weight / weight;
  flow.weight = weight;
  if (!flow.started) return;
  flow.y = limit_elsewhere(number, no_channel);
  for (auto h = flow.first_hop; h < flow.first_hop + flow.num_hops; ++h) {
    auto const [c, place] = hops_[h];
    auto& channel = channels_[c];
    auto& here = channel.flows[place];
    channel.use -= here.part * here.y;
    here.part = share(h) * weight;
    here.y = flow.y;
    channel.use += here.part * here.y;
    channel.drift += 2;
    touch(c);
  }
}

void Rates::leave_channels(std::uint32_t number) {
  auto const& flow = flows_[number];
  for (auto h = flow.first_hop; h < flow.first_hop + flow.num_hops; ++h) {
    auto const [c, place] = hops_[h];
    auto& channel = channels_[c];
    channel.use -= channel.flows[place].part * flow.y;
    ++channel.drift;
    channel.flows[place] = channel.flows.back();
    hops_[channel.flows[place].hop].place = place;
    channel.flows.pop_back();
    touch(c);
  }
  incidences_ -= flow.num_hops;
  --num_flows_;
}

void Rates::touch(std::uint32_t c) {
  if (channels_[c].touched) return;
  channels_[c].touched = true;
  touched_.push_back(c);
}

void Rates::note_change(std::uint32_t number, double before) {
  if (reported_) changes_.clear();
  reported_ = false;
  if (flows_[number].changed) return;
  flows_[number].changed = true;
  changes_.push_back({number, before});
}

void Rates::set_rate(std::uint32_t number, double y, std::uint32_t by) {
  auto& flow = flows_[number];
  note_change(number, flow.y * flow.weight);
  auto const more = y - flow.y;
  flow.y = y;
  for (auto h = flow.first_hop; h < flow.first_hop + flow.num_hops; ++h) {
    auto const [c, place] = hops_[h];
    auto& channel = channels_[c];
    auto& here = channel.flows[place];
    here.y = y;
    channel.use += here.part * more;
    ++channel.drift;
    if (c != by) touch(c);
  }
  num_examined_ += flow.num_hops;
}

void Rates::sum_shares(Channel& channel) {
  double use = 0;
  for (auto const& flow : channel.flows) use += flow.part * flow.y;
  channel.use = use;
  channel.drift = 0;
  num_examined_ += channel.flows.size();
}

Rates::Fault Rates::fault(Channel& channel) {
  if (channel.drift > channel.flows.size()) sum_shares(channel);
  if (channel.use > channel.capacity * (1 + precision_)) return Fault::too_full;
  bool const holds_back = channel.level < unlimited;
  return holds_back && channel.use < channel.capacity * (1 - precision_) ? Fault::not_full : Fault::none;
}

/// Updates the keys of touched channels. An overfull channel receives a lower bound on its key, the key of
/// the last repaired channel: computing the key visits all flows of the channel, which is postponed until the
/// channel has the minimum key.
void Rates::check_touched(double key) {
  for (auto const c : touched_) {
    auto& channel = channels_[c];
    channel.touched = false;
    switch (fault(channel)) {
      case Fault::none: violated_.erase(c); break;
      case Fault::not_full: violated_.set(c, channel.level); break;
      case Fault::too_full:
        if (!raised_ && violated_.contains(c)) break;  // its key can only have increased
        if (!filling_ || channel.level == unlimited) violated_.set(c, key);
        break;
    }
  }
  touched_.clear();
}

void Rates::lower(std::uint32_t c, double level) {
  auto& channel = channels_[c];
  channel.level = level;
  for (auto const& flow : channel.flows)
    if (flow.y > level) set_rate(flow.flow, level, c);
  sum_shares(channel);
}

/// Returns the limit on rate / weight of a flow by its cap and by all its channels except c.
double Rates::limit_elsewhere(std::uint32_t number, std::uint32_t c) {
  auto const& flow = flows_[number];
  auto limit = flow.cap;
  for (auto h = flow.first_hop; h < flow.first_hop + flow.num_hops; ++h)
    if (hops_[h].channel != c) limit = std::min(limit, channels_[hops_[h].channel].level);
  num_examined_ += flow.num_hops;
  return limit;
}

void Rates::raise(std::uint32_t c) {
  auto& channel = channels_[c];
  held_.clear();
  double rest = channel.capacity, requested = 0;
  for (auto const& flow : channel.flows) {
    if (flow.y != channel.level) {
      rest -= flow.part * flow.y;
      continue;
    }
    held_.push_back(flow);
    held_.back().y = limit_elsewhere(flow.flow, c);
    requested += flow.part * held_.back().y;
  }
  num_examined_ += channel.flows.size();
  channel.level = requested <= rest ? unlimited : level_of(held_, rest, num_examined_);
  for (auto const& flow : held_) {
    auto const y = std::min(flow.y, channel.level);
    if (y != flows_[flow.flow].y) set_rate(flow.flow, y, c);
  }
  sum_shares(channel);
}

/// Repairs the channel with the minimum key, or replaces its key by the exact value. Returns the key: the
/// exact one if the channel was repaired, otherwise the lower bound.
double Rates::repair_next() {
  auto const c = violated_.minimum();
  auto const bound = violated_.min_key();
  auto& channel = channels_[c];
  violated_.erase(c);
  auto const which = fault(channel);
  if (which == Fault::none) return bound;
  bool const full = which == Fault::too_full;
  auto const key = full ? level_of(channel.flows, channel.capacity, num_examined_) : channel.level;
  if (!violated_.empty() && key > violated_.min_key()) {
    violated_.set(c, key);
    return bound;
  }
  raised_ = !full;
  if (full)
    lower(c, key);
  else
    raise(c);
  return key;
}

void Rates::repair_all() {
  constexpr std::uint64_t steps_per_look = 4096;
  for (std::uint64_t step = 1; !violated_.empty(); ++step) {
    if (step % steps_per_look == 0) throw_if_interrupted();
    check_touched(repair_next());
    if (!filling_ && num_examined_ > looks_per_incidence * incidences_ + always_allowed) return fill();
  }
}

void Rates::fill() {
  ++fillings_;
  filling_ = true;
  raised_ = false;
  for (std::uint32_t c = 0; c < channels_.size(); ++c) {
    channels_[c].level = unlimited;
    violated_.erase(c);
    touch(c);
  }
  for (std::uint32_t f = 0; f < flows_.size(); ++f)
    if (auto const& flow = flows_[f]; flow.started && flow.y != flow.cap) set_rate(f, flow.cap, no_channel);
  for (auto const c : touched_) {
    auto& channel = channels_[c];
    channel.touched = false;
    if (fault(channel) == Fault::too_full)
      violated_.set(c, level_of(channel.flows, channel.capacity, num_examined_));
  }
  touched_.clear();
  repair_all();
  filling_ = false;
}

std::span<RateChange const> Rates::repair() {
  if (reported_) changes_.clear();
  num_examined_ = 0;
  raised_ = false;
  if (2 * new_incidences_ > incidences_) {
    fill();
  } else {
    check_touched(0);
    repair_all();
  }
  new_incidences_ = 0;
  for (auto const& change : changes_) flows_[change.flow].changed = false;
  std::erase_if(changes_, [&](RateChange const& change) { return change.before == rate(change.flow); });
  reported_ = true;
  return changes_;
}

std::uint32_t Rates::held_by(std::uint32_t number) const {
  auto const& flow = flows_[number];
  for (auto h = flow.first_hop; h < flow.first_hop + flow.num_hops; ++h)
    if (channels_[hops_[h].channel].level == flow.y) return hops_[h].channel;
  return no_channel;
}

std::uint64_t Rates::bytes() const {
  auto bytes = flows_.capacity() * sizeof(Flow) + hops_.capacity() * sizeof(HopPosition) +
               shares_.capacity() * sizeof(double) + changes_.capacity() * sizeof(RateChange);
  for (auto const& channel : channels_) bytes += channel.flows.capacity() * sizeof(OnChannel);
  return bytes;
}

}  // namespace weft::flow
