#include "weft/report/network/legend.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/report/palette.hpp"

namespace weft::report {
namespace {

constexpr double size = 11, row = 18, gap = 16, sign = 18, left = 34;
constexpr std::size_t most_classes = 8;

/// Entries side by side, in rows.
class Rows {
 public:
  Rows(Point origin, double width) : origin_(origin), width_(width) {}

  /// `sign_at` draws into a box of 18 x 12 whose left middle is given.
  template <class Draw>
  void add(std::string const& text, Draw draw) {
    double const wide = sign + 5 + text_width(text, size);
    if (x_ > 0 && x_ + wide > width_) {
      x_ = 0;
      y_ += row;
    }
    strip_.elements.push_back(draw(Point{origin_.x + x_, origin_.y + y_ + row / 2}));
    strip_.elements.push_back(
        svg_text({origin_.x + x_ + sign + 5, origin_.y + y_ + row / 2 + 0.36 * size}, text, {.size = size}));
    x_ += wide + gap;
  }
  Strip done() {
    strip_.height = strip_.elements.empty() ? 0 : y_ + row + 12;
    return std::move(strip_);
  }

 private:
  Point origin_;
  double width_, x_ = 0, y_ = 0;
  Strip strip_;
};

void add_classes(Rows& rows, std::vector<std::string> const& classes, std::set<std::size_t> const& used,
                 std::string const& kind) {
  std::size_t listed = 0;
  for (auto const i : used) {
    if (++listed > most_classes) continue;
    rows.add(classes[i] == "link" ? kind : kind + ", " + classes[i], [&](Point at) {
      return svg_line(at, {at.x + sign, at.y}, {palette_color(i), 2.5});
    });
  }
  if (listed > most_classes)
    rows.add(fmt::format("{} more classes, in the same colours", listed - most_classes), [](Point at) {
      return svg_rect({at.x, at.y, 0, 0}, "none");
    });
}

char const* name_of(VertexKind kind) {
  switch (kind) {
    case VertexKind::router: return "router with terminals";
    case VertexKind::relay: return "router without terminals";
    default: return "computing node";
  }
}

}  // namespace

Strip legend_of(NetworkPicture const& picture, bool stubs, Point origin, double width) {
  Rows rows(origin, width);
  for (auto const kind : {VertexKind::router, VertexKind::relay, VertexKind::node})
    if (picture.note.empty() && std::ranges::count(picture.vertices, kind) > 0)
      rows.add(name_of(kind), [&](Point at) { return vertex_sign(kind, {at.x + sign / 2, at.y}, 6); });
  std::set<std::size_t> used;
  for (auto const& link : picture.links) used.insert(link.channel_class);
  add_classes(rows, picture.classes, used, picture.directed ? "channel" : "link");
  if (stubs)
    rows.add("goes round to the other side", [](Point at) {
      return svg_line(at, {at.x + sign, at.y}, {.color = soft_ink, .width = 1.5, .dash = "3 2"});
    });
  return rows.done();
}

Strip legend_of_classes(std::vector<std::string> const& classes, std::set<std::size_t> const& used,
                        Point origin, double width) {
  Rows rows(origin, width);
  add_classes(rows, classes, used, "channel");
  return rows.done();
}

Strip head_of(std::string const& title, std::string const& facts, std::string const& note, double width) {
  Strip strip;
  double y = 8;
  auto const add = [&](std::string const& text, double font, bool bold, std::string_view color) {
    for (auto const& line : wrap_text(text, font, width, bold)) {
      y += 1.3 * font;
      strip.elements.push_back(
          svg_text({left, y}, shorten_text(line, font, width), {.size = font, .color = color, .bold = bold}));
    }
  };
  add(title, 14, true, ink);
  add(facts, 11, false, soft_ink);
  add(note, 11, false, soft_ink);
  strip.height = y + 4;
  return strip;
}

}  // namespace weft::report
