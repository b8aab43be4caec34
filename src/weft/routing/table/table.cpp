#include "weft/routing/table/table.hpp"

#include <algorithm>
#include <numeric>

#include "weft/core/error.hpp"
#include "weft/io/route_list.hpp"

namespace weft::routing {
namespace {

/// The shares of the pairs that have routes, in the order of the pairs.
class TableShares final : public Shares {
 public:
  TableShares(Network const& network, RouteList const& list, std::string file);
  std::uint64_t denominator() const override { return denominator_; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override;

 private:
  struct Pair {
    std::uint64_t key;
    std::size_t first_share;
    bool exact;
  };
  static std::uint64_t key(std::uint32_t from, std::uint32_t to) { return std::uint64_t{from} << 32 | to; }
  void add_pair(Network const& network, RouteList const& list, std::span<std::size_t const> routes);
  static void add_route(Network const& network, RouteList const& list, std::size_t route,
                        std::vector<ChannelShare>& shares);

  std::string file_;
  std::uint64_t denominator_ = 1;
  std::vector<Pair> pairs_;
  std::vector<ChannelShare> shares_;
};

/// Positions of routes, those of a pair together.
std::vector<std::size_t> by_pair(RouteList const& list) {
  std::vector<std::size_t> order(list.routes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) { return std::pair(list.routes[i].from, list.routes[i].to); });
  return order;
}

/// Calls visit(routes of one pair).
template <class Visit>
void for_each_pair(RouteList const& list, std::vector<std::size_t> const& order, Visit visit) {
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    auto const& first = list.routes[order[begin]];
    while (end < order.size() && list.routes[order[end]].from == first.from &&
           list.routes[order[end]].to == first.to)
      ++end;
    visit(std::span(order).subspan(begin, end - begin));
  }
}

std::uint64_t weight_of(RouteList const& list, std::span<std::size_t const> routes) {
  std::uint64_t weight = 0;
  for (auto const i : routes) weight += list.routes[i].weight;
  return weight;
}

TableShares::TableShares(Network const& network, RouteList const& list, std::string file)
    : file_(std::move(file)) {
  constexpr std::uint64_t most = std::uint64_t{1} << 32;
  auto const order = by_pair(list);
  bool fits = true;
  for_each_pair(list, order, [&](std::span<std::size_t const> routes) {
    auto const weight = weight_of(list, routes), more = weight / std::gcd(denominator_, weight);
    fits = fits && more <= most / denominator_;
    if (fits) denominator_ *= more;
  });
  if (!fits) denominator_ = even_denominator;
  for_each_pair(list, order, [&](std::span<std::size_t const> routes) { add_pair(network, list, routes); });
}

void TableShares::add_route(Network const& network, RouteList const& list, std::size_t route,
                            std::vector<ChannelShare>& shares) {
  RouterId at{list.routes[route].from};
  for (auto p = list.routes[route].first_port; p < list.last_port(route); ++p) {
    auto const channel = network.channel(at, {list.ports[p]});
    shares.push_back({channel, list.routes[route].weight});
    at = network.target(channel);
  }
}

void TableShares::add_pair(Network const& network, RouteList const& list,
                           std::span<std::size_t const> routes) {
  auto const& pair = list.routes[routes.front()];
  auto const first = shares_.size();
  for (auto const route : routes) add_route(network, list, route, shares_);
  merge_shares(shares_, first);
  auto const weight = weight_of(list, routes);
  bool exact = true;
  for (auto i = first; i < shares_.size(); ++i) {
    auto const share = even_share(shares_[i].numerator, weight, denominator_);
    shares_[i].numerator = share.numerator;
    exact = exact && share.exact;
  }
  pairs_.push_back({key(pair.from, pair.to), first, exact});
}

bool TableShares::append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const {
  if (from == to) return true;
  auto const pair = std::ranges::lower_bound(pairs_, key(from.v, to.v), {}, &Pair::key);
  if (pair == pairs_.end() || pair->key != key(from.v, to.v))
    throw InputError("no route from router " + std::to_string(from.v) + " to router " + std::to_string(to.v),
                     "there is traffic between them", "", file_);
  auto const last = std::next(pair) == pairs_.end() ? shares_.size() : std::next(pair)->first_share;
  out.insert(out.end(), shares_.begin() + static_cast<std::ptrdiff_t>(pair->first_share),
             shares_.begin() + static_cast<std::ptrdiff_t>(last));
  return pair->exact;
}

}  // namespace

void Table::check(Params const& params) {
  if (params.file.empty()) throw InputError("table without a file", "", "give table:file=PATH");
}

SharesPtr Table::shares(Machine const& machine) const {
  auto const network = machine.network();
  auto const target = [&](std::uint32_t router, std::uint16_t port) -> std::optional<std::uint32_t> {
    if (port >= network->degree({router})) return {};
    return network->target(network->channel({router}, {port})).v;
  };
  return std::make_shared<TableShares>(
      *network, read_route_list(params_.file, network->num_routers(), target), params_.file);
}

}  // namespace weft::routing
