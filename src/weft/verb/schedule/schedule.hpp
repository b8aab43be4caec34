// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/experiment/link_times.hpp"

namespace weft::verb {

/// Extent to which a schedule is executed to verify its closed forms.
enum class Verification : std::uint8_t { automatic, literal, symmetry, none };

/// Parts of a result with a size that grows with the schedule.
enum class Details : std::uint8_t { automatic, all, none, slots };

}  // namespace weft::verb

namespace weft {

template <>
inline constexpr EnumValue<verb::Verification> enum_values<verb::Verification>[] = {
    {"auto", verb::Verification::automatic, "literal up to 4,096 processors, else symmetry"},
    {"literal", verb::Verification::literal, "every message of every processor on every channel"},
    {"symmetry", verb::Verification::symmetry,
     "all messages of one processor, hop by hop; `sources` other processors are compared, hop by hop, with "
     "the translated messages"},
    {"none", verb::Verification::none, "closed forms only: no schedule is built"}};

template <>
inline constexpr EnumValue<verb::Details> enum_values<verb::Details>[] = {
    {"auto", verb::Details::automatic, "tables of up to 64 rows"},
    {"all", verb::Details::all, "all tables"},
    {"none", verb::Details::none, "no tables"},
    {"slots", verb::Details::slots, "as auto, and the array `slots` of the channels in use in every slot"}};

}  // namespace weft

namespace weft::verb {

/// A schedule, built and executed slot by slot. Tables: `schedule` (closed form and execution), `execution`,
/// `channels`, and, depending on `details`, `launches`, `relations`, `level_sizes`; for an h-relation
/// `h_relation` and `deliveries`; for an application `contention` and `phases`; for transfers from a file
/// `transfers` and `channels`. With a `bandwidth`, times are in slots and in seconds. Throws InputError with
/// the first violation if the schedule is invalid.
struct ScheduleVerb {
  struct Params {
    std::string topology = "sparse_torus:dimensions=4,side=3";
    std::string schedule = "general";
    std::int64_t relations = 1;
    std::int64_t packets = 0;
    Verification verify = Verification::automatic;
    std::int64_t sources = 1000;
    Details details = Details::automatic;
    std::int64_t seed = 1;
    LinkTimes times{.bytes = 1e6};
  };
  static constexpr std::string_view name = "schedule";
  static constexpr std::string_view doc = "execute a time-slotted schedule slot by slot";
  static constexpr std::string_view example =
      "weft schedule sparse_torus:dimensions=3,side=4\n"
      "weft schedule torus:8x8 --schedule summa\n"
      "weft schedule torus:4x4 --schedule cannon";
  /// Parameters of the request, without link times.
  static constexpr std::tuple request_schema{
      topology_field(&Params::topology),
      param("schedule", &Params::schedule,
            "schedule: an all-to-all of sparse tori, e.g. general, crossing:axes=x, or an algorithm of an "
            "application, e.g. summa")
          .from("schedules"),
      param("relations", &Params::relations, Range{1, 4294967295.0}, "number of consecutive all-to-alls"),
      param(
          "packets", &Params::packets, Range{0, 4294967295.0},
          "messages of every processor: a random h-relation (h random permutations) instead of all-to-alls, "
          "sent in as many all-to-alls as needed; 0: none"),
      param("verify", &Params::verify, "verification of the schedule"),
      param("sources", &Params::sources, Range{0, 4294967295.0},
            "verify=symmetry: processors compared with processor 0"),
      param("details", &Params::details, "additional tables and arrays, of slots and distances"),
      seed_field(&Params::seed)};
  static constexpr std::tuple schema = std::tuple_cat(
      request_schema,
      group(&Params::times,
            time_schema("bytes of a packet: the capacity of a channel of bandwidth 1 in a slot",
                        "cost of a step in addition to its slots")));
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb
