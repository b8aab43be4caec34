#include <algorithm>
#include <cmath>
#include <numeric>

#include "weft/chart/placement.hpp"

namespace weft::chart {
namespace {

using Mode = std::vector<double>;

/// Removes the weighted mean and the component along `other`, and scales to length 1.
void purify(Mode& vector, Mode const& weights, Mode const* other) {
  auto const dot = [&](Mode const& x, Mode const& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += weights[i] * x[i] * y[i];
    return sum;
  };
  double const mean =
      dot(vector, Mode(vector.size(), 1)) / std::accumulate(weights.begin(), weights.end(), 0.0);
  for (auto& x : vector) x -= mean;
  if (other != nullptr) {
    double const share = dot(vector, *other);
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] -= share * (*other)[i];
  }
  double const length = std::sqrt(dot(vector, vector));
  for (auto& x : vector) x /= length > 0 ? length : 1;
}

class Forces {
 public:
  explicit Forces(NetworkView const& picture)
      : links_(picture.links), degree_(picture.vertices.size(), 1e-9) {
    for (auto const& [a, b, channel_class, count, failed, value] : links_)
      if (a != b) {
        ++degree_[a];
        ++degree_[b];
      }
  }

  /// By the slowest modes of a random walk.
  std::vector<Point> start() const {
    auto const n = degree_.size();
    auto const x = slow_mode(1.0, nullptr), y = slow_mode(2.0, &x);
    double const size = std::sqrt(static_cast<double>(n)),
                 scale = std::sqrt(std::accumulate(degree_.begin(), degree_.end(), 0.0)) / 2;
    std::vector<Point> at;
    for (std::size_t v = 0; v < n; ++v) {
      double const apart =
          0.01 * std::sin(37.0 * static_cast<double>(v + 1));  // if no mode separates vertices
      at.push_back({size * (x[v] * scale + apart), size * (y[v] * scale + apart)});
    }
    return at;
  }

  std::vector<Point> settle() {
    auto const n = degree_.size();
    at_ = start();
    double const size = std::sqrt(static_cast<double>(n));
    int const rounds = n <= 400 ? 300 : 80;
    for (int round = 0; round < rounds; ++round)
      step(0.1 * size * (1 - static_cast<double>(round) / rounds) + 0.01);
    return std::move(at_);
  }

 private:
  /// A slow mode of the lazy random walk, by power iteration.
  Mode slow_mode(double seed, Mode const* other) const {
    Mode mode(degree_.size());
    for (std::size_t v = 0; v < mode.size(); ++v)
      mode[v] = std::sin(seed * 12.9898 * static_cast<double>(v + 1));
    purify(mode, degree_, other);
    for (int round = 0; round < 300; ++round) {
      Mode next(mode.size(), 0);
      for (auto const& [a, b, channel_class, count, failed, value] : links_)
        if (a != b) {
          next[a] += mode[b];
          next[b] += mode[a];
        }
      for (std::size_t v = 0; v < mode.size(); ++v) mode[v] = (mode[v] + next[v] / degree_[v]) / 2;
      purify(mode, degree_, other);
    }
    return mode;
  }

  void step(double most) {
    std::vector<Point> force(at_.size());
    for (std::size_t i = 0; i < at_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        double const dx = at_[i].x - at_[j].x, dy = at_[i].y - at_[j].y;
        double const push = 1 / std::max(dx * dx + dy * dy, 1e-4);
        force[i].x += push * dx;
        force[i].y += push * dy;
        force[j].x -= push * dx;
        force[j].y -= push * dy;
      }
    for (auto const& [a, b, channel_class, count, failed, value] : links_) {
      double const dx = at_[a].x - at_[b].x, dy = at_[a].y - at_[b].y, pull = std::hypot(dx, dy);
      force[a].x -= pull * dx;
      force[a].y -= pull * dy;
      force[b].x += pull * dx;
      force[b].y += pull * dy;
    }
    for (std::size_t v = 0; v < at_.size(); ++v) {
      double const length = std::hypot(force[v].x, force[v].y), moved = std::min(length, most);
      if (length == 0) continue;
      at_[v].x += force[v].x / length * moved - 0.002 * at_[v].x;  // parts without links stay near
      at_[v].y += force[v].y / length * moved - 0.002 * at_[v].y;
    }
  }

  std::vector<ViewLink> const& links_;
  Mode degree_;
  std::vector<Point> at_;
};

/// The mean length of links over the mean distance of vertices: near 1, links are unrelated to the places.
double disorder(NetworkView const& picture, std::vector<Point> const& at) {
  double of_links = 0, of_pairs = 0;
  for (auto const& link : picture.links)
    of_links += std::hypot(at[link.a].x - at[link.b].x, at[link.a].y - at[link.b].y);
  for (std::size_t i = 0; i < at.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) of_pairs += std::hypot(at[i].x - at[j].x, at[i].y - at[j].y);
  auto const n = static_cast<double>(at.size());
  return picture.links.empty()
             ? 1
             : of_links / static_cast<double>(picture.links.size()) / (of_pairs / (n * (n - 1) / 2));
}

}  // namespace

std::vector<Point> place_by_modes(NetworkView const& picture) { return Forces(picture).start(); }

VertexPlacement place_freely(NetworkView const& picture) {
  if (picture.vertices.size() < 4) return place_on_circle(picture);
  auto at = Forces(picture).settle();
  if (disorder(picture, at) > 0.66) return place_on_circle(picture);
  VertexPlacement placement(picture);
  placement.at = std::move(at);
  Mode nearest;
  for (std::size_t i = 0; i < placement.at.size(); ++i) {
    double least = 1e300;
    for (std::size_t j = 0; j < placement.at.size(); ++j)
      if (i != j)
        least = std::min(
            least, std::hypot(placement.at[i].x - placement.at[j].x, placement.at[i].y - placement.at[j].y));
    nearest.push_back(least);
  }
  std::ranges::nth_element(nearest, nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 10));
  placement.spacing = std::max(1e-3, nearest[nearest.size() / 10]);
  return placement;
}

}  // namespace weft::chart
