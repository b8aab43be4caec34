// SPDX-License-Identifier: Apache-2.0
#include "weft/drawing/picture.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/drawing/blocks.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/network.hpp"
#include "weft/network/picture_plan.hpp"
#include "weft/network/places.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft {
using chart::MatrixPicture;
using chart::NetworkView;
using chart::VertexKind;
namespace {

constexpr std::uint64_t max_vertices = 2048, max_links = 12000;
constexpr BlockLimits block_limits{.grid = 512, .groups = 40, .of_stage = 24};
constexpr std::uint64_t max_rows = 250;

std::string times(std::uint64_t count, std::string const& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Positions of routers in the plane, in pitches, y downwards. A flat layout is seen from above or, if it is
/// vertical, from the front; any other obliquely, with its depth along a diagonal.
class Perspective {
 public:
  explicit Perspective(Cell const& extent) {
    auto const flat = std::ranges::find(extent, 1);
    if (flat == extent.end()) return;
    auto const at = static_cast<std::size_t>(flat - extent.begin());
    across_ = at == 0 ? 1 : 0;
    up_ = at == 2 ? 1 : 2;
    depth_ = at;
  }
  chart::Point at(Cell const& cell) const {
    constexpr double right = 0.42, upwards = 0.31;  // per step backwards
    return {cell[across_] + right * cell[depth_], -(cell[up_] + upwards * cell[depth_])};
  }

 private:
  std::size_t across_ = 0, depth_ = 1, up_ = 2;
};

/// Formats the extent of a layout and the lengths of its cables.
std::string format_layout(AnyTopology const& network, Layout const& layout) {
  auto const extent = layout.extent();
  auto const meters = [&](double pitches) { return fmt::format("{:.3g}", pitches * layout.pitch()); };
  double shortest = 0, longest = 0;
  for (auto const& group : network.cable_lengths(layout))
    for (auto const& [pitches, count] : group) {
      if (pitches == 0) continue;
      shortest = shortest == 0 ? pitches : std::min(shortest, pitches);
      longest = std::max(longest, pitches);
    }
  auto const words = fmt::format("{} x {} x {} m", meters(extent[0]), meters(extent[1]), meters(extent[2]));
  if (longest == 0) return words;
  if (shortest == longest) return fmt::format("{}, all cables {} m", words, meters(longest));
  return fmt::format("{}, cables of {} to {} m", words, meters(shortest), meters(longest));
}

/// The network with failed parts marked; null if no part has failed.
using Marks = std::unique_ptr<Network const>;

Marks marks_of(AnyTopology const& network, FailureParams const& failures) {
  return failures.any() ? std::make_unique<Network const>(network.network(with_numbers(network, failures)))
                        : nullptr;
}

std::vector<std::string> class_names(AnyTopology const& network) {
  std::vector<std::string> names;
  for (auto const& each : network.classes()) names.push_back(each.name);
  return names;
}

struct Channel {
  std::uint32_t to;
  PortId port;
  std::uint16_t channel_class;
  bool is_back;  ///< reverse of a channel already visited
};

/// Calls visit(Channel) for every channel that leaves r.
template <class Visit>
void for_each_channel_of(AnyTopology const& network, RouterId r, Visit visit) {
  for (std::uint16_t p = 0, ports = network.degree(r); p < ports; ++p) {
    auto const far = network.neighbor(r, {p});
    bool const is_back = network.bidirectional() && std::pair(far.router, far.port) < std::pair(r, PortId{p});
    visit(Channel{far.router.v, {p}, network.class_of(r, {p}).v, is_back});
  }
}

/// Returns the channel index of each router's first port, in the numbering of Network.
std::vector<std::uint64_t> first_channels(AnyTopology const& network) {
  std::vector<std::uint64_t> first{0};
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    first.push_back(first.back() + network.degree({r}));
  return first;
}

/// Adds all links individually.
void add_links(AnyTopology const& network, Marks const& marks, NetworkView& view) {
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for_each_channel_of(network, {r}, [&](Channel const& channel) {
      if (!channel.is_back)
        view.links.push_back({r, channel.to, channel.channel_class, 1,
                              marks && marks->channel_failed(marks->channel({r}, channel.port))});
    });
}

/// Sets the value of each link, in the order of add_links, to the maximum over its channels. A link without
/// working channels and a router whose channels have all failed become failed.
void add_values(AnyTopology const& network, ChannelValues const& of, NetworkView& view) {
  auto const first = first_channels(network);
  std::vector<bool> works(network.num_routers(), false);
  std::size_t link = 0;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for_each_channel_of(network, {r}, [&](Channel const& channel) {
      auto value = of.values[first[r] + channel.port.v];
      works[r] = works[r] || !std::isnan(value);
      if (channel.is_back) return;
      if (network.bidirectional()) {
        auto const far = network.neighbor({r}, channel.port);
        value = std::fmax(value, of.values[first[far.router.v] + far.port.v]);
      }
      view.links[link].failed = std::isnan(value);
      view.links[link++].value = value;
    });
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (!works[r] && network.degree({r}) > 0) view.vertices[r] = VertexKind::failed;
}

/// Calls visit(router, channel) for every working channel, and reports the progress.
template <class Visit>
void for_each_channel(AnyTopology const& network, Marks const& marks, Progress& progress, Visit visit) {
  constexpr std::uint64_t step = 4096;
  progress.start("channels", network.num_routers(), "routers");
  for (std::uint64_t r = 0; r < network.num_routers(); ++r) {
    RouterId const router{static_cast<std::uint32_t>(r)};
    for_each_channel_of(network, router, [&](Channel const& channel) {
      if (!marks || !marks->channel_failed(marks->channel(router, channel.port))) visit(r, channel);
    });
    if (r % step == step - 1) progress.advance(step);
  }
  progress.finish();
}

/// Number of links inside blocks, by class.
using InnerLinks = std::vector<std::uint64_t>;

/// Adds a line for the links between each pair of blocks, with their number and their most frequent class.
/// Returns the number of links inside blocks.
InnerLinks count_links(AnyTopology const& network, Marks const& marks,
                       std::vector<std::uint32_t> const& block_of, std::size_t blocks, NetworkView& view,
                       Progress& progress) {
  auto const classes = view.classes.size();
  std::vector<std::uint64_t> counts(blocks * blocks * classes, 0);
  for_each_channel(network, marks, progress, [&](std::uint64_t r, Channel const& channel) {
    ++counts[(std::uint64_t{block_of[r]} * blocks + block_of[channel.to]) * classes + channel.channel_class];
  });
  InnerLinks inner(classes, 0);
  for (std::uint32_t a = 0; a < blocks; ++a)
    for (std::uint32_t b = view.directed ? 0 : a; b < blocks; ++b) {
      auto const begin = counts.begin() + static_cast<std::ptrdiff_t>((a * blocks + b) * classes);
      auto const end = begin + static_cast<std::ptrdiff_t>(classes);
      auto const sum = std::accumulate(begin, end, std::uint64_t{0});
      if (a == b)
        for (std::size_t i = 0; i < classes; ++i) inner[i] += begin[static_cast<std::ptrdiff_t>(i)];
      else if (sum > 0)
        view.links.push_back({a, b, static_cast<std::uint16_t>(std::max_element(begin, end) - begin), sum});
    }
  if (!view.directed)
    for (auto& count : inner) count /= 2;
  return inner;
}

/// Sets the value of each line between blocks to the maximum over its channels, and the value of each block
/// to the maximum over the channels inside.
void add_block_values(AnyTopology const& network, ChannelValues const& of,
                      std::vector<std::uint32_t> const& block_of, std::size_t blocks, NetworkView& view) {
  std::vector<double> max_load(blocks * blocks, 0);
  std::uint64_t next = 0;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for_each_channel_of(network, {r}, [&](Channel const& channel) {
      auto& value = max_load[std::uint64_t{block_of[r]} * blocks + block_of[channel.to]];
      value = std::fmax(value, of.values[next++]);
    });
  for (auto& link : view.links) {
    link.value = max_load[link.a * blocks + link.b];
    if (!view.directed) link.value = std::max(link.value, max_load[link.b * blocks + link.a]);
  }
  for (std::size_t v = 0; v < blocks; ++v) view.inner_values.push_back(max_load[v * blocks + v]);
}

/// Returns a sentence about the links that the picture of blocks omits.
std::string format_omitted(NetworkView const& view, InnerLinks const& inner) {
  std::vector<bool> drawn(inner.size(), false);
  for (auto const& link : view.links) drawn[link.channel_class] = true;
  auto const sum = std::accumulate(inner.begin(), inner.end(), std::uint64_t{0});
  if (sum == 0) return {};
  std::string whole;
  for (std::size_t i = 0; i < inner.size(); ++i)
    if (inner[i] > 0 && !drawn[i]) whole += (whole.empty() ? "" : ", ") + view.classes[i];
  return fmt::format(" Not drawn: {} inside circles{}.", times(sum, view.directed ? "channel" : "link"),
                     whole.empty() || inner.size() == 1 ? "" : ", among them all of class " + whole);
}

/// Aggregates `plan`: replaces each block of vertices by one vertex, and adds the result to `view`.
void add_blocks(AnyTopology const& network, Marks const& marks, ChannelValues const* values,
                PicturePlan& plan, NetworkView& view, Progress& progress) {
  auto blocks = blocks_of(plan, block_limits);
  plan = std::move(blocks.plan);
  auto const vertices = plan.parts[0].size();
  view.aggregate = true;
  view.vertices.assign(vertices, VertexKind::router);
  auto const inner = count_links(network, marks, blocks.of, vertices, view, progress);
  view.note = blocks.note;
  if (values == nullptr) {
    view.note += "; the wider a line, the more links it stands for." + format_omitted(view, inner);
  } else {
    add_block_values(network, *values, blocks.of, vertices, view);
    view.note += "; a line and a circle have the color of the most loaded channel that they represent.";
  }
  if (blocks.are_groups) view.group_name = copy_name(network);
}

}  // namespace

Estimate estimate_picture(NetworkSize const& size) {
  constexpr double bytes_per_router = 24, bytes_per_line = 600, seconds_per_channel = 3e-8,
                   seconds_per_line = 2e-6;
  bool const small = size.routers <= max_vertices && size.channels <= 2 * max_links;
  auto const lines = small ? static_cast<double>(size.channels) : static_cast<double>(max_links) / 4;
  return {static_cast<double>(size.routers) * bytes_per_router + lines * bytes_per_line,
          static_cast<double>(size.channels) * seconds_per_channel + lines * seconds_per_line};
}

std::string facts_of(AnyTopology const& network, std::uint64_t channels, bool fails) {
  return times(network.num_routers(), "router") + ", " + times(network.num_terminals(), "terminal") + ", " +
         (network.bidirectional() ? times(channels / 2, "link") : times(channels, "channel")) +
         (fails ? ", some failed" : "");
}

VertexKind kind_of(AnyTopology const& network, Network const* marks, RouterId r) {
  if (marks && marks->router_failed(r)) return VertexKind::failed;
  if (network.is_node(r)) return VertexKind::node;
  return network.terminals_at(r).count > 0 ? VertexKind::router : VertexKind::relay;
}

chart::Arrangement arrangement_of(PictureStyle style) {
  switch (style) {
    case PictureStyle::grid: return chart::Arrangement::grid;
    case PictureStyle::circle: return chart::Arrangement::circle;
    case PictureStyle::stages: return chart::Arrangement::stages;
    case PictureStyle::rings: return chart::Arrangement::rings;
    case PictureStyle::groups: return chart::Arrangement::groups;
    case PictureStyle::free: break;
  }
  return chart::Arrangement::free;
}

double ChannelValues::maximum() const {
  double maximum = 0;
  for (double const value : values) maximum = std::fmax(maximum, value);
  return maximum;
}

std::string copy_name(AnyTopology const& topology) {
  return topology.name() == "percs" ? "supernode" : "group";
}

NetworkView picture_of(AnyTopology const& network, Progress& progress, FailureParams const& failures,
                       ChannelValues const* values) {
  auto const needed = estimate_picture({network.num_routers(), network.num_terminals(), 0});
  require_memory(static_cast<std::uint64_t>(needed.bytes), "a picture of " + network.spec(false),
                 "draw its matrix, or a smaller member of the family");
  auto const channels = network.facts().channels;
  auto const marks = marks_of(network, failures);
  NetworkView view{.title = network.spec(false),
                   .facts = facts_of(network, channels, failures.any()),
                   .directed = !network.bidirectional()};
  view.classes = class_names(network);
  if (values != nullptr) {
    view.value_title = values->title;
    view.maximum = values->maximum();
  }
  bool const small = network.num_routers() <= max_vertices && channels <= 2 * max_links;
  auto plan = picture_plan(network);
  if (!small && !plan.structured) return view;
  if (!small) {
    add_blocks(network, marks, values, plan, view, progress);
  } else {
    for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
      view.vertices.push_back(kind_of(network, marks.get(), {r}));
      bool const is_router = view.vertices.back() == VertexKind::router;
      view.terminals.push_back(is_router ? static_cast<std::uint32_t>(network.terminals_at({r}).count) : 0);
    }
    add_links(network, marks, view);
    if (values != nullptr) add_values(network, *values, view);
    if (plan.style == PictureStyle::groups) view.group_name = copy_name(network);
    view.names = network.names();
  }
  view.style = arrangement_of(plan.style);
  view.sides = std::move(plan.sides);
  view.parts = std::move(plan.parts);
  return view;
}

NetworkView picture_of_layout(AnyTopology const& network, LayoutParams const& params,
                              FailureParams const& failures) {
  auto const channels = network.facts().channels;
  if (network.num_routers() > max_vertices || channels > 2 * max_links)
    throw InputError(
        network.spec(false) + " is too large to draw in its layout",
        fmt::format("the picture supports at most {} routers and {} links", max_vertices, max_links),
        "omit layout, or draw a smaller network", "layout");
  auto const marks = marks_of(network, failures);
  auto const layout = network.layout(params);
  NetworkView view{
      .title = network.spec(false),
      .facts = facts_of(network, channels, failures.any()) + "; " + format_layout(network, layout),
      .directed = !network.bidirectional()};
  view.classes = class_names(network);
  Perspective const perspective(layout.extent());
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    view.vertices.push_back(kind_of(network, marks.get(), {r}));
    view.places.push_back(perspective.at(layout.cell({r})));
  }
  add_links(network, marks, view);
  view.names = network.names();
  view.style = chart::Arrangement::given;
  return view;
}

MatrixPicture matrix_of(AnyTopology const& network, Progress& progress, FailureParams const& failures) {
  MatrixPicture matrix{.title = network.spec(false),
                       .facts = facts_of(network, network.facts().channels, failures.any()),
                       .routers = network.num_routers()};
  matrix.block = (matrix.routers + max_rows - 1) / max_rows;
  matrix.rows = (matrix.routers + matrix.block - 1) / matrix.block;
  matrix.classes = class_names(network);
  matrix.channels.assign(matrix.rows * matrix.rows, 0);
  matrix.channel_class.assign(matrix.rows * matrix.rows, 0);
  auto const marks = marks_of(network, failures);
  for_each_channel(network, marks, progress, [&](std::uint64_t r, Channel const& channel) {
    auto const cell = r / matrix.block * matrix.rows + channel.to / matrix.block;
    if (matrix.channels[cell]++ == 0) matrix.channel_class[cell] = channel.channel_class;
  });
  return matrix;
}

}  // namespace weft
