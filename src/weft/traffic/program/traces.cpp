// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/program/traces.hpp"

#include "weft/io/program/dumpi_text.hpp"
#include "weft/io/program/goal.hpp"
#include "weft/io/program/otf2_trace.hpp"
#include "weft/io/program/ti_trace.hpp"

namespace weft::traffic {

Program Goal::make(Params const& params, TaskContext const&) { return read_goal(params.file); }

Program Ti::make(Params const& params, TaskContext const&) {
  return read_ti_trace(params.file, params.speed);
}

Program Dumpi::make(Params const& params, TaskContext const&) { return read_dumpi(params.file); }

Program Otf2::make(Params const& params, TaskContext const&) { return read_otf2(params.file); }

Program Chakra::make(Params const& params, TaskContext const&) {
  return read_chakra(params.file, params.groups, params.speed, params.sends);
}

}  // namespace weft::traffic
