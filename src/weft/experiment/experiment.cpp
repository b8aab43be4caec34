#include "weft/experiment/experiment.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

/// FNV-1a.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char const c : text) hash = (hash ^ c) * 0x100000001b3;
  return hash;
}

void add_file(std::string const& path, std::vector<Setting>& hashes) {
  std::error_code no_such_file;
  if (!std::filesystem::is_regular_file(path, no_such_file)) return;
  hashes.push_back({"contents of " + path, fmt::format("{:016x}", hash_of(read_file(path)))});
}

/// The files that a value of a setting names as `file=PATH` or `path=PATH`, at any depth of brackets.
void add_files(std::string const& value, std::vector<Setting>& hashes) {
  if (value.find("file=") == std::string::npos && value.find("path=") == std::string::npos) return;
  try {
    auto const specs = value.starts_with('[') ? parse_nested(value) : std::vector<Spec>{Spec::parse(value)};
    for (auto const& spec : specs)
      for (auto const& [key, inner] : spec.arguments)
        key == "file" || key == "path" ? add_file(inner, hashes) : add_files(inner, hashes);
  } catch (InputError const&) {
    return;  // text that only looks like a spec
  }
}

}  // namespace

void Experiment::resolve(std::vector<Setting> resolved, std::int64_t seed) {
  std::vector<Setting> hashes;
  for (auto const& [key, value] : resolved)
    key == "routes" ? add_file(value, hashes) : add_files(value, hashes);
  resolved_ = std::move(resolved);
  resolved_.insert(resolved_.end(), hashes.begin(), hashes.end());
  seed_ = static_cast<std::uint64_t>(seed);
}

Result Experiment::run(Progress& progress) {
  Result result = new_result(seed_);
  result.scenario = resolved_;
  execute(result, progress);
  return result;
}

}  // namespace weft
