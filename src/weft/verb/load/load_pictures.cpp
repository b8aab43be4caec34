#include "weft/verb/load/load_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "weft/chart/chart.hpp"
#include "weft/chart/heat_chart.hpp"
#include "weft/chart/legend.hpp"
#include "weft/chart/palette.hpp"
#include "weft/experiment/assemble.hpp"

namespace weft::verb {
using namespace chart;
namespace {

constexpr std::size_t most_table_rows = 512, most_cell_blocks = 128;

/// The cell of a map for a channel.
struct LoadCell {
  std::size_t row = 0, column = 0;
};

/// A map with empty cells.
struct MapLayout {
  LoadHeatMap map;
  std::function<LoadCell(RouterId from, RouterId to)> cell;
};

/// Consecutive routers share rows if they are too many.
MapLayout by_blocks(std::uint64_t routers, std::string const& what,
                    std::function<std::uint64_t(RouterId)> const& of) {
  auto const block = (routers + most_table_rows - 1) / most_table_rows > 1
                         ? (routers + most_cell_blocks - 1) / most_cell_blocks
                         : 1;
  auto const rows = static_cast<std::size_t>((routers + block - 1) / block);
  auto const unit = block == 1 ? what : fmt::format("{} consecutive {}s", block, what);
  return {
      {{}, {}, "from " + unit, "to " + unit, rows, rows, {}}, [of, block](RouterId from, RouterId to) {
        return LoadCell{static_cast<std::size_t>(of(from) / block), static_cast<std::size_t>(of(to) / block)};
      }};
}

MapLayout layout_of_grid(Sides const& sides, std::uint64_t routers) {
  auto const columns = static_cast<std::uint32_t>(sides.front());
  return {{{},
           {},
           sides.size() > 1 ? "other coordinates" : "",
           "coordinate in dimension 0",
           static_cast<std::size_t>(routers / columns),
           columns,
           {}},
          [columns](RouterId from, RouterId) {
            return LoadCell{from.v / columns, from.v % columns};
          }};
}

/// The name of the outermost copies of a hierarchy.
std::string copy_name(AnyTopology const& topology) {
  return topology.get_if<topology::Percs>() != nullptr ? "supernode" : "group";
}

/// The position of each router in its copy.
std::vector<std::uint32_t> positions(AnyTopology const& topology, std::uint32_t level) {
  std::vector<std::uint32_t> position, size(topology.copies()[level - 1], 0);
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    position.push_back(size[topology.copy_of({r}, level)]++);
  return position;
}

/// Class i holds the channels of level i + 1.
MapLayout layout_of_hierarchy(AnyTopology const& topology, std::size_t of_class) {
  auto const copies = topology.copies();
  auto const level = static_cast<std::uint32_t>(of_class) + 1;
  if (level == copies.size() && level > 1)
    return by_blocks(copies[level - 2], copy_name(topology),
                     [&topology, level](RouterId r) { return topology.copy_of(r, level - 1); });
  auto position = positions(topology, level);
  auto const size = *std::ranges::max_element(position) + 1;
  return by_blocks(size, "router of a " + (level + 1 == copies.size() ? copy_name(topology) : "copy"),
                   [position = std::move(position)](RouterId r) { return position[r.v]; });
}

MapLayout layout_of(AnyTopology const& topology, std::size_t of_class) {
  auto const routers = topology.num_routers();
  if (auto const sides = topology.sides();
      !sides.empty() && routers / static_cast<std::uint64_t>(sides.front()) <= most_table_rows)
    return layout_of_grid(sides, routers);
  if (of_class < topology.copies().size()) return layout_of_hierarchy(topology, of_class);
  return by_blocks(routers, "router", [](RouterId r) { return r.v; });
}

/// The position in the topology's classes of each class of the loads.
std::vector<std::size_t> topology_classes(AnyTopology const& topology, load::Loads const& loads) {
  auto const names = topology.classes();
  std::vector<std::size_t> found;
  for (auto const& one : loads.classes)
    found.push_back(
        static_cast<std::size_t>(std::ranges::find(names, one.name, &ChannelClass::name) - names.begin()));
  return found;
}

constexpr double map_margin = 34, label_room = 44, map_side = 620, least_side = 160;

class HeatDrawing {
 public:
  explicit HeatDrawing(LoadHeatMap const& map)
      : map_(map),
        step_(std::clamp(map_side / static_cast<double>(std::max(map.rows, map.columns)), 1.0,
                         std::max(24.0, least_side / static_cast<double>(map.rows)))),
        width_(step_ * static_cast<double>(map.columns)),
        height_(step_ * static_cast<double>(map.rows)) {
    for (double const value : map.cells)
      if (value > most_) most_ = value;
  }

  std::string str() {
    double const width =
        std::max({width_ + label_room + 2 * map_margin, least_side + label_room + 2 * map_margin, 420.0});
    auto const head = head_of(map_.title, {}, note(), width - 2 * map_margin);
    origin_ = {map_margin + label_room, head.height + label_room};
    double const bottom = origin_.y + height_ + 18;
    auto out = svg_document(width, bottom + 44, map_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_cells(out);
    draw_axes(out);
    add_shade_scale(out, {map_margin, bottom}, "0", fmt::format("{:.4g}", most_));
    return out.str();
  }

 private:
  static std::string note() {
    return "The maximum load of the channels that share a square, if the mean task sends 1; white: no channel.";
  }

  void draw_cells(Element& out) const {
    add_shaded_cells(
        out, map_.rows, map_.columns,
        [this](std::size_t row, std::size_t column) {
          double const value = map_.cells[row * map_.columns + column];
          return std::isnan(value) ? no_shade : shade_of(most_ <= 0 ? 0 : value / most_);
        },
        [this](std::size_t row, std::size_t begin, std::size_t end) {
          return Box{origin_.x + step_ * static_cast<double>(begin),
                     origin_.y + step_ * static_cast<double>(row), step_ * static_cast<double>(end - begin),
                     step_};
        });
    Element frame{"rect"};
    frame.set("x", origin_.x).set("y", origin_.y).set("width", width_).set("height", height_);
    out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
  }

  void draw_axes(Element& out) const {
    for_each_tick(map_.columns, [&](std::size_t i) {
      out.add(svg_text({origin_.x + (static_cast<double>(i) + 0.5) * step_, origin_.y - 6}, std::to_string(i),
                       {.size = 10, .anchor = Anchor::middle}));
    });
    for_each_tick(map_.rows, [&](std::size_t i) {
      out.add(svg_text({origin_.x - 5, origin_.y + (static_cast<double>(i) + 0.5) * step_ + 3.5},
                       std::to_string(i), {.size = 10, .anchor = Anchor::end}));
    });
    bool const beside = text_width(map_.rows_are, 11) <= height_;
    auto const above =
        beside ? map_.columns_are : fmt::format("columns: {}; rows: {}", map_.columns_are, map_.rows_are);
    out.add(svg_text({origin_.x, origin_.y - 22}, above, {.size = 11, .color = soft_ink}));
    if (beside && !map_.rows_are.empty())
      out.add(svg_text({map_margin + 4, origin_.y}, map_.rows_are,
                       {.size = 11, .color = soft_ink, .anchor = Anchor::end, .rotate = -90}));
  }
  /// At most five, first and last included, none closer than its text.
  template <class Visit>
  void for_each_tick(std::size_t count, Visit visit) const {
    auto const room = static_cast<std::size_t>(step_ * static_cast<double>(count) / 30);
    auto const parts = std::clamp<std::size_t>(room, 1, 4);
    for (std::size_t tick = 0; tick <= parts; ++tick) {
      auto const i = (count - 1) * tick / parts;
      if (tick == 0 || i != (count - 1) * (tick - 1) / parts) visit(i);
    }
  }

  LoadHeatMap const& map_;
  double step_, width_, height_, most_ = 0;
  Point origin_;
};

constexpr double load_margin = 34, load_side = 680, gap = 14, label_size = 11, least_label_size = 7;

/// Light colors by the golden angle, so that neighbors in number are far apart in hue; three lightnesses in
/// turn.
std::string color_of_group(std::uint64_t group) {
  double const hue = std::fmod(static_cast<double>(group) * 137.50776, 360.0);
  double const lightness = 0.72 + 0.07 * static_cast<double>(group % 3), strength = 0.55;
  double const chroma = (1 - std::abs(2 * lightness - 1)) * strength;
  auto const channel = [&](double offset) {
    double const k = std::fmod(offset + hue / 30, 12.0);
    double const value = lightness - chroma / 2 * std::max(-1.0, std::min({k - 3, 9 - k, 1.0}));
    return static_cast<int>(std::lround(std::clamp(value, 0.0, 1.0) * 255));
  };
  return fmt::format("#{:02X}{:02X}{:02X}", channel(0), channel(8), channel(4));
}

/// A rectangle of tasks of one group.
struct Patch {
  std::size_t row, column, rows, columns;
};

class TaskGridDrawing {
 public:
  explicit TaskGridDrawing(TaskGridPicture const& picture)
      : picture_(picture),
        planes_across_(std::max<std::size_t>(
            1, static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(picture.planes)))))),
        step_(std::clamp((load_side - gap * static_cast<double>(planes_across_ - 1)) /
                             static_cast<double>(picture.columns * planes_across_),
                         1.5, 26.0)),
        widest_(std::to_string(std::ranges::max(picture.groups))) {
    double const fits =
        (step_ - 2) / text_width(widest_, 1);  // the numbers of all tasks in squares of their own
    size_ = fits >= least_label_size ? std::min(fits, label_size) : label_size;
  }

  std::string str() {
    auto const planes_down = (picture_.planes + planes_across_ - 1) / planes_across_;
    double const drawn = static_cast<double>(planes_across_) * (plane_width() + gap) - gap;
    double const width = std::max(drawn + 2 * load_margin, 420.0);
    auto const head = head_of(picture_.title, {}, picture_.note, width - 2 * load_margin);
    top_ = head.height + 10;
    auto out = svg_document(
        width, top_ + static_cast<double>(planes_down) * (plane_height() + gap) + load_margin - gap,
        picture_.title);
    for (auto const& element : head.elements) out.add(element);
    for (std::size_t plane = 0; plane < picture_.planes; ++plane) draw_plane(out, plane);
    return out.str();
  }

 private:
  double plane_width() const { return step_ * static_cast<double>(picture_.columns); }
  double plane_height() const { return step_ * static_cast<double>(picture_.rows); }
  std::uint64_t group(std::size_t plane, std::size_t row, std::size_t column) const {
    return picture_.groups[(plane * picture_.rows + row) * picture_.columns + column];
  }

  void draw_plane(Element& out, std::size_t plane) const {
    Point const at{load_margin + static_cast<double>(plane % planes_across_) * (plane_width() + gap),
                   top_ + static_cast<double>(plane / planes_across_) * (plane_height() + gap)};
    std::map<std::uint64_t, std::string> areas;
    std::vector<Element> labels;
    for (auto const& patch : patches(plane)) {
      auto const of = group(plane, patch.row, patch.column);
      Box const box{at.x + step_ * static_cast<double>(patch.column),
                    at.y + step_ * static_cast<double>(patch.row), step_ * static_cast<double>(patch.columns),
                    step_ * static_cast<double>(patch.rows)};
      areas[of] += fmt::format("M{} {}h{}v{}h-{}z", svg_number(box.x), svg_number(box.y),
                               svg_number(box.width), svg_number(box.height), svg_number(box.width));
      auto const text = std::to_string(of);
      if (text_width(widest_, size_) <= box.width && size_ + 2 <= box.height)
        labels.push_back(svg_text({box.center().x, box.center().y + size_ * 0.36}, text,
                                  {.size = size_, .color = ink, .anchor = Anchor::middle}));
    }
    for (auto const& [of, path] : areas) {
      Element area{"path"};
      out.add(std::move(area.set("d", path)
                            .set("fill", color_of_group(of))
                            .set("stroke", "#FFFFFF")
                            .set("stroke-width", 0.5)));
    }
    for (auto& element : labels) out.add(std::move(element));
  }

  /// The plane in rectangles of one group: each grows right, then down, from the first task that is not
  /// covered.
  std::vector<Patch> patches(std::size_t plane) const {
    std::vector<bool> covered(picture_.rows * picture_.columns, false);
    std::vector<Patch> found;
    for (std::size_t row = 0; row < picture_.rows; ++row)
      for (std::size_t column = 0; column < picture_.columns; ++column) {
        if (covered[row * picture_.columns + column]) continue;
        found.push_back(grown({row, column, 1, 1}, plane, covered));
        auto const& patch = found.back();
        for (auto r = row; r < row + patch.rows; ++r)
          for (auto c = column; c < column + patch.columns; ++c) covered[r * picture_.columns + c] = true;
      }
    return found;
  }
  Patch grown(Patch patch, std::size_t plane, std::vector<bool> const& covered) const {
    auto const of = group(plane, patch.row, patch.column);
    auto const joins = [&](std::size_t row, std::size_t column) {
      return group(plane, row, column) == of && !covered[row * picture_.columns + column];
    };
    while (patch.column + patch.columns < picture_.columns && joins(patch.row, patch.column + patch.columns))
      ++patch.columns;
    for (auto row = patch.row + 1; row < picture_.rows; ++row, ++patch.rows)
      for (auto column = patch.column; column < patch.column + patch.columns; ++column)
        if (!joins(row, column)) return patch;
    return patch;
  }

  TaskGridPicture const& picture_;
  std::size_t planes_across_;
  double step_, top_ = 0, size_ = label_size;
  std::string widest_;
};

}  // namespace

std::vector<LoadHeatMap> heat_maps(LoadMachine const& machine, LoadedChannels const& channels,
                                   ChannelLoads const& loads) {
  auto const classes = topology_classes(machine.topology(), loads.loads);
  std::vector<MapLayout> layouts;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    layouts.push_back(layout_of(machine.topology(), classes[i]));
    auto& map = layouts.back().map;
    map.name = loads.loads.classes[i].name;
    map.title = fmt::format("Load of the channels of class {}: {}", map.name, title_of(machine.topology()));
    map.cells.assign(map.rows * map.columns, std::numeric_limits<double>::quiet_NaN());
  }
  for (std::uint64_t c = 0; c < loads.channel.size(); ++c) {
    if (!channels.is_built(c)) continue;
    auto& [map, cell] = layouts[channels.class_of(c)];
    auto const [row, column] = cell(channels.source(c), channels.target(c));
    auto& value = map.cells[row * map.columns + column];
    value = std::fmax(value, loads.loads.relative(loads.channel[c]));
  }
  std::vector<LoadHeatMap> maps;
  for (std::size_t i = 0; i < layouts.size(); ++i)
    if (loads.loads.classes[i].max > 0) maps.push_back(std::move(layouts[i].map));
  return maps;
}

TaskGridPicture task_grid_picture(LoadMachine const& machine, LoadJob const& job) {
  TaskGridPicture picture;
  auto const dims = job.grid.size();
  picture.columns = static_cast<std::size_t>(job.grid[dims - 1]);
  picture.rows = dims < 2 ? 1 : static_cast<std::size_t>(job.grid[dims - 2]);
  picture.planes = job.placement.size() / (picture.rows * picture.columns);
  picture.title = fmt::format("{}{} tasks, mapping {}", job.name.empty() ? "" : "Job " + job.name + ": ",
                              sides_text(job.grid), job.mapping_text);
  auto const& topology = machine.topology();
  auto const level = static_cast<std::uint32_t>(std::max<std::size_t>(topology.copies().size(), 1)) - 1;
  picture.group = level > 0 ? copy_name(topology) : "router";
  for (auto const terminal : job.placement) {
    auto const router = topology.injection_router({terminal});
    picture.groups.push_back(level > 0 ? topology.copy_of(router, level) : router.v);
  }
  picture.note = fmt::format("A square is a task; its color and number are those of the {} that it runs on.",
                             picture.group);
  return picture;
}

std::string to_svg(LoadHeatMap const& map) { return HeatDrawing(map).str(); }

std::string to_svg(TaskGridPicture const& picture) { return TaskGridDrawing(picture).str(); }

std::vector<OutputFile> task_pictures(LoadAssembly const& assembly) {
  std::vector<OutputFile> files;
  for (auto const& job : assembly.jobs)
    files.push_back({job.name.empty() ? "tasks.svg" : "tasks_" + job.name + ".svg",
                     to_svg(task_grid_picture(*assembly.machine, job))});
  return files;
}

std::string load_histogram(Table const& histogram) {
  ChartGrid grid{
      .text = {.title = histogram.title,
               .subtitle = "How many channels carry which part of the maximum load of their class."},
      .charts = {}};
  for (std::size_t begin = 0, end = 0; begin < histogram.rows.size(); begin = end) {
    auto const of_class = histogram.at(begin, "class").exact_text();
    BarChart chart{.text = {.title = of_class},
                   .category_title = "load / maximum load",
                   .categories = {},
                   .y = {.title = "channels"},
                   .series = {{"channels", {}}}};
    for (end = begin; end < histogram.rows.size() && histogram.at(end, "class").exact_text() == of_class;
         ++end) {
      chart.categories.push_back(
          fmt::format("{:.1f}-{:.1f}", histogram.at(end, "from").number(), histogram.at(end, "to").number()));
      double const channels = histogram.at(end, "channels").number();
      chart.series[0].values.push_back(channels > 0 ? channels : std::numeric_limits<double>::quiet_NaN());
    }
    grid.charts.emplace_back(std::move(chart));
  }
  grid.columns = grid.charts.size() == 1 ? 1 : 2;
  grid.size.height = 90 + 250 * static_cast<double>((grid.charts.size() + 1) / 2);
  return to_svg(grid);
}

}  // namespace weft::verb
