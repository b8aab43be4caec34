#include "weft/engine/flow/message_model.hpp"

#include "weft/core/error.hpp"

namespace weft::flow {
namespace {

std::uint64_t group_of(Message const& message, Fairness fair) {
  switch (fair) {
    case Fairness::messages: break;
    case Fairness::pairs: return std::uint64_t{message.from} << 32 | message.to;
    case Fairness::senders: return message.from;
  }
  return no_group;
}

}  // namespace

MessageModel::MessageModel(FlowParams const& params, std::span<double const> capacities)
    : fair_(params.fair),
      weighting_(params.weight),
      envelope_(params.envelope),
      factors_(read_size_factors(params.factors)),
      capacities_(capacities) {}

double MessageModel::weight(Path const& path, double latency) const {
  if (factors_.weight_bytes() > 0) {
    auto delay = latency;
    for (auto const& hop : path.hops) delay += hop.share * factors_.weight_bytes() / capacities_[hop.channel];
    return delay > 0 ? 1 / delay : 1;
  }
  return weighting_ == Weighting::latency && latency > 0 ? 1 / latency : 1;
}

Departure MessageModel::departure(Message const& message, Path const& path, double latency) const {
  auto const size = message.bytes + envelope_;
  auto const all = path.latency + latency;
  auto const factor = factors_.of(size);
  return {.time = message.start,
          .latency = all * factor.latency,
          .bytes = message.from == message.to ? 0 : size / factor.bandwidth,
          .message = message.index,
          .weight = weight(path, all),
          .group = group_of(message, fair_)};
}

void check_model(FlowParams const& params) {
  auto const factors = at_place("engine", [&] { return read_size_factors(params.factors); });
  if (factors.weight_bytes() > 0 && params.weight != Weighting::equal)
    throw InputError("weight=latency beside factors=" + params.factors, "they have weights of their own",
                     "omit weight", "engine");
}

}  // namespace weft::flow
