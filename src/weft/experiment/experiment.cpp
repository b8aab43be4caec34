// SPDX-License-Identifier: Apache-2.0
#include "weft/experiment/experiment.hpp"

#include <fmt/format.h>

#include "weft/core/column_meanings.hpp"
#include "weft/core/error.hpp"
#include "weft/core/hash.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/spec.hpp"
#include "weft/io/file.hpp"
#include "weft/io/monitoring.hpp"
#include "weft/version.hpp"

namespace weft {
namespace {

std::string digest_of(std::filesystem::path const& file) {
  Fnv1a hash;
  visit_regular_file(file, [&](std::string_view piece) { hash.add_bytes(piece); });
  return fmt::format("{:016x}", hash.value());
}

/// Appends the digests of the existing files that the value of a file key names. The value of `host` names a
/// file only if it begins with @.
void add_contents(std::string_view key, std::string const& value, std::vector<Setting>& hashes) {
  if (key == "host" && !value.starts_with('@')) return;
  auto const path = value.substr(value.starts_with('@'));
  for (auto const& file :
       key == "path" && directory_exists(path) ? list_directory(path) : monitoring_files(path))
    if (file_exists(file)) hashes.push_back({"contents of " + file.string(), digest_of(file)});
}

/// Appends the digests of the files that a setting names, at any nesting depth.
void add_files(std::string_view key, std::string const& value, std::vector<Setting>& hashes) {
  if (!is_file_key(key) && value.find('=') == std::string::npos) return;
  try {
    if (is_file_key(key)) return add_contents(key, value, hashes);
    auto const specs = value.starts_with('[') ? parse_nested(value) : std::vector<Spec>{Spec::parse(value)};
    for (auto const& spec : specs)
      for (auto const& [name, inner] : spec.arguments) add_files(name, inner, hashes);
  } catch (InputError const&) {
    return;  // neither a spec nor a directory
  }
}

}  // namespace

std::vector<Setting> contents_of(std::vector<Setting> const& settings) {
  std::vector<Setting> hashes;
  for (auto const& [key, value] : settings) add_files(key, value, hashes);
  return hashes;
}

void Experiment::resolve(std::vector<Setting> resolved, std::int64_t seed) {
  auto const hashes = contents_of(resolved);
  resolved_ = std::move(resolved);
  resolved_.insert(resolved_.end(), hashes.begin(), hashes.end());
  seed_ = static_cast<std::uint64_t>(seed);
}

std::optional<OutputFile> Experiment::document() const {
  for (auto& file : attachments())
    if (file.is_answer) return std::move(file);
  return {};
}

Result Experiment::run(Progress& progress) {
  Result result;
  result.verb = verb_;
  result.request = request_;
  result.version = build_version;
  result.seed = seed_;
  result.host = describe_host();
  result.threads = num_threads();
  result.scenario = resolved_;
  ProgressOfThread const listens(progress);
  execute(result, progress);
  for (auto& table : result.tables) add_meanings(table);
  return result;
}

Estimate estimate_rows(double rows) {
  constexpr double bytes_per_row = 300, seconds_per_row = 4e-7;
  return {rows * bytes_per_row, rows * seconds_per_row};
}

}  // namespace weft
