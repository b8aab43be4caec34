#pragma once

#include <string>
#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// The unit in which monitored traffic counts.
enum class MonitoredAmount : std::uint8_t { bytes, messages };

}  // namespace weft::task

template <>
inline constexpr weft::EnumValue<weft::task::MonitoredAmount>
    weft::enum_values<weft::task::MonitoredAmount>[] = {
        {"bytes", weft::task::MonitoredAmount::bytes, "bytes"},
        {"messages", weft::task::MonitoredAmount::messages, "messages"}};

namespace weft::task {

/// The traffic of a real program, as recorded.
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
      param("file", &Params::file, "one .prof file, several with a * in the name, or a directory of them"),
      param(
          "kinds", &Params::kinds,
          "the lines that count: E point to point, I inside the library (collectives, for example), S put and R "
          "get in windows; C instead of I: the payload of collectives, whatever their algorithm"),
      param("amount", &Params::amount, "unit of the amounts"),
  };
  static void check(Params const& params);

  explicit Monitoring(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;
  /// The grid of the job, if none is given: its ranks in one row.
  Sides own_grid() const;

 private:
  Params params_;
};

}  // namespace weft::task
