#include "weft/engine/rounds/forward/store_and_forward.hpp"

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/engine/rounds/forward/forward_kernel.hpp"
#include "weft/engine/rounds/forward/forward_setup.hpp"

namespace weft::rounds {
namespace {

template <class M>
ForwardResult run_one_shot(ForwardJob const& job, Traffic const& traffic, ForwardSetup const& setup,
                           std::uint64_t max_rounds) {
  require_memory(traffic.num_messages() * sizeof(M), fmt::format("{} messages", traffic.num_messages()),
                 "send fewer");
  ForwardKernel<M> kernel(job.network, setup.wiring, job.routing, setup.settings);
  Entrance<M> const entrance(job.network, job.routing, job.seed);
  OneShot<M> source(job.network, entrance, traffic);
  job.progress.start("store and forward", traffic.num_messages(), "messages");
  std::uint64_t round = 1, delivered = 0;
  do {
    kernel.advance(round, source);
    job.progress.advance(kernel.delivered() - delivered);
    delivered = kernel.delivered();
  } while (kernel.in_flight() > 0 && round++ != max_rounds);
  job.progress.finish();
  auto const counts = kernel.take_counts();
  return {.rounds = counts.delay.max(),
          .messages = counts.injected + counts.unreachable,
          .delivered = counts.delivered,
          .unreachable = counts.unreachable,
          .lost_pairs = counts.lost.pairs(),
          .hops = counts.hops,
          .transmissions = counts.transmissions,
          .duplicates = counts.duplicates,
          .delay = counts.delay,
          .delays = counts.delays,
          .longest_queue = counts.longest_queue,
          .loads = class_loads(job.network, kernel.loads())};
}

}  // namespace

ForwardResult StoreAndForward::run(ForwardJob const& job, Traffic const& traffic) const {
  ForwardSetup const setup(params_, job, traffic);
  if (params_.track || params_.queue == QueueOrder::farthest_first)
    return run_one_shot<FullMessage>(job, traffic, setup, params_.max_rounds);
  if (job.routing.traits().has_state)
    return run_one_shot<StatefulMessage>(job, traffic, setup, params_.max_rounds);
  return run_one_shot<LeanMessage>(job, traffic, setup, params_.max_rounds);
}

}  // namespace weft::rounds
