// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/message_model.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/csv.hpp"
#include "weft/io/file.hpp"

namespace weft::flow {
namespace {

constexpr std::array<std::string_view, 3> columns{"bytes", "latency_factor", "bandwidth_factor"};

/// Returns the SimGrid 3.32 defaults (network/latency-factor, network/bandwidth-factor, network/weight-S).
SizeFactors lv08() { return SizeFactors{{{0, 13.01, 0.97}}, 20537}; }

/// Returns the defaults of smpi/lat-factor and smpi/bw-factor in SimGrid, which apply above their thresholds.
SizeFactors smpi() {
  return SizeFactors{{{1, 2.01467, 0.812084},
                      {258, 1.95341, 0.338112},
                      {733, 1.9503, 0.341987},
                      {1427, 1.61075, 0.608902},
                      {3485, 1.88101, 0.77493},
                      {5777, 2.18796, 1.08739},
                      {9377, 2.59299, 0.58729},
                      {15425, 3.48845, 0.697866},
                      {65473, 11.6436, 0.940694}},
                     8775};
}

double number_at(CsvFile const& file, CsvField const& field, std::string_view name) {
  return at_place(file.place(field), [&] {
    auto const number = read_number(name, field.text, name == columns[0] ? "bytes" : "");
    bool const is_size = name == columns[0];
    if (number < 0 || (!is_size && number == 0) || number > 1e18)
      reject_value(name, field.text, is_size ? "must be in [0, 1e18]" : "must be above 0, at most 1e18");
    return number;
  });
}

}  // namespace

SizeFactor SizeFactors::of(double bytes) const {
  auto const after = std::ranges::upper_bound(sizes_, bytes, {}, &SizeFactor::from);
  return after == sizes_.begin() ? SizeFactor{} : *(after - 1);
}

SizeFactors parse_size_factors(std::string_view text, std::string name) {
  auto const file = parse_csv(text, std::move(name));
  if (!std::ranges::equal(file.header, columns))
    throw InputError("unexpected header '" + shown(fmt::format("{}", fmt::join(file.header, ","))) + "'",
                     fmt::format("a list of factors has the header {}", fmt::join(columns, ",")), "",
                     file.file + ":1:1");
  std::vector<SizeFactor> sizes;
  for (auto const& record : file.records) {
    SizeFactor const factor{number_at(file, record[0], columns[0]), number_at(file, record[1], columns[1]),
                            number_at(file, record[2], columns[2])};
    if (!sizes.empty() && factor.from <= sizes.back().from)
      throw InputError("bytes=" + record[0].text, "must exceed the size in the previous row", "",
                       file.place(record[0]));
    sizes.push_back(factor);
  }
  if (sizes.empty()) throw InputError("the file contains no factors", {}, {}, file.file);
  return SizeFactors(std::move(sizes));
}

SizeFactors read_size_factors(std::string const& text) {
  if (text == "none") return {};
  if (text == "lv08") return lv08();
  if (text == "smpi") return smpi();
  if (!file_exists(text))
    throw InputError("factors=" + shown(text), "must be none, lv08, smpi or an existing file",
                     suggest(text, std::vector<std::string>{"none", "lv08", "smpi"}), "factors");
  return parse_size_factors(read_file(text), text);
}

namespace {

std::uint64_t group_of(Message const& message, Fairness fair) {
  switch (fair) {
    case Fairness::messages: break;
    case Fairness::pairs: return std::uint64_t{message.from} << 32 | message.to;
    case Fairness::senders: return message.from;
  }
  return no_group;
}

}  // namespace

MessageModel::MessageModel(FlowParams const& params, std::span<double const> capacities)
    : fair_(params.fairness),
      weighting_(params.weight),
      envelope_(params.envelope),
      factors_(read_size_factors(params.factors)),
      capacities_(capacities) {}

double MessageModel::weight(Path const& path, double latency) const {
  if (factors_.weight_bytes() > 0) {
    auto delay = latency;
    for (auto const& hop : path.hops) delay += hop.share * factors_.weight_bytes() / capacities_[hop.channel];
    return delay > 0 ? 1 / delay : 1;
  }
  return weighting_ == Weighting::latency && latency > 0 ? 1 / latency : 1;
}

Departure MessageModel::departure(Message const& message, Path const& path, double latency) const {
  auto const size = message.bytes + envelope_;
  auto const all = path.latency + latency;
  auto const factor = factors_.of(size);
  return {.time = message.start,
          .latency = all * factor.latency,
          .bytes = message.from == message.to ? 0 : size / factor.bandwidth,
          .message = message.index,
          .weight = weight(path, all),
          .group = group_of(message, fair_)};
}

void check_model(FlowParams const& params) {
  auto const factors = at_place("engine", [&] { return read_size_factors(params.factors); });
  if (factors.weight_bytes() > 0 && params.weight != Weighting::equal)
    throw InputError("weight=latency conflicts with factors=" + params.factors,
                     "the factors define the weights", "omit weight", "engine");
}

}  // namespace weft::flow
