// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "module/failed_parts.hpp"
#include "module/ran.hpp"
#include "module/views.hpp"
#include "weft/core/error.hpp"
#include "weft/drawing/scene.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/graph/search.hpp"
#include "weft/io/graph/link_rates.hpp"
#include "weft/library/built_network.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/network/router_names.hpp"
#include "weft/topology/graph_file_of.hpp"

namespace weft::python {
namespace {

/// A network for Python: its topology, and arrays that Network does not store in this form.
struct Net {
  TopologyPtr topology;
  std::optional<Machine> machine;
  std::vector<std::uint32_t> injection, ejection;  ///< the router of each terminal
  std::vector<std::uint32_t> classes;              ///< by channel
  std::vector<double> bandwidths;                  ///< by channel
  std::vector<std::string> names;                  ///< names of the routers; empty: only positions
  std::optional<RouterLabels> labels = {};         ///< used with the lock of Python held
  std::string healthy = {};                        ///< the text of the topology without failures
  std::string fail = {};                           ///< names of the failed parts

  Network const& network() const { return *machine->network(); }
};
using NetPtr = std::shared_ptr<Net>;

/// Parameters of verbs that describe a network.
struct NetRequest {
  std::string topology = {};
  std::int64_t seed = 1;
  FailureParams failures = {};
  std::int64_t more_links = 0, more_routers = 0;  ///< numbers of additional failures
};

/// Draws the random failures once and replaces them by the names of the parts.
void fail_parts(Net& net, NetRequest const& request) {
  auto failures = failures_of(request, request.seed);
  net.machine.emplace(net.topology, failures);
  auto const seed = static_cast<std::uint64_t>(request.seed);
  for (auto const& [count, draw] :
       {std::pair{request.more_routers, &drawn_routers}, {request.more_links, &drawn_links}}) {
    if (count == 0) continue;
    auto const drawn = draw(*net.topology, net.network(), static_cast<std::uint64_t>(count), seed);
    failures.fail = join_failures(failures.fail, drawn);
    net.machine.emplace(net.topology, failures);
  }
  net.fail = failed_parts(*net.topology, net.network());
}

NetPtr make(Arguments const& arguments) {
  constexpr auto schema = std::tuple_cat(
      std::tuple{
          topology_field(&NetRequest::topology), seed_field(&NetRequest::seed),
          param("more_links", &NetRequest::more_links, Range{0, 4294967295.0}, "links that fail besides"),
          param("more_routers", &NetRequest::more_routers, Range{0, 4294967295.0},
                "routers that fail besides")},
      group(&NetRequest::failures, failure_schema));
  auto request = read_params<NetRequest>(schema, request_of("network", arguments));
  auto failed = at_place("topology", [&] { return read_failed_topology(request.topology); });
  request.topology = failed.topology;
  request.failures.fail = join_failures(failed.fail, request.failures.fail);
  auto net = std::make_shared<Net>();
  net->topology = at_place("topology", [&] { return make_topology(request.topology); });
  net->healthy = request.topology;
  fail_parts(*net, request);
  net->names = net->topology->names();
  net->labels.emplace(*net->topology);
  auto const& network = net->network();
  InterruptCheck check_for_interrupt;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e) {
    check_for_interrupt();
    net->injection.push_back(network.injection_router({e}).v);
    net->ejection.push_back(network.ejection_router({e}).v);
  }
  net->classes.reserve(network.num_channels());
  net->bandwidths.reserve(network.num_channels());
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    check_for_interrupt();
    net->classes.push_back(network.class_of({c}).v);
    net->bandwidths.push_back(network.channel_failed({c}) ? 0 : network.bandwidth({c}));
  }
  return net;
}

/// Returns the hops from a router to every other, or from every other to it; `unreachable` if there is no
/// path.
std::vector<std::uint32_t> hops(Net const& net, std::uint32_t router, bool backward) {
  auto const& network = net.network();
  auto const visit = [&](Vertex r, auto step) {
    std::uint16_t const ports = backward ? network.in_degree({r}) : network.degree({r});
    for (std::uint16_t p = 0; p < ports; ++p) {
      auto const c = backward ? network.incoming({r}, {p}) : network.channel({r}, {p});
      if (!network.channel_failed(c)) step((backward ? network.source(c) : network.target(c)).v);
    }
  };
  return breadth_first(network.num_routers(), {router}, visit).hops;
}

/// Returns the positions of the routers, three numbers each.
std::vector<float> positions(Net const& net, std::string const& arrangement) {
  auto const how = detail::read_enum<SceneArrangement>("arrangement", arrangement);
  return scene_of(*net.topology, *net.machine, how).position;
}

template <class Values>
auto view(Values values) {
  return [values](py::object const& self) {
    auto const& numbers = values(self.cast<Net&>());
    return view_of(numbers.data(), {numbers.size()}, self);
  };
}

using Ids = py::array_t<std::uint32_t, py::array::c_style>;
using Reals = py::array_t<double, py::array::c_style>;

/// Returns a network of links or arcs that Python provides. A single number of terminals applies to all
/// routers; empty: one on each router, or on each host and node if `kinds` contains some. `kinds`: the words
/// of files; may be empty.
BuiltNetwork build(std::string const& name, bool directed, std::uint64_t routers, Ids const& from,
                   Ids const& to, Reals const& bandwidth, Ids const& classes,
                   std::vector<std::string> class_names, std::vector<std::string> names, Ids const& terminals,
                   std::vector<std::string> const& kinds) {
  py::gil_scoped_release const release;
  GraphFile graph{.directed = directed,
                  .vertices = routers,
                  .names = std::move(names),
                  .classes = std::move(class_names)};
  check_size(routers, static_cast<std::uint64_t>(from.size()));
  auto const links = from.size(), counts = terminals.size();
  if (to.size() != links || bandwidth.size() != links || classes.size() != links ||
      (!graph.names.empty() && graph.names.size() != routers) ||
      (!kinds.empty() && kinds.size() != routers) ||
      (counts > 1 && static_cast<std::uint64_t>(counts) != routers))
    throw InputError("arrays of different lengths");
  auto const *const a = from.data(), *const b = to.data();
  auto const* const kind = classes.data();
  graph.links.reserve(static_cast<std::size_t>(from.size()));
  for (py::ssize_t i = 0; i < from.size(); ++i) {
    if (a[i] >= routers || b[i] >= routers)
      throw InputError(fmt::format("link {} from {} to {}", i, a[i], b[i]),
                       fmt::format("there are {} routers", routers));
    graph.links.push_back({a[i], b[i], bandwidth.data()[i], static_cast<std::uint16_t>(kind[i])});
    if (kind[i] >= graph.classes.size())
      throw InputError(fmt::format("class {} of link {}", kind[i], i),
                       fmt::format("there are {} classes", graph.classes.size()));
  }
  for (auto const& word : kinds) graph.kinds.push_back(vertex_kind(word));
  drop_empty_kinds(graph);
  if (counts == 1)
    graph.terminals.assign(routers, *terminals.data());
  else
    graph.terminals.assign(terminals.data(), terminals.data() + terminals.size());
  complete_terminals(graph, 1);
  return {name, std::move(graph)};
}

}  // namespace

void add_networks(py::module_& module) {
  py::class_<Net, NetPtr>(module, "Net", "a network of C++")
      .def_property_readonly("text",
                             [](Net const& net) {
                               return FailedTopology{net.healthy, net.fail}.text();
                             })
      .def_readonly("healthy", &Net::healthy)
      .def_readonly("fail", &Net::fail)
      .def_property_readonly("named", [](Net const& net) { return !net.names.empty(); })
      .def("router_failed",
           [](Net const& net, std::uint32_t router) { return net.network().router_failed({router}); })
      .def("kind", [](Net const& net,
                      std::uint32_t router) { return kind_name(vertex_of(*net.topology, RouterId{router})); })
      .def("text_of", [](Net& net, std::uint32_t router) { return net.labels->of({router}); })
      .def("number",
           [](Net& net, std::string const& name) {
             return at_place("router", [&] { return net.labels->at(name).v; });
           })
      .def_property_readonly("routers", [](Net const& net) { return net.network().num_routers(); })
      .def_property_readonly("bidirectional", [](Net const& net) { return net.network().is_bidirectional(); })
      .def_property_readonly("class_names",
                             [](Net const& net) {
                               std::vector<std::string> names;
                               for (auto const& it : net.network().classes()) names.push_back(it.name);
                               return names;
                             })
      .def("name",
           [](Net const& net, std::uint32_t router) {
             return net.names.empty() ? net.topology->coordinates({router}) : net.names[router];
           })
      .def("hops",
           [](Net const& net, std::uint32_t router, bool backward) {
             return array_of(without_lock([&] { return hops(net, router, backward); }));
           })
      .def("reverse",
           [](Net const& net) {
             auto const& network = net.network();
             if (!network.is_bidirectional()) throw InputError("the channels have no reverse");
             std::vector<std::uint32_t> reverse(network.num_channels());
             for (std::uint32_t c = 0; c < reverse.size(); ++c) reverse[c] = network.reverse({c}).v;
             return array_of(std::move(reverse));
           })
      .def("positions",
           [](Net const& net, std::string const& arrangement) {
             auto places = without_lock([&] { return positions(net, arrangement); });
             auto const routers = static_cast<py::ssize_t>(places.size() / 3);
             return array_of(std::move(places), {routers, 3});
           })
      .def_property_readonly("first", view([](Net& net) { return net.network().first_channels(); }))
      .def_property_readonly("targets", view([](Net& net) { return net.network().targets(); }))
      .def_property_readonly("injection", view([](Net& net) -> auto const& { return net.injection; }))
      .def_property_readonly("ejection", view([](Net& net) -> auto const& { return net.ejection; }))
      .def_property_readonly("channel_class", view([](Net& net) -> auto const& { return net.classes; }))
      .def_property_readonly("bandwidth", view([](Net& net) -> auto const& { return net.bandwidths; }));
  module.def("network",
             [](Arguments const& arguments) { return without_lock([&] { return make(arguments); }); });
  py::class_<BuiltNetwork>(module, "BuiltNetwork",
                           "a network of Python's, known by its text while this lives")
      .def_property_readonly("text", &BuiltNetwork::text);
  module.def("build", &build);
}

}  // namespace weft::python
