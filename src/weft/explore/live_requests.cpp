// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/live_requests.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/io/bundle.hpp"

namespace weft::explore {
namespace {

struct CloseParams {
  std::int64_t id = 0;
};
struct StepParams {
  std::int64_t id = 0, cycles = 1;
  bool trace = false;
};
struct PacketParams {
  std::int64_t id = 0, packet = 0;
};

constexpr Range ids{0, 4294967295.0};

constexpr std::tuple close_schema{param("id", &CloseParams::id, ids, "id that live_open returned")};
constexpr std::tuple step_schema{param("id", &StepParams::id, ids, "id that live_open returned"),
                                 param("cycles", &StepParams::cycles, Range{1, double{LiveFlits::max_cycles}},
                                       "cycles to simulate", "cycles"),
                                 param("trace", &StepParams::trace, "list every flit that is sent")};
constexpr std::tuple packet_schema{
    param("id", &PacketParams::id, ids, "id that live_open returned"),
    param("packet", &PacketParams::packet, ids, "number of the packet in the trace")};

/// Returns the parameters of a request. Requires `id`.
template <class Params, class Schema>
Params read(Schema const& schema, Spec const& request) {
  auto const params = read_params<Params>(schema, request);
  if (detail::find_argument(request, "id") == nullptr)
    throw InputError("id is missing", "", "specify the id in the answer of live_open").about("id");
  return params;
}

JsonText number_or_null(std::optional<std::uint32_t> const& number) {
  return number ? JsonText(*number) : JsonText();
}

JsonText live_json(LiveFlits const& live, std::uint32_t id) {
  auto scenario = JsonText::object({});
  for (auto const& [key, value] : live.scenario()) scenario.add(key, value);
  auto const& size = live.simulation().options();
  return JsonText::object({{"id", id},
                           {"scenario", scenario},
                           {"routers", live.num_routers()},
                           {"terminals", live.num_terminals()},
                           {"channels", live.num_channels()},
                           {"vcs", size.vcs},
                           {"depth", size.vc_buffer},
                           {"flits_per_packet", flit::mean_packet_size(live.params())},
                           {"notes", JsonText::array_of(live.notes())}});
}

JsonText deadlock_json(std::optional<LiveDeadlock> const& deadlock) {
  if (!deadlock) return {};
  std::vector<JsonText> waiters;
  for (auto const& waiter : deadlock->waiters)
    waiters.push_back(JsonText::object({{"channel", number_or_null(waiter.channel)},
                                        {"router", waiter.router},
                                        {"vc", waiter.vc},
                                        {"source", waiter.source},
                                        {"destination", waiter.destination},
                                        {"next_channel", number_or_null(waiter.next_channel)},
                                        {"next_vc", waiter.next_vc}}));
  return JsonText::object({{"cycle", deadlock->cycle},
                           {"blocked", deadlock->blocked},
                           {"text", deadlock->text},
                           {"waiters", JsonText::array(waiters)}});
}

JsonText frame_json(LiveFrame const& frame, std::optional<LiveDeadlock> const& deadlock) {
  return JsonText::object({{"cycle", frame.cycle},
                           {"born", frame.created},
                           {"delivered", frame.delivered},
                           {"dropped", frame.dropped},
                           {"in_flight", frame.in_flight},
                           {"waiting", frame.waiting},
                           {"flit_hops", frame.flit_hops},
                           {"latency", frame.latency ? JsonText(*frame.latency) : JsonText()},
                           {"accepted", frame.accepted},
                           {"deadlock", deadlock_json(deadlock)}});
}

std::vector<std::uint32_t> to_table(std::vector<FlitMove> const& moves) {
  std::vector<std::uint32_t> values;
  values.reserve(5 * moves.size());
  for (auto const& move : moves)
    values.insert(values.end(), {move.cycle, move.channel, move.packet, move.vc, move.ends});
  return values;
}

std::vector<std::uint32_t> to_table(std::vector<PacketArrival> const& arrivals) {
  std::vector<std::uint32_t> values;
  values.reserve(4 * arrivals.size());
  for (auto const& arrival : arrivals)
    values.insert(values.end(), {arrival.packet, arrival.source, arrival.destination, arrival.latency});
  return values;
}

std::string frame_bundle(LiveFrame const& frame, LiveFlits const& live, bool trace) {
  std::uint64_t const channels = frame.sent.size();
  std::vector<BundleArray> arrays{
      {"sent", {channels}, std::span(frame.sent), "Flits sent in these cycles", "flits"},
      {"buffered",
       {channels, live.simulation().options().vcs},
       std::span(frame.buffered),
       "Flits in the buffers at the end of the channel",
       "flits"},
      {"blocked",
       {channels},
       std::span(frame.blocked),
       "Whether a packet at the front of a buffer has not "
       "moved for 64 cycles"},
      {"waiting",
       {frame.waiting_at.size()},
       std::span(frame.waiting_at),
       "Packets at their sources",
       "packets"}};
  auto const moves = to_table(frame.moves), arrivals = to_table(frame.arrivals);
  if (trace) {
    arrays.push_back({"moves",
                      {frame.moves.size(), 5},
                      std::span(moves),
                      "Flits sent",
                      "",
                      "cycle, channel, packet, virtual channel, 1 for the head + 2 for the tail"});
    arrays.push_back({"arrived",
                      {frame.arrivals.size(), 4},
                      std::span(arrivals),
                      "Packets delivered",
                      "",
                      "packet, source, destination, latency in cycles"});
  }
  return bundle_bytes(JsonText::object({{"frame", frame_json(frame, live.deadlock())}}), arrays);
}

JsonText packet_json(std::uint32_t number, std::optional<PacketLocation> const& location) {
  if (!location) return {};
  std::vector<JsonText> at;
  for (auto const& [channel, router, vc, flits] : location->at)
    at.push_back(JsonText::object(
        {{"channel", number_or_null(channel)}, {"router", router}, {"vc", vc}, {"flits", flits}}));
  auto const& packet = location->packet;
  return JsonText::object({{"number", number},
                           {"source", packet.source},
                           {"destination", packet.terminal},
                           {"birth", packet.creation_cycle},
                           {"flits", packet.flits},
                           {"hops", location->hops()},
                           {"at_source", location->at_source},
                           {"arrived", location->arrived},
                           {"at", JsonText::array(at)}});
}

}  // namespace

std::deque<LiveRequests::Open>::const_iterator LiveRequests::find(std::uint32_t id) const {
  auto const found = std::ranges::find(open_, id, &Open::id);
  if (found == open_.end())
    throw InputError(
        fmt::format("id={}", id),
        fmt::format("no live simulation has this id; the last {} remain until they are closed", max_open),
        "open it again", "id")
        .about("id");
  return found;
}

std::string LiveRequests::open(Spec const& request, Progress& progress) {
  auto with_engine = request;
  if (detail::find_argument(request, "engine") == nullptr)
    with_engine.arguments.push_back({"engine", "flit"});
  auto flits = std::make_unique<LiveFlits>(read_params<Scenario>(scenario_schema, with_engine), progress);
  if (open_.size() == max_open) open_.pop_front();
  open_.push_back({++last_id_, std::move(flits)});
  return bundle_bytes(JsonText::object({{"live", live_json(*open_.back().flits, last_id_)}}));
}

// A simulation that stops in the middle of a step cannot continue.
std::string LiveRequests::step(Spec const& request, Progress& progress) {
  auto const params = read<StepParams>(step_schema, request);
  auto const found = find(static_cast<std::uint32_t>(params.id));
  auto const cycles = static_cast<std::uint64_t>(params.cycles);
  found->flits->check_step(cycles, params.trace);
  try {
    return frame_bundle(found->flits->step(cycles, params.trace, progress), *found->flits, params.trace);
  } catch (...) {
    open_.erase(found);
    throw;
  }
}

std::string LiveRequests::packet(Spec const& request) const {
  auto const params = read<PacketParams>(packet_schema, request);
  auto const number = static_cast<std::uint32_t>(params.packet);
  auto const location = find(static_cast<std::uint32_t>(params.id))->flits->packet(number);
  return bundle_bytes(JsonText::object({{"packet", packet_json(number, location)}}));
}

std::string LiveRequests::close(Spec const& request) {
  open_.erase(find(static_cast<std::uint32_t>(read<CloseParams>(close_schema, request).id)));
  return bundle_bytes(JsonText::object({}));
}

}  // namespace weft::explore
