#include "weft/traffic/communication/monitoring.hpp"

#include "weft/core/error.hpp"
#include "weft/io/monitoring.hpp"

namespace weft::task {

void Monitoring::check(Params const& params) {
  if (params.file.empty()) throw InputError("monitoring without a file", "", "give monitoring:file=PATH");
  if (params.kinds.empty() || params.kinds.find_first_not_of(monitored_kinds) != std::string::npos)
    throw InputError("kinds = " + params.kinds, "must be letters of " + std::string(monitored_kinds));
}

Sides Monitoring::own_grid() const {
  auto const ranks = read_monitoring(params_.file).ranks;
  if (ranks == 0) throw InputError("no traffic", "", "", params_.file);
  return {static_cast<std::int64_t>(ranks)};
}

Communication Monitoring::communicate(TaskContext const& context) const {
  auto const found = read_monitoring(params_.file);
  if (found.ranks > context.num_tasks())
    throw InputError("traffic of " + std::to_string(found.ranks) + " ranks",
                     "the task grid has " + std::to_string(context.num_tasks()), "", params_.file);
  Communication communication{context.num_tasks()};
  for (auto const& traffic : found.traffic) {
    auto const units = params_.amount == MonitoredAmount::bytes ? traffic.bytes : traffic.messages;
    if (units > 0 && params_.kinds.find(traffic.kind) != std::string::npos)
      communication.add({traffic.from, traffic.to, units});
  }
  communication.finish();
  return communication;
}

}  // namespace weft::task
