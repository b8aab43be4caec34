// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/io/program/dumpi_call.hpp"
#include "weft/io/program/rank_calls.hpp"

namespace weft {

/// The calls of one rank, in the output of dumpi2ascii. Ranks and roots are positions in communicators, which
/// are numbered as in CreatedCommunicator.
class DumpiRank {
 public:
  DumpiRank(std::string_view text, std::string_view file);

  RankCalls calls;
  std::vector<CreatedCommunicator> created_communicators;
  /// Lines of the calls in `calls` that refer to a position in a communicator.
  std::vector<std::uint32_t> lines;
  /// Number of ranks of the program, as returned by MPI_Comm_size; 0 if the rank does not call it.
  std::uint32_t world_size = 0;

 private:
  struct Group {
    std::uint32_t of = 0;  // a communicator
    std::vector<std::uint32_t> members;
    bool all = false;
  };

  void take(DumpiCall const& call);
  bool take_message(DumpiCall const& call);
  bool take_request(DumpiCall const& call);
  bool take_collective(DumpiCall const& call);
  /// Returns a collective operation with its size, without root and group; nullopt for other calls.
  std::optional<CollectiveCall> sized_collective(DumpiCall const& call) const;
  bool take_communicator(DumpiCall const& call);
  bool take_group(DumpiCall const& call);
  bool take_type(DumpiCall const& call);

  std::uint32_t communicator(DumpiCall const& call, std::string_view argument = "comm") const;
  double size_of(DumpiCall const& call, std::uint32_t type) const;
  double bytes(DumpiCall const& call, std::string_view count, std::string_view type) const;
  double total(DumpiCall const& call, std::vector<std::int64_t> const& counts) const;
  std::optional<Operation> message(DumpiCall const& call, bool sends, std::string_view tag = "tag",
                                   std::string_view count = "count",
                                   std::string_view type = "datatype") const;
  std::uint32_t add(DumpiCall const& call, Operation const& operation, bool blocks);
  void add(DumpiCall const& call, CollectiveCall collective);
  void start(DumpiCall const& call, std::uint32_t request);
  void end(std::vector<std::int64_t> const& requests);

  std::map<std::uint32_t, std::uint32_t> communicators_, open_;  // by DUMPI's number; requests to calls
  std::map<std::uint32_t, Operation> persistent_;                // by request
  std::map<std::uint32_t, Group> groups_;
  std::map<std::uint32_t, double> sizes_;  // of derived types
};

}  // namespace weft
