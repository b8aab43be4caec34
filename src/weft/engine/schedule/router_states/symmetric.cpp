// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/schedule/router_states/slot_machine.hpp"
#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft::schedule {
namespace {

/// The messages of processor 0: their coordinates.
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

  void start(std::uint32_t cargo, std::uint32_t offset) {
    offsets_[cargo] = offset;
    std::fill_n(at(cargo), d_, 0U);
  }
  void hop(std::uint32_t cargo, std::uint32_t dim) {
    auto& coordinate = at(cargo)[dim];
    coordinate = coordinate + 1 == n_ ? 0 : coordinate + 1;
  }
  void end_slot() {}

  bool home(std::uint32_t cargo) const {
    auto const* const here = at(cargo);
    return digits_.number(here) == offsets_[cargo] &&
           std::accumulate(here, here + d_, std::uint64_t{0}) % n_ == 0;
  }
  LocatedMessage of_processor_0(std::uint32_t cargo, std::uint32_t) const {
    return {0, offsets_[cargo], {at(cargo), at(cargo) + d_}};
  }
  /// Returns the message of a cargo that is at processor 0, obtained by translating the message of processor
  /// 0.
  LocatedMessage at_processor_0(std::uint32_t cargo) const {
    auto const here = digits_.number(at(cargo));
    return {digits_.difference(0, here), digits_.difference(offsets_[cargo], here),
            std::vector<std::uint32_t>(d_)};
  }

 private:
  std::uint32_t* at(std::uint32_t cargo) { return &coordinates_[std::size_t{cargo} * d_]; }
  std::uint32_t const* at(std::uint32_t cargo) const { return &coordinates_[std::size_t{cargo} * d_]; }

  std::uint32_t n_, d_;
  ProcessorDigits digits_;
  std::vector<std::uint32_t> offsets_, coordinates_;  // by cargo
};

/// Returns `count` distinct random processors other than 0, or all of them if there are fewer.
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

/// A message of another processor that differs from the translated message of processor 0.
struct BrokenSymmetry {
  std::uint64_t slot = 0;
  std::string what;
};

/// Number of sources in a block; the coordinates of a dimension are adjacent in a block, so that loops over
/// lanes vectorize.
constexpr std::size_t lanes = 64;
template <class Coordinate>
using Lanes = std::array<Coordinate, lanes>;

/// Returns x mod n for x < 2 n; a negative difference wraps around to a large number.
template <class Coordinate>
Coordinate modulo(Coordinate x, Coordinate n) {
  return std::min(x, static_cast<Coordinate>(x - n));
}

/// Moves a block of lanes at `here` (d arrays) by one along `dim`. Returns 0 if in every lane the coordinates
/// before the move sum to `level` mod n, and the new coordinate along `dim` is `home` + `goal` mod n. The
/// data are in local arrays because the compiler would otherwise assume that the stores alias.
template <class Coordinate>
Coordinate hop_block(Lanes<Coordinate>* here, Lanes<Coordinate> const& home, std::uint32_t d,
                     std::uint32_t dim, Coordinate level, Coordinate goal, Coordinate n) {
  Lanes<Coordinate> sum = here[0], moving = here[dim], wrong;
  for (std::uint32_t other = 1; other < d; ++other)
    for (std::size_t i = 0; i < lanes; ++i)
      sum[i] = modulo(static_cast<Coordinate>(sum[i] + here[other][i]), n);
  for (std::size_t i = 0; i < lanes; ++i) {
    moving[i] = modulo(static_cast<Coordinate>(moving[i] + 1), n);
    auto const translated = modulo(static_cast<Coordinate>(home[i] + goal), n);
    wrong[i] = static_cast<Coordinate>((sum[i] ^ level) | (moving[i] ^ translated));
  }
  here[dim] = moving;
  Coordinate any = 0;
  for (std::size_t i = 0; i < lanes; ++i) any = static_cast<Coordinate>(any | wrong[i]);
  return any;
}

/// Index of the injections that forward messages, keyed by the slot and dimension of the arrival.
class Continuations {
 public:
  explicit Continuations(RouterProgram const& program) {
    auto const& injections = program.injections;
    for (std::size_t i = 0; i < injections.size(); ++i)
      if (!injections[i].is_new())
        next_.push_back({{injections[i].stored_slot, injections[i].stored_dim}, i});
    std::ranges::sort(next_);
  }
  RouterProgram::Injection const* of(RouterProgram const& program, std::uint64_t slot,
                                     std::uint32_t dim) const {
    std::pair const point{slot, dim};
    auto const found =
        std::ranges::lower_bound(next_, point, {}, [](auto const& entry) { return entry.first; });
    return found == next_.end() || found->first != point ? nullptr : &program.injections[found->second];
  }

 private:
  std::vector<std::pair<std::pair<std::uint64_t, std::uint32_t>, std::size_t>> next_;
};

template <class Coordinate>
class PathTracer {
 public:
  PathTracer(RouterProgram const& program, std::vector<std::uint32_t> const& sources)
      : program_(program),
        sources_(sources),
        d_(program.dims()),
        n_(static_cast<Coordinate>(program.side())),
        blocks_((sources.size() + lanes - 1) / lanes),
        home_(blocks_ * d_),
        here_(blocks_ * d_),
        reference_(d_) {
    ProcessorDigits const digits(d_, program.side());
    for (std::size_t i = 0; i < blocks_ * lanes; ++i) {
      auto const coordinates = digits.coordinates(sources[std::min(i, sources.size() - 1)]);
      for (std::uint32_t dim = 0; dim < d_; ++dim)
        home_[i / lanes * d_ + dim][i % lanes] = static_cast<Coordinate>(coordinates[dim]);
    }
  }

  /// Traces a message from its injection to its last node. Returns the slot in which a lane deviates, or
  /// `no_slot` if none does.
  std::uint64_t follow(RouterProgram::Injection const& first, Continuations const& continuations) {
    here_ = home_;
    std::ranges::fill(reference_, Coordinate{0});
    for (auto const* injection = &first; injection != nullptr;) {
      auto slot = injection->slot;
      auto dim = injection->dim;
      for (Coordinate level = 0;;) {
        if (!hop(dim, level)) return slot;
        ++slot;
        ++hops_;
        level = next(level);
        auto const state = program_.state(level, slot);
        if (state == RouterProgram::take_out) break;
        dim += state;
        if (dim >= d_) dim -= d_;
      }
      injection = continuations.of(program_, slot, dim);
    }
    return RouterProgram::no_slot;
  }

  /// Returns the first source with a message that differs from the translated message of processor 0.
  std::uint32_t different_source() const {
    for (std::size_t i = 0; i < sources_.size(); ++i)
      for (std::uint32_t dim = 0; dim < d_; ++dim) {
        auto const at = i / lanes * d_ + dim;
        if (here_[at][i % lanes] !=
            modulo(static_cast<Coordinate>(home_[at][i % lanes] + reference_[dim]), n_))
          return sources_[i];
      }
    return sources_.front();
  }
  std::uint64_t take_hops() { return std::exchange(hops_, 0); }

 private:
  Coordinate next(Coordinate x) const { return modulo(static_cast<Coordinate>(x + 1), n_); }

  /// Moves all lanes by one hop along `dim`. `level`: level of the message of processor 0. Returns whether
  /// the coordinates of every lane sum to `level`, so that all nodes have the same state, and every lane
  /// reaches the translated node.
  bool hop(std::uint32_t dim, Coordinate level) {
    reference_[dim] = next(reference_[dim]);
    Coordinate different = 0;
    for (std::size_t block = 0; block < blocks_; ++block)
      different = static_cast<Coordinate>(different | hop_block(&here_[block * d_], home_[block * d_ + dim],
                                                                d_, dim, level, reference_[dim], n_));
    return different == 0;
  }

  RouterProgram const& program_;
  std::vector<std::uint32_t> const& sources_;
  std::uint32_t d_;
  Coordinate n_;
  std::size_t blocks_;
  std::vector<Lanes<Coordinate>> home_, here_;  // by block and dimension
  std::vector<Coordinate> reference_;           // coordinates of the message of processor 0
  std::uint64_t hops_ = 0;
};

template <class Coordinate>
std::optional<BrokenSymmetry> compare(RouterProgram const& program, std::vector<std::uint32_t> const& sources,
                                      Progress& progress) {
  std::vector<PathTracer<Coordinate>> tracers(num_threads(), {program, sources});
  Continuations const continuations(program);
  std::mutex first_one;
  std::optional<std::pair<std::size_t, BrokenSymmetry>> broken;
  parallel_chunks(program.injections.size(), 16, [&](std::size_t begin, std::size_t end, unsigned worker) {
    auto& tracer = tracers[worker];
    for (auto i = begin; i < end; ++i) {
      auto const& injection = program.injections[i];
      if (!injection.is_new()) continue;
      auto const slot = tracer.follow(injection, continuations);
      if (slot == RouterProgram::no_slot) continue;
      std::lock_guard const lock(first_one);
      if (broken && broken->first < i) continue;
      ProcessorDigits const digits(program.dims(), program.side());
      broken = {
          i,
          {slot,
           fmt::format("slot {}: the message of processor ({}) that left in slot {} on dim{} is not at the "
                       "translated position of the message of processor 0",
                       slot, fmt::join(digits.coordinates(tracer.different_source()), ","), injection.slot,
                       injection.dim)}};
    }
    progress.advance(tracer.take_hops());
  });
  if (!broken) return {};
  return broken->second;
}

/// Executes all messages of `sources` with the messages of processor 0: each hop uses actual coordinates and
/// the state of the actual level in the slot. Compares after every hop; returns the first difference, or
/// nullopt if there is none. The program must be free of violations.
std::optional<BrokenSymmetry> compare_translated_paths(RouterProgram const& program,
                                                       std::vector<std::uint32_t> const& sources,
                                                       Progress& progress) {
  if (sources.empty()) return {};
  auto const maximum = [](auto coordinate) { return std::numeric_limits<decltype(coordinate)>::max() / 2u; };
  if (program.side() <= maximum(std::uint8_t{})) return compare<std::uint8_t>(program, sources, progress);
  if (program.side() <= maximum(std::uint16_t{})) return compare<std::uint16_t>(program, sources, progress);
  return compare<std::uint32_t>(program, sources, progress);
}

}  // namespace

namespace {

/// Returns the time in seconds of `hops` hops of processor 0 and of `others` other sources, measured with
/// -O3. Callers assume one hop per channel and slot, since good schedules leave few channels idle.
double seconds_by_symmetry(double hops, double others, unsigned threads) {
  constexpr double seconds_per_hop = 12e-9, seconds_per_hop_and_source = 2.5e-10;
  return hops * (seconds_per_hop + others * seconds_per_hop_and_source / threads);
}

/// Returns the number of sources that are compared with processor 0: at most `sources`.
double other_sources(std::uint32_t dimensions, std::uint32_t side, double sources) {
  return std::min(sources, std::pow(static_cast<double>(side), dimensions - 1.0) - 1);
}

}  // namespace

Estimate estimate_by_symmetry(std::uint32_t dimensions, std::uint32_t side, double slots, double sources) {
  constexpr double bytes_per_place = 64, bytes_per_processor = 64;
  auto const processors = std::pow(static_cast<double>(side), dimensions - 1.0);
  auto const others = other_sources(dimensions, side, sources);
  auto const seconds = seconds_by_symmetry(slots * side * dimensions, others, 1);
  return {slots * side + processors * bytes_per_processor +
              static_cast<double>(side) * dimensions * bytes_per_place,
          seconds, useful_threads(others, seconds)};
}

void expect_by_symmetry(std::uint32_t dimensions, std::uint32_t side, std::uint64_t slots,
                        std::uint64_t sources, Progress& progress) {
  auto const others = other_sources(dimensions, side, static_cast<double>(sources));
  progress.expect(seconds_by_symmetry(static_cast<double>(slots) * side * dimensions, others, num_threads()),
                  fmt::format("executing {} slots on {} dimensions of {} with {} sources", slots, dimensions,
                              side, others));
}

RouterExecution execute_by_symmetry(RouterProgram const& program, std::uint64_t sources, std::uint64_t seed,
                                    Progress& progress) {
  expect_by_symmetry(program.dims(), program.side(), program.slots(), sources, progress);
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
