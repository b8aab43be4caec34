#include <array>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/cable_ends.hpp"
#include "weft/io/fabric/fabric_readers.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

enum class Form : std::uint8_t { topology_file, ports_report, subnet_list };

/// Texts of other tools by the beginning of their first line.
struct OtherText {
  std::string_view begin, meaning, use;
};
constexpr std::string_view as_tables = "it belongs to `--routing forwarding:path=..`";
constexpr std::array other_texts{
    OtherText{"Unicast lids", "a forwarding table", as_tables},
    OtherText{"dump_ucast_routes:", "a forwarding table", as_tables},
    OtherText{"osm_ucast_mgr_dump_ucast_routes:", "a forwarding table", as_tables},
    OtherText{"__osm_ucast_mgr_dump_ucast_routes:", "a forwarding table", as_tables},
    OtherText{"Switch 0x", "an SL2VL table", as_tables},
    OtherText{"Channel Adapter 0x", "a list of path records", as_tables},
    OtherText{"CA:", "the output of iblinkinfo", "print the fabric with ibnetdiscover"},
    OtherText{"Switch:", "the output of iblinkinfo", "print the fabric with ibnetdiscover"},
    OtherText{"SwitchName", "a topology.conf of Slurm", "its format is slurm"},
};

Form form_of(std::string_view text, std::string_view file) {
  LineReader reader(text, file, {.shape = {}, .comments = ""});
  while (reader.next_full_line()) {
    LineCursor line(reader);
    if (line.rest().starts_with('#')) continue;
    for (auto const& other : other_texts)
      if (line.rest().starts_with(other.begin))
        throw InputError(fmt::format("{}, not a topology file", other.meaning), "", std::string(other.use),
                         fmt::format("{}:{}:{}", file, line.place().line, line.place().column));
    if (line.rest().starts_with("{ ")) return Form::subnet_list;
    if (line.rest().starts_with("DR path slid")) return Form::ports_report;
    if (auto ahead = line; accept_kind(ahead, &DeviceNames::ports_report)) return Form::ports_report;
    return Form::topology_file;
  }
  return Form::topology_file;
}

}  // namespace

Fabric parse_fabric(std::string_view text, std::string_view file) {
  switch (form_of(text, file)) {
    case Form::ports_report: return parse_ports_report(text, file);
    case Form::subnet_list: return parse_subnet_list(text, file);
    case Form::topology_file: break;
  }
  return parse_topology_file(text, file);
}

Fabric read_fabric(std::filesystem::path const& path) { return parse_fabric(read_file(path), path.string()); }

}  // namespace weft
