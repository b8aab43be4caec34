// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/flit_params.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/engine/flit/router_presets.hpp"
#include "weft/network/energy.hpp"

namespace weft::flit {
namespace {

FlitParams defaults_of(RouterPreset router) {
  return read_params<FlitParams>(flit_schema, preset_options(router));
}

/// Throws InputError if the spec contains energy options, which were options of the engine in version 0.1.
void check_no_energy(Spec const& spec) {
  auto const figures = detail::param_names(EnergyParams::schema);
  std::string given;
  for (auto const& [key, value] : spec.arguments)
    if (std::ranges::find(figures, key) != figures.end())
      given += (given.empty() ? "" : ",") + key + "=" + value;
  if (!given.empty())
    throw InputError(given + " is not a parameter of the engine", "energy is an option of simulate",
                     "use weft simulate --energy " + given);
}

void check_sizes(FlitParams const& params) {
  if (params.size_weights.size() != params.packet_size.size() && params.size_weights != Numbers{1})
    throw InputError("size_weights has " + std::to_string(params.size_weights.size()) +
                         " numbers, packet_size " + std::to_string(params.packet_size.size()),
                     "the lengths must be equal", "", "engine");
  if (std::accumulate(params.size_weights.begin(), params.size_weights.end(), 0.0) <= 0)
    throw InputError("all size_weights are 0", "", "use a positive weight for at least one size", "engine");
  auto const longest = longest_packet(params);
  if (params.flow == FlowControl::cut_through && longest > params.vc_buffer)
    throw InputError("a packet of " + std::to_string(longest) +
                         " flits exceeds vc_buffer=" + std::to_string(params.vc_buffer),
                     "with flow=cut_through a packet must fit into the buffer of a virtual channel",
                     "use vc_buffer=" + std::to_string(longest) + " or flow=wormhole", "engine");
}

/// Calls `visit` with the options of each class; errors name the class.
template <class Visit>
void for_each_class(FlitParams const& params, Visit const& visit) {
  if (params.classes.empty()) return visit(params);
  for (std::size_t c = 0; c < params.classes.size(); ++c) try {
      visit(params_of_class(params, c));
    } catch (InputError const& error) { throw error.at("class " + params.classes[c].name); }
}

/// Returns whether the classes differ in priority.
bool has_priorities(FlitParams const& params) {
  return !std::ranges::all_of(params.classes, [&](TrafficClass const& traffic_class) {
    return traffic_class.priority == params.classes.front().priority;
  });
}

void check_class(FlitParams const& params, TrafficClass const& traffic_class) {
  auto const reject = [&](std::string const& what, std::string const& why, std::string const& suggestion) {
    throw InputError(what, why, suggestion, "class " + traffic_class.name);
  };
  bool const replies = params.injection == Injection::request_reply;
  auto const vcs = params.vcs / (replies ? 2 : 1);
  if (traffic_class.last_vc != TrafficClass::all_vcs &&
      (traffic_class.first_vc > traffic_class.last_vc || traffic_class.last_vc >= vcs))
    reject("vcs=" + std::to_string(traffic_class.first_vc) + ".." + std::to_string(traffic_class.last_vc),
           "must be a..b with a <= b in [0, " + std::to_string(vcs - 1) + "]" +
               (replies ? ", the virtual channels for requests" : ""),
           "");
  if (traffic_class.from >= traffic_class.until)
    reject("until=" + std::to_string(traffic_class.until),
           "must be after from=" + std::to_string(traffic_class.from), "");
  if (params.injection == Injection::timed)
    reject("classes conflict with timed messages", "each message has its own size and start time",
           "omit classes");
  if (params.injection != Injection::batch) return;
  if (traffic_class.rate > 0)
    throw conflict("rate", "injection=batch", "a batch is sent in one cycle")
        .at("class " + traffic_class.name);
  if (traffic_class.until != TrafficClass::never)
    throw conflict("until", "injection=batch", "a batch is sent in one cycle")
        .at("class " + traffic_class.name);
}

/// Throws InputError for congestion control options without effect.
void check_control(FlitParams const& params) {
  if (params.ack_delay != 0 && !needs_acknowledgments(params))
    throw needs("ack_delay", "max_outstanding, window or ecn_threshold",
                "no source waits for acknowledgments")
        .at("engine");
  if (params.ack_delay != 0 && params.injection == Injection::request_reply)
    throw conflict("ack_delay", "injection=request_reply", "the reply acknowledges the request").at("engine");
  auto const defaults = defaults_of(params.router);
  if (params.ecn_threshold == 0 && params.ecn_cut != defaults.ecn_cut)
    throw needs("ecn_cut", "ecn_threshold", "no packet is marked").at("engine");
  if (params.ecn_threshold == 0 && params.ecn_recovery != defaults.ecn_recovery)
    throw needs("ecn_recovery", "ecn_threshold", "no packet is marked").at("engine");
  if (params.max_outstanding > 0 && params.window >= params.max_outstanding)
    throw conflict("window=" + std::to_string(params.window),
                   "max_outstanding=" + std::to_string(params.max_outstanding),
                   "a terminal never has more packets in the network")
        .at("engine");
}

/// Throws InputError for options that conflict or have no effect.
void check_option_conflicts(FlitParams const& params) {
  auto const defaults = defaults_of(params.router);
  auto const reject = [](std::string const& what, std::string const& with, std::string const& why) {
    throw conflict(what, with, why).at("engine");
  };
  bool const by_length = params.meters_per_cycle > 0;
  auto const instead = by_length ? "meters_per_cycle" : "latency_per_step";
  if (by_length && params.latency_per_step > 0)
    reject("latency_per_step", instead, "both set the latencies of all channels");
  if ((by_length || params.latency_per_step > 0) && params.latency != defaults.latency)
    reject("latency", instead, "both set the latencies of all channels");
  if (params.shared_buffer == 0 && params.shared_per_vc > 0)
    reject("shared_per_vc", "shared_buffer=0", "there are no shared slots");
  bool const wavefront = params.allocator == flit::AllocatorKind::wavefront;
  if (wavefront && params.iterations != 1)
    reject("iterations", "allocator=wavefront", "the matching is maximal after one iteration");
  if ((wavefront || params.allocator == AllocatorKind::pim) && params.arbitration == Arbitration::age)
    reject("arbitration=age", wavefront ? "allocator=wavefront" : "allocator=pim",
           "the allocator has no arbiters");
  if (params.hold_switch_for_packet && params.input_speedup > 1)
    reject("hold_switch_for_packet", "input_speedup", "a port can keep only one path through the switch");
  auto const needs = [&](char const* what, bool given, Injection requested, std::string const& name) {
    if (given && params.injection != requested) throw weft::needs(what, "injection=" + name).at("engine");
  };
  needs("burst", params.burst != defaults.burst, Injection::on_off, "on_off");
  needs("burst_rate", params.burst_rate != defaults.burst_rate, Injection::on_off, "on_off");
  needs("reply_size", params.reply_size != defaults.reply_size, Injection::request_reply, "request_reply");
  needs("reply_delay", params.reply_delay != defaults.reply_delay, Injection::request_reply, "request_reply");
  if (params.interval_pairs && params.interval == 0)
    reject("interval_pairs", "interval=0", "there are no intervals");
  needs("flit_bytes", params.flit_bytes != defaults.flit_bytes, Injection::timed, "timed");
  needs("header_bytes", params.header_bytes != defaults.header_bytes, Injection::timed, "timed");
  needs("bandwidth", params.bandwidth != defaults.bandwidth, Injection::timed, "timed");
  needs("sending", params.sending != defaults.sending, Injection::timed, "timed");
  needs("deliveries", params.deliveries, Injection::timed, "timed");
  if (params.injection == Injection::timed) {
    auto const* const why = "the list of messages specifies times and sizes";
    if (params.rate != defaults.rate) reject("rate", "injection=timed", why);
    if (params.warm_up != 0) reject("warm_up", "injection=timed", why);
    if (params.cycles != 0) reject("cycles", "injection=timed", why);
    if (params.precision != defaults.precision) reject("precision", "injection=timed", why);
    if (params.size_weights != defaults.size_weights) reject("size_weights", "injection=timed", why);
  }
  if (params.injection != Injection::batch) return;
  if (params.rate != defaults.rate)
    reject("rate", "injection=batch", "all packets of a batch are created at the start");
  if (params.warm_up != 0) reject("warm_up", "injection=batch", "a batch is measured from its beginning");
  if (params.cycles != 0) reject("cycles", "injection=batch", "a batch ends when all messages have arrived");
}

void check_format(FlitParams const& params) {
  if (params.injection != Injection::timed) return;
  if (params.packet_size.size() > 1)
    throw InputError("packet_size has " + std::to_string(params.packet_size.size()) + " numbers",
                     "all packets of a timed message are full except the last one", "use one size", "engine");
  auto const bytes = static_cast<double>(params.packet_size[0]) * params.flit_bytes;
  if (params.header_bytes >= bytes)
    throw InputError("header_bytes=" + format_number(params.header_bytes),
                     "a packet has " + format_number(bytes) + " bytes, so none would remain for the message",
                     "reduce header_bytes, or increase packet_size", "engine");
}

}  // namespace

Spec without_aliases(Spec spec) {
  return detail::without_aliases(std::move(spec), detail::names_and_uses(flit_schema));
}

Given<FlitParams> read_flit_params(Spec const& spec) {
  return at_place("engine", [&] {
    check_no_energy(spec);
    auto params = read_params<Given<FlitParams>>(flit_schema, spec);
    auto all = spec;
    for (auto& argument : preset_options(params.router).arguments)
      if (!params.states(argument.key)) all.arguments.push_back(std::move(argument));
    static_cast<FlitParams&>(params) = read_params<FlitParams>(flit_schema, all);
    return params;
  });
}

std::vector<Spec::Argument> write_flit_params(FlitParams const& params) {
  auto arguments = write_params(flit_schema, params, true);
  if (params.router == RouterPreset::none) arguments.erase(arguments.begin());
  return arguments;
}

void set_timed_defaults(Given<FlitParams>& params) {
  params.injection = Injection::timed;
  if (!params.states("packet_size") && params.packet_size == FlitParams{}.packet_size)
    params.packet_size = {8};
  if (!params.states("max_cycles")) params.max_cycles = 1'000'000'000'000'000;
}

void check(FlitParams const& params) {
  if (auto const deepest = router_options(params).deepest(); deepest > 65535)
    throw InputError(fmt::format("vc_buffer={} and {} shared flits are too many", params.vc_buffer,
                                 deepest - params.vc_buffer),
                     "a virtual channel can buffer at most 65,535 flits",
                     "reduce shared_buffer or shared_per_vc", "engine");
  if (params.vcs % params.input_speedup != 0)
    throw InputError("input_speedup=" + std::to_string(params.input_speedup),
                     "must divide vcs=" + std::to_string(params.vcs), "", "engine");
  for_each_class(params, check_sizes);
  for (auto const& one_class : params.classes) check_class(params, one_class);
  check_option_conflicts(params);
  check_control(params);
  check_format(params);
  if (params.injection == Injection::on_off && params.burst_rate == 0)
    throw InputError("burst_rate=0", "must be above 0, or no packets are sent", "", "engine");
  if (params.injection == Injection::request_reply && params.vcs % 2 != 0)
    throw InputError("vcs=" + std::to_string(params.vcs) + " conflicts with injection=request_reply",
                     "requests and replies each use half of the virtual channels",
                     "use an even number of vcs", "engine");
  if (params.warm_up + params.cycles > params.max_cycles)
    throw InputError("warm_up + cycles=" + std::to_string(params.warm_up + params.cycles),
                     "must not exceed max_cycles=" + std::to_string(params.max_cycles), "", "engine");
  if (params.cycles == 0 && params.warm_up >= last_measured_cycle(params))
    throw InputError("warm_up=" + std::to_string(params.warm_up),
                     "the last quarter of max_cycles=" + std::to_string(params.max_cycles) +
                         " is reserved for the arrival of measured packets",
                     "increase max_cycles", "engine");
}

void check_rate(FlitParams const& all) {
  if (all.injection == Injection::batch || all.injection == Injection::timed) return;
  for_each_class(all, [](FlitParams const& params) {
    if (params.rate > 1)
      throw InputError("rate=" + format_number(params.rate),
                       "must be at most 1: a terminal injects one flit per cycle", "", "engine");
    if (params.rate == 0) throw InputError("rate=0", "must be above 0, or no packets are sent", "", "engine");
    if (params.injection == Injection::on_off && params.rate > params.burst_rate)
      throw InputError(
          "rate=" + format_number(params.rate) + " exceeds burst_rate=" + format_number(params.burst_rate),
          "the mean rate cannot exceed the rate during bursts", "increase burst_rate", "engine");
  });
}

namespace {

/// Returns the size of the blocks into which the virtual channels are divided so that each class uses whole
/// blocks. Replies have the same number of blocks as messages.
std::uint32_t vc_block_size(FlitParams const& params) {
  auto const replies = params.injection == Injection::request_reply;
  auto block = params.vcs / (replies ? 2 : 1);
  for (auto const& one_class : params.classes)
    if (one_class.last_vc != TrafficClass::all_vcs)
      block = std::gcd(block, std::gcd(one_class.first_vc, one_class.last_vc + 1));
  return block;
}

}  // namespace

RouterOptions router_options(FlitParams const& params) {
  RouterParams const& routers = params;
  return {routers,
          params.flow == FlowControl::cut_through,
          static_cast<std::uint32_t>(params.ecn_threshold),
          needs_acknowledgments(params) && params.injection != Injection::request_reply,
          params.vcs / vc_block_size(params),
          has_priorities(params),
          params.tree_vcs,
          params.reduction_delay};
}

std::int64_t last_measured_cycle(FlitParams const& params) {
  return params.max_cycles - params.max_cycles / 4;
}

std::size_t num_classes(FlitParams const& params) { return std::max<std::size_t>(params.classes.size(), 1); }

FlitParams params_of_class(FlitParams const& params, std::size_t c) {
  auto own = params;
  own.classes.clear();
  if (params.classes.empty()) return own;
  auto const& one_class = params.classes[c];
  if (one_class.rate > 0) own.rate = one_class.rate;
  if (!one_class.packet_size.empty()) {
    own.packet_size = one_class.packet_size;
    own.size_weights = one_class.size_weights;
  }
  return own;
}

Traffic const& traffic_of_class(FlitParams const& params, std::size_t c, Traffic const& others) {
  return params.classes.empty() || params.classes[c].traffic == nullptr ? others : *params.classes[c].traffic;
}

bool needs_acknowledgments(FlitParams const& params) {
  return params.max_outstanding > 0 || params.window > 0 || params.ecn_threshold > 0;
}

std::int64_t longest_packet(FlitParams const& params) {
  std::int64_t longest = 1;
  for (std::size_t c = 0; c < num_classes(params); ++c)
    longest = std::max(longest, std::ranges::max(params_of_class(params, c).packet_size));
  return params.injection == Injection::request_reply ? std::max(longest, params.reply_size) : longest;
}

double size_weight(FlitParams const& params, std::size_t i) {
  return params.size_weights.size() == params.packet_size.size() ? params.size_weights[i] : 1;
}

double mean_packet_size(FlitParams const& params) {
  double flits = 0, weight = 0;
  for (std::size_t i = 0; i < params.packet_size.size(); ++i) {
    auto const w = size_weight(params, i);
    flits += w * static_cast<double>(params.packet_size[i]);
    weight += w;
  }
  return flits / weight;
}

double packets_per_cycle(FlitParams const& params, std::uint32_t terminals) {
  double packets = 0;
  for (std::size_t c = 0; c < num_classes(params); ++c) {
    auto const own = params_of_class(params, c);
    auto senders = terminals;
    if (!params.classes.empty() && params.classes[c].traffic != nullptr) {
      senders = 0;
      for (std::uint32_t e = 0; e < terminals; ++e) senders += params.classes[c].traffic->messages({e}) > 0;
    }
    packets += own.rate / mean_packet_size(own) * senders;
  }
  return packets;
}

}  // namespace weft::flit
