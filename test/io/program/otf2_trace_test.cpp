// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/otf2_trace.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"

#if WEFT_WITH_OTF2
#include <array>
#include <functional>

#include <otf2/otf2.h>
#endif

/// The library leaks memory for an archive that it cannot open.
extern "C" char const* __lsan_default_suppressions();  // NOLINT: name required by the leak sanitizer
extern "C" char const* __lsan_default_suppressions() { return "leak:libopen-trace-format2\n"; }  // NOLINT

namespace weft {
namespace {

#if WEFT_WITH_OTF2

constexpr OTF2_RegionRef send_region = 0, own_region = 1;
constexpr OTF2_CommRef world = 0, pair = 1;

OTF2_FlushType flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) { return OTF2_FLUSH; }
OTF2_TimeStamp no_time(void*, OTF2_FileType, OTF2_LocationRef) { return 0; }

/// Writes a trace with the library: processes 0 .. ranks - 1 at the locations 10, 11, ..; the communicator
/// `pair` contains the last two, the later one first. A tick is 10 ns.
class Writer {
 public:
  Writer(std::filesystem::path const& folder, std::uint32_t ranks) : ranks_(ranks) {
    archive_ = OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
                                 OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    static OTF2_FlushCallbacks const callbacks{flush, no_time};
    OTF2_Archive_SetFlushCallbacks(archive_, &callbacks, nullptr);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive_);
    OTF2_Archive_OpenEvtFiles(archive_);
  }
  void rank(std::uint32_t rank, std::function<void(OTF2_EvtWriter*)> const& events) {
    auto* const writer = OTF2_Archive_GetEvtWriter(archive_, 10 + rank);
    events(writer);
    OTF2_EvtWriter_GetNumberOfEvents(writer, &count_[rank]);
    OTF2_Archive_CloseEvtWriter(archive_, writer);
  }
  ~Writer() {
    OTF2_Archive_CloseEvtFiles(archive_);
    auto* const out = OTF2_Archive_GetGlobalDefWriter(archive_);
    OTF2_GlobalDefWriter_WriteClockProperties(out, 100'000'000, 0, 1000, OTF2_UNDEFINED_TIMESTAMP);
    OTF2_GlobalDefWriter_WriteString(out, 0, "");
    for (OTF2_RegionRef const region : {send_region, own_region})
      OTF2_GlobalDefWriter_WriteRegion(out, region, 0, 0, 0, OTF2_REGION_ROLE_FUNCTION,
                                       region == send_region ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER,
                                       OTF2_REGION_FLAG_NONE, 0, 0, 0);
    OTF2_GlobalDefWriter_WriteSystemTreeNode(out, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    std::vector<std::uint64_t> locations, all;
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      OTF2_GlobalDefWriter_WriteLocationGroup(out, rank, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                              OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation(out, 10 + rank, 0, OTF2_LOCATION_TYPE_CPU_THREAD, count_[rank],
                                         rank);
      locations.push_back(10 + rank);
      all.push_back(rank);
    }
    std::array<std::uint64_t, 2> const last{ranks_ - 1, ranks_ - 2};
    auto const group = [&](OTF2_GroupRef self, OTF2_GroupType type, std::uint32_t size,
                           std::uint64_t const* members) {
      OTF2_GlobalDefWriter_WriteGroup(out, self, 0, type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, size,
                                      members);
    };
    group(0, OTF2_GROUP_TYPE_COMM_LOCATIONS, ranks_, locations.data());
    group(1, OTF2_GROUP_TYPE_COMM_GROUP, ranks_, all.data());
    group(2, OTF2_GROUP_TYPE_COMM_GROUP, 2, last.data());
    OTF2_GlobalDefWriter_WriteComm(out, world, 0, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    OTF2_GlobalDefWriter_WriteComm(out, pair, 0, 2, world, OTF2_COMM_FLAG_NONE);
    OTF2_Archive_CloseGlobalDefWriter(archive_, out);
    OTF2_Archive_Close(archive_);
  }
  Writer(Writer const&) = delete;
  Writer& operator=(Writer const&) = delete;

 private:
  std::uint32_t ranks_;
  OTF2_Archive* archive_;
  std::array<std::uint64_t, 8> count_{};
};

/// Writes one MPI region from `begin` to `end`.
void in_mpi(OTF2_EvtWriter* out, std::uint64_t begin, std::uint64_t end,
            std::function<void()> const& events) {
  OTF2_EvtWriter_Enter(out, nullptr, begin, send_region);
  events();
  OTF2_EvtWriter_Leave(out, nullptr, end, send_region);
}

TEST(Otf2Trace, ReadsMessagesAndComputation) {
  Scratch const scratch;
  {
    Writer trace(scratch.path(), 3);
    trace.rank(0, [](OTF2_EvtWriter* out) {
      OTF2_EvtWriter_Enter(out, nullptr, 100, own_region);
      in_mpi(out, 300, 310, [&] { OTF2_EvtWriter_MpiSend(out, nullptr, 301, 2, world, 7, 4000); });
      OTF2_EvtWriter_Leave(out, nullptr, 400, own_region);
    });
    trace.rank(1, [](OTF2_EvtWriter* out) {
      in_mpi(out, 100, 110, [&] { OTF2_EvtWriter_MpiIrecvRequest(out, nullptr, 105, 1); });
      in_mpi(out, 150, 160, [&] { OTF2_EvtWriter_MpiIsend(out, nullptr, 155, 0, pair, 8, 50, 2); });
      in_mpi(out, 200, 250, [&] {
        OTF2_EvtWriter_MpiIsendComplete(out, nullptr, 240, 2);
        OTF2_EvtWriter_MpiIrecv(out, nullptr, 245, 0, pair, 9, 60, 1);
      });
    });
    trace.rank(2, [](OTF2_EvtWriter* out) {
      in_mpi(out, 100, 130, [&] {
        OTF2_EvtWriter_MpiSend(out, nullptr, 110, 1, pair, 9, 60);
        OTF2_EvtWriter_MpiRecv(out, nullptr, 120, 1, pair, 8, 50);
      });
      in_mpi(out, 130, 320, [&] { OTF2_EvtWriter_MpiRecv(out, nullptr, 315, 0, world, 7, 4000); });
    });
  }
  auto const program = read_otf2(scratch / "traces.otf2");
  ASSERT_EQ(program.num_ranks(), 3);
  auto const kinds = [&](std::uint32_t rank) {
    std::string text;
    for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i)
      text += "srcnC"[static_cast<int>(program.operation(i).kind)];
    return text;
  };
  EXPECT_EQ(kinds(0), "csnc");
  EXPECT_EQ(program.operation(0).amount, 2000) << "ns";
  EXPECT_EQ(program.operation(1), (Operation{OperationKind::send, 0, 0, false, false, 2, 7, 1, 4000}));
  EXPECT_EQ(program.operation(3).amount, 900);
  EXPECT_EQ(kinds(1), "rcscn");
  auto const first = program.first_operation(1);
  EXPECT_EQ(program.operation(first), (Operation{OperationKind::receive, 0, 0, false, false, 2, 9, 2, 60}));
  EXPECT_EQ(program.operation(first + 2), (Operation{OperationKind::send, 0, 0, false, false, 2, 8, 2, 50}));
  EXPECT_EQ(program.num_waits(first + 4), 3) << "both requests and the computing";
  EXPECT_EQ(kinds(2), "srnrn") << "the send and the receive of Sendrecv begin together";
}

TEST(Otf2Trace, ReadsCollectiveSizesAsCountedByScoreP) {
  Scratch const scratch;
  {
    Writer trace(scratch.path(), 3);
    for (std::uint32_t rank = 0; rank < 3; ++rank)
      trace.rank(rank, [&](OTF2_EvtWriter* out) {
        std::uint64_t time = 0;
        auto const call = [&](OTF2_CollectiveOp operation, OTF2_CommRef of, std::uint32_t root,
                              std::uint64_t sent, std::uint64_t received) {
          time += 10;
          in_mpi(out, time, time + 5, [&] {
            OTF2_EvtWriter_MpiCollectiveEnd(out, nullptr, time + 4, operation, of, root, sent, received);
          });
        };
        call(OTF2_COLLECTIVE_OP_BCAST, world, 1, rank == 1 ? 300 : 0, 100);
        call(OTF2_COLLECTIVE_OP_ALLREDUCE, world, OTF2_COLLECTIVE_ROOT_NONE, 300, 300);
        if (rank > 0) call(OTF2_COLLECTIVE_OP_ALLTOALL, pair, OTF2_COLLECTIVE_ROOT_NONE, 80, 80);
        call(OTF2_COLLECTIVE_OP_CREATE_HANDLE, world, OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
      });
  }
  auto const program = read_otf2(scratch / "traces.otf2");
  ASSERT_EQ(program.calls().size(), 8);
  EXPECT_EQ(program.calls()[0],
            (CollectiveCall{.kind = CallKind::broadcast, .group = 1, .root = 1, .bytes = 100}));
  EXPECT_EQ(program.calls()[1], (CollectiveCall{.kind = CallKind::allreduce, .group = 1, .bytes = 100}));
  EXPECT_EQ(program.calls()[4], (CollectiveCall{.kind = CallKind::all_to_all, .group = 2, .bytes = 40}));
  EXPECT_EQ(program.group(2), (std::vector<std::uint32_t>{2, 1}));
}

TEST(Otf2Trace, RejectsOtherFilesWithOneLine) {
  Scratch const scratch;
  EXPECT_EQ(complaint_of([&] { read_otf2(scratch / "none.otf2"); }),
            "no file " + (scratch / "none.otf2").string());
  { Writer const trace(scratch.path(), 2); }
  for (std::string const content : {"", "text", "OTF2"}) {
    write_file(scratch / "other.otf2", content);
    auto const said = complaint_of([&] { read_otf2(scratch / "other.otf2"); });
    EXPECT_TRUE(said.starts_with("cannot read ")) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos);
  }
  std::filesystem::resize_file(scratch / "traces.def", 40);
  EXPECT_TRUE(complaint_of([&] { read_otf2(scratch / "traces.otf2"); }).starts_with("cannot read "));
}

TEST(Otf2Trace, RejectsUnknownPartners) {
  Scratch const scratch;
  {
    Writer trace(scratch.path(), 2);
    trace.rank(0, [](OTF2_EvtWriter* out) {
      in_mpi(out, 1, 2, [&] { OTF2_EvtWriter_MpiSend(out, nullptr, 1, 5, world, 0, 1); });
    });
    trace.rank(1, [](OTF2_EvtWriter* out) { in_mpi(out, 1, 2, [] {}); });
  }
  EXPECT_EQ(complaint_of([&] { read_otf2(scratch / "traces.otf2"); }),
            "cannot replay " + (scratch / "traces.otf2").string() +
                " (a message of rank 0 has the invalid partner 5)");
}

#else

TEST(Otf2Trace, ReportsTheMissingPackage) {
  EXPECT_EQ(
      complaint_of([&] { read_otf2("traces.otf2"); }),
      "cannot read traces.otf2 (this build does not contain the OTF2 library); install libopen-trace-format2-dev and rebuild");
}

#endif

}  // namespace
}  // namespace weft
