#include "weft/traffic/communication/transpose.hpp"

#include <numeric>

#include "weft/core/error.hpp"

namespace weft::task {

Communication Transpose::communicate(TaskContext const& context) const {
  if (context.sides.size() != 2)
    throw InputError("transpose on a grid of " + std::to_string(context.sides.size()) + " dimensions",
                     "it needs two, rows x columns", "give --grid ROWSxCOLUMNS");
  auto const rows = static_cast<std::uint32_t>(context.sides[0]);
  auto const columns = static_cast<std::uint32_t>(context.sides[1]);
  std::uint64_t const scale = std::lcm(std::uint64_t{rows}, std::uint64_t{columns});
  Communication communication{context.num_tasks()};
  std::vector<std::uint32_t> members(columns);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) members[column] = row * columns + column;
    communication.add_group(scale / columns, members);
  }
  members.resize(rows);
  for (std::uint32_t column = 0; column < columns; ++column) {
    for (std::uint32_t row = 0; row < rows; ++row) members[row] = row * columns + column;
    communication.add_group(scale / rows, members);
  }
  communication.finish();
  return communication;
}

}  // namespace weft::task
