// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include "weft/core/error.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"
#include "weft/routing/clex/clex_flooding.hpp"

namespace weft::rounds {
namespace {

/// Flood with every node and channel of a CLEX; channel = node * degree + port.
class ClexFlood final : public Flood {
 public:
  ClexFlood(topology::Clex const& clex, FloodTrees trees)
      : clex_(clex), rule_(clex, trees), degree_(clex.degree({0})), targets_(clex.num_routers() * degree_) {
    for (std::uint32_t node = 0; node < num_nodes(); ++node)
      for (std::uint16_t port = 0; port < degree_; ++port)
        targets_[node * degree_ + port] = {clex.neighbor({node}, {port}).router.v, 1};
  }

  std::uint32_t num_nodes() const override { return static_cast<std::uint32_t>(clex_.num_routers()); }
  std::uint32_t num_channels() const override { return static_cast<std::uint32_t>(targets_.size()); }
  std::uint32_t class_of(std::uint32_t channel) const override {
    return clex_.level_of({channel / degree_}, {static_cast<std::uint16_t>(channel % degree_)}) - 1;
  }
  std::span<FloodTarget const> targets(std::uint32_t channel) const override {
    return {&targets_[channel], 1};
  }
  void start(std::uint32_t node, std::vector<FloodSend>& out) const override {
    rule_.start(node, [&](std::uint32_t port, std::uint32_t stage) {
      out.push_back({node * degree_ + port, node, stage});
    });
  }
  void forward(std::uint32_t node, FloodSend const& arrived, std::vector<FloodSend>& out) const override {
    rule_.forward(node, arrived.token, arrived.stage, [&](std::uint32_t port, std::uint32_t stage) {
      out.push_back({node * degree_ + port, arrived.token, stage});
    });
  }

 private:
  topology::Clex const clex_;
  ClexFloodingRule const rule_;
  std::uint32_t const degree_;
  std::vector<FloodTarget> targets_;
};

/// Digits d_1 .. d_l up to renaming of values: values are numbered by first occurrence in d_l, .., d_2, d_1.
using Pattern = std::vector<std::uint32_t>;

Pattern canonical(Pattern digits) {
  std::map<std::uint32_t, std::uint32_t> names;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit)
    *digit = names.emplace(*digit, static_cast<std::uint32_t>(names.size())).first->second;
  return digits;
}

/// Returns the number of distinct values among d_2 .. d_l of a canonical pattern.
std::uint32_t values_above(Pattern const& pattern) {
  std::uint32_t values = 0;
  for (std::size_t i = 1; i < pattern.size(); ++i) values = std::max(values, pattern[i] + 1);
  return values;
}

/// Quotient of the flood on a CLEX with single links under the renaming of digit values, which maps the
/// machine and the flood onto themselves: one node for each pattern of equal digits. Channel = pattern *
/// levels + level - 1; one channel represents all channels of level 1 of a node.
class PatternFlood final : public Flood {
 public:
  explicit PatternFlood(topology::Clex const& clex)
      : levels_(clex.levels()), m_(clex.m()), stages_(clex, FloodTrees::shortest) {
    visit(canonical(Pattern(levels_, 0)));
    for (std::size_t next = 0; next < patterns_.size(); ++next) connect(Pattern(patterns_[next]));
  }

  std::uint32_t num_nodes() const override { return static_cast<std::uint32_t>(patterns_.size()); }
  std::uint32_t num_channels() const override { return static_cast<std::uint32_t>(targets_.size()); }
  std::uint32_t class_of(std::uint32_t channel) const override { return channel % levels_; }
  std::span<FloodTarget const> targets(std::uint32_t channel) const override { return targets_[channel]; }
  void start(std::uint32_t node, std::vector<FloodSend>& out) const override {
    spread(node, 0, out);
    climb(node, levels_, out);
  }
  void forward(std::uint32_t node, FloodSend const& arrived, std::vector<FloodSend>& out) const override {
    if (stages_.spreads_after(arrived.stage)) spread(node, arrived.stage + 1, out);
    climb(node, stages_.next_level(arrived.stage), out);
  }

 private:
  std::uint32_t visit(Pattern const& pattern) {
    auto const [at, is_new] = index_.emplace(pattern, static_cast<std::uint32_t>(patterns_.size()));
    if (is_new) patterns_.push_back(pattern);
    return at->second;
  }

  void connect(Pattern const& pattern) {
    auto const above = values_above(pattern);
    bool const fresh = pattern[0] >= above;
    std::vector<FloodTarget> mates;
    for (std::uint32_t value = 0; value <= above && value < m_; ++value) {
      auto const senders = fresh ? m_ - above - (value == above) : value != pattern[0];
      if (senders == 0) continue;
      auto mate = pattern;
      mate[0] = value;
      mates.push_back({visit(canonical(mate)), senders});
    }
    targets_.push_back(std::move(mates));
    for (std::uint32_t level = 2; level <= levels_; ++level) {
      auto swapped = pattern;
      std::swap(swapped[0], swapped[level - 1]);
      targets_.push_back({{visit(canonical(swapped)), 1}});
    }
  }

  void spread(std::uint32_t node, std::uint32_t stage, std::vector<FloodSend>& out) const {
    if (!targets_[node * levels_].empty()) out.push_back({node * levels_, 0, stage});
  }
  void climb(std::uint32_t node, std::uint32_t top, std::vector<FloodSend>& out) const {
    for (auto level = top; level >= 2; --level)
      if (patterns_[node][level - 1] != patterns_[node][0])
        out.push_back({node * levels_ + level - 1, 0, stages_.of_level(level)});
  }

  std::uint32_t const levels_, m_;
  ClexStages const stages_;
  std::map<Pattern, std::uint32_t> index_;
  std::vector<Pattern> patterns_;
  std::vector<std::vector<FloodTarget>> targets_;
};

/// Quotient of the flood with full links and one_edge trees. Node k < kinds is a root: its digit of level L
/// >= 2 equals its lowest digit if bit L - 2 of k is set. Node kinds + k represents the other nodes of its
/// clique. Channel = k * (2 levels - 1) + way: way 0 is level 1 of the root; way 2 L - 3 is the edge of level
/// L from the root that lands on the lowest digit of the root, and way 2 L - 2 the edge of level L from
/// another node that lands on it. An edge of level L leads to the copy of the lowest digit of its node;
/// hence, where an edge of the root enters, digit L equals the landing digit, and where an edge of another
/// node enters, it does not.
class RootFlood final : public Flood {
 public:
  explicit RootFlood(topology::Clex const& clex)
      : levels_(clex.levels()),
        kinds_(clex.m() == 1 ? 0 : 1U << (levels_ - 1)),
        stages_(clex, FloodTrees::one_edge),
        targets_(std::size_t{kinds_} * ways()) {
    auto const m = clex.m();
    for (std::uint32_t k = 0; k < kinds_; ++k) {
      targets_[channel(k, 0)] = {kinds_ + k, 1};
      for (std::uint32_t level = 2; level <= levels_; ++level) {
        targets_[channel(k, 2 * level - 3)] = {k | bit(level), has(k, level) ? 0 : m - 1};
        targets_[channel(k, 2 * level - 2)] = {k & ~bit(level), has(k, level) ? 1 : m - 2};
      }
    }
  }

  std::uint32_t num_nodes() const override { return 2 * kinds_; }
  std::uint32_t num_channels() const override { return static_cast<std::uint32_t>(targets_.size()); }
  std::uint32_t class_of(std::uint32_t channel) const override { return (channel % ways() + 1) / 2; }
  std::span<FloodTarget const> targets(std::uint32_t channel) const override {
    return {&targets_[channel], 1};
  }
  void start(std::uint32_t node, std::vector<FloodSend>& out) const override {
    if (node >= kinds_) return;
    out.push_back({channel(node, 0), 0, 0});
    climb(node, levels_, out);
  }
  void forward(std::uint32_t node, FloodSend const& arrived, std::vector<FloodSend>& out) const override {
    if (stages_.spreads_after(arrived.stage)) out.push_back({channel(node, 0), 0, arrived.stage + 1});
    climb(node, stages_.next_level(arrived.stage), out);
  }

 private:
  std::uint32_t ways() const { return 2 * levels_ - 1; }
  std::uint32_t channel(std::uint32_t kind, std::uint32_t way) const { return kind * ways() + way; }
  static std::uint32_t bit(std::uint32_t level) { return 1U << (level - 2); }
  static bool has(std::uint32_t kind, std::uint32_t level) { return (kind & bit(level)) != 0; }

  void climb(std::uint32_t node, std::uint32_t top, std::vector<FloodSend>& out) const {
    bool const is_root = node < kinds_;
    for (auto level = top; level >= 2; --level)
      if (auto const c = channel(is_root ? node : node - kinds_, 2 * level - (is_root ? 3 : 2));
          targets_[c].copies > 0)
        out.push_back({c, 0, stages_.of_level(level)});
  }

  std::uint32_t const levels_, kinds_;
  ClexStages const stages_;
  std::vector<FloodTarget> targets_;
};

}  // namespace

std::unique_ptr<Flood> make_flood(topology::Clex const& clex, FloodTrees trees) {
  if (!has_flood_by_levels(clex))
    throw InputError{
        "allgather by levels does not support this clex",
        "with a local network, or with landing=high and more than 2 levels, the levels are not trees"};
  return std::make_unique<ClexFlood>(clex, trees);
}

std::unique_ptr<Flood> make_pattern_flood(topology::Clex const& clex) {
  WEFT_EXPECT(clex.single());
  return std::make_unique<PatternFlood>(clex);
}

std::unique_ptr<Flood> make_root_flood(topology::Clex const& clex) {
  WEFT_EXPECT(!clex.single() && has_flood_by_levels(clex));
  return std::make_unique<RootFlood>(clex);
}

double num_followed_by_roots(topology::Clex const& clex) {
  return std::pow(2.0, clex.levels()) * std::pow(static_cast<double>(clex.m()), clex.levels() - 1);
}

std::uint64_t num_patterns(topology::Clex const& clex) {
  std::vector<std::uint64_t> with_values(clex.m() < 32 ? clex.m() + 1 : 33, 0);
  with_values[1] = 1;
  for (std::uint32_t digit = 1; digit < clex.levels(); ++digit)
    for (auto values = with_values.size() - 1; values >= 1; --values)
      with_values[values] = values * with_values[values] + with_values[values - 1];
  std::uint64_t sum = 0;
  for (auto const patterns : with_values) sum += patterns;
  return sum;
}

}  // namespace weft::rounds
