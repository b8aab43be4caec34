// SPDX-License-Identifier: Apache-2.0
// The schedule of docs/how-to/add-a-schedule.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/engine/schedule/router_states/router_execution.hpp"
#include "weft/traffic/schedule/sparse_torus/unhurried.hpp"

namespace weft {
namespace {

static_assert(SchedulesRouters<Unhurried>);

TEST(AddASchedule, UnhurriedScheduleArrivesInTheStatedSlot) {
  for (std::int64_t const n : {2, 3, 7}) {
    topology::SparseTorus const torus({.dimensions = 2, .side = n});
    auto const schedule = Unhurried({}).on(torus, 2);
    auto const execution = schedule::execute_literally(schedule.program);
    ASSERT_FALSE(execution.violation) << execution.violation->what;
    EXPECT_EQ(execution.last_arrival, Unhurried({}).forms(torus, 2).makespan);
  }
  EXPECT_THROW(Unhurried({}).forms(topology::SparseTorus({.dimensions = 3, .side = 3}), 1), InputError);
}

}  // namespace
}  // namespace weft
