#include "weft/engine/flit/injection_control.hpp"

#include <algorithm>

namespace weft::flit {

InjectionControl::InjectionControl(FlitParams const& params, FlitNetwork const& network, State const& state,
                                   std::size_t sources)
    : network_(network),
      state_(state),
      most_(static_cast<std::uint32_t>(params.max_outstanding)),
      window_(static_cast<std::uint32_t>(params.window)),
      throttle_(params.throttle),
      limits_(needs_acknowledgments(params)) {
  if (!limits_) return;
  outstanding_.resize(sources);
  retry_.resize(sources);
  flows_.resize(sources);
}

/// Whether more than the permitted share of the buffers behind the router's channels is in use.
bool InjectionControl::is_crowded(std::uint32_t router) const {
  auto const channels = network_.channels(router), first = network_.first_out(router);
  std::int64_t used = 0;
  for (std::uint32_t p = 0; p < channels; ++p) used += state_.queue[first + p];
  auto const places = static_cast<double>(channels) * state_.vcs * state_.depth;
  return static_cast<double>(used) > throttle_ * places;
}

InjectionControl::Flow* InjectionControl::find(std::size_t index, std::uint32_t to) {
  auto& flows = flows_[index];
  auto const found = std::ranges::find(flows, to, &Flow::to);
  return found == flows.end() ? nullptr : &*found;
}

bool InjectionControl::may_begin(std::size_t index, std::uint32_t terminal, std::uint32_t to) {
  if (throttle_ < 1 && is_crowded(network_.injection_router(terminal))) return false;
  if (!limits_) return true;
  auto const* const flow = window_ > 0 ? find(index, to) : nullptr;
  bool const full =
      (most_ > 0 && outstanding_[index] >= most_) || (flow != nullptr && flow->outstanding >= window_);
  if (full) retry_[index] = until_acknowledged;
  return !full;
}

void InjectionControl::begin(std::size_t index, std::uint32_t to) {
  if (!limits_) return;
  ++outstanding_[index];
  if (window_ == 0) return;
  if (auto* const flow = find(index, to))
    ++flow->outstanding;
  else
    flows_[index].push_back({to, 1});
}

void InjectionControl::acknowledge(std::size_t index, Acknowledgment const& it) {
  --outstanding_[index];
  retry_[index] = 0;
  auto* const flow = find(index, it.from);
  if (flow == nullptr || --flow->outstanding > 0) return;
  *flow = flows_[index].back();
  flows_[index].pop_back();
}

}  // namespace weft::flit
