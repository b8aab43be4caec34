#include "weft/engine/load/supernode_loads.hpp"

#include <algorithm>
#include <numeric>

namespace weft::load {

SupernodeLoads::SupernodeLoads(SupernodeDemand const& demand) : demand_(demand) {
  std::iota(content_.begin(), content_.end(), 0u);
  for (std::uint32_t i = 0; i < size; ++i)
    for (std::uint32_t k = 0; k < size; ++k) {
      from_[i] += demand_.stay[i][k];
      from_drawer_[i / drawer][k] += demand_.stay[i][k];
    }
  for (std::uint32_t u = 0; u < size; ++u) renew_row(u);
}

/// The load of the channel from u to v by traffic that stays in the supernode.
std::int64_t SupernodeLoads::local(std::uint32_t u, std::uint32_t v) const {
  if (!demand_.striped) return demand_.stay[content_[u]][content_[v]];
  return from_drawer_[u / drawer][content_[v]] + (u / drawer == v / drawer ? from_[content_[u]] : 0);
}

void SupernodeLoads::renew_row(std::uint32_t u) {
  for (std::uint32_t v = 0; v < size; ++v)
    load_[u][v] =
        demand_.first[content_[u]][v] + demand_.last[content_[v]][u] + demand_.middle[u][v] + local(u, v);
  load_[u][u] = 0;
}

void SupernodeLoads::renew_column(std::uint32_t v) {
  for (std::uint32_t u = 0; u < size; ++u)
    load_[u][v] =
        demand_.first[content_[u]][v] + demand_.last[content_[v]][u] + demand_.middle[u][v] + local(u, v);
  load_[v][v] = 0;
}

void SupernodeLoads::swap(std::uint32_t u, std::uint32_t v) {
  auto const at_u = content_[u], at_v = content_[v];
  std::swap(content_[u], content_[v]);
  auto const drawer_u = u / drawer, drawer_v = v / drawer;
  if (demand_.striped && drawer_u != drawer_v) {
    std::array<std::int64_t, size>
        more{};  // by content: the units that drawer u sends to it more than before, and drawer v less
    for (std::uint32_t i = 0; i < size; ++i) more[i] = demand_.stay[at_v][i] - demand_.stay[at_u][i];
    std::array<std::int64_t, size> at{};  // the same by node
    for (std::uint32_t x = 0; x < size; ++x) at[x] = more[content_[x]];
    for (std::uint32_t i = 0; i < size; ++i) {
      from_drawer_[drawer_u][i] += more[i];
      from_drawer_[drawer_v][i] -= more[i];
    }
    for (std::uint32_t x = 0; x < drawer; ++x)
      for (std::uint32_t y = 0; y < size; ++y) {
        load_[drawer_u * drawer + x][y] += at[y];
        load_[drawer_v * drawer + x][y] -= at[y];
      }
    for (std::uint32_t x = 0; x < drawer; ++x)
      load_[drawer_u * drawer + x][drawer_u * drawer + x] =
          load_[drawer_v * drawer + x][drawer_v * drawer + x] = 0;
  }
  renew_row(u);
  renew_row(v);
  renew_column(u);
  renew_column(v);
}

std::int64_t SupernodeLoads::fullest() const {
  std::int64_t ll = 0, lr = 0;
  for (std::uint32_t u = 0; u < size; ++u)
    for (std::uint32_t d = 0; d < size; d += drawer) {
      auto& most = u / drawer == d / drawer ? ll : lr;
      for (std::uint32_t v = d; v < d + drawer; ++v) most = std::max(most, load_[u][v]);
    }
  return std::max(ll * ll_weight, lr * lr_weight);
}

std::int64_t SupernodeLoads::excess(std::int64_t limit) const {
  // A weighted load exceeds the limit if the load exceeds the quotient, rounded down.
  std::int64_t const ll_limit = limit / ll_weight, lr_limit = limit / lr_weight;
  std::int64_t all_as_lr = 0, ll_as_lr = 0, ll = 0;
  for (std::uint32_t u = 0; u < size; ++u) {
    for (std::uint32_t v = 0; v < size; ++v) all_as_lr += std::max<std::int64_t>(load_[u][v] - lr_limit, 0);
    for (std::uint32_t v = u / drawer * drawer, end = v + drawer; v < end; ++v) {
      ll_as_lr += std::max<std::int64_t>(load_[u][v] - lr_limit, 0);
      ll += std::max<std::int64_t>(load_[u][v] - ll_limit, 0);
    }
  }
  return (all_as_lr - ll_as_lr) * lr_weight + ll * ll_weight;
}

}  // namespace weft::load
