#include "weft/traffic/communication/all_to_all.hpp"

#include <numeric>

namespace weft::task {

Communication AllToAll::communicate(TaskContext const& context) const {
  Communication communication{context.num_tasks()};
  std::vector<std::uint32_t> members(context.num_tasks());
  std::iota(members.begin(), members.end(), 0);
  communication.add_group(1, members);
  communication.finish();
  return communication;
}

}  // namespace weft::task
