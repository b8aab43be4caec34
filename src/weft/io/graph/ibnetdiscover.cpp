#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

/// Gbit/s of data of one lane.
struct Speed {
  std::string_view name;
  double rate;
};
constexpr std::array speeds{Speed{"SDR", 2},    Speed{"DDR", 4},     Speed{"QDR", 8},
                            Speed{"FDR10", 10}, Speed{"FDR", 13.64}, Speed{"EDR", 25},
                            Speed{"HDR", 50},   Speed{"NDR", 100},   Speed{"XDR", 200}};

constexpr std::uint64_t most_ports = 65535;

/// A port of a device: the GUID in quotes and the number in brackets.
struct Port {
  std::string guid;
  std::uint64_t number = 0;
  auto operator<=>(Port const&) const = default;
};

struct Cable {
  Port far;
  std::string speed;    ///< such as 4xQDR; empty: not given
  std::string comment;  ///< the description of the far device
  LineReader::Place place;
};

/// A router between subnets ends the fabric as an adapter does, but no computing node is behind it; nor is
/// one behind the aggregation node (SHARP) inside a switch, which reports itself as an adapter.
enum class Device : std::uint8_t { adapter, switches, no_node };

bool is_aggregation_node(std::string_view comment) {
  return comment.find("Aggregation Node") != std::string_view::npos;
}

class IbnetReader {
 public:
  IbnetReader(std::string_view text, std::string_view file)
      : file_(file), reader_(text, file, {.shape = "[port] \"GUID\"[port] # ..", .comments = ""}) {}

  GraphFile read() {
    while (reader_.next_full_line()) read_line();
    if (switches_.empty())
      throw InputError("no switches", "not a topology file of ibnetdiscover?", "", std::string(file_));
    graph_.vertices = switches_.size();
    graph_.terminals.assign(graph_.vertices, 0);
    for (auto const& [near, cable] : cables_) connect(near, cable);
    set_weights();
    return std::move(graph_);
  }

 private:
  void read_line() {
    auto const line = reader_.line();
    if (line.starts_with('[')) return read_cable();
    auto const word = reader_.peek();
    if (word == "Switch") return read_device(Device::switches);
    if (word == "Rt") return read_device(Device::no_node);
    if (word == "Ca" || word == "Hca")
      return read_device(is_aggregation_node(comment_of(line)) ? Device::no_node : Device::adapter);
    bool const known = word.starts_with('#') || line.find('=') != std::string_view::npos ||
                       word == "Non-Chassis" || word == "Chassis";
    if (!known) reader_.fail(fmt::format("unexpected '{}'", shown(word)), "neither a device nor a port");
  }

  static std::string_view comment_of(std::string_view line) {
    auto const mark = line.find('#');
    return mark == std::string_view::npos ? std::string_view() : line.substr(mark);
  }

  void read_device(Device kind) {
    reader_.word("device");
    reader_.number("ports", 0, most_ports);
    auto const place = reader_.place();
    device_ = quoted(reader_.line(), place.column - 1);
    if (!devices_.emplace(device_, kind).second)
      reader_.fail_at(place, fmt::format("a second device '{}'", shown(device_)));
    if (kind != Device::switches) return;
    switches_.emplace(device_, static_cast<std::uint32_t>(switches_.size()));
    auto const comment = comment_of(reader_.line());
    auto const text = comment.find('"');
    graph_.names.push_back(text == std::string_view::npos ? device_ : quoted(comment, text));
  }

  /// The text in quotes that begins at this position.
  std::string quoted(std::string_view line, std::size_t at) const {
    auto const end = at < line.size() && line[at] == '"' ? line.find('"', at + 1) : std::string_view::npos;
    if (end == std::string_view::npos)
      reader_.fail_at({reader_.place().line, static_cast<std::uint32_t>(at + 1)}, "no name in quotes");
    return std::string(line.substr(at + 1, end - at - 1));
  }

  /// The port number in the brackets at this position, which moves past them.
  std::uint64_t bracketed(std::string_view line, std::size_t& at) const {
    std::uint64_t number = 0;
    auto const fail = [&] {
      reader_.fail_at({reader_.place().line, static_cast<std::uint32_t>(at + 1)},
                      "no port number in brackets");
    };
    if (at >= line.size() || line[at] != '[') fail();
    for (std::size_t i = at + 1; i < line.size(); ++i) {
      if (line[i] == ']' && i > at + 1) {
        at = i + 1;
        return number;
      }
      if (line[i] < '0' || line[i] > '9' || number > most_ports) break;
      number = 10 * number + static_cast<std::uint64_t>(line[i] - '0');
    }
    fail();
    return 0;
  }

  void read_cable() {
    auto const line = reader_.line();
    auto const place = reader_.place();
    if (device_.empty()) reader_.fail("a port before the first device");
    std::size_t at = 0;
    Port const near{device_, bracketed(line, at)};
    auto const quote = line.find('"', at);  // [ext 1] and (port GUID) may stand between
    auto const mark = line.find('#', at);
    at = std::min({quote, mark, line.size()});
    Cable cable{{quoted(line, at), 0}, {}, std::string(comment_of(line)), place};
    at += cable.far.guid.size() + 2;
    cable.far.number = bracketed(line, at);
    cable.speed = speed_in(cable.comment);
    if (!cables_.emplace(near, std::move(cable)).second)
      reader_.fail_at(place, fmt::format("port {} of '{}' a second time", near.number, shown(near.guid)));
  }

  /// The last word of a comment, if it is a width and a speed.
  static std::string speed_in(std::string_view comment) {
    while (!comment.empty() && (comment.back() == ' ' || comment.back() == '\r')) comment.remove_suffix(1);
    auto const word = comment.substr(comment.find_last_of(" \t") + 1);
    return rate_of(word) ? std::string(word) : std::string();
  }

  /// Gbit/s of 4xQDR and the like.
  static std::optional<double> rate_of(std::string_view word) {
    auto const cross = word.find('x');
    if (cross == std::string_view::npos || cross == 0 || cross > 2) return {};
    double width = 0;
    for (auto const c : word.substr(0, cross)) {
      if (c < '0' || c > '9') return {};
      width = 10 * width + (c - '0');
    }
    auto const speed = std::ranges::find(speeds, word.substr(cross + 1), &Speed::name);
    if (speed == speeds.end() || width == 0) return {};
    return width * speed->rate;
  }

  /// The kind of the device at the far end, also of one that the file does not list.
  Device kind_at_end(Cable const& cable) const {
    if (is_aggregation_node(cable.comment)) return Device::no_node;
    if (auto const device = devices_.find(cable.far.guid); device != devices_.end()) return device->second;
    return cable.far.guid.starts_with('H')   ? Device::adapter
           : cable.far.guid.starts_with('R') ? Device::no_node
                                             : Device::switches;
  }

  void connect(Port const& near, Cable const& cable) {
    bool const listed = devices_.contains(cable.far.guid);
    auto const here = switches_.find(near.guid), there = switches_.find(cable.far.guid);
    auto const far = kind_at_end(cable);
    if (here == switches_.end() && far != Device::switches)
      reader_.fail_at(cable.place, "a cable between two channel adapters", "one end must be a switch");
    if (here == switches_.end()) return check_back(near, cable);
    if (far != Device::switches) {
      if (far == Device::adapter) ++graph_.terminals[here->second];
      if (listed) check_back(near, cable);
      return;
    }
    if (there == switches_.end())
      reader_.fail_at(cable.place, fmt::format("no device '{}'", shown(cable.far.guid)));
    check_back(near, cable);
    if (near < cable.far) graph_.links.push_back({here->second, there->second, 1, class_of(cable.speed)});
  }

  void check_back(Port const& near, Cable const& cable) const {
    auto const back = cables_.find(cable.far);
    if (back == cables_.end() || back->second.far != near)
      reader_.fail_at(
          cable.place,
          fmt::format("port {} of '{}' does not lead back", cable.far.number, shown(cable.far.guid)),
          "every cable is listed at both ends");
  }

  std::uint16_t class_of(std::string const& speed) {
    auto const name = speed.empty() ? "link" : speed;
    auto const found = std::ranges::find(graph_.classes, name);
    if (found == graph_.classes.end()) graph_.classes.push_back(name);
    return static_cast<std::uint16_t>(std::ranges::find(graph_.classes, name) - graph_.classes.begin());
  }

  /// Bandwidths relative to the slowest class; links that do not say theirs count as that.
  void set_weights() {
    double slowest = 0;
    for (auto const& name : graph_.classes)
      if (auto const rate = rate_of(name); rate && (slowest == 0 || *rate < slowest)) slowest = *rate;
    for (auto& link : graph_.links)
      if (auto const rate = rate_of(graph_.classes[link.channel_class])) link.weight = *rate / slowest;
  }

  std::string_view file_;
  LineReader reader_;
  GraphFile graph_;
  std::string device_;
  std::unordered_map<std::string, Device> devices_;
  std::unordered_map<std::string, std::uint32_t> switches_;
  std::map<Port, Cable> cables_;
};

}  // namespace

GraphFile parse_ibnetdiscover(std::string_view text, std::string_view file) {
  return IbnetReader(text, file).read();
}

}  // namespace weft
