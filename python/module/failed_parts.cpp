// SPDX-License-Identifier: Apache-2.0
#include "module/failed_parts.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/random.hpp"
#include "weft/network/router_names.hpp"

namespace weft::python {
namespace {

constexpr std::uint32_t link_block = 2, router_block = 3;  // Failures uses blocks 0 and 1 for fractions

/// Returns the links between working routers, each by its lower channel; in directed networks the channels.
std::vector<ChannelId> links_of(AnyTopology const& topology, Network const& network, bool failed) {
  std::vector<ChannelId> links;
  InterruptCheck check_for_interrupt;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (std::uint16_t p = 0; p < network.degree({r}); ++p) {
      check_for_interrupt();
      auto const far = topology.neighbor({r}, {p});
      ChannelId const c{{r}, {p}};
      if (network.is_bidirectional() && ChannelId{far.router, far.port} < c) continue;
      if (network.router_failed({r}) || network.router_failed(far.router)) continue;
      if (network.channel_failed(network.channel(c)) == failed) links.push_back(c);
    }
  return links;
}

std::pair<std::uint32_t, std::uint32_t> ends_of(AnyTopology const& topology, ChannelId link) {
  return std::minmax(link.router().v, topology.neighbor(link.router(), link.port()).router.v);
}

/// Returns the names of links. One name represents all links between two routers if all of them are listed.
std::vector<std::string> texts_of(std::vector<ChannelId> const& links, AnyTopology const& topology,
                                  Network const& network, RouterLabels& names) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ChannelId>> between;
  for (auto const link : links) between[ends_of(topology, link)].push_back(link);
  std::vector<std::string> texts;
  for (auto const& [ends, those] : between) {
    std::size_t all = 0;
    auto const count = [&](std::uint32_t from, std::uint32_t to) {
      for (std::uint16_t p = 0; p < network.degree({from}); ++p) {
        auto const far = topology.neighbor({from}, {p});
        if (far.router.v != to) continue;
        all += !network.is_bidirectional() || ChannelId{{from}, {p}} <= ChannelId{far.router, far.port};
      }
    };
    count(ends.first, ends.second);
    if (ends.first != ends.second) count(ends.second, ends.first);
    if (those.size() == all)
      texts.push_back(names.of({ends.first}) + "-" + names.of({ends.second}));
    else
      for (auto const link : those) texts.push_back(names.of(link.router(), link.port()));
  }
  return texts;
}

/// Returns the first `count` of the parts in a random order.
template <class Part>
std::vector<Part> drawn(std::vector<Part> parts, std::uint64_t count, std::uint64_t seed, std::uint32_t block,
                        std::string const& what) {
  if (count > parts.size())
    throw InputError(fmt::format("{}={}", what, count), fmt::format("{} of them work", parts.size()),
                     "a fraction has a decimal point", what);
  Rng random(seed, Purpose::failure, 0, block);
  for (std::size_t i = 0; i < count; ++i) std::swap(parts[i], parts[i + random.below(parts.size() - i)]);
  parts.resize(count);
  return parts;
}

}  // namespace

std::string failed_parts(AnyTopology const& topology, Network const& network) {
  if (!network.has_failures()) return {};
  RouterLabels names(topology);
  std::vector<std::string> texts;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (network.router_failed({r})) texts.push_back(names.of({r}));
  auto const links = texts_of(links_of(topology, network, true), topology, network, names);
  texts.insert(texts.end(), links.begin(), links.end());
  return fmt::format("{}", fmt::join(texts, "+"));
}

std::string drawn_links(AnyTopology const& topology, Network const& network, std::uint64_t count,
                        std::uint64_t seed) {
  auto links = links_of(topology, network, false);
  std::erase_if(links, [&](ChannelId it) { return network.target(network.channel(it)) == it.router(); });
  RouterLabels names(topology);
  std::vector<std::string> texts;
  for (auto const link : drawn(std::move(links), count, seed, link_block, "links"))
    texts.push_back(names.of(link.router(), link.port()));
  return fmt::format("{}", fmt::join(texts, "+"));
}

std::string drawn_routers(AnyTopology const& topology, Network const& network, std::uint64_t count,
                          std::uint64_t seed) {
  std::vector<std::uint32_t> routers;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (!network.router_failed({r})) routers.push_back(r);
  RouterLabels names(topology);
  std::vector<std::string> texts;
  for (auto const r : drawn(std::move(routers), count, seed, router_block, "routers"))
    texts.push_back(names.of({r}));
  return fmt::format("{}", fmt::join(texts, "+"));
}

}  // namespace weft::python
