#include "weft/verb/deadlock/deadlock.hpp"

#include <optional>

#include <fmt/format.h>

#include "weft/analysis/deadlock/single_routes.hpp"
#include "weft/core/memory.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/io/path_list.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/bind.hpp"
#include "weft/verb/deadlock/cycle_picture.hpp"
#include "weft/verb/deadlock/deadlock_tables.hpp"

namespace weft::verb {
namespace {

using deadlock::Proof;

/// Virtual channels where the request names none and no number is enough: those of the engine `flit`.
constexpr auto vcs_of_engine = static_cast<std::uint32_t>(flit::FlitParams{}.vcs);

/// The network of a request.
struct DeadlockNetwork {
  explicit DeadlockNetwork(Deadlock::Params const& params) : topology(make_topology(params.topology)) {
    require_memory(200 * topology->num_routers() + 100 * topology->num_terminals(), topology->spec(false));
    base = Machine(topology, failures_of(params, params.seed));
    network = base.network();
  }
  ChannelNames names() const { return {*topology, *network}; }

  TopologyPtr topology;
  Machine base;  ///< what routings bind to
  NetworkPtr network;
};

void check_routes(Deadlock::Params const& params) {
  if (params.routing != Deadlock::Params{}.routing)
    throw InputError("routes and routing", "the routes of a file replace the routing", "omit one of them",
                     "routes");
  if (params.vcs != 0)
    throw InputError("routes and vcs", "a file of routes states its own virtual channels", "omit vcs", "vcs");
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
  return fmt::format("{} channels can wait for each other in a cycle, {} VC {} for {} VC {} and so on",
                     steps.size(), it.held, it.held_vc, it.wanted, it.wanted_vc);
}

std::string vcs_text(std::uint32_t vcs) {
  return fmt::format("{} virtual channel{}", vcs, vcs == 1 ? "" : "s");
}

/// A routing, as bound to the virtual channels of the request, and to more and more if these are too few.
class RoutingOfRequest {
 public:
  /// `vcs` 0: as many as it declares to need, or those of the engine `flit` if no number is enough.
  RoutingOfRequest(DeadlockNetwork const& machine, std::string const& routing, std::uint32_t vcs)
      : network_(*machine.network),
        machine_(machine.base),
        spec_(routing::resolve(parse_spec(routing, "routing"), machine_, routing::Form::channels)) {
    bound_ = bind([&](std::uint32_t needed) {
      declared_ = needed;
      auto const enough =
          needed == routing::no_vcs_suffice ? vcs_of_engine : std::min(needed, routing::most_vcs);
      return vcs_ = vcs == 0 ? enough : vcs;
    });
    require_graph(*bound_, vcs_);
  }
  Spec const& spec() const { return spec_; }
  std::uint32_t declared() const { return declared_; }
  std::uint32_t vcs() const { return vcs_; }
  routing::ChannelRouting const& bound() const { return *bound_; }
  /// The smallest number above `vcs`, up to the one that the routing declares or a port can have, that is enough; 0 if none is.
  std::uint32_t enough_above(std::uint32_t vcs, Progress& progress) const {
    if (declared_ == routing::no_vcs_suffice) return declared_;
    for (auto more = vcs + 1; more <= std::min(declared_, routing::most_vcs); ++more)
      if (analyze(more, progress).free()) return more;
    return 0;
  }

 private:
  routing::ChannelRoutingPtr bind(std::function<std::uint32_t(std::uint32_t needed)> choose) const {
    return routing::bind_channels(spec_, machine_,
                                  {.vcs = 1, .may_deadlock = true, .choose = std::move(choose)});
  }
  void require_graph(routing::ChannelRouting const& bound, std::uint32_t vcs) const {
    require_memory(deadlock::bytes_needed(network_, bound.traits(), vcs), "the dependency graph");
  }
  deadlock::Analysis analyze(std::uint32_t vcs, Progress& progress) const {
    auto const bound = bind([vcs](std::uint32_t) { return vcs; });
    require_graph(*bound, vcs);
    return deadlock::analyze(network_, *bound, vcs, progress);
  }

  Network const& network_;
  Machine machine_;
  Spec spec_;
  std::uint32_t declared_ = 0, vcs_ = 0;
  routing::ChannelRoutingPtr bound_;
};

/// What the answer says about the number of virtual channels of a routing that can deadlock.
std::string needed_text(std::uint32_t enough, std::uint32_t declared) {
  if (enough == routing::no_vcs_suffice) return "no number of virtual channels helps";
  if (enough != 0) return "free of deadlock with " + vcs_text(enough);
  if (declared > routing::most_vcs)
    return fmt::format("its declared need is {}, but a port has at most {}", declared, routing::most_vcs);
  return fmt::format("its declared need, {}, is not enough", declared);
}

void add_layers(routing::RouteSet const& routes, std::function<std::string(std::size_t)> const& name,
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

std::vector<OutputFile> cycle_pictures(Result const& result) {
  auto const* cycle = result.find_table("cycle");
  if (cycle == nullptr) return {};
  return {{"cycle.svg", cycle_picture(*cycle, result.answer)}};
}

class RoutingDeadlock final : public Experiment {
 public:
  explicit RoutingDeadlock(Deadlock::Params const& params)
      : params_(params),
        machine_(params),
        routing_(machine_, params.routing, static_cast<std::uint32_t>(params.vcs)) {
    params_.vcs = routing_.vcs();
    params_.topology = machine_.topology->spec(true);
    params_.routing = routing_.spec().to_string();
    resolve(settings_of(Deadlock::schema, params_), params_.seed);
  }

  std::vector<OutputFile> pictures(Result const& result) const override { return cycle_pictures(result); }
  bool is_met(Result const& result) const override {
    return !params_.require_free || is_free_of_deadlock(result);
  }

 private:
  std::uint32_t vcs() const { return routing_.vcs(); }

  void execute(Result& result, Progress& progress) override {
    std::optional<deadlock::SingleRoutes> single;
    if (params_.layers) single = deadlock::single_routes(deadlock::Legs(*machine_.network, routing_.bound()));
    auto const found = deadlock::analyze(*machine_.network, routing_.bound(), vcs(), progress);
    auto const enough =
        found.free() ? std::min(vcs(), routing_.declared()) : routing_.enough_above(vcs(), progress);
    result.tables.push_back(
        verdict_table({found.free(), proof_text(found), vcs(), enough, found.channels, found.dependencies,
                       &found.cycles, found.escape_channels, found.escape_dependencies, found.rings}));
    add_verdict(found, enough, result);
    if (found.stranded > 0)
      result.notes.push_back(
          fmt::format("packets can reach {} places that they cannot leave", found.stranded));
    if (!single) return;
    auto const names = machine_.names();
    add_layers(
        without_vcs(single->routes),
        [&](std::size_t r) { return names.router(single->from[r]) + " to " + names.router(single->to[r]); },
        result);
  }

  void add_verdict(deadlock::Analysis const& found, std::uint32_t enough, Result& result) const {
    auto const& name = routing_.spec().name;
    auto const declared = routing_.declared();
    if (!found.free()) {
      auto const steps = named_steps(found, machine_.names());
      result.tables.push_back(cycle_table(steps));
      result.answer = fmt::format("{} with {} can deadlock: {}; {}", name, vcs_text(vcs()), cycle_text(steps),
                                  needed_text(enough, declared));
      if (!found.why.empty()) result.notes.push_back(found.why);
      return;
    }
    result.answer = fmt::format("{} with {}: free of deadlock: {}", name, vcs_text(vcs()), proof_text(found));
    if (vcs() < declared)
      result.notes.push_back(
          fmt::format("by its general rule, which does not consider this particular "
                      "network, {} {}",
                      name,
                      declared == routing::no_vcs_suffice ? "can deadlock with any number of virtual channels"
                                                          : "needs " + vcs_text(declared)));
  }

  Deadlock::Params params_;
  DeadlockNetwork machine_;
  RoutingOfRequest routing_;
};

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

class RoutesDeadlock final : public Experiment {
 public:
  explicit RoutesDeadlock(Deadlock::Params const& params) : params_(params), machine_(params) {
    check_routes(params);
    auto const& network = *machine_.network;
    paths_ = read_path_list(params.routes, network.num_routers(), [&](auto from, auto to) {
      return channel_between(network, from, to).has_value();
    });
    params_.topology = machine_.topology->spec(true);
    resolve(settings_of(Deadlock::schema, params_), params_.seed);
  }

  std::vector<OutputFile> pictures(Result const& result) const override { return cycle_pictures(result); }
  bool is_met(Result const& result) const override {
    return !params_.require_free || is_free_of_deadlock(result);
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const routes = routes_of(paths_, *machine_.network);
    auto const found = deadlock::analyze(routes, progress);
    std::uint32_t vcs = 1;
    for (auto const& hop : routes.hops) vcs = std::max(vcs, hop.vc + 1u);
    auto const name = [&](std::size_t r) { return fmt::format("on the route of line {}", paths_.lines[r]); };
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
      auto const steps = named_steps(found, machine_.names(), name);
      result.tables.push_back(cycle_table(steps));
      result.answer = fmt::format("{} can deadlock: {}", count, cycle_text(steps));
    }
    if (params_.layers)
      add_layers(
          without_vcs(routes), [&](std::size_t r) { return fmt::format("line {}", paths_.lines[r]); },
          result);
  }

  Deadlock::Params params_;
  DeadlockNetwork machine_;
  PathList paths_;
};

}  // namespace

bool is_free_of_deadlock(Result const& result) {
  return result.table("verdict").at(0, "deadlock") == Value{"none"};
}

ExperimentPtr Deadlock::assemble(Params const& params) {
  if (params.routes.empty()) return std::make_unique<RoutingDeadlock>(params);
  return std::make_unique<RoutesDeadlock>(params);
}

}  // namespace weft::verb
