#include "weft/collective/grid_view.hpp"

#include <algorithm>

namespace weft::collective {
namespace {

/// The first (last) channel from a router to another, or no_channel.
std::uint32_t channel_between(TransferNetwork const& network, std::uint32_t from, std::uint32_t to,
                              bool last) {
  auto found = GridView::no_channel;
  for (auto c = network.first_channel(from); c < network.first_channel(from + 1); ++c) {
    if (network.target(c) != to || network.bandwidth(c) <= 0) continue;
    found = c;
    if (!last) break;
  }
  return found;
}

}  // namespace

std::optional<GridView> GridView::of(TransferNetwork const& network, Sides const& sides) {
  if (sides.empty()) return {};
  GridView view(sides);
  if (view.shape_.size() != network.num_routers() || !view.fill(network)) return {};
  return view;
}

bool GridView::fill(TransferNetwork const& network) {
  wraps_.assign(dims(), true);
  channels_.resize(std::size_t{network.num_routers()} * dims() * 2, no_channel);
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      for (bool const up : {false, true}) {
        auto const n = side(dim), at = shape_.coord({r}, dim);
        if (n == 1) continue;
        auto const found = channel_between(network, r, neighbor(r, dim, up), up);
        channels_[(std::size_t{r} * dims() + dim) * 2 + (up ? 1 : 0)] = found;
        if (found != no_channel) continue;
        bool const is_end = at == (up ? n - 1 : 0);
        if (!is_end) return false;
        wraps_[dim] = false;
      }
  for (std::uint32_t dim = 0; dim < dims(); ++dim)
    if (!wraps_[dim])
      for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
        auto const at = shape_.coord({r}, dim);
        if (at == 0) channels_[(std::size_t{r} * dims() + dim) * 2] = no_channel;
        if (at + 1 == side(dim)) channels_[(std::size_t{r} * dims() + dim) * 2 + 1] = no_channel;
      }
  return true;
}

std::vector<std::uint32_t> GridView::proper_dims() const {
  std::vector<std::uint32_t> proper;
  for (std::uint32_t dim = 0; dim < dims(); ++dim)
    if (side(dim) > 1) proper.push_back(dim);
  return proper;
}

std::uint32_t GridView::neighbor(std::uint32_t r, std::uint32_t dim, bool up) const {
  auto const n = side(dim), at = shape_.coord({r}, dim);
  auto const next = up ? (at + 1 == n ? 0 : at + 1) : (at == 0 ? n - 1 : at - 1);
  return shape_.shift({r}, dim, next - at).v;
}

bool GridView::is_torus() const {
  return std::ranges::all_of(wraps_, [](bool wraps) { return wraps; });
}

}  // namespace weft::collective
