#pragma once

#include <cstdint>
#include <vector>

#include "weft/io/program/program.hpp"

namespace weft::traffic {

/// The operations of one rank in phases: those of a phase begin together, when all of the phase before have
/// ended.
class RankSequence {
 public:
  /// Begins the operations of the rank.
  RankSequence(ProgramBuilder& builder, std::uint32_t rank) : builder_(builder) { builder_.begin_rank(rank); }

  void add(Operation const& it) { placed(builder_.add(it)); }
  void add(CollectiveCall call) { placed(builder_.add(std::move(call))); }
  /// A phase of computing; none if `ns` is 0 and there was a phase before.
  void compute(double ns);
  /// A phase of one call.
  void call(CollectiveCall call);
  /// What comes now is a new phase.
  void next();

 private:
  void placed(std::uint32_t number) {
    for (auto const before : before_) builder_.wait_for_end(number, before);
    now_.push_back(number);
  }

  ProgramBuilder& builder_;
  std::vector<std::uint32_t> before_, now_;  // operations of the phase before, and of this one
};

}  // namespace weft::traffic
