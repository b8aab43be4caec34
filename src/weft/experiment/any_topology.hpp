#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

class ChannelView;
class Grid;
class Layout;
class Network;
class RoutingFunction;
struct BindContext;
struct CableStatistics;
struct FailureParams;
struct GraphFile;
struct Inventory;
struct LayoutParams;
struct Spec;
struct Subject;
namespace vc {
struct Subject;
}
using CableLengths = std::vector<std::vector<std::uint64_t>>;
using RoutingPtr = std::shared_ptr<RoutingFunction const>;

/// A topology of the catalog with its type forgotten, so that what works on any topology is compiled once. Every call whose
/// work grows with the network loops inside, on the type itself (topologies/topology_of.hpp); those that tell of one router
/// or channel are for work that does not.
class AnyTopology {
 public:
  virtual ~AnyTopology() = default;

  virtual std::string_view name() const = 0;
  /// `name:key=value,..`, with all parameters or only those that are not the default.
  virtual std::string spec(bool all) const = 0;
  virtual std::uint64_t num_routers() const = 0;
  virtual std::uint64_t num_terminals() const = 0;
  virtual std::vector<ChannelClass> classes() const = 0;
  virtual std::uint16_t degree(RouterId r) const = 0;
  virtual Hop neighbor(RouterId r, PortId p) const = 0;
  virtual ClassId class_of(RouterId r, PortId p) const = 0;
  virtual TerminalRange terminals_at(RouterId r) const = 0;
  virtual RouterId injection_router(TerminalId e) const = 0;
  virtual RouterId ejection_router(TerminalId e) const = 0;
  /// Whether every channel has a reverse.
  virtual bool bidirectional() const = 0;
  /// Coordinates of a grid as (x,y,z), digits of a CLEX node as d4.d3.d2.d1; empty for others.
  virtual std::string place(RouterId r) const = 0;

  /// The sides of a Cartesian topology, dimension 0 first; empty for others.
  virtual Sides sides() const = 0;
  /// The copies of each level of a hierarchical topology, from level 1; empty for others.
  virtual std::vector<std::uint64_t> copies() const = 0;
  /// The copy of a level that a router of a hierarchical topology belongs to.
  virtual std::uint64_t copy_of(RouterId r, std::uint32_t level) const = 0;
  /// The topology itself, if it is a torus or a mesh; else null.
  virtual Grid const* grid() const = 0;

  virtual Subject subject() const = 0;
  virtual Layout layout(LayoutParams const& params) const = 0;
  virtual CableLengths cable_lengths(Layout const& layout) const = 0;
  /// Without counting channel by channel, where the topology allows it at any size; else empty.
  virtual std::vector<CableStatistics> known_cables(Layout const& layout) const = 0;
  virtual Inventory inventory(Layout const& layout, CableLengths lengths) const = 0;
  /// The topology as flat arrays, with what has failed marked.
  virtual Network network(FailureParams const& failures) const = 0;
  /// Throws InputError for a routing that does not serve the topology.
  virtual RoutingPtr bind(Spec const& routing, BindContext const& context) const = 0;
  /// What routings with virtual channels bind to.
  virtual vc::Subject vc_subject(std::shared_ptr<Network const> network) const = 0;
  virtual GraphFile graph_file() const = 0;
  virtual std::unique_ptr<ChannelView> channels() const = 0;

  /// The topology as what it is, or null if it is no T.
  template <class T>
  T const* get_if() const {
    return static_cast<T const*>(get(typeid(T)));
  }

 private:
  virtual void const* get(std::type_info const& type) const = 0;
};

using TopologyPtr = std::shared_ptr<AnyTopology const>;

/// Compiled for each topology in a file that CMake generates (cmake/WeftPerTopology.cmake).
template <Topology T>
TopologyPtr forget_type(T topology);

}  // namespace weft
