#include "weft/traffic/communication/worst_case.hpp"

#include "weft/core/error.hpp"

namespace weft::task {

Communication WorstCase::communicate(TaskContext const& context) const {
  if (!context.worst_destinations)
    throw InputError("worst_case without a machine", "it depends on the network and the routing");
  auto const destinations = context.worst_destinations();
  if (destinations.size() != context.num_tasks())
    throw InputError("worst_case of " + std::to_string(context.num_tasks()) + " tasks",
                     "the machine has " + std::to_string(destinations.size()) + " terminals",
                     "use one task per terminal");
  Communication communication{context.num_tasks()};
  for (std::uint32_t task = 0; task < destinations.size(); ++task)
    communication.add({task, destinations[task], 1});
  communication.finish();
  return communication;
}

}  // namespace weft::task
