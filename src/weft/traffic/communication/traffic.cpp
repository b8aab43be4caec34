#include "weft/traffic/communication/traffic.hpp"

#include <numeric>

#include "weft/core/error.hpp"
#include "weft/traffic/catalog.hpp"

namespace weft::task {
namespace {

/// Puts the task grid, the fastest side first, into the parameters of a pattern that names none.
template <class Params>
void default_sides(Params& params, TaskContext const& context) {
  if constexpr (requires { params.sides, params.concentration; })
    if (params.sides == Sides{0}) {
      params.sides.assign(context.sides.rbegin(), context.sides.rend());
      if (params.concentration == 0) params.concentration = 1;
    }
}

/// Every task sends equally much to every task, itself included.
Communication expected_uniform(std::uint64_t tasks) {
  std::vector<std::uint32_t> all(tasks);
  std::iota(all.begin(), all.end(), 0);
  Communication expected{tasks};
  expected.add_group(1, all);
  expected.finish();
  return expected;
}

}  // namespace

bool Traffic::is_one_draw() const {
  return Patterns::pick_params(
      parse_one("of", params_.of, "traffic pattern"),
      []<class P>(std::type_identity<P>, typename P::Params const& params) {
        return P::random(params) && P::name != traffic::Uniform::name;
      },
      "traffic pattern");
}

Communication Traffic::communicate(TaskContext const& context) const {
  auto const tasks = context.num_tasks();
  auto const messages = static_cast<std::uint64_t>(params_.messages);
  if (static_cast<unsigned __int128>(tasks) * messages >> 32 != 0)
    throw InputError("messages = " + std::to_string(messages), "more than 2^32 messages in all");
  auto const traffic = Patterns::pick_params(
      parse_one("of", params_.of, "traffic pattern"),
      [&]<class P>(std::type_identity<P>, typename P::Params params) -> TrafficPtr {
        if (!context.draws && P::name == traffic::Uniform::name) return nullptr;
        default_sides(params, context);
        return make_traffic<P>(params, {tasks, messages, context.seed});
      },
      "traffic pattern");
  if (!traffic) return expected_uniform(tasks);
  Communication communication{tasks};
  std::vector<std::uint32_t> to;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    to.resize(traffic->messages({task}));
    traffic->destinations({task}, 1, to);
    for (auto const other : to) communication.add({task, other, 1});
  }
  communication.finish();
  return communication;
}

}  // namespace weft::task
