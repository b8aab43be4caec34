#pragma once

#include <limits>

#include "weft/experiment/channel_view.hpp"
#include "weft/topology/drawing_hint.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft {
namespace detail {

template <class T, class Place>
std::vector<std::uint32_t> each_router(T const& topology, Place place) {
  std::vector<std::uint32_t> places(topology.num_routers());
  for (std::uint32_t r = 0; auto& it : places) it = static_cast<std::uint32_t>(place(RouterId{r++}));
  return places;
}

template <class T>
PicturePlan plan_of_grid(T const& topology) {
  auto const& shape = topology.shape();
  PicturePlan plan{.style = PictureStyle::grid};
  for (std::uint32_t dim = 0; dim < shape.dims(); ++dim)
    if (shape.side(dim) > 1) plan.sides.push_back(shape.side(dim));
  bool const line = plan.sides.size() == 1 && topology.degree({0}) == 1;
  if (plan.sides.size() <= 1 && !line) plan.style = PictureStyle::circle;
  plan.parts = {each_router(topology, [](RouterId r) { return r.v; })};
  return plan;
}

template <class T>
PicturePlan plan_of_copies(T const& topology) {
  PicturePlan plan{.style = PictureStyle::groups};
  for (std::uint32_t level = topology.levels() - 1; level >= 1; --level)
    plan.parts.push_back(each_router(topology, [&](RouterId r) { return topology.copy_of(r, level); }));
  if (plan.parts.empty())
    return {.style = PictureStyle::circle, .parts = {each_router(topology, [](RouterId r) { return r.v; })}};
  return plan;
}

/// Of an indirect network: hops to the nearest terminal, if every link joins neighboring stages.
template <class T>
PicturePlan plan_of_stages(T const& topology) {
  constexpr auto none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> stage(topology.num_routers(), none), queue;
  for (std::uint32_t r = 0; r < stage.size(); ++r)
    if (topology.terminals_at({r}).count > 0) {
      stage[r] = 0;
      queue.push_back(r);
    }
  PicturePlan const free{.structured = false};
  if (queue.size() == stage.size()) return free;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::uint16_t p = 0; p < topology.degree({queue[i]}); ++p) {
      auto const next = topology.neighbor({queue[i]}, {p}).router.v;
      if (stage[next] == stage[queue[i]]) return free;
      if (stage[next] != none) continue;
      stage[next] = stage[queue[i]] + 1;
      queue.push_back(next);
    }
  if (queue.size() < stage.size()) return free;
  return {.style = PictureStyle::stages, .parts = {std::move(stage)}};
}

constexpr PictureStyle style_of(DrawingHint::Style style) {
  switch (style) {
    case DrawingHint::Style::grid: return PictureStyle::grid;
    case DrawingHint::Style::circle: return PictureStyle::circle;
    case DrawingHint::Style::stages: return PictureStyle::stages;
    case DrawingHint::Style::rings: return PictureStyle::rings;
    default: return PictureStyle::groups;
  }
}

template <class T>
PicturePlan plan_of(T const& topology) {
  if constexpr (HintsDrawing<T>) {
    auto const hint = topology.drawing();
    return {.style = style_of(hint.style), .sides = hint.sides, .parts = {each_router(topology, hint.place)}};
  } else if constexpr (requires { topology.shape().dims(); }) {
    return plan_of_grid(topology);
  } else if constexpr (Hierarchical<T>) {
    return plan_of_copies(topology);
  } else {
    return plan_of_stages(topology);
  }
}

}  // namespace detail

/// ChannelView of one type. Included by the generated files alone.
template <class T>
class ChannelViewOf final : public ChannelView {
 public:
  explicit ChannelViewOf(T topology) : topology_(std::move(topology)) {
    title = to_spec(topology_).to_string();
    routers = topology_.num_routers();
    terminals = topology_.num_terminals();
    directed = !is_bidirectional(topology_);
    for (auto const& each : topology_.classes()) classes.push_back(each.name);
    if constexpr (requires { topology_.names(); }) names = topology_.names();
  }
  std::vector<Channel> const& channels(std::uint32_t r) const override {
    buffer_.clear();
    for (std::uint16_t p = 0, ports = topology_.degree({r}); p < ports; ++p) {
      auto const far = topology_.neighbor({r}, {p});
      bool const is_back = !directed && std::pair(far.router, far.port) < std::pair(RouterId{r}, PortId{p});
      buffer_.push_back({far.router.v, topology_.class_of({r}, {p}).v, is_back});
    }
    return buffer_;
  }
  std::uint64_t num_channels() const override {
    std::uint64_t sum = 0;
    for (std::uint64_t r = 0; r < routers; ++r) sum += topology_.degree({static_cast<std::uint32_t>(r)});
    return sum;
  }
  VertexKind kind(std::uint32_t r) const override {
    if constexpr (HasNodes<T>)
      if (topology_.is_node({r})) return VertexKind::node;
    return topology_.terminals_at({r}).count > 0 ? VertexKind::router : VertexKind::relay;
  }
  PicturePlan plan() const override { return detail::plan_of(topology_); }

 private:
  T topology_;
  mutable std::vector<Channel> buffer_;
};

}  // namespace weft
