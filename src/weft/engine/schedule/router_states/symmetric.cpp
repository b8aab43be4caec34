#include <algorithm>
#include <numeric>

#include "weft/core/random.hpp"
#include "weft/engine/schedule/router_states/slot_machine.hpp"
#include "weft/engine/schedule/router_states/translated_paths.hpp"

namespace weft::schedule {
namespace {

/// The messages of processor 0: where each one is.
class OneSource {
 public:
  explicit OneSource(RouterProgram const& program)
      : n_(program.side()), d_(program.dims()), digits_(program.dims(), program.side()) {}

  static std::uint64_t sources() { return 1; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(offsets_.size()); }
  void grow() {
    offsets_.resize(offsets_.size() + std::size_t{n_} * d_);
    coordinates_.resize(offsets_.size() * d_);
  }

  void start(std::uint32_t place, std::uint32_t offset) {
    offsets_[place] = offset;
    std::fill_n(at(place), d_, 0U);
  }
  void hop(std::uint32_t place, std::uint32_t dim) {
    auto& coordinate = at(place)[dim];
    coordinate = coordinate + 1 == n_ ? 0 : coordinate + 1;
  }
  void end_slot() {}

  bool home(std::uint32_t place) const {
    auto const* const here = at(place);
    return digits_.number(here) == offsets_[place] &&
           std::accumulate(here, here + d_, std::uint64_t{0}) % n_ == 0;
  }
  MessageAt of_processor_0(std::uint32_t place, std::uint32_t) const {
    return {0, offsets_[place], {at(place), at(place) + d_}};
  }
  /// Of the source whose message is there, translated.
  MessageAt at_processor_0(std::uint32_t place) const {
    auto const here = digits_.number(at(place));
    return {digits_.difference(0, here), digits_.difference(offsets_[place], here),
            std::vector<std::uint32_t>(d_)};
  }

 private:
  std::uint32_t* at(std::uint32_t place) { return &coordinates_[std::size_t{place} * d_]; }
  std::uint32_t const* at(std::uint32_t place) const { return &coordinates_[std::size_t{place} * d_]; }

  std::uint32_t n_, d_;
  ProcessorDigits digits_;
  std::vector<std::uint32_t> offsets_, coordinates_;  // by place
};

/// So many different processors other than 0, or all.
std::vector<std::uint32_t> choose_sources(std::uint64_t processors, std::uint64_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> chosen;
  if (count >= processors - 1) {
    chosen.resize(processors - 1);
    std::iota(chosen.begin(), chosen.end(), 1U);
    return chosen;
  }
  Rng rng(seed, Purpose::sources, 0);
  while (chosen.size() < count) {
    while (chosen.size() < count) chosen.push_back(static_cast<std::uint32_t>(1 + rng.below(processors - 1)));
    std::ranges::sort(chosen);
    auto const again = std::ranges::unique(chosen);
    chosen.erase(again.begin(), again.end());
  }
  return chosen;
}

}  // namespace

RouterExecution execute_by_symmetry(RouterProgram const& program, std::uint64_t sources, std::uint64_t seed,
                                    Progress& progress) {
  RouterExecution result;
  OneSource messages(program);
  result.sources = 1;
  progress.start("one source", program.slots(), "slots");
  SlotMachine<OneSource>(program, messages, result).run(progress);
  progress.finish();
  if (result.violation) return result;
  auto const others = choose_sources(program.processors(), sources, seed);
  progress.start("translated sources", result.hops, "hops");
  if (auto broken = compare_translated_paths(program, others, progress))
    result.violation = Violation{broken->slot, broken->slot, 0, std::move(broken->what)};
  progress.finish();
  result.translated = others.size();
  result.sources += others.size();
  result.hops *= result.sources;
  return result;
}

}  // namespace weft::schedule
