// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/schedule/router_states/busy_cells.hpp"

#include "weft/engine/schedule/router_states/slot_machine.hpp"

namespace weft::schedule {
namespace {

/// Messages of one source; stores only their levels.
class Levels {
 public:
  explicit Levels(RouterProgram const& program) : n_(program.side()), d_(program.dims()) {}

  static std::uint64_t sources() { return 1; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(levels_.size()); }
  void grow() { levels_.resize(levels_.size() + std::size_t{n_} * d_); }
  void start(std::uint32_t cargo, std::uint32_t) { levels_[cargo] = 0; }
  void hop(std::uint32_t cargo, std::uint32_t dim) {
    auto& level = levels_[cargo];
    busy.push_back({slot_, level, dim});
    level = level + 1 == n_ ? 0 : level + 1;
  }
  void end_slot() { ++slot_; }
  static bool home(std::uint32_t) { return true; }
  static LocatedMessage of_processor_0(std::uint32_t, std::uint32_t) { return {}; }
  static LocatedMessage at_processor_0(std::uint32_t) { return {}; }

  std::vector<BusyCell> busy;

 private:
  std::uint32_t n_, d_;
  std::uint64_t slot_ = 0;
  std::vector<std::uint32_t> levels_;  // by cell
};

}  // namespace

std::vector<BusyCell> busy_cells(RouterProgram const& program) {
  Levels levels(program);
  RouterExecution ignored;
  SlotMachine<Levels>(program, levels, ignored).run(no_progress());
  return std::move(levels.busy);
}

}  // namespace weft::schedule
