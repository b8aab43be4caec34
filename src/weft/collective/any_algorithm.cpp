#include "weft/collective/any_algorithm.hpp"

#include <fmt/format.h>

#include "weft/collective/catalog.hpp"

namespace weft::collective {
namespace {

template <Algorithm A>
class Forgotten final : public AnyAlgorithm {
 public:
  explicit Forgotten(typename A::Params const& params) : params_(params), algorithm_(params) {}
  std::string_view name() const override { return A::name; }
  std::string spec(bool all) const override { return to_spec<A>(params_, all).to_string(); }
  bool serves(Operation operation) const override { return A::serves(operation); }
  void check(Machine const& machine, Task const& task) const override {
    if (!A::serves(task.operation))
      throw InputError(fmt::format("{} does no {}", A::name, name_of(task.operation)), "",
                       fmt::format("take {}", fmt::join(algorithms_for(task.operation), ", ")));
    if (!task.receivers.empty() && task.operation != Operation::broadcast)
      throw InputError(fmt::format("receivers of a {}", name_of(task.operation)),
                       "a broadcast has receivers");
    algorithm_.check_machine(machine, task);
  }
  Plan plan(Machine const& machine, Task const& task) const override {
    return algorithm_.plan(machine, task);
  }

 private:
  typename A::Params params_;
  A algorithm_;
};

}  // namespace

AlgorithmPtr make_algorithm(Spec const& spec) {
  return CollectiveAlgorithms::pick_params(
      spec,
      []<class A>(std::type_identity<A>, typename A::Params const& params) -> AlgorithmPtr {
        return std::make_shared<Forgotten<A>>(params);
      },
      "algorithm");
}

std::vector<std::string> algorithms_for(Operation operation) {
  std::vector<std::string> names;
  CollectiveAlgorithms::for_each([&]<class A>(std::type_identity<A>) {
    if (A::serves(operation)) names.emplace_back(A::name);
  });
  return names;
}

}  // namespace weft::collective
