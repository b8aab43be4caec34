#include "weft/traffic/communication/multicast.hpp"

#include "weft/core/error.hpp"

namespace weft::task {

Communication Multicast::communicate(TaskContext const& context) const {
  auto const tasks = context.num_tasks();
  auto const size = static_cast<std::uint64_t>(params_.size == 0 ? context.sides.back() : params_.size);
  if (size < 2 || tasks % size != 0)
    throw InputError("multicast in groups of " + std::to_string(size),
                     "must be at least 2 and divide the " + std::to_string(tasks) + " tasks");
  Communication communication{tasks};
  for (std::uint64_t task = 0; task < tasks; ++task)
    if (auto const root = task / size * size; root != task)
      communication.add({static_cast<std::uint32_t>(root), static_cast<std::uint32_t>(task), 1});
  communication.finish();
  return communication;
}

}  // namespace weft::task
