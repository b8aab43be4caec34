// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/channel_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/csv.hpp"

namespace weft {
namespace {

constexpr std::uint64_t longest_latency = 1000000;

/// Indices of the columns in a file.
struct Columns {
  std::size_t from = 0, to = 0;
  std::optional<std::size_t> port = {}, latency = {}, bandwidth = {};

  explicit Columns(CsvFile const& file) {
    auto const reject = [&](std::string const& why) {
      throw InputError("unexpected header '" + shown(fmt::format("{}", fmt::join(file.header, ","))) + "'",
                       why, "use from,to,latency,bandwidth", file.file + ":1:1");
    };
    std::optional<std::size_t> first, second;
    for (std::size_t i = 0; i < file.header.size(); ++i) {
      auto const& name = file.header[i];
      auto* const place = name == "from"        ? &first
                          : name == "to"        ? &second
                          : name == "port"      ? &port
                          : name == "latency"   ? &latency
                          : name == "bandwidth" ? &bandwidth
                                                : nullptr;
      if (place == nullptr) reject(shown(name) + " is not a valid column");
      if (place->has_value()) reject(name + " occurs twice");
      *place = i;
    }
    if (!first || !second) reject("from and to are required");
    if (!latency && !bandwidth) reject("latency or bandwidth is required");
    from = *first;
    to = *second;
  }
};

class Reader {
 public:
  Reader(CsvFile const& file, Network const& network, RouterNames& names)
      : file_(file), columns_(file), network_(network), names_(names) {}

  std::vector<ChannelOverride> read() {
    for (auto const& record : file_.records) rows_[ends_of(record)].push_back(&record);
    for (auto const& [ends, records] : rows_) take(ends.first, ends.second, records);
    std::ranges::sort(given_, {}, [](ChannelOverride const& entry) { return entry.channel.v; });
    return std::move(given_);
  }

 private:
  using Record = std::vector<CsvField>;

  RouterId router_in(CsvField const& field) {
    return at_place(file_.place(field), [&] {
      if (auto const router = names_.find(field.text)) return *router;
      auto const suggestion = names_.suggestion(field.text);
      throw InputError(
          "router " + shown(field.text) + " does not exist", "",
          suggestion.empty() ? fmt::format("specify a number below {}", network_.num_routers()) : suggestion);
    });
  }
  std::pair<std::uint32_t, std::uint32_t> ends_of(Record const& record) {
    return {router_in(record[columns_.from]).v, router_in(record[columns_.to]).v};
  }
  std::vector<ChannelIndex> between(std::uint32_t from, std::uint32_t to) const {
    std::vector<ChannelIndex> channels;
    for (std::uint16_t p = 0; p < network_.degree({from}); ++p)
      if (auto const c = network_.channel({from}, {p}); network_.target(c).v == to) channels.push_back(c);
    return channels;
  }

  /// Processes the rows for the channels from router `from` to router `to`.
  void take(std::uint32_t from, std::uint32_t to, std::vector<Record const*> const& records) {
    auto const channels = between(from, to);
    auto const ends = fmt::format("from router {} to router {}", from, to);
    auto const place = file_.place((*records[0])[columns_.from]);
    if (channels.empty())
      throw InputError("no channel leads " + ends, "a row specifies a channel in one direction", "", place);
    bool const by_port = std::ranges::any_of(records, [&](auto const* record) { return has_port(*record); });
    if (by_port) return take_by_port(channels, ends, records);
    if (records.size() != 1 && records.size() != channels.size())
      throw InputError(
          fmt::format("{} rows lead {}", records.size(), ends),
          fmt::format("the network has {} such channel{}", channels.size(), channels.size() == 1 ? "" : "s"),
          "specify one row for all, or one for each", place);
    for (std::size_t i = 0; i < channels.size(); ++i) add(channels[i], *records[records.size() == 1 ? 0 : i]);
  }

  void take_by_port(std::vector<ChannelIndex> const& channels, std::string const& ends,
                    std::vector<Record const*> const& records) {
    std::vector<ChannelIndex> taken;
    for (auto const* record : records) {
      auto const& field = (*record)[*columns_.port];
      auto const port = to_number(field.text);
      auto const found = std::ranges::find_if(channels, [&](ChannelIndex c) {
        auto const id = network_.id(c);
        return port && names_.port_number(id.router(), id.port()) == *port;
      });
      if (found == channels.end())
        throw InputError("port " + shown(field.text) + " has no channel " + ends, "", "", file_.place(field));
      if (std::ranges::find(taken, *found) != taken.end())
        throw InputError("port " + field.text + " is listed twice", ends, "", file_.place(field));
      taken.push_back(*found);
      add(*found, *record);
    }
  }

  bool has_port(Record const& record) const { return columns_.port && !record[*columns_.port].text.empty(); }

  void add(ChannelIndex channel, Record const& record) {
    ChannelOverride entry{.channel = channel};
    if (columns_.latency) entry.latency = latency_in(record[*columns_.latency]);
    if (columns_.bandwidth) entry.bandwidth = bandwidth_in(record[*columns_.bandwidth]);
    given_.push_back(entry);
  }
  std::optional<std::uint32_t> latency_in(CsvField const& field) const {
    if (field.text.empty()) return {};
    auto const cycles = to_number(field.text);
    if (!cycles || *cycles < 1 || *cycles > longest_latency)
      throw InputError("latency=" + shown(field.text), "must be a whole number of cycles in [1, 1000000]", "",
                       file_.place(field));
    return static_cast<std::uint32_t>(*cycles);
  }
  std::optional<double> bandwidth_in(CsvField const& field) const {
    if (field.text.empty()) return {};
    return at_place(file_.place(field), [&] {
      auto const value = read_number("bandwidth", field.text, "");
      if (!(value > 0) || !std::isfinite(value)) reject_value("bandwidth", field.text, "must be above 0");
      return value;
    });
  }

  CsvFile const& file_;
  Columns const columns_;
  Network const& network_;
  RouterNames& names_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Record const*>> rows_;
  std::vector<ChannelOverride> given_;
};

}  // namespace

std::vector<ChannelOverride> parse_channel_file(std::string_view text, std::string file,
                                                Network const& network, RouterNames& names) {
  auto const csv = parse_csv(text, std::move(file));
  if (csv.records.empty()) throw InputError("the file contains no channels", "", "", csv.file);
  return Reader(csv, network, names).read();
}

}  // namespace weft
