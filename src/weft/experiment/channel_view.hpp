#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace weft {

/// What a vertex of a picture stands for: routers with terminals, routers without, or computing nodes.
enum class VertexKind : std::uint8_t { router, relay, node };

/// How the vertices of a picture are arranged.
enum class PictureStyle { grid, circle, stages, rings, groups, free };

/// Where each router is, level by level, and the style that makes of it.
struct PicturePlan {
  PictureStyle style = PictureStyle::free;
  std::vector<std::uint32_t> sides = {};
  std::vector<std::vector<std::uint32_t>> parts = {};
  bool structured = true;  ///< false: nothing to aggregate by
};

/// Any topology as pictures see it, behind one virtual call per router.
class ChannelView {
 public:
  struct Channel {
    std::uint32_t to;
    std::uint16_t channel_class;
    bool is_back;  ///< the other direction of a channel seen before
  };
  virtual ~ChannelView() = default;
  /// The channels that leave r; valid until the next call.
  virtual std::vector<Channel> const& channels(std::uint32_t r) const = 0;
  virtual std::uint64_t num_channels() const = 0;
  virtual VertexKind kind(std::uint32_t r) const = 0;
  virtual PicturePlan plan() const = 0;

  std::string title;
  std::uint64_t routers = 0, terminals = 0;
  bool directed = false;
  std::vector<std::string> classes, names;
};

}  // namespace weft
