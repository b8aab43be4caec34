#include "weft/routing/layered/ordered_layer.hpp"

#include <algorithm>
#include <numeric>

namespace weft::routing {

OrderedLayer::OrderedLayer(RouteDependencies const& all)
    : all_(all), state_(all.size(), State::absent), place_(all.num_channels()), seen_(all.num_channels()) {
  std::iota(place_.begin(), place_.end(), 0u);
}

bool OrderedLayer::try_add(std::span<std::uint32_t const> route) {
  for (auto const d : route)
    if (state_[d] == State::refused) return false;
  added_.clear();
  for (auto const d : route) {
    if (state_[d] == State::present) continue;
    if (insert(d)) {
      state_[d] = State::present;
      added_.push_back(d);
      continue;
    }
    for (auto const other : added_) state_[other] = State::absent;
    if (added_.empty()) state_[d] = State::refused;
    return false;
  }
  return true;
}

bool OrderedLayer::insert(std::uint32_t dependency) {
  auto const held = all_.held(dependency), wanted = all_.wanted(dependency);
  if (held == wanted) return false;
  if (place_[held] < place_[wanted]) return true;
  after_.clear();
  before_.clear();
  bool const closes = !collect_after(wanted, place_[held]);
  if (!closes) {
    collect_before(held, place_[wanted]);
    reorder();
  }
  for (auto const c : after_) seen_[c] = false;
  for (auto const c : before_) seen_[c] = false;
  return !closes;
}

/// False if the channel at place `upper` is reached.
bool OrderedLayer::collect_after(std::uint32_t start, std::uint32_t upper) {
  stack_.assign(1, start);
  seen_[start] = true;
  while (!stack_.empty()) {
    auto const at = stack_.back();
    stack_.pop_back();
    after_.push_back(at);
    for (auto d = all_.first_out(at); d < all_.first_out(at + 1); ++d) {
      auto const next = all_.wanted(d);
      if (state_[d] != State::present || seen_[next] || place_[next] > upper) continue;
      if (place_[next] == upper) {
        for (auto const c : stack_) seen_[c] = false;
        return false;
      }
      seen_[next] = true;
      stack_.push_back(next);
    }
  }
  return true;
}

void OrderedLayer::collect_before(std::uint32_t start, std::uint32_t lower) {
  stack_.assign(1, start);
  seen_[start] = true;
  while (!stack_.empty()) {
    auto const at = stack_.back();
    stack_.pop_back();
    before_.push_back(at);
    for (auto const d : all_.into(at)) {
      auto const previous = all_.held(d);
      if (state_[d] != State::present || seen_[previous] || place_[previous] < lower) continue;
      seen_[previous] = true;
      stack_.push_back(previous);
    }
  }
}

/// Gives the places of both sets to those before, then to those after.
void OrderedLayer::reorder() {
  auto const by_place = [&](std::uint32_t a, std::uint32_t b) { return place_[a] < place_[b]; };
  std::ranges::sort(before_, by_place);
  std::ranges::sort(after_, by_place);
  auto& places = stack_;
  places.clear();
  for (auto const c : before_) places.push_back(place_[c]);
  for (auto const c : after_) places.push_back(place_[c]);
  std::ranges::sort(places);
  std::size_t i = 0;
  for (auto const c : before_) place_[c] = places[i++];
  for (auto const c : after_) place_[c] = places[i++];
}

}  // namespace weft::routing
