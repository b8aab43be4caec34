#include "weft/io/program/communicators.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <tuple>

#include "weft/core/error.hpp"

namespace weft {
namespace {

constexpr std::uint32_t none = 0xffffffff;

class Maker {
 public:
  explicit Maker(std::vector<std::vector<MadeCommunicator>> const& made) : made_(made), next_(made.size()) {
    std::vector<std::uint32_t> all(made.size());
    std::iota(all.begin(), all.end(), 0U);
    result_.members = {all, {}};
    result_.of_rank.assign(made.size(), {Communicators::world, Communicators::self});
  }

  Communicators run() && {
    for (std::uint32_t rank = 0; rank < made_.size(); ++rank) ready_.push_back(rank);
    while (!ready_.empty()) {
      auto const rank = ready_.front();
      ready_.pop_front();
      if (next_[rank] < made_[rank].size()) arrive(rank);
    }
    for (std::uint32_t rank = 0; rank < made_.size(); ++rank)
      if (next_[rank] < made_[rank].size())
        throw InputError("not all ranks of a communicator make this one", "", "", call_of(rank).place);
    return std::move(result_);
  }

 private:
  MadeCommunicator const& call_of(std::uint32_t rank) const { return made_[rank][next_[rank]]; }

  void arrive(std::uint32_t rank) {
    auto const& call = call_of(rank);
    auto const of = communicator(rank, call.of);
    if (of == Communicators::self) return make({rank}, call);
    auto& waiting = waiting_[of];
    waiting.push_back(rank);
    if (waiting.size() < result_.members[of].size()) return;
    auto const ranks = result_.members[of];  // in the order of their places
    waiting.clear();
    make(ranks, call);
  }

  std::uint32_t communicator(std::uint32_t rank, std::uint32_t count) const {
    auto const& known = result_.of_rank[rank];
    if (count >= known.size() || known[count] == none)
      throw InputError("a communicator to which the rank does not belong", "", "", call_of(rank).place);
    return known[count];
  }

  /// All of these have arrived.
  void make(std::vector<std::uint32_t> const& ranks, MadeCommunicator const& call) {
    std::map<std::int64_t, std::vector<std::tuple<std::int64_t, std::uint32_t>>> by_color;
    std::vector<std::uint32_t> listed;
    if (call.by == MadeCommunicator::By::members) listed = members_of(ranks.front(), call);
    for (auto const rank : ranks) {
      auto const& own = call_of(rank);
      if (own.by != call.by)
        throw InputError("ranks make communicators by different calls", call.place, "", own.place);
      result_.of_rank[rank].push_back(none);
      bool const is_split = own.by == MadeCommunicator::By::split;
      if (own.takes_part) by_color[is_split ? own.color : 0].emplace_back(is_split ? own.key : 0, rank);
    }
    for (auto& [color, members] : by_color) {
      std::ranges::stable_sort(members, {}, [](auto const& it) { return std::get<0>(it); });
      std::vector<std::uint32_t> numbers;
      for (auto const& [key, rank] : members) numbers.push_back(rank);
      if (call.by == MadeCommunicator::By::members) numbers = in_order(listed, numbers, call);
      for (auto const rank : numbers)
        result_.of_rank[rank].back() = static_cast<std::uint32_t>(result_.members.size());
      result_.members.push_back(std::move(numbers));
    }
    for (auto const rank : ranks) {
      ++next_[rank];
      ready_.push_back(rank);
    }
  }

  std::vector<std::uint32_t> members_of(std::uint32_t rank, MadeCommunicator const& call) const {
    auto const of = communicator(rank, call.members_of);
    std::vector<std::uint32_t> ranks;
    for (auto const place : call.members) {
      if (of == Communicators::self ? place > 0 : place >= result_.members[of].size())
        throw InputError("a group with a rank that does not exist", "", "", call.place);
      ranks.push_back(of == Communicators::self ? rank : result_.members[of][place]);
    }
    return ranks;
  }
  /// Those that take part must be the listed ones.
  static std::vector<std::uint32_t> in_order(std::vector<std::uint32_t> const& listed,
                                             std::vector<std::uint32_t> const& taking_part,
                                             MadeCommunicator const& call) {
    if (!std::ranges::is_permutation(listed, taking_part))
      throw InputError("the ranks of a new communicator are not those of its group", "", "", call.place);
    return listed;
  }

  std::vector<std::vector<MadeCommunicator>> const& made_;
  std::vector<std::size_t> next_;  // call of each rank
  std::deque<std::uint32_t> ready_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> waiting_;  // ranks, by communicator
  Communicators result_;
};

}  // namespace

Communicators make_communicators(std::vector<std::vector<MadeCommunicator>> const& made) {
  return Maker(made).run();
}

}  // namespace weft
