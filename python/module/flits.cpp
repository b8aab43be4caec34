#include <memory>
#include <string>
#include <utility>

#include <pybind11/stl.h>

#include "module/ran.hpp"
#include "module/views.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/explore/live_flits.hpp"

namespace weft::python {
namespace {

using explore::LiveFlits;

std::unique_ptr<LiveFlits> begin(Arguments const& arguments) {
  return without_lock([&] {
    return std::make_unique<LiveFlits>(read_params<Scenario>(scenario_schema, request_of("simulate", arguments)));
  });
}

/// The numbers after a step.
py::dict frame_dict(explore::LiveFrame frame, std::uint64_t channels) {
  py::dict dict;
  dict["cycle"] = frame.cycle;
  dict["born"] = frame.born;
  dict["delivered"] = frame.delivered;
  dict["dropped"] = frame.dropped;
  dict["in_flight"] = frame.in_flight;
  dict["waiting"] = frame.waiting;
  dict["flit_hops"] = frame.flit_hops;
  dict["latency"] = frame.latency;
  dict["accepted"] = frame.accepted;
  dict["sent"] = array_of(std::move(frame.sent));
  auto const vcs = channels == 0 ? 0 : frame.buffered.size() / channels;
  dict["buffers"] =
      array_of(std::move(frame.buffered), {static_cast<py::ssize_t>(channels), static_cast<py::ssize_t>(vcs)});
  dict["blocked"] = array_of(std::move(frame.blocked));
  dict["waiting_at"] = array_of(std::move(frame.waiting_at));
  return dict;
}

py::object deadlock_of(LiveFlits const& flits) {
  auto const& found = flits.deadlock();
  if (!found) return py::none();
  py::dict dict;
  dict["cycle"] = found->cycle;
  dict["text"] = found->text;
  py::list waiters;
  for (auto const& it : found->waiters) {
    py::dict waiter;
    waiter["channel"] = it.channel;
    waiter["router"] = it.router;
    waiter["vc"] = it.vc;
    waiter["source"] = it.source;
    waiter["destination"] = it.destination;
    waiter["next_channel"] = it.next_channel;
    waiter["next_vc"] = it.next_vc;
    waiters.append(waiter);
  }
  dict["waiters"] = waiters;
  return dict;
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
      .def_property_readonly("notes", [](LiveFlits const& flits) { return flits.notes(); })
      .def_property_readonly("scenario", [](LiveFlits const& flits) {
        py::dict dict;
        for (auto const& [key, value] : flits.scenario()) dict[py::str(key)] = value;
        return dict;
      });
}

}  // namespace weft::python
