// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// The communication pattern `halo`: nearest neighbors on the task grid.
class Halo {
 public:
  struct Params {
    bool corners = false;
    bool wrap = true;
  };
  static constexpr std::string_view name = "halo";
  static constexpr std::string_view doc =
      "Each task sends the same amount to both neighbors in every dimension of the task grid, which wraps "
      "unless wrap=false: in two dimensions the Halo of Chakaravarthy et al. (Mapping strategies for the "
      "PERCS architecture, HiPC 2012), in three the 7-point, in four the 9-point stencil of Bhatele et al. "
      "(SC 2011). With corners=true it sends to all 3^d - 1 tasks whose coordinates differ by at most one. A "
      "neighbor along a side of 1 is the task itself; a side of 2 has the same neighbor twice.";
  static constexpr std::tuple schema{
      param("corners", &Params::corners,
            "include the diagonal neighbors: 9 points in two dimensions, 27 in three"),
      param("wrap", &Params::wrap, "the first and the last task of a side are neighbors"),
  };

  explicit Halo(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;

 private:
  Params params_;
};

/// The communication pattern `transpose`: an all-to-all along every line of the task grid; in two dimensions,
/// within every row and every column.
class Transpose {
 public:
  struct Params {};
  static constexpr std::string_view name = "transpose";
  static constexpr std::string_view doc =
      "Each task of a P x Q grid sends 1/(2Q) of its data to every task of its row and 1/(2P) to every task of its "
      "column, including itself: matrix transposition in distributed transforms, after Chakaravarthy et "
      "al. (Mapping "
      "strategies for the PERCS architecture, HiPC 2012). In d dimensions, 1/d of it along each.";
  static constexpr std::tuple schema{};

  explicit Transpose(Params const&) {}
  Communication communicate(TaskContext const& context) const;
};

/// The communication pattern `all_to_all`: every task sends to every task.
class AllToAll {
 public:
  struct Params {};
  static constexpr std::string_view name = "all_to_all";
  static constexpr std::string_view doc =
      "Each task sends the same amount to every task, including itself: the average of uniformly random "
      "traffic, as in the "
      "RandomAccess and Graph500 benchmarks.";
  static constexpr std::tuple schema{};

  explicit AllToAll(Params const&) {}
  Communication communicate(TaskContext const& context) const;
};

/// The communication pattern `multicast`: the first task of each group sends to the other tasks of the group.
class Multicast {
 public:
  struct Params {
    std::int64_t size = 0;
  };
  static constexpr std::string_view name = "multicast";
  static constexpr std::string_view doc =
      "The tasks, in order, form groups of `size`. The first task of each group sends the same amount to "
      "every other task "
      "(many-to-many and one-to-many collectives of Bhatele et al., SC 2011).";
  static constexpr std::tuple schema{
      param("size", &Params::size, Range{0, 4294967296.0},
            "tasks in a group; 0: the last side of the task grid"),
  };

  explicit Multicast(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::task
