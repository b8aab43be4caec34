// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/injection_control.hpp"

#include <algorithm>
#include <cmath>

namespace weft::flit {

InjectionControl::InjectionControl(FlitParams const& params, FlitNetwork const& network, State const& state,
                                   std::size_t sources)
    : network_(network),
      state_(state),
      max_outstanding_(static_cast<std::uint32_t>(params.max_outstanding)),
      window_(static_cast<std::uint32_t>(params.window)),
      throttle_(params.throttle),
      port_capacity_(router_options(params).port_capacity()),
      is_rated_(params.ecn_threshold > 0),
      cut_(params.ecn_cut),
      recovery_(params.ecn_recovery / 1000),
      limits_(needs_acknowledgments(params)) {
  if (!limits_) return;
  outstanding_.resize(sources);
  retry_.resize(sources);
  flows_.resize(sources);
}

/// Returns whether more than the permitted share of the buffers downstream of the router's channels is in
/// use.
bool InjectionControl::is_congested(std::uint32_t router) const {
  auto const channels = network_.channels(router), first = network_.first_out(router);
  std::int64_t used = 0;
  for (std::uint32_t p = 0; p < channels; ++p) used += state_.credits_in_use(first + p);
  auto const slots = static_cast<double>(channels * port_capacity_);
  return static_cast<double>(used) > throttle_ * slots;
}

InjectionControl::Flow* InjectionControl::find(std::size_t index, std::uint32_t to) {
  auto& flows = flows_[index];
  auto const found = std::ranges::find(flows, to, &Flow::to);
  return found == flows.end() ? nullptr : &*found;
}

/// Returns the current rate of a flow after its recovery, in flits per cycle.
double InjectionControl::rate(Flow const& flow, std::uint64_t now) const {
  return std::min(1.0, flow.cut_rate + recovery_ * static_cast<double>(now - flow.cut));
}

/// Returns the first cycle t in which the next packet may start: the number of cycles since the start of the
/// last packet, times the rate at t, is at least the size of the last packet.
std::uint64_t InjectionControl::next_begin(Flow const& flow) const {
  double const flits = flow.last_flits;
  auto const then =
      flow.cut_rate + recovery_ * (static_cast<double>(flow.last_start) - static_cast<double>(flow.cut));
  auto const cycles = (std::sqrt(then * then + 4 * recovery_ * flits) - then) / (2 * recovery_);
  return flow.last_start + static_cast<std::uint64_t>(std::ceil(std::max(cycles, flits)));
}

bool InjectionControl::may_begin(std::size_t index, std::uint32_t terminal, std::uint32_t to,
                                 std::uint64_t now) {
  if (throttle_ < 1 && is_congested(network_.injection_router(terminal))) return false;
  if (!limits_) return true;
  auto const* const flow = tracks_flows() ? find(index, to) : nullptr;
  auto& retry = retry_[index];
  retry = 0;
  if (max_outstanding_ > 0 && outstanding_[index] >= max_outstanding_) retry = until_acknowledged;
  if (flow != nullptr && window_ > 0 && flow->outstanding >= window_) retry = until_acknowledged;
  if (flow != nullptr && is_rated_) retry = std::max(retry, next_begin(*flow));
  return retry <= now;
}

void InjectionControl::begin(std::size_t index, std::uint32_t to, std::uint32_t flits, std::uint64_t now) {
  if (!limits_) return;
  ++outstanding_[index];
  if (!tracks_flows()) return;
  auto* flow = find(index, to);
  if (flow == nullptr) {
    auto& flows = flows_[index];
    if (flows.size() == flows.capacity())
      std::erase_if(flows, [&](Flow const& other) { return is_in_initial_state(other, now); });
    flow = &flows.emplace_back(Flow{.to = to});
  }
  ++flow->outstanding;
  flow->last_flits = flits;
  flow->last_start = now;
}

/// Records an acknowledgment. Marks of packets that left before the last rate reduction are ignored, since
/// these packets were not sent at the reduced rate.
void InjectionControl::acknowledge(std::size_t index, Acknowledgment const& acknowledgment) {
  --outstanding_[index];
  retry_[index] = 0;
  if (!tracks_flows()) return;
  auto& flow = *find(index, acknowledgment.from);
  --flow.outstanding;
  if (acknowledgment.marked != 0 && (flow.cut == 0 || acknowledgment.started >= flow.cut)) {
    flow.cut_rate = rate(flow, acknowledgment.cycle) * (1 - cut_);
    flow.cut = acknowledgment.cycle;
  }
  if (!is_in_initial_state(flow, acknowledgment.cycle)) return;
  flow = flows_[index].back();
  flows_[index].pop_back();
}

}  // namespace weft::flit
