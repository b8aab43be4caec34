#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// A network that a program builds router by router and link by link. Ports are numbered in the order of the links.
class Wiring {
 public:
  struct Link {
    std::uint32_t a, b;
    std::string channel_class;
    double bandwidth;
    bool directed;
  };

  /// Routers 0 to `routers` - 1, each with `concentration` terminals.
  explicit Wiring(std::uint32_t routers, std::uint32_t concentration = 1);

  /// Joins two routers by a channel in each direction, of bandwidth 1 unless given.
  Wiring& link(std::uint32_t a, std::uint32_t b, std::string_view channel_class = "link",
               double bandwidth = 1);
  /// Adds a channel from one router to another. A graph has links or arcs, not both.
  Wiring& arc(std::uint32_t from, std::uint32_t to, std::string_view channel_class = "link",
              double bandwidth = 1);
  /// Sets the number of terminals of one router.
  Wiring& terminals(std::uint32_t router, std::uint32_t count);

  std::vector<Link> const& links() const { return links_; }
  /// The number of terminals of each router.
  std::vector<std::uint32_t> const& terminals() const { return terminals_; }

 private:
  Wiring& add(Link link);

  std::vector<Link> links_;
  std::vector<std::uint32_t> terminals_;
};

}  // namespace weft
