#include "weft/traffic/communication/transpose.hpp"

#include <numeric>

namespace weft::task {

Communication Transpose::communicate(TaskContext const& context) const {
  auto const tasks = static_cast<std::uint32_t>(context.num_tasks());
  std::uint64_t scale = 1;
  for (auto const side : context.sides) scale = std::lcm(scale, static_cast<std::uint64_t>(side));
  Communication communication{context.num_tasks()};
  std::vector<std::uint32_t> members;
  std::uint32_t stride = 1;
  for (auto dim = context.sides.size(); dim-- > 0;) {
    auto const side = static_cast<std::uint32_t>(context.sides[dim]);
    members.resize(side);
    for (std::uint32_t first = 0; first < tasks; ++first) {
      if (first / stride % side != 0) continue;
      for (std::uint32_t i = 0; i < side; ++i) members[i] = first + i * stride;
      communication.add_group(scale / side, members);
    }
    stride *= side;
  }
  communication.finish();
  return communication;
}

}  // namespace weft::task
