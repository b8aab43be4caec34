// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <utility>

#include <pybind11/stl.h>

#include "module/ran.hpp"
#include "module/views.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/explore/live_flits.hpp"
#include "weft/verb/verb.hpp"

namespace weft::python {
namespace {

using explore::LiveFlits;
using namespace py::literals;

std::unique_ptr<LiveFlits> begin(Arguments const& arguments) {
  return without_lock([&] {
    return std::make_unique<LiveFlits>(
        read_params<Scenario>(scenario_schema, verb::with_failures_apart(request_of("simulate", arguments))));
  });
}

/// Returns the statistics of a step.
py::dict frame_dict(explore::LiveFrame frame, std::uint64_t channels) {
  auto const vcs = channels == 0 ? 0 : frame.buffered.size() / channels;
  std::vector<py::ssize_t> const by_channel_and_vc{static_cast<py::ssize_t>(channels),
                                                   static_cast<py::ssize_t>(vcs)};
  return py::dict("cycle"_a = frame.cycle, "born"_a = frame.created, "delivered"_a = frame.delivered,
                  "dropped"_a = frame.dropped, "in_flight"_a = frame.in_flight, "waiting"_a = frame.waiting,
                  "flit_hops"_a = frame.flit_hops, "latency"_a = frame.latency, "accepted"_a = frame.accepted,
                  "sent"_a = array_of(std::move(frame.sent)),
                  "buffers"_a = array_of(std::move(frame.buffered), by_channel_and_vc),
                  "blocked"_a = array_of(std::move(frame.blocked)),
                  "waiting_at"_a = array_of(std::move(frame.waiting_at)));
}

py::object deadlock_of(LiveFlits const& flits) {
  auto const& found = flits.deadlock();
  if (!found) return py::none();
  py::list waiters;
  for (auto const& it : found->waiters)
    waiters.append(py::dict("channel"_a = it.channel, "router"_a = it.router, "vc"_a = it.vc,
                            "source"_a = it.source, "destination"_a = it.destination,
                            "next_channel"_a = it.next_channel, "next_vc"_a = it.next_vc));
  return py::dict("cycle"_a = found->cycle, "text"_a = found->text, "waiters"_a = waiters);
}

}  // namespace

void add_flits(py::module_& module) {
  py::class_<LiveFlits>(module, "LiveFlits", "a simulation of flits of C++")
      .def(py::init(&begin))
      .def("step",
           [](LiveFlits& flits, std::uint64_t cycles) {
             return frame_dict(without_lock([&] { return flits.step(cycles, false); }), flits.num_channels());
           })
      .def_property_readonly("deadlock", &deadlock_of)
      .def_property_readonly("scenario", [](LiveFlits const& flits) {
        py::dict dict;
        for (auto const& [key, value] : flits.scenario()) dict[py::str(key)] = value;
        return dict;
      });
}

}  // namespace weft::python
