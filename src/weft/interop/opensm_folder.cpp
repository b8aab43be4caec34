// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/opensm_folder.hpp"

#include <fmt/format.h>

#include "weft/io/atomic_file.hpp"
#include "weft/io/atomic_folder.hpp"

namespace weft {
namespace {

constexpr auto netlist_name = "fabric.net", tables_name = "fabric.lfts", policy_name = "fabric.qos",
               command_name = "start.txt";

std::string start_text(OpensmFiles const& files) {
  return fmt::format(
      "# In this folder, on a node of the fabric. OpenSM uses the tables only if its log says\n"
      "# `file tables configured on all switches`.\n"
      "{}\n",
      files.start_command(tables_name, policy_name));
}

}  // namespace

OpensmFolder write_opensm_folder(OpensmFiles const& files, std::filesystem::path const& folder,
                                 Progress& progress) {
  AtomicFolder place(folder);
  OpensmFolder result{.notes = files.notes()};
  auto const write = [&](char const* name, auto const& content) {
    AtomicFile file(place / name);
    content([&](std::string_view piece) {
      file.write(piece);
      result.bytes += piece.size();
      progress.advance(piece.size());
    });
    file.commit();
  };
  write(netlist_name, [&](auto const& take) {
    auto const changed = files.write_netlist(take);
    result.notes.insert(result.notes.end(), changed.begin(), changed.end());
  });
  write(tables_name, [&](auto const& take) { files.write_tables(take); });
  if (files.has_levels()) write(policy_name, [&](auto const& take) { files.write_policy(take); });
  write(command_name, [&](auto const& take) { take(start_text(files)); });
  place.commit();
  return result;
}

}  // namespace weft
