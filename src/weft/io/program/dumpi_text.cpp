// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/dumpi_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/program/dumpi_rank.hpp"

namespace weft {
namespace {

/// Replaces communicator-local ranks by global ranks.
void name_ranks(std::uint32_t rank, DumpiRank& trace, std::string const& file, Communicators const& all) {
  auto const members_of = [&](std::uint32_t count) -> std::vector<std::uint32_t> const& {
    return all.members[all.of_rank[rank][count]];
  };
  auto const reject = [&](std::size_t call, std::uint32_t place) {
    throw InputError(fmt::format("rank {} is not in the communicator", place),
                     "the communicator has fewer ranks", "", fmt::format("{}:{}:1", file, trace.lines[call]));
  };
  auto const calls = trace.calls.operations();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    auto& call = calls[i];
    if (call.kind == OperationKind::call) {
      auto& collective = trace.calls.collectives()[call.peer];
      if (collective.root >= members_of(collective.group).size()) reject(i, collective.root);
      collective.group = all.of_rank[rank][collective.group];
    } else if (is_message(call)) {
      auto const context = all.of_rank[rank][call.context];
      bool const to_self = context == Communicators::self;
      if (call.peer != Operation::any) {
        if (call.peer >= (to_self ? 1 : all.members[context].size())) reject(i, call.peer);
        call.peer = to_self ? rank : all.members[context][call.peer];
      }
      call.context = context;
    }
  }
}

std::vector<std::filesystem::path> files_of_ranks(std::filesystem::path const& pattern) {
  auto const name = pattern.filename().string();
  auto const star = name.find('*');
  if (star == std::string::npos) return {pattern};
  auto const before = name.substr(0, star), after = name.substr(star + 1);
  std::vector<std::filesystem::path> files;
  for (auto const& path : list_directory(pattern.parent_path())) {
    auto const file = path.filename().string();
    if (file.size() >= before.size() + after.size() && file.starts_with(before) && file.ends_with(after) &&
        file_exists(path))
      files.push_back(path);
  }
  if (files.empty()) throw InputError("no file matches " + pattern.string());
  return files;
}

/// The ranks of a trace, read in order.
class DumpiReader {
 public:
  void read(std::string_view text, std::string file) {
    ranks_.emplace_back(text, file);
    files_.push_back(std::move(file));
  }
  Program finish() && {
    require_all_ranks();
    std::vector<std::vector<CreatedCommunicator>> created_communicators;
    for (auto& rank : ranks_) created_communicators.push_back(std::move(rank.created_communicators));
    auto const all = make_communicators(created_communicators);
    ProgramBuilder builder;
    for (std::size_t i = 1; i < all.members.size(); ++i) builder.add_group(all.members[i]);
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
      name_ranks(rank, ranks_[rank], files_[rank], all);
      std::move(ranks_[rank].calls).append_to(builder, rank);
    }
    return std::move(builder).finish(static_cast<std::uint32_t>(ranks_.size()));
  }

 private:
  /// Throws InputError if the number of files differs from the number of ranks of the program.
  void require_all_ranks() {
    auto const files = ranks_.size();
    for (std::size_t i = 0; i < files; ++i) {
      std::size_t minimum = ranks_[i].world_size;
      for (auto const& call : ranks_[i].calls.operations())
        if (is_message(call) && call.context == Communicators::world && call.peer != Operation::any)
          minimum = std::max<std::size_t>(minimum, call.peer + std::size_t{1});
      bool const is_wrong = ranks_[i].world_size > 0 ? minimum != files : minimum > files;
      if (is_wrong)
        throw InputError(
            fmt::format("the trace of {} ranks has {} file{}", minimum, files, files == 1 ? "" : "s"),
            "a trace has a file for each rank", "pass all files of one run, as in file=PREFIX*", files_[i]);
    }
  }

  std::vector<DumpiRank> ranks_;
  std::vector<std::string> files_;
};

}  // namespace

Program parse_dumpi(std::vector<DumpiText> const& texts) {
  DumpiReader reader;
  for (auto const& [text, file] : texts) reader.read(text, file);
  return std::move(reader).finish();
}

Program read_dumpi(std::filesystem::path const& pattern) {
  DumpiReader reader;
  for (auto const& path : files_of_ranks(pattern)) reader.read(read_file(path), path.string());
  return std::move(reader).finish();
}

}  // namespace weft
