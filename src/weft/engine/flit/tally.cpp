// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/tally.hpp"

#include <algorithm>

namespace weft::flit {
namespace {

/// Calls `visit` for each member of ClassTally, with the member of each argument.
template <class Visit, class... Tallies>
void visit_class_fields(Visit const& visit, Tallies&... of) {
  visit(of.accepted...);
  visit(of.measured_flits...);
  visit(of.latency...);
  visit(of.network...);
  visit(of.latencies...);
}

/// Calls `visit` for each member of Tally, with the member of each argument.
template <class Visit, class... Tallies>
void visit_fields(Visit const& visit, Tallies&... of) {
  visit_class_fields(visit, of...);
  visit(of.recent...);
  visit(of.delivered...);
  visit(of.last_delivery...);
  visit(of.started...);
  visit(of.unreachable...);
  visit(of.measured_started...);
  visit(of.head...);
  visit(of.hops...);
  visit(of.by_hops...);
  visit(of.blocks...);
  visit(of.classes...);
}

struct Merge {
  void operator()(std::uint64_t& sum, std::uint64_t other) const { sum += other; }
  void operator()(DelaySum& sum, DelaySum const& other) const { sum.merge(other); }
  void operator()(Histogram& sum, Histogram const& other) const { sum.merge(other); }
  void operator()(ClassTally& sum, ClassTally const& other) const { visit_class_fields(*this, sum, other); }
  template <class T>
  void operator()(std::vector<T>& sums, std::vector<T> const& others) const {
    sums.resize(std::max(sums.size(), others.size()));
    for (std::size_t i = 0; i < others.size(); ++i) (*this)(sums[i], others[i]);
  }
};

struct Write {
  ByteWriter& out;
  void operator()(std::uint64_t number) const { out.put(number); }
  void operator()(DelaySum const& sum) const { out.put(sum); }
  void operator()(Histogram const& histogram) const { histogram.write(out); }
  void operator()(std::vector<DelaySum> const& sums) const { out.put_list(sums); }
  void operator()(std::vector<ClassTally> const& classes) const {
    out.put(classes.size());
    for (auto const& tally : classes) visit_class_fields(*this, tally);
  }
};

struct Read {
  ByteReader& in;
  void operator()(std::uint64_t& number) const { number = in.read<std::uint64_t>(); }
  void operator()(DelaySum& sum) const { sum = in.read<DelaySum>(); }
  void operator()(Histogram& histogram) const { histogram = Histogram::read(in); }
  void operator()(std::vector<DelaySum>& sums) const { sums = in.read_list<DelaySum>(); }
  void operator()(std::vector<ClassTally>& classes) const {
    classes.resize(in.read<std::size_t>());
    for (auto& tally : classes) visit_class_fields(*this, tally);
  }
};

}  // namespace

void Tally::merge(Tally const& other) {
  auto const last = std::max(last_delivery, other.last_delivery);
  visit_fields(Merge{}, *this, other);
  last_delivery = last;
}

void Tally::write(ByteWriter& out) const { visit_fields(Write{out}, *this); }

Tally Tally::read(ByteReader& in) {
  Tally tally;
  visit_fields(Read{in}, tally);
  return tally;
}

}  // namespace weft::flit
