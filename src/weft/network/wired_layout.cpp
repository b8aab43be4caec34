#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/layout.hpp"

namespace weft {
namespace {

/// Places of the lattice along the pitch of a router, so that gaps grow in small steps.
constexpr std::int64_t places_per_pitch = 64;

/// Cubes of cubes, built from the lowest digit up.
class WiredBoxes {
 public:
  WiredBoxes(NestedLayout const& nested, LayoutParams const& params, std::vector<DigitCourse> const& courses,
             std::vector<double> const& bandwidths)
      : nested_(nested), params_(params), courses_(courses), bandwidths_(bandwidths) {
    offsets_.resize(nested.digits.dims());
    for (std::uint32_t k = 0; k < offsets_.size(); ++k) offsets_[k].resize(nested.digits.side(k));
    if (!nested.lowest) return;
    auto const inner = make_layout(nested.lowest->hint, params);
    for (std::uint32_t r = 0; r < nested.digits.side(0); ++r) inner_.push_back(inner.cell({r}));
    std::ranges::copy(inner.extent(), inner_box_.begin());
  }

  Layout build() {
    for (std::uint32_t k = 0; k < offsets_.size(); ++k) add_level(k);
    return {nested_.digits, std::move(offsets_), scale()};
  }

 private:
  void add_level(std::uint32_t k) {
    auto const boxes = nested_.digits.side(k);
    routers_ *= boxes;
    if (!fits(k, 0)) {
      std::int64_t low = 0, high = 1;
      for (; !fits(k, high); high *= 2) low = high;
      while (high - low > 1) {
        auto const middle = low + (high - low) / 2;
        (fits(k, middle) ? high : low) = middle;
      }
      place(k, high);
      for (auto& side : size_) side += high;
    }
    auto const box = box_of(k, size_);
    wires_ = wires_ * boxes + wires_of(k);
    for (std::size_t axis = 0; axis < 3; ++axis) size_[axis] *= box[axis];
  }

  LayoutScale scale() const {
    return {params_.pitch / static_cast<double>(places_per_pitch), params_.cables, false};
  }

  /// The box of cells of the values of a digit.
  Box box_of(std::uint32_t k, Box const& cell) const {
    return k == 0 && !inner_.empty() ? inner_box_ : near_cube(nested_.digits.side(k), cell);
  }
  /// The boxes below with a gap beside each.
  Box spaced(std::int64_t gap) const { return {size_[0] + gap, size_[1] + gap, size_[2] + gap}; }

  void place(std::uint32_t k, std::int64_t gap) {
    auto const cell = spaced(gap);
    auto const box = box_of(k, cell);
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (static_cast<double>(box[axis]) * static_cast<double>(cell[axis]) > 0x1p30)
        throw InputError("a side of more than 2^30 places", "the layout has 32-bit places",
                         "give a smaller wire", "layout");
    if (k > 0 || inner_.empty()) {
      offsets_[k] = fill_box(nested_.digits.side(k), box, cell);
      return;
    }
    for (std::size_t r = 0; r < inner_.size(); ++r)
      for (std::size_t axis = 0; axis < 3; ++axis)
        offsets_[k][r][axis] = inner_[r][axis] * static_cast<std::int32_t>(cell[axis]);
  }

  double places(std::uint32_t k, std::int64_t gap) const {
    auto const cell = spaced(gap);
    auto const box = box_of(k, cell);
    double product = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      product *= static_cast<double>(box[axis]) * static_cast<double>(cell[axis]);
    return product;
  }

  bool fits(std::uint32_t k, std::int64_t gap) {
    place(k, gap);
    auto const wires = wires_ * nested_.digits.side(k) + wires_of(k);
    auto const pitch = scale().pitch;
    return places(k, gap) * pitch * pitch * pitch >=
           routers_ * params_.pitch * params_.pitch * params_.pitch + params_.wire * wires * pitch;
  }

  /// Pitches times bandwidth of the cables between the boxes of one box of digit k.
  double wires_of(std::uint32_t k) const {
    Layout const layout(nested_.digits, offsets_, scale());
    double boxes = 1, sum = 0;
    for (auto above = k + 1; above < offsets_.size(); ++above) boxes *= nested_.digits.side(above);
    for (std::size_t i = 0; i < courses_.size(); ++i)
      if (top_digit(courses_[i]) == k)
        sum += bandwidths_[i] * static_cast<double>(CourseTerms{courses_[i], layout}.total()) *
               static_cast<double>(courses_[i].repetitions);
    return sum / boxes;
  }

  static std::uint32_t top_digit(DigitCourse const& course) {
    std::uint32_t top = 0;
    for (auto const& [to, from] : course.moves) top = std::max({top, to.value_or(0), from.value_or(0)});
    return top;
  }

  NestedLayout const& nested_;
  LayoutParams const& params_;
  std::vector<DigitCourse> const& courses_;
  std::vector<double> const& bandwidths_;
  std::vector<std::vector<Cell>> offsets_;
  std::vector<Cell> inner_;  ///< of the values of the lowest digit, where the hint states them
  Box inner_box_{1, 1, 1};
  Box size_{places_per_pitch, places_per_pitch, places_per_pitch};  ///< of a box of the digits so far
  double routers_ = 1, wires_ = 0;                                  ///< in such a box
};

}  // namespace

Layout make_layout(NestedLayout const& nested, LayoutParams const& params,
                   std::vector<DigitCourse> const& courses, std::vector<double> const& bandwidths) {
  return WiredBoxes(nested, params, courses, bandwidths).build();
}

double pitch_for_wires(Layout const& layout, LayoutParams const& params, double routers, double pitches) {
  auto const extent = layout.extent();
  double const places = static_cast<double>(extent[0]) * extent[1] * extent[2], given = params.pitch;
  auto const fits = [&](double pitch) {
    return places * pitch * pitch * pitch >= routers * given * given * given + params.wire * pitches * pitch;
  };
  if (fits(given)) return given;
  double low = given, high = 2 * given;
  while (!fits(high)) high *= 2;
  while (high - low > 1e-12 * high) {
    auto const middle = (low + high) / 2;
    (fits(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace weft
