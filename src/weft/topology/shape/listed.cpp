#include "weft/topology/shape/listed.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"

namespace weft {
namespace {

/// Turns the ports of each router, after a 0, into positions. Refuses more than ids can name.
void accumulate_ports(std::vector<std::uint32_t>& ports) {
  auto const many = std::ranges::find_if(ports, [](auto count) { return count > 65535; });
  if (many != ports.end())
    throw InputError{
        "router " + std::to_string(many - ports.begin() - 1) + " with " + std::to_string(*many) + " ports",
        "a router has at most 65535"};
  std::partial_sum(ports.begin(), ports.end(), ports.begin());
}

std::vector<std::uint32_t> equal_counts(std::uint64_t routers, std::uint32_t each) {
  return std::vector<std::uint32_t>(routers, each);
}

}  // namespace

void check_listed(std::uint64_t links) {
  if (links >= 0x7fffffff)
    throw InputError{std::to_string(links) + " links", "a listed topology holds at most 2^31 - 2"};
  constexpr std::uint64_t bytes_per_link = 36;  // in the list, and its channels in both directions
  require_memory(links * bytes_per_link, std::to_string(links) + " links");
}

Listed::Tables Listed::tables_of(Kind kind, std::uint64_t routers, std::vector<ListedLink> const& links) {
  check_listed(links.size());
  bool const arcs = kind == Kind::arcs;
  Tables tables;
  tables.first_out.assign(routers + 1, 0);
  if (arcs) tables.first_in.assign(routers + 1, 0);
  auto& first_in = arcs ? tables.first_in : tables.first_out;
  InterruptCheck check_for_interrupt;
  for (auto const& [a, b, channel_class] : links) {
    check_for_interrupt();
    ++tables.first_out[a + std::size_t{1}];
    ++first_in[b + std::size_t{1}];
  }
  accumulate_ports(tables.first_out);
  if (arcs) accumulate_ports(tables.first_in);
  resize_interruptibly(tables.out, tables.first_out.back());
  auto next_out = tables.first_out, next_in = tables.first_in;
  auto const take = [](std::vector<std::uint32_t>& next, std::vector<std::uint32_t> const& first,
                       std::uint32_t r) { return PortId{static_cast<std::uint16_t>(next[r]++ - first[r])}; };
  for (auto const& [a, b, channel_class] : links) {
    check_for_interrupt();
    auto const from = take(next_out, tables.first_out, a);
    auto const to = arcs ? take(next_in, tables.first_in, b) : take(next_out, tables.first_out, b);
    tables.out[tables.first_out[a] + from.v] = {{{b}, to}, {channel_class}};
    if (!arcs) tables.out[tables.first_out[b] + to.v] = {{{a}, from}, {channel_class}};
  }
  return tables;
}

Listed::Listed(Kind kind, std::vector<ListedLink> const& links, std::vector<std::uint32_t> const& terminals,
               std::vector<ChannelClass> classes) {
  auto tables = tables_of(kind, terminals.size(), links);
  tables.first_terminal.assign(1, 0);
  for (auto const count : terminals) tables.first_terminal.push_back(tables.first_terminal.back() + count);
  tables.classes = std::move(classes);
  tables_ = std::make_shared<Tables const>(std::move(tables));
}

Listed::Listed(Kind kind, std::uint64_t routers, std::vector<ListedLink> const& links,
               std::uint32_t concentration, std::vector<ChannelClass> classes)
    : Listed(kind, links, equal_counts(routers, concentration), std::move(classes)) {}

RouterId Listed::injection_router(TerminalId e) const {
  auto const& first = tables_->first_terminal;
  auto const after = std::upper_bound(first.begin(), first.end(), e.v);
  return {static_cast<std::uint32_t>(after - first.begin() - 1)};
}

TerminalRange Listed::terminals_at(RouterId r) const {
  auto const& first = tables_->first_terminal;
  return {{first[r.v]}, first[r.v + std::size_t{1}] - first[r.v]};
}

}  // namespace weft
