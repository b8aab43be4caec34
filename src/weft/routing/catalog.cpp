// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/catalog.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/derived_forms.hpp"
#include "weft/routing/forms_of.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"
#include "weft/routing/graph/rerouted_channels.hpp"
#include "weft/routing/packet/rerouted.hpp"

namespace weft::routing {
namespace {

class TablesOfChannels {
 public:
  TablesOfChannels(std::string_view name, NumberedFabric const& fabric, Network const& network,
                   ChannelRouting const& routing, FabricEnds ends)
      : name_(name),
        fabric_(fabric),
        network_(network),
        routing_(routing),
        traits_(routing.traits()),
        ends_(end_nodes(fabric, ends)),
        routes_(network.num_routers(), ends_.router),
        levels_(static_cast<std::size_t>(network.num_routers()) * ends_.router.size(), 0),
        is_source_(static_cast<std::size_t>(network.num_routers()), false) {
    for (auto const router : ends_.router) is_source_[router] = true;
    if (traits_.uses_local_queues || traits_.uses_remote_queues) reject("its paths depend on queues");
    for (auto const launch : routing.launches())
      if (launch.to_intermediate || launch.phase != 0)
        reject("the routing sends packets to intermediate routers");
  }

  RoutingTables run() {
    InterruptCheck check_for_interrupt;
    std::vector<std::uint32_t> first_at(is_source_.size(), none);  // by router: an end that has been traced
    for (std::uint32_t end = 0; end < routes_.num_ends(); ++end) {
      check_for_interrupt();
      auto& first = first_at[routes_.router(end)];
      if (first != none && !traits_.by_terminal)
        copy_row(first, end);
      else
        trace_all(end);
      routes_.to(end)[routes_.router(end)] = NextHop(NextHop::End::arrives);
      first = end;
    }
    RoutingTables result{.ends = ends_, .routes = routes_, .lids = {}, .lanes = {}, .notes = {}};
    if (preserves_lane_)
      result.lanes.emplace(PairLevels(routes_, std::move(levels_)), Lanes(fabric_, network_, ends_, {}));
    return result;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  [[noreturn]] void reject(std::string const& why) const {
    throw InputError(fmt::format("{} is not destination-based", name_), why,
                     "use a routing such as balanced or up_down", "routing");
  }

  void copy_row(std::uint32_t from, std::uint32_t to) {
    std::ranges::copy(routes_.to(from), routes_.to(to).begin());
    auto const routers = is_source_.size();
    std::copy_n(&levels_[from * routers], routers, &levels_[to * routers]);
  }

  void trace_all(std::uint32_t end) {
    auto const to = routes_.router(end);
    for (std::uint32_t from = 0; from < network_.num_routers(); ++from)
      if (is_source_[from] && from != to && routing_.reaches_terminal(from, to, end)) trace(from, end);
  }

  /// Follows the route from source router `from` to `end`, and enters it into the tables of the routers along
  /// it.
  void trace(std::uint32_t from, std::uint32_t end) {
    auto const to = routes_.router(end);
    Head head{.at = from, .target = to, .to = to, .terminal = end};
    std::uint64_t lanes = ~std::uint64_t{0};
    for (std::uint64_t hops = 0; head.at != to; ++hops) {
      if (hops > network_.num_channels()) throw std::logic_error("a route never arrives");
      auto const candidate = only_candidate(head, from);
      auto const channel = network_.channel({head.at}, {candidate.port});
      enter(head.at, end, NextHop(channel), from);
      lanes &= candidate.vcs;
      head.at = network_.target(channel).v;
      head.in_port = network_.target_port(channel).v;
      head.in_vc = static_cast<std::uint8_t>(std::countr_zero(candidate.vcs));
      head.phase = candidate.phase;
    }
    auto const lane = std::countr_zero(lanes);
    if (lane < dropping_lane)
      levels_[end * is_source_.size() + from] = static_cast<std::uint8_t>(lane);
    else
      preserves_lane_ = false;
  }

  Candidate only_candidate(Head const& head, std::uint32_t from) {
    possible_.clear();
    routing_.possible(head, possible_);
    if (possible_.candidates.size() == 1 && possible_.diversions.empty()) return possible_.candidates[0];
    reject(fmt::format("packets from {0} to {1} have {3} next hops at {2}, but a table has only one",
                       name_of(from), name_of(head.to), name_of(head.at),
                       possible_.candidates.size() + possible_.diversions.size()));
  }

  void enter(std::uint32_t at, std::uint32_t end, NextHop hop, std::uint32_t from) {
    auto& known = routes_.to(end)[at];
    if (known == hop || !known.is_channel()) {
      known = hop;
      return;
    }
    auto const to = routes_.router(end);
    reject(fmt::format("the routes from {} and from {} to {} diverge at {}", name_of(from),
                       name_of(first_through(at, end, from)), name_of(to), name_of(at)));
  }

  /// Returns a source router with an index below `from` and a route to `end` through router `at`.
  std::uint32_t first_through(std::uint32_t at, std::uint32_t end, std::uint32_t from) const {
    auto const next = routes_.to(end);
    for (std::uint32_t source = 0; source < from; ++source) {
      if (!is_source_[source]) continue;
      auto router = source;
      while (router != at && next[router].is_channel()) router = network_.target(next[router].channel()).v;
      if (router == at) return source;
    }
    return at;
  }

  std::string name_of(std::uint32_t router) const {
    return fmt::format("'{}'", shown(fabric_.fabric->devices[fabric_.numbers.devices()[router]].title()));
  }

  std::string_view name_;
  NumberedFabric const& fabric_;
  Network const& network_;
  ChannelRouting const& routing_;
  ChannelTraits traits_;
  EndNodes ends_;
  DestinationRoutes routes_;
  std::vector<std::uint8_t> levels_;  // by destination and router
  std::vector<bool> is_source_;
  bool preserves_lane_ = true;
  Possible possible_;
};

/// Returns the tables of a channel routing whose next hop depends only on the router and the destination. The
/// service level of a pair is its virtual channel if that is constant along the path. Routers on no path have
/// no entry. Throws InputError for any other routing; the error names two diverging routes.
RoutingTables tables_from_channels(std::string_view name, NumberedFabric const& fabric,
                                   Network const& network, ChannelRouting const& routing, FabricEnds ends) {
  return TablesOfChannels(name, fabric, network, routing, ends).run();
}

/// Unlimited virtual channels, for uses that need only the paths.
VcSupply const any_vcs{1, true};

std::string routings_that_serve(Form form, Machine const& machine) {
  std::string list;
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if (serves_in<R>(form, machine)) list += (list.empty() ? "" : ", ") + std::string(R::name);
  });
  return list;
}

template <class R>
void require_service(R const& routing, Machine const& machine, Form form) {
  auto const reject = [&](std::string const& what, std::string const& why) {
    throw InputError(std::string(R::name) + " " + what, why, "valid: " + routings_that_serve(form, machine),
                     "routing");
  };
  if (!has_form<R>(form))
    reject(std::string(lacks(form)),
           is_adaptive<R> ? "its paths depend on queues" : "the routing only divides traffic among paths");
  if (!routing.serves(machine))
    reject("cannot route on " + machine.topology(), "needs " + std::string(R::needs));
  if (machine.has_failures() && !avoids_failures<R>(form))
    reject("cannot route around failures", "the paths are computed from the whole topology");
}

/// Throws InputError for parameters that the form does not support.
template <class R>
void require_honored(R const& routing, typename R::Params const& params, Form form) {
  if constexpr (requires { routing.require_form(form); }) routing.require_form(form);
  if constexpr (requires { R::channels_only; })
    if (form != Form::channels)
      for (auto const& [key, value] : write_params(R::schema, params, false))
        if (std::ranges::find(R::channels_only, key) != R::channels_only.end())
          throw InputError(std::string(R::name) + ":" + key + "=" + value + " has no effect",
                           std::string(user_of(form)) + " has no virtual channels",
                           "omit " + std::string(key), "routing");
}

/// Calls visit(std::type_identity<R>{}, params) for the routing that the spec names. Errors refer to
/// `routing`.
template <class Visit>
auto pick(Spec const& spec, Visit visit) {
  return at_place("routing", [&] { return Routings::pick_params(spec, visit, "routing"); });
}

/// Calls visit(routing) for the routing that the spec names, after checking that it supports the machine in
/// `form`.
template <class Visit>
auto with_routing(Spec const& spec, Machine const& machine, Form form, Visit visit) {
  Spec const named = spec.name == "default" ? resolve(spec, machine, form) : spec;
  return pick(named, [&]<class R>(std::type_identity<R>, typename R::Params const& params) {
    R const routing(params);
    require_service(routing, machine, form);
    require_honored(routing, params, form);
    ++routings_bound();
    return visit(routing);
  });
}

template <class R>
ChannelRoutingPtr channels_of(R const& routing, Machine const& machine, VcSupply const& supply) {
  if constexpr (is_rerouted<R>)
    if (machine.has_failures())
      return Detours(machine).around(R::name, routing.vcs_needed(machine), supply,
                                     [&](VcSupply const& own) { return routing.channels(machine, own); });
  if constexpr (HasChannels<R>)
    return routing.channels(machine, supply);
  else
    return nullptr;
}

void require_no_queues(std::string_view name, ChannelRouting const& routing, Form form) {
  auto const traits = routing.traits();
  if (traits.uses_local_queues || traits.uses_remote_queues || (form == Form::shares && !traits.oblivious))
    throw InputError(std::string(name) + " depends on queues with these parameters",
                     std::string(user_of(form)) + " has no queues",
                     "use an oblivious routing, or engine flit", "routing");
}

/// Reroutes packets around failures, except deflected packets: deflection avoids failures itself.
PacketRoutingPtr rerouted(PacketRoutingPtr packets, Machine const& machine) {
  if (!machine.has_failures() || packets->deflection() != nullptr) return packets;
  return std::make_shared<Rerouted>(std::move(packets), machine.network());
}

/// Returns the packet form of the routing, or packets derived from its channels, which must not depend on
/// queues that `form` does not provide; null if the routing has neither.
template <class R>
PacketRoutingPtr packets_of(R const& routing, Machine const& machine, Form form) {
  if constexpr (HasPackets<R>)
    if (auto own = routing.packets(machine)) return rerouted(std::move(own), machine);
  auto channels = channels_of(routing, machine, any_vcs);
  if (!channels) return nullptr;
  require_no_queues(R::name, *channels, form);
  return packets_from_channels(R::name, machine.network(), std::move(channels));
}

/// Returns the shares of the routing, or shares derived from its channels.
template <class R>
SharesPtr shares_of(R const& routing, Machine const& machine) {
  if constexpr (HasShares<R>)
    if (!machine.has_failures() || supports_failures<R>)
      if (auto own = routing.shares(machine)) return own;
  auto channels = channels_of(routing, machine, any_vcs);
  require_no_queues(R::name, *channels, Form::shares);
  return shares_from_channels(machine.network(), std::move(channels));
}

}  // namespace

Spec resolve(Spec const& spec, Machine const& machine, Form form, std::uint32_t vcs) {
  if (spec.name == "default") {
    if (!spec.arguments.empty()) throw InputError("routing 'default' takes no parameters", "", "", "routing");
    return resolve({default_routing(machine, form, vcs), {}}, machine, form);
  }
  return pick(spec, [&]<class R>(std::type_identity<R>, typename R::Params params) {
    R const routing(params);
    require_service(routing, machine, form);
    require_honored(routing, params, form);
    if constexpr (requires { R::resolved(params, machine); }) params = R::resolved(params, machine);
    auto resolved = to_spec<R>(params, true);
    if constexpr (requires { R::channels_only; })
      if (form != Form::channels)
        std::erase_if(resolved.arguments, [](auto const& argument) {
          return std::ranges::find(R::channels_only, argument.key) != R::channels_only.end();
        });
    return resolved;
  });
}

std::atomic<std::uint64_t>& routings_bound() {
  static std::atomic<std::uint64_t> count{0};
  return count;
}

PacketRoutingPtr bind_packets(Spec const& spec, Machine const& machine) {
  return with_routing(spec, machine, Form::packets,
                      [&](auto const& routing) { return packets_of(routing, machine, Form::packets); });
}

PacketRoutingPtr bind_drawn_packets(Spec const& spec, Machine const& machine) {
  return with_routing(spec, machine, Form::shares, [&](auto const& routing) {
    auto packets = packets_of(routing, machine, Form::shares);
    return packets ? packets : packets_from_shares(machine.network(), shares_of(routing, machine));
  });
}

Form idle_form(Spec const& spec) {
  if (spec.name == "default") return Form::packets;
  return pick(spec, []<class R>(std::type_identity<R>, typename R::Params const&) {
    if (is_by_terminal<R>) return Form::tables;
    return compares_queues<R> ? Form::channels : Form::packets;
  });
}

bool routes_by_terminal(Spec const& spec) {
  if (spec.name == "default") return false;
  auto const rejects = [](auto const& routing, Form form) {
    try {
      routing.require_form(form);
    } catch (InputError const&) { return true; }
    return false;
  };
  return pick(spec, [&]<class R>(std::type_identity<R>, typename R::Params const& params) {
    if constexpr (is_by_terminal<R>)
      return true;
    else if constexpr (requires { R(params).require_form(Form::packets); })
      return rejects(R(params), Form::packets) && !rejects(R(params), Form::shares);
    else
      return false;
  });
}

Form flow_form(Spec const& spec) {
  if (spec.name == "default") return Form::shares;
  return pick(spec, []<class R>(std::type_identity<R>, typename R::Params const& params) {
    if constexpr (is_adaptive<R>) return Form::channels;
    if constexpr (requires { R(params).require_form(Form::shares); }) try {
        R(params).require_form(Form::shares);
      } catch (InputError const&) { return Form::channels; }
    return Form::shares;
  });
}

PacketRoutingPtr bind_idle_packets(Spec const& spec, Machine const& machine) {
  return with_routing(spec, machine, idle_form(spec), [&]<class R>(R const& routing) -> PacketRoutingPtr {
    if constexpr (HasPackets<R>)
      if (auto own = routing.packets(machine)) return rerouted(std::move(own), machine);
    return packets_from_channels(R::name, machine.network(), channels_of(routing, machine, any_vcs));
  });
}

ChannelRoutingPtr bind_channels(Spec const& spec, Machine const& machine, VcSupply const& supply) {
  return with_routing(spec, machine, Form::channels, [&]<class R>(R const& routing) -> ChannelRoutingPtr {
    return channels_of(routing, machine, supply);
  });
}

std::uint32_t vcs_needed(Spec const& spec, Machine const& machine) {
  return with_routing(spec, machine, Form::channels, [&]<class R>(R const& routing) -> std::uint32_t {
    if constexpr (is_rerouted<R>)
      if (machine.has_failures()) return Detours(machine).vcs_needed(routing.vcs_needed(machine));
    if constexpr (HasChannels<R>)
      return routing.vcs_needed(machine);
    else
      return 0;
  });
}

RoutingTables bind_tables(Spec const& spec, Machine const& machine, NumberedFabric const& fabric,
                          FabricEnds ends) {
  return with_routing(spec, machine, Form::tables, [&]<class R>(R const& routing) -> RoutingTables {
    if constexpr (HasOwnTables<R>) {
      return routing.tables(machine, fabric, ends);
    } else {
      auto const as_needed = [](std::uint32_t needed) { return needed == no_vcs_suffice ? 1 : needed; };
      auto const channels =
          channels_of(routing, machine, {.vcs = 1, .allow_deadlock = true, .choose = as_needed});
      if (!channels) throw std::logic_error("a routing with the form tables has neither tables nor channels");
      return tables_from_channels(R::name, fabric, *machine.network(), *channels, ends);
    }
  });
}

SharesPtr bind_shares(Spec const& spec, Machine const& machine) {
  return with_routing(spec, machine, Form::shares,
                      [&](auto const& routing) { return shares_of(routing, machine); });
}

}  // namespace weft::routing
