// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"

namespace weft::topology {

/// The k-ary n-fly: n stages of k^(n-1) switches with k inputs and k outputs, and unidirectional channels.
/// Switch s of stage i is router i k^(n-1) + s. Output p of stage i < n - 1 leads to the switch of the next
/// stage with the digits of s, except that digit n - 2 - i is p; it enters by the input port numbered by the
/// replaced digit. Terminal e is injected at switch e / k of the first stage and ejected at switch e / k of
/// the last.
class KaryNfly {
 public:
  struct Params {
    std::int64_t arity = 2;
    std::int64_t stages = 3;
  };
  static constexpr std::string_view name = "kary_nfly";
  static constexpr std::string_view doc =
      "The butterfly of n stages of k x k switches, the k-ary n-fly (Dally & Towles, Principles and "
      "Practices of Interconnection Networks, ch. 4). The arity^stages terminals inject at the first stage "
      "and eject at the last. There are stages * arity^(stages-1) switches, and unidirectional channels. "
      "A unique path leads from any terminal to any other, over stages - 1 channels between switches. "
      "Channel "
      "classes: stage1, stage2, ..";
  static constexpr std::string_view formulae =
      "terminals = arity^stages, switches = stages arity^(stages-1) of arity inputs and outputs, channels = "
      "(stages - 1) arity^stages";
  static constexpr std::tuple schema{
      param("arity", &Params::arity, Range{1, 65535}, "inputs and outputs of a switch").size(),
      param("stages", &Params::stages, Range{1, 32}, "number of stages of switches").size(),
  };
  static constexpr bool one_way = true;

  explicit KaryNfly(Params const& params);
  static void check(Params const& params);
  static std::vector<Params> samples() { return {{2, 1}, {4, 3}, {3, 2}, {2, 4}, {5, 2}, {1, 3}}; }
  /// Returns members with two or more stages; one stage is a single switch.
  static Members members(std::uint64_t i) {
    Members members;
    for (std::uint64_t stages = 2; stages <= 32; ++stages)
      members.push_back(numbered("arity=#,stages=", i) + std::to_string(stages));
    return members;
  }

  Params const& params() const { return params_; }
  std::uint32_t arity() const { return static_cast<std::uint32_t>(arity_.value()); }
  std::uint32_t stages() const { return static_cast<std::uint32_t>(params_.stages); }
  std::uint32_t stage(RouterId r) const { return by_stage_.quotient(r.v); }
  std::uint64_t num_routers() const { return by_stage_.value() * stages(); }
  std::uint64_t num_terminals() const { return by_stage_.value() * arity(); }
  std::uint16_t degree(RouterId r) const {
    return static_cast<std::uint16_t>(stage(r) + 1 < stages() ? arity() : 0);
  }
  std::uint16_t in_degree(RouterId r) const { return static_cast<std::uint16_t>(stage(r) > 0 ? arity() : 0); }
  Hop neighbor(RouterId r, PortId p) const {
    auto const i = stage(r);
    auto const [digit, others] = split(r, i);
    return {{static_cast<std::uint32_t>(others + p.v * strides_[i].value() + by_stage_.value())},
            {static_cast<std::uint16_t>(digit)}};
  }
  RouterId injection_router(TerminalId e) const { return {arity_.quotient(e.v)}; }
  RouterId ejection_router(TerminalId e) const {
    return {static_cast<std::uint32_t>((stages() - 1) * by_stage_.value() + arity_.quotient(e.v))};
  }
  TerminalRange terminals_at(RouterId r) const {
    if (stage(r) > 0) return {};
    return {{r.v * arity()}, arity()};
  }
  std::vector<ChannelClass> classes() const {
    return numbered_classes("stage", 1, std::max(stages(), 2u) - 1);
  }
  ClassId class_of(RouterId r, PortId) const { return {static_cast<std::uint16_t>(stage(r))}; }
  /// Returns the port of `at`, a router before the last stage, toward `last`, a router of the last stage.
  PortId port_towards(RouterId at, RouterId last) const {
    return {static_cast<std::uint16_t>(split(last, stage(at)).digit)};
  }
  KnownMetrics known() const;
  DrawingHint drawing() const;

 private:
  struct Split {
    std::uint32_t digit;
    std::uint64_t others;  // the router's number with the digit set to 0
  };
  /// Extracts from the number of router r the digit that the output ports of stage i select.
  Split split(RouterId r, std::uint32_t i) const {
    auto const digit = arity_.remainder(strides_[i].quotient(by_stage_.remainder(r.v)));
    return {digit, r.v - digit * strides_[i].value()};
  }

  Params params_;
  Divisor arity_, by_stage_;
  std::vector<Divisor> strides_;  // strides of the digit that each stage except the last selects
};

}  // namespace weft::topology
