// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/h_relation.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"

namespace weft::traffic {
namespace {

constexpr std::size_t tile_size = 256;
constexpr std::uint64_t load_limit = std::uint64_t{1} << 31;

std::uint64_t min_load(HRelation::Params const& params, TrafficContext const& context) {
  return params.loads == LoadLaw::range ? static_cast<std::uint64_t>(params.low) : context.messages;
}

std::uint64_t max_load(HRelation::Params const& params, TrafficContext const& context) {
  if (params.loads == LoadLaw::heavy) return context.messages * static_cast<std::uint64_t>(params.factor);
  return params.high == 0 ? 2 * context.messages : static_cast<std::uint64_t>(params.high);
}

std::uint64_t checked_max_load(HRelation::Params const& params, TrafficContext const& context) {
  std::uint64_t const max = max_load(params, context);
  if (max < min_load(params, context))
    throw InputError(fmt::format("low={}", params.low),
                     fmt::format("must be at most twice the {} messages per terminal", context.messages),
                     "reduce low, or specify high");
  if (max > load_limit)
    throw InputError(fmt::format("a terminal has {} messages", max), "the maximum is 2^31");
  return max;
}

}  // namespace

void HRelation::check(Params const& params) {
  if (params.loads == LoadLaw::range && params.high != 0 && params.high < params.low)
    throw InputError(fmt::format("high={}", params.high), fmt::format("must be at least low={}", params.low));
}

HRelation::HRelation(Params const& params, TrafficContext const& context)
    : num_terminals_(context.num_terminals),
      law_(params.loads),
      low_(min_load(params, context)),
      high_(checked_max_load(params, context)),
      heavy_(params.heavy),
      words_(traffic_words(context.seed, TrafficStream::load)),
      loads_(count_loads()),
      slot_bits_(std::bit_width(std::max<std::uint64_t>(loads_.max, 1) - 1)),
      matching_(num_terminals_ << slot_bits_, context.seed, 0,
                static_cast<std::uint32_t>(TrafficStream::permutation)),
      partner_(num_terminals_, context.seed, 0, static_cast<std::uint32_t>(TrafficStream::pairing)) {}

HRelation::Loads HRelation::count_loads() const {
  constexpr std::size_t chunk = 1 << 20;
  std::vector<Loads> parts((num_terminals_ + chunk - 1) / chunk);
  parallel_chunks(num_terminals_, chunk, [&](std::size_t begin, std::size_t end, unsigned) {
    Loads part{0, load_limit, 0};
    for (std::size_t e = begin; e < end; ++e) {
      std::uint64_t const sent = load(static_cast<std::uint32_t>(e));
      part = {part.sum + sent, std::min(part.min, sent), std::max(part.max, sent)};
    }
    parts[begin / chunk] = part;
  });
  Loads all{0, load_limit, 0};
  for (auto const& part : parts)
    all = {all.sum + part.sum, std::min(all.min, part.min), std::max(all.max, part.max)};
  return all;
}

// Replaces each slot by the terminal of the slot that it is matched with.
void HRelation::match(std::span<std::uint64_t> slots) const {
  std::uint64_t walker[tile_size];
  std::uint16_t index[tile_size];
  std::iota(std::begin(index), std::end(index), std::uint16_t{0});
  std::ranges::copy(slots, walker);
  for (std::size_t walking = slots.size(); walking > 0;) {
    throw_if_interrupted();  // up to 2^30 iterations if there are a few heavy terminals among many light ones
    matching_.apply(std::span(walker).first(walking));
    std::size_t left = 0;
    for (std::size_t i = 0; i < walking; ++i) {
      std::uint64_t const slot = walker[i];
      std::uint16_t const to = index[i];
      slots[to] = slot >> slot_bits_;
      walker[left] = slot;
      index[left] = to;
      left += !is_slot(slot);
    }
    walking = left;
  }
}

void HRelation::destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const {
  std::uint64_t slots[tile_size];
  std::size_t waiting = 0, done = 0;
  auto const flush = [&] {
    match(std::span(slots).first(waiting));
    for (std::size_t i = 0; i < waiting; ++i) out[done + i] = static_cast<std::uint32_t>(slots[i]);
    done += waiting;
    waiting = 0;
  };
  for (std::uint64_t e = first.v; e < first.v + terminals; ++e) {
    std::uint64_t const begin = e << slot_bits_, end = begin + load(static_cast<std::uint32_t>(e));
    for (std::uint64_t slot = begin; slot < end; ++slot) {
      slots[waiting++] = slot;
      if (waiting == tile_size) flush();
    }
  }
  flush();
  WEFT_EXPECT(done == out.size());
  partner_.apply(out);
}
}  // namespace weft::traffic
