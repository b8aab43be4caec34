#include "weft/library/wiring.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

void check_router(std::uint32_t router, std::size_t routers) {
  if (router >= routers)
    throw InputError(fmt::format("router {}", router), fmt::format("there are {}, numbered from 0", routers));
}

}  // namespace

Wiring::Wiring(std::uint32_t routers, std::uint32_t concentration) : terminals_(routers, concentration) {
  if (routers == 0) throw InputError("a network without routers");
}

Wiring& Wiring::add(Link link) {
  check_router(link.a, terminals_.size());
  check_router(link.b, terminals_.size());
  if (!(link.bandwidth > 0))
    throw InputError(fmt::format("bandwidth = {}", link.bandwidth), "must be positive");
  if (!links_.empty() && links_.front().directed != link.directed)
    throw InputError("links and arcs in one network", "", "write a link as two arcs");
  links_.push_back(std::move(link));
  return *this;
}

Wiring& Wiring::link(std::uint32_t a, std::uint32_t b, std::string_view channel_class, double bandwidth) {
  return add({a, b, std::string(channel_class), bandwidth, false});
}

Wiring& Wiring::arc(std::uint32_t from, std::uint32_t to, std::string_view channel_class, double bandwidth) {
  return add({from, to, std::string(channel_class), bandwidth, true});
}

Wiring& Wiring::terminals(std::uint32_t router, std::uint32_t count) {
  check_router(router, terminals_.size());
  terminals_[router] = count;
  return *this;
}

}  // namespace weft
