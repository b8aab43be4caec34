#include "weft/verb/export/opensm_folder.hpp"

#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"

namespace weft::verb {
namespace {

constexpr auto netlist_name = "fabric.net", tables_name = "fabric.lfts", policy_name = "fabric.qos",
               command_name = "start.txt";

std::filesystem::path without_slash(std::filesystem::path const& folder) {
  return folder.has_filename() ? folder : folder.parent_path();
}

[[noreturn]] void fail_to_write(std::filesystem::path const& folder, std::error_code const& reason) {
  throw InputError("cannot write " + folder.string(), reason.message());
}

/// A folder beside the place of another one, to which it moves at the end; else it is removed.
class NewFolder {
 public:
  explicit NewFolder(std::filesystem::path folder)
      : folder_(std::move(folder)),
        temporary_(folder_.parent_path() / fmt::format(".{}.{}", folder_.filename().string(), getpid())) {
    std::error_code error;
    if (!std::filesystem::create_directory(temporary_, error)) fail_to_write(folder_, error);
  }
  ~NewFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(temporary_, ignored);
  }
  NewFolder(NewFolder const&) = delete;
  NewFolder& operator=(NewFolder const&) = delete;

  std::filesystem::path operator/(char const* name) const { return temporary_ / name; }
  void move_to_place() {
    std::error_code error;
    std::filesystem::rename(temporary_, folder_, error);
    if (error) fail_to_write(folder_, error);
  }

 private:
  std::filesystem::path folder_, temporary_;
};

std::string start_text(OpensmFiles const& files) {
  return fmt::format(
      "# In this folder, on a node of the fabric. OpenSM uses the tables only if its log says\n"
      "# `file tables configured on all switches`.\n"
      "{}\n",
      files.start_command(tables_name, policy_name));
}

}  // namespace

void require_new_folder(std::filesystem::path const& folder) {
  auto const place = without_slash(folder);
  std::error_code ignored;
  bool const is_new = !std::filesystem::exists(place, ignored);
  if (!is_new && !std::filesystem::is_empty(place, ignored))
    throw InputError(place.string() + " is not an empty folder", "nothing is written over",
                     "choose another folder");
  require_writable_beside(place);
}

OpensmFolder write_opensm_folder(OpensmFiles const& files, std::filesystem::path folder, Progress& progress) {
  NewFolder place(without_slash(folder));
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
  place.move_to_place();
  return result;
}

}  // namespace weft::verb
