// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/listed.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/random.hpp"

namespace weft {
namespace {

/// Converts the numbers of ports of the routers, after a leading 0, to prefix sums. Throws InputError if a
/// router has more than 65,535 ports.
void accumulate_ports(std::vector<std::uint32_t>& ports) {
  auto const many = std::ranges::find_if(ports, [](auto count) { return count > 65535; });
  if (many != ports.end())
    throw InputError{
        "router " + std::to_string(many - ports.begin() - 1) + " has " + std::to_string(*many) + " ports",
        "the maximum is 65535"};
  std::partial_sum(ports.begin(), ports.end(), ports.begin());
}

std::vector<std::uint32_t> equal_counts(std::uint64_t routers, std::uint32_t each) {
  return std::vector<std::uint32_t>(routers, each);
}

}  // namespace

void check_listed(std::uint64_t links) {
  if (links >= 0x7fffffff)
    throw InputError{"too many links: " + std::to_string(links),
                     "a listed topology supports at most 2^31 - 2"};
  constexpr std::uint64_t bytes_per_link = 36;  // list entry, and its channels in both directions
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

namespace {

/// A hash set of links with open addressing and fixed capacity.
class LinkSet {
 public:
  explicit LinkSet(std::size_t links) : slots_(std::bit_ceil(2 * links + 2), empty) {}
  bool insert(std::uint32_t a, std::uint32_t b) {
    auto const at = find(a, b);
    if (slots_[at] != empty) return false;
    slots_[at] = key(a, b);
    return true;
  }
  bool contains(std::uint32_t a, std::uint32_t b) const { return slots_[find(a, b)] != empty; }
  void erase(std::uint32_t a, std::uint32_t b) {
    auto hole = find(a, b);
    slots_[hole] = empty;
    for (auto at = next(hole); slots_[at] != empty; at = next(at)) {
      auto const moved = std::exchange(slots_[at], empty);
      slots_[slot(moved)] = moved;
    }
  }

 private:
  static constexpr std::uint64_t empty = ~std::uint64_t{0};
  static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  std::size_t slot(std::uint64_t key) const {
    auto at = static_cast<std::size_t>(mix64(key)) & (slots_.size() - 1);
    while (slots_[at] != empty && slots_[at] != key) at = next(at);
    return at;
  }
  std::size_t find(std::uint32_t a, std::uint32_t b) const { return slot(key(a, b)); }
  std::vector<std::uint64_t> slots_;
};

/// Pairs the ends of all links at random; links may be self loops or duplicates.
std::vector<ListedLink> random_pairs(std::uint32_t vertices, std::uint32_t degree, Rng& rng) {
  std::vector<std::uint32_t> ends(std::size_t{vertices} * degree);
  InterruptCheck check_for_interrupt;
  for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = static_cast<std::uint32_t>(i / degree);
  for (std::size_t left = ends.size(); left > 1; --left) {
    check_for_interrupt();
    std::swap(ends[left - 1], ends[rng.below(left)]);
  }
  std::vector<ListedLink> links(ends.size() / 2);
  for (std::size_t i = 0; i < links.size(); ++i) links[i] = {ends[2 * i], ends[2 * i + 1]};
  return links;
}

/// Exchanges ends until there are no self loops and duplicates. Returns false if the limit of attempts is
/// reached.
bool make_simple(std::vector<ListedLink>& links, LinkSet& set, Rng& rng) {
  std::vector<bool> good(links.size());
  InterruptCheck check_for_interrupt;
  for (std::size_t i = 0; i < links.size(); ++i) {
    check_for_interrupt();
    good[i] = links[i].a != links[i].b && set.insert(links[i].a, links[i].b);
  }
  std::size_t tries = 100 * links.size() + 1000;
  for (std::size_t i = 0; i < links.size(); ++i)
    while (!good[i]) {
      check_for_interrupt();
      if (tries-- == 0) return false;
      auto const j = rng.below(links.size());
      auto& [a, b, x] = links[i];
      auto& [c, d, y] = links[j];
      if (rng() >> 63 != 0) std::swap(c, d);
      if (!good[j] || a == d || c == b || set.contains(a, d) || set.contains(c, b)) continue;
      set.erase(c, d);
      std::swap(b, d);
      set.insert(a, b);
      if (!set.insert(c, d)) {  // (a, b) and (c, d) are the same link
        set.erase(a, b);
        std::swap(b, d);
        set.insert(c, d);
        continue;
      }
      good[i] = true;
    }
  return true;
}

std::vector<ListedLink> missing_links(std::uint32_t vertices, LinkSet const& set) {
  std::vector<ListedLink> links;
  InterruptCheck check_for_interrupt;
  for (std::uint32_t a = 0; a < vertices; ++a)
    for (std::uint32_t b = a + 1; b < vertices; ++b) {
      check_for_interrupt();
      if (!set.contains(a, b)) links.push_back({a, b});
    }
  return links;
}

/// A union-find structure of components.
class Components {
 public:
  explicit Components(std::uint32_t vertices) : parent_(vertices) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t of(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  /// Joins the components of a and b. Returns false if a and b were already connected.
  bool join(std::uint32_t a, std::uint32_t b) {
    auto const x = of(a), y = of(b);
    parent_[std::max(x, y)] = std::min(x, y);
    return x != y;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

void connect_by_exchange(std::vector<ListedLink>& links, std::uint32_t vertices, std::size_t group) {
  Components components(vertices);
  std::vector<std::size_t> on_cycle;
  InterruptCheck check_for_interrupt;
  for (std::size_t i = 0; i < links.size(); ++i) {
    check_for_interrupt();
    if (!components.join(links[i].a, links[i].b)) on_cycle.push_back(i);
  }
  for (auto const i : on_cycle) {
    check_for_interrupt();
    auto& [a, b, x] = links[i];
    auto const main = components.of(0);
    if (components.of(a) == main) continue;
    auto j = i / group * group;
    while (components.of(links[j].a) != main) ++j;
    std::swap(b, links[j].b);
    components.join(a, b);
  }
}

std::vector<ListedLink> random_regular_graph(std::uint32_t vertices, std::uint32_t degree,
                                             std::uint64_t seed) {
  bool const dense = degree > (vertices - 1) / 2;
  auto const drawn = dense ? vertices - 1 - degree : degree;
  for (std::uint32_t attempt = 0;; ++attempt) {
    Rng rng(seed, Purpose::wiring, 0, attempt);
    auto links = random_pairs(vertices, drawn, rng);
    LinkSet set(links.size());
    if (!make_simple(links, set, rng)) continue;
    if (dense) return missing_links(vertices, set);
    connect_by_exchange(links, vertices, links.size());
    return links;
  }
}

}  // namespace weft
