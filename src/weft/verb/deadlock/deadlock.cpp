#include "weft/verb/deadlock/deadlock.hpp"

#include <optional>

#include <fmt/format.h>

#include "weft/analysis/deadlock/single_routes.hpp"
#include "weft/core/memory.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/io/path_list.hpp"
#include "weft/network/failures.hpp"
#include "weft/routing/vc/bind.hpp"
#include "weft/verb/deadlock/deadlock_tables.hpp"

namespace weft {
namespace {

using deadlock::Proof;

/// Virtual channels where the request names none and no number is enough: those of the engine `flit`.
constexpr auto vcs_of_engine = static_cast<std::uint32_t>(flit::FlitParams{}.vcs);

/// A request whose names have become things.
struct Parts {
  DeadlockRequest request;  ///< every parameter written out
  TopologyPtr topology;
  Machine machine = {};
  NetworkPtr network = {};
  ChannelNames names() const { return {*topology, *network}; }
};

Parts assemble(DeadlockRequest const& request) {
  if (!request.routes.empty() && request.routing != DeadlockRequest{}.routing)
    throw InputError("routes and routing", "routes of a file take the place of a routing",
                     "leave one of them away", "routes");
  if (!request.routes.empty() && request.vcs != 0)
    throw InputError("routes and vcs", "a file of routes names its virtual channels itself", "leave vcs away",
                     "vcs");
  Parts parts{request, make_topology(request.topology)};
  require_memory(200 * parts.topology->num_routers() + 100 * parts.topology->num_terminals(),
                 parts.topology->spec(false));
  parts.machine = parts.topology->machine(
      {request.failed_links, request.failed_routers, request.seed, {}, {}, request.fail});
  parts.network = parts.machine.network();
  parts.request.topology = parts.topology->spec(true);
  return parts;
}

Result start_result(Parts const& parts) {
  Result result = new_result(static_cast<std::uint64_t>(parts.request.seed));
  for (auto const& [key, value] : write_params(deadlock_schema, parts.request, true))
    result.scenario.push_back({key, value});
  return result;
}

std::string proof_text(deadlock::Analysis const& found) {
  switch (found.proof) {
    case Proof::none: return "";
    case Proof::acyclic: return "the dependencies of channels are acyclic (Dally & Seitz)";
    case Proof::escape:
      return std::string(
                 "every packet is offered an escape channel, and their extended dependencies are acyclic "
                 "(Duato); needs virtual cut-through") +
             (found.whole_packets ? "" : ", or virtual channels that hold one packet at a time");
    case Proof::bubble:
      return "every ring keeps a bubble, between rings dependencies are acyclic (Puente et al.); needs virtual "
             "cut-through";
  }
  return "";
}

/// "(0) -> (1) VC 0 waits for ..", the first steps.
std::string cycle_text(std::vector<NamedStep> const& steps) {
  auto const& it = steps[0];
  if (steps.size() == 1) return fmt::format("{} VC {} waits for itself", it.held, it.held_vc);
  return fmt::format("{} channels can wait for each other in a circle, {} VC {} for {} VC {} and so on",
                     steps.size(), it.held, it.held_vc, it.wanted, it.wanted_vc);
}

std::string vcs_text(std::uint32_t vcs) {
  return fmt::format("{} virtual channel{}", vcs, vcs == 1 ? "" : "s");
}

/// A routing, as bound to more and more virtual channels.
class RoutingOfRequest {
 public:
  explicit RoutingOfRequest(Parts const& parts)
      : network_(*parts.network),
        machine_(parts.machine),
        spec_(vc::resolved(parse_spec(
            parts.request.routing == "default" ? vc::default_routing(machine_) : parts.request.routing,
            "routing"))),
        declared_(vc::vcs_needed(spec_, machine_)) {}
  Spec const& spec() const { return spec_; }
  std::uint32_t declared() const { return declared_; }
  vc::RoutingPtr bind(std::uint32_t vcs) const {
    auto bound = vc::bind(spec_, machine_, {vcs, true});
    require_memory(deadlock::bytes_needed(network_, bound->traits(), vcs), "the dependency graph");
    return bound;
  }
  deadlock::Analysis analyse(std::uint32_t vcs, Progress& progress) const {
    return deadlock::analyse(network_, *bind(vcs), vcs, progress);
  }
  /// The least number above `vcs`, up to the one that the routing declares or a port can have, that is enough; 0 if none is.
  std::uint32_t enough_above(std::uint32_t vcs, Progress& progress) const {
    if (declared_ == vc::no_vcs_suffice) return declared_;
    for (auto more = vcs + 1; more <= std::min(declared_, vc::most_vcs); ++more)
      if (analyse(more, progress).free()) return more;
    return 0;
  }

 private:
  Network const& network_;
  Machine machine_;
  Spec spec_;
  std::uint32_t declared_;
};

/// What the answer says about the number of virtual channels of a routing that can deadlock.
std::string needed_text(std::uint32_t enough, std::uint32_t declared) {
  if (enough == vc::no_vcs_suffice) return "no number of virtual channels helps";
  if (enough != 0) return "free of deadlock with " + vcs_text(enough);
  if (declared > vc::most_vcs)
    return fmt::format("it declares to need {}, a port has at most {}", declared, vc::most_vcs);
  return fmt::format("the {} that it declares to need are not enough", declared);
}

void add_layers(vc::RouteSet const& routes, std::function<std::string(std::size_t)> const& name,
                Result& result) {
  auto const least = deadlock::least_layers(routes);
  result.tables.push_back(layers_table(least, routes.size()));
  result.tables.push_back(layering_table(least, name));
  auto const layers = least.layering.layers;
  auto const text = fmt::format("{} virtual layer{}", layers, layers == 1 ? "" : "s");
  if (least.exact())
    result.answer += fmt::format("; {} {} enough, and no fewer", text, layers == 1 ? "is" : "are");
  else
    result.answer += fmt::format("; {} are enough, at least {} are needed", text, least.at_least);
}

void add_routing(Parts& parts, Result& result, Progress& progress) {
  RoutingOfRequest const routing(parts);
  auto vcs = static_cast<std::uint32_t>(parts.request.vcs);
  if (vcs == 0)
    vcs =
        routing.declared() == vc::no_vcs_suffice ? vcs_of_engine : std::min(routing.declared(), vc::most_vcs);
  parts.request.routing = routing.spec().to_string();
  parts.request.vcs = vcs;
  std::optional<deadlock::SingleRoutes> single;
  if (parts.request.layers)
    single = deadlock::single_routes(deadlock::Legs(*parts.network, *routing.bind(vcs)));
  auto const found = routing.analyse(vcs, progress);
  auto const enough = found.free() ? std::min(vcs, routing.declared()) : routing.enough_above(vcs, progress);
  result = start_result(parts);
  result.tables.push_back(
      verdict_table({found.free(), proof_text(found), vcs, enough, found.channels, found.dependencies,
                     &found.cycles, found.escape_channels, found.escape_dependencies, found.rings}));
  if (found.free()) {
    result.answer = fmt::format("{} with {}: free of deadlock: {}", routing.spec().name, vcs_text(vcs),
                                proof_text(found));
  } else {
    auto const steps = named_steps(found, parts.names());
    result.tables.push_back(cycle_table(steps));
    result.answer = fmt::format("{} with {} can deadlock: {}; {}", routing.spec().name, vcs_text(vcs),
                                cycle_text(steps), needed_text(enough, routing.declared()));
    if (!found.why.empty()) result.notes.push_back(found.why);
  }
  if (found.free() && vcs < routing.declared())
    result.notes.push_back(fmt::format(
        "by its own rule, which looks at no particular network, {} {}", routing.spec().name,
        routing.declared() == vc::no_vcs_suffice ? "can deadlock with any number of virtual channels"
                                                 : "asks for " + vcs_text(routing.declared())));
  if (found.stranded > 0)
    result.notes.push_back(fmt::format("{} places where packets can come and get no way on", found.stranded));
  if (!single) return;
  auto const names = parts.names();
  add_layers(
      without_vcs(single->routes),
      [&](std::size_t r) { return names.router(single->from[r]) + " to " + names.router(single->to[r]); },
      result);
}

/// The first channel from one router to another that has not failed.
std::optional<ChannelIndex> channel_between(Network const& network, std::uint32_t from, std::uint32_t to) {
  for (std::uint16_t p = 0; p < network.degree({from}); ++p) {
    auto const c = network.channel({from}, {p});
    if (network.target(c).v == to && !network.channel_failed(c)) return c;
  }
  return std::nullopt;
}

deadlock::VcRoutes routes_of(PathList const& paths, Network const& network) {
  deadlock::VcRoutes routes;
  std::vector<deadlock::VirtualChannel> hops;
  for (std::size_t r = 0; r < paths.size(); ++r) {
    hops.clear();
    for (auto i = paths.first[r] + 1; i < paths.first[r + 1]; ++i)
      hops.push_back({*channel_between(network, paths.visits[i - 1].router, paths.visits[i].router),
                      paths.visits[i].vc});
    routes.add(hops);
  }
  return routes;
}

PathList read_paths(Parts const& parts) {
  auto const& network = *parts.network;
  return read_path_list(parts.request.routes, network.num_routers(),
                        [&](auto from, auto to) { return channel_between(network, from, to).has_value(); });
}

void add_routes(Parts const& parts, Result& result, Progress& progress) {
  auto const& network = *parts.network;
  auto const paths = read_paths(parts);
  auto const routes = routes_of(paths, network);
  auto const found = deadlock::analyse(routes, progress);
  std::uint32_t vcs = 1;
  for (auto const& hop : routes.hops) vcs = std::max(vcs, hop.vc + 1u);
  auto const name = [&](std::size_t r) { return fmt::format("on the route of line {}", paths.lines[r]); };
  result = start_result(parts);
  DeadlockVerdict verdict{
      .free = !found.cycles.cyclic(),
      .proof = found.cycles.cyclic() ? "" : "the dependencies of channels are acyclic (Dally & Seitz)",
      .vcs = vcs,
      .channels = found.channels,
      .dependencies = found.dependencies,
      .cycles = &found.cycles};
  result.tables.push_back(verdict_table(verdict));
  auto const count = fmt::format("{} route{}", routes.size(), routes.size() == 1 ? "" : "s");
  if (verdict.free) {
    result.answer = fmt::format("{}: free of deadlock: {}", count, verdict.proof);
  } else {
    auto const steps = named_steps(found, parts.names(), name);
    result.tables.push_back(cycle_table(steps));
    result.answer = fmt::format("{} can deadlock: {}", count, cycle_text(steps));
  }
  if (parts.request.layers)
    add_layers(
        without_vcs(routes), [&](std::size_t r) { return fmt::format("line {}", paths.lines[r]); }, result);
}

}  // namespace

Result analyse_deadlock(DeadlockRequest const& request, Progress& progress) {
  auto parts = assemble(request);
  Result result;
  if (request.routes.empty())
    add_routing(parts, result, progress);
  else
    add_routes(parts, result, progress);
  return result;
}

void check_deadlock(DeadlockRequest const& request) {
  auto const parts = assemble(request);
  if (request.routes.empty())
    RoutingOfRequest(parts).bind(static_cast<std::uint32_t>(std::max<std::int64_t>(request.vcs, 1)));
  else
    read_paths(parts);
}

bool is_free_of_deadlock(Result const& result) {
  return result.table("verdict").at(0, "deadlock") == Value{"none"};
}

}  // namespace weft
