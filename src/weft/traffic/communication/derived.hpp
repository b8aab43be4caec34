// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// The communication pattern `traffic`: a traffic pattern between tasks instead of terminals.
class Traffic {
 public:
  struct Params {
    std::string of = "permutation";
    std::int64_t messages = 1;
  };
  static constexpr std::string_view name = "traffic";
  static constexpr std::string_view doc =
      "Any traffic pattern (weft list traffic_patterns) with tasks instead of terminals, e.g. traffic:of=tornado or "
      "traffic:of=[shift:by=3]: random permutations, nearest neighbors in turn, bit complement, "
      "h-relations. Patterns "
      "on a grid use the task grid; the groups of next_group are by default as many consecutive tasks as fill a "
      "group of the topology. Uniform traffic is replaced by its expectation, equal for all tasks; "
      "other random choices are drawn once, from the seed.";
  static constexpr std::tuple schema{
      param("of", &Params::of, "the pattern").from("traffic patterns"),
      param("messages", &Params::messages, Range{1, 1048576},
            "messages per task; no effect on uniform traffic, whose load is its expectation"),
  };

  explicit Traffic(Params const& params) : params_(params) {}
  /// Returns whether the communication depends on the seed of the context.
  bool depends_on_seed() const;
  /// Returns the parameters, including the number of groups if the pattern derives it from the machine.
  /// Throws InputError if the tasks do not fill whole groups.
  static Params resolved(Params params, TaskContext const& context);
  Communication communicate(TaskContext const& context) const;

 private:
  Params params_;
};

/// The communication pattern `matrix`: the traffic in a file.
class Matrix {
 public:
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "matrix";
  static constexpr std::string_view doc =
      "A communication matrix in Matrix Market format: entry (i, j) is the amount that task i sends to task j, counted from 1, e.g. "
      "the bytes between the ranks of a real program. Whole numbers are exact; others are rounded to 40 bits of the maximum.";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the file of the matrix").required(),
  };

  explicit Matrix(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;
  /// Returns the default task grid of the job: a single row.
  Sides default_grid() const;

 private:
  Params params_;
};

/// Unit of monitored traffic.
enum class MonitoredAmount : std::uint8_t { bytes, messages };

}  // namespace weft::task

template <>
inline constexpr weft::EnumValue<weft::task::MonitoredAmount>
    weft::enum_values<weft::task::MonitoredAmount>[] = {
        {"bytes", weft::task::MonitoredAmount::bytes, "number of bytes"},
        {"messages", weft::task::MonitoredAmount::messages, "number of messages"}};

namespace weft::task {

/// The communication pattern `monitoring`: the recorded traffic of an application.
class Monitoring {
 public:
  struct Params {
    std::string file;
    std::string kinds = "EISR";
    MonitoredAmount amount = MonitoredAmount::bytes;
  };
  static constexpr std::string_view name = "monitoring";
  static constexpr std::string_view doc =
      "The traffic that Open MPI's monitoring component recorded in a run: `mpirun --mca pml_monitoring_enable 2 --mca "
      "pml_monitoring_enable_output 3 --mca pml_monitoring_filename NAME` writes NAME.RANK.prof for every rank (G. Bosilca et al., "
      "Online dynamic monitoring of MPI communications, Euro-Par 2017). Lines `E from to N bytes M msgs sent ..`, separated by tabs. "
      "Task = rank.";
  static constexpr std::tuple schema{
      param("file", &Params::file, "one .prof file, several with a * in the name, or a directory of them")
          .required(),
      param(
          "kinds", &Params::kinds,
          "kinds of lines to include: E point to point, I inside the library (collectives, for example), S put and R "
          "get in windows; C instead of I: the payload of collectives, whatever their algorithm"),
      param("amount", &Params::amount, "unit of the amounts"),
  };
  static void check(Params const& params);

  explicit Monitoring(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;
  /// Returns the default task grid of the job: its ranks in a single row.
  Sides default_grid() const;

 private:
  Params params_;
};

/// The communication pattern `program`: the messages between the ranks of a program.
class ProgramMessages {
 public:
  struct Params {
    std::string of = "stencil";
  };
  static constexpr std::string_view name = "program";
  static constexpr std::string_view doc =
      "The bytes that the ranks of a program (weft list programs) send to each other, collective "
      "calls as "
      "messages, so that mappings can be searched for it: program:of=[fft:points=64]. Rank i is task i";
  static constexpr std::tuple schema{
      param("of", &Params::of, "the program, in brackets if it has parameters").from("programs")};

  explicit ProgramMessages(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;

 private:
  Params params_;
};

/// The communication pattern `worst_case`: the worst-case permutation of a network and a routing.
class WorstCase {
 public:
  struct Params {};
  static constexpr std::string_view name = "worst_case";
  static constexpr std::string_view doc =
      "The permutation that maximizes the load of the most loaded channel under the routing, with task "
      "i on terminal i (mapping linear): for each channel, the heaviest matching of senders and "
      "receivers by the shares that it carries (Towles & Dally, Worst-case traffic for oblivious "
      "routing functions, SPAA 2002). Requires one task per terminal.";
  static constexpr std::tuple schema{};

  explicit WorstCase(Params const&) {}
  Communication communicate(TaskContext const& context) const;
};

}  // namespace weft::task
