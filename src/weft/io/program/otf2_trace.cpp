// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/otf2_trace.hpp"

#include "weft/core/error.hpp"

#if WEFT_WITH_OTF2

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <otf2/otf2.h>

#include "weft/core/interrupt.hpp"
#include "weft/io/file.hpp"
#include "weft/io/program/otf2_events.hpp"
#include "weft/io/readable_folders.hpp"

namespace weft {
namespace {

OTF2_CallbackCode on_clock(void* all, std::uint64_t resolution, std::uint64_t, std::uint64_t, std::uint64_t) {
  constexpr double ns_per_second = 1e9;
  if (resolution > 0)
    static_cast<Otf2Definitions*>(all)->ns_per_tick = ns_per_second / static_cast<double>(resolution);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_location(void* all, OTF2_LocationRef self, OTF2_StringRef, OTF2_LocationType,
                              std::uint64_t, OTF2_LocationGroupRef) {
  static_cast<Otf2Definitions*>(all)->locations.push_back(self);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_region(void* all, OTF2_RegionRef self, OTF2_StringRef, OTF2_StringRef, OTF2_StringRef,
                            OTF2_RegionRole, OTF2_Paradigm paradigm, OTF2_RegionFlag, OTF2_StringRef,
                            std::uint32_t, std::uint32_t) {
  constexpr std::size_t max_regions = std::size_t{1} << 26;
  auto& is_mpi = static_cast<Otf2Definitions*>(all)->is_mpi;
  if (self >= max_regions) return OTF2_CALLBACK_INTERRUPT;
  if (self >= is_mpi.size()) is_mpi.resize(self + std::size_t{1});
  is_mpi[self] = paradigm == OTF2_PARADIGM_MPI;
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_group(void* all, OTF2_GroupRef self, OTF2_StringRef, OTF2_GroupType type,
                           OTF2_Paradigm paradigm, OTF2_GroupFlag flags, std::uint32_t count,
                           std::uint64_t const* members) {
  if (paradigm != OTF2_PARADIGM_MPI) return OTF2_CALLBACK_SUCCESS;
  auto& definitions = *static_cast<Otf2Definitions*>(all);
  std::vector<std::uint64_t> list(members, members + count);
  if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) definitions.processes = list;
  using Ranks = Otf2Definitions::Ranks;
  auto const ranks = type == OTF2_GROUP_TYPE_COMM_LOCATIONS ? Ranks::all
                     : type == OTF2_GROUP_TYPE_COMM_GROUP   ? Ranks::listed
                                                            : Ranks::own;
  definitions.groups[self] = {ranks, (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0, std::move(list)};
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_communicator(void* all, OTF2_CommRef self, OTF2_StringRef, OTF2_GroupRef group,
                                  OTF2_CommRef, OTF2_CommFlag) {
  static_cast<Otf2Definitions*>(all)->communicators.emplace_back(self, group);
  return OTF2_CALLBACK_SUCCESS;
}

/// Returns nullopt for operations that only create or free communicators and windows.
std::optional<Otf2Collective> collective_of(OTF2_CollectiveOp operation) {
  switch (operation) {
    case OTF2_COLLECTIVE_OP_BARRIER: return Otf2Collective{CallKind::barrier};
    case OTF2_COLLECTIVE_OP_BCAST: return Otf2Collective{CallKind::broadcast};
    case OTF2_COLLECTIVE_OP_GATHER: return Otf2Collective{CallKind::gather};
    case OTF2_COLLECTIVE_OP_GATHERV: return Otf2Collective{CallKind::gather, true};
    case OTF2_COLLECTIVE_OP_SCATTER: return Otf2Collective{CallKind::scatter};
    case OTF2_COLLECTIVE_OP_SCATTERV: return Otf2Collective{CallKind::scatter, true};
    case OTF2_COLLECTIVE_OP_ALLGATHER: return Otf2Collective{CallKind::allgather};
    case OTF2_COLLECTIVE_OP_ALLGATHERV: return Otf2Collective{CallKind::allgather, true};
    case OTF2_COLLECTIVE_OP_ALLTOALL: return Otf2Collective{CallKind::all_to_all};
    case OTF2_COLLECTIVE_OP_ALLTOALLV:
    case OTF2_COLLECTIVE_OP_ALLTOALLW: return Otf2Collective{CallKind::all_to_all, true};
    case OTF2_COLLECTIVE_OP_ALLREDUCE: return Otf2Collective{CallKind::allreduce};
    case OTF2_COLLECTIVE_OP_REDUCE: return Otf2Collective{CallKind::reduce};
    case OTF2_COLLECTIVE_OP_REDUCE_SCATTER:
    case OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK: return Otf2Collective{CallKind::reduce_scatter};
    case OTF2_COLLECTIVE_OP_SCAN: return Otf2Collective{CallKind::scan};
    case OTF2_COLLECTIVE_OP_EXSCAN: return Otf2Collective{CallKind::exscan};
    default: return {};
  }
}

/// Calls act(events) if the location is a process. Catches exceptions, which must not propagate through the
/// library.
template <class Act>
OTF2_CallbackCode at(void* all, OTF2_LocationRef location, OTF2_TimeStamp time, Act const& act) {
  auto& events = *static_cast<Otf2Events*>(all);
  try {
    throw_if_interrupted();
    if (events.begin(location, time)) act(events);
  } catch (Interrupted const&) { events.problem = "interrupted"; } catch (std::exception const& error) {
    events.problem = error.what();
  }
  return events.problem.empty() ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_INTERRUPT;
}

OTF2_CallbackCode on_enter(OTF2_LocationRef l, OTF2_TimeStamp t, void* all, OTF2_AttributeList*,
                           OTF2_RegionRef region) {
  return at(all, l, t, [&](Otf2Events& events) { events.enter(region); });
}
OTF2_CallbackCode on_leave(OTF2_LocationRef l, OTF2_TimeStamp t, void* all, OTF2_AttributeList*,
                           OTF2_RegionRef region) {
  return at(all, l, t, [&](Otf2Events& events) { events.leave(region, t); });
}
OTF2_CallbackCode on_send(OTF2_LocationRef l, OTF2_TimeStamp t, void* all, OTF2_AttributeList*,
                          std::uint32_t to, OTF2_CommRef c, std::uint32_t tag, std::uint64_t bytes) {
  return at(all, l, t, [&](Otf2Events& events) { events.send({to, c, tag, bytes}); });
}
OTF2_CallbackCode on_isend(OTF2_LocationRef l, OTF2_TimeStamp t, void* all, OTF2_AttributeList*,
                           std::uint32_t to, OTF2_CommRef c, std::uint32_t tag, std::uint64_t bytes,
                           std::uint64_t request) {
  return at(all, l, t, [&](Otf2Events& events) { events.send({to, c, tag, bytes}, request); });
}
OTF2_CallbackCode on_isend_complete(OTF2_LocationRef l, OTF2_TimeStamp t, void* all, OTF2_AttributeList*,
                                    std::uint64_t request) {
  return at(all, l, t, [&](Otf2Events& events) { events.complete_send(request); });
}
OTF2_CallbackCode on_irecv_request(OTF2_LocationRef l, OTF2_TimeStamp t, void* all, OTF2_AttributeList*,
                                   std::uint64_t request) {
  return at(all, l, t, [&](Otf2Events& events) { events.request_receive(request); });
}
OTF2_CallbackCode on_recv(OTF2_LocationRef l, OTF2_TimeStamp t, void* all, OTF2_AttributeList*,
                          std::uint32_t from, OTF2_CommRef c, std::uint32_t tag, std::uint64_t bytes) {
  return at(all, l, t, [&](Otf2Events& events) { events.receive({from, c, tag, bytes}); });
}
OTF2_CallbackCode on_irecv(OTF2_LocationRef l, OTF2_TimeStamp t, void* all, OTF2_AttributeList*,
                           std::uint32_t from, OTF2_CommRef c, std::uint32_t tag, std::uint64_t bytes,
                           std::uint64_t request) {
  return at(all, l, t, [&](Otf2Events& events) { events.complete_receive({from, c, tag, bytes}, request); });
}
OTF2_CallbackCode on_collective(OTF2_LocationRef l, OTF2_TimeStamp t, void* all, OTF2_AttributeList*,
                                OTF2_CollectiveOp operation, OTF2_CommRef c, std::uint32_t root,
                                std::uint64_t sent, std::uint64_t received) {
  auto call = collective_of(operation);
  if (!call) return OTF2_CALLBACK_SUCCESS;
  call->root = root;
  call->sent = static_cast<double>(sent);
  call->received = static_cast<double>(received);
  return at(all, l, t, [&](Otf2Events& events) { events.collective(c, *call); });
}
OTF2_CallbackCode on_nonblocking_collective(OTF2_LocationRef l, OTF2_TimeStamp t, void* all,
                                            OTF2_AttributeList* attributes, OTF2_CollectiveOp operation,
                                            OTF2_CommRef c, std::uint32_t root, std::uint64_t sent,
                                            std::uint64_t received, std::uint64_t /*request*/) {
  return on_collective(l, t, all, attributes, operation, c, root, sent, received);
}

/// Stores the error message of the library, which would otherwise be printed to standard error.
OTF2_ErrorCode on_error(void* said, char const*, std::uint64_t, char const*, OTF2_ErrorCode code, char const*,
                        va_list) {
  auto& text = *static_cast<std::string*>(said);
  if (text.empty() && code != OTF2_ERROR_INTERRUPTED_BY_CALLBACK) text = OTF2_Error_GetDescription(code);
  return code;
}

class Trace {
 public:
  explicit Trace(std::filesystem::path const& path) : path_(path) {
    if (!file_exists(path)) throw InputError("no file " + path.string());
    require_read_access_below(path.parent_path() / path.stem());  // the library opens files itself
    OTF2_Error_RegisterCallback(on_error, &said_);
    reader_.reset(OTF2_Reader_Open(path.c_str()));
    require(reader_ != nullptr);
    OTF2_Reader_SetSerialCollectiveCallbacks(reader_.get());
  }
  ~Trace() {
    reader_.reset();
    OTF2_Error_RegisterCallback(nullptr, nullptr);
  }
  Trace(Trace const&) = delete;
  Trace& operator=(Trace const&) = delete;

  Program read() {
    read_definitions();
    if (definitions_.processes.empty())
      throw InputError(path_.string() + " contains no MPI processes", "Weft replays only MPI messages");
    open_events();
    ProgramBuilder builder;
    Otf2Events events(definitions_, builder);
    read_events(events);
    return std::move(events).finish(std::move(builder));
  }

 private:
  void require(bool holds) const {
    if (!holds)
      throw InputError(
          "cannot read " + path_.string() + " as an OTF2 trace", said_,
          "specify the anchor file, e.g. traces.otf2; the directory of the trace must be next to it");
  }
  void read_definitions() {
    auto* const reader = OTF2_Reader_GetGlobalDefReader(reader_.get());
    require(reader != nullptr);
    auto* const callbacks = OTF2_GlobalDefReaderCallbacks_New();
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks, on_clock);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, on_location);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks, on_region);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks, on_group);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks, on_communicator);
    OTF2_Reader_RegisterGlobalDefCallbacks(reader_.get(), reader, callbacks, &definitions_);
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
    std::uint64_t count = 0;
    require(OTF2_Reader_ReadAllGlobalDefinitions(reader_.get(), reader, &count) == OTF2_SUCCESS);
  }
  void open_events() {
    for (auto const location : definitions_.locations) OTF2_Reader_SelectLocation(reader_.get(), location);
    bool const has_local = OTF2_Reader_OpenDefFiles(reader_.get()) == OTF2_SUCCESS;
    if (!has_local) said_.clear();  // local definitions are optional
    require(OTF2_Reader_OpenEvtFiles(reader_.get()) == OTF2_SUCCESS);
    for (auto const location : definitions_.locations) {
      std::uint64_t count = 0;
      if (auto* const local = has_local ? OTF2_Reader_GetDefReader(reader_.get(), location) : nullptr) {
        require(OTF2_Reader_ReadAllLocalDefinitions(reader_.get(), local, &count) == OTF2_SUCCESS);
        OTF2_Reader_CloseDefReader(reader_.get(), local);
      }
      require(OTF2_Reader_GetEvtReader(reader_.get(), location) != nullptr);
    }
    if (has_local) OTF2_Reader_CloseDefFiles(reader_.get());
  }
  void read_events(Otf2Events& events) {
    auto* const reader = OTF2_Reader_GetGlobalEvtReader(reader_.get());
    require(reader != nullptr);
    auto* const callbacks = OTF2_GlobalEvtReaderCallbacks_New();
    OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(callbacks, on_enter);
    OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(callbacks, on_leave);
    OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(callbacks, on_send);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCallback(callbacks, on_isend);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCompleteCallback(callbacks, on_isend_complete);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks, on_irecv_request);
    OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(callbacks, on_recv);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvCallback(callbacks, on_irecv);
    OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, on_collective);
    OTF2_GlobalEvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(callbacks,
                                                                           on_nonblocking_collective);
    OTF2_Reader_RegisterGlobalEvtCallbacks(reader_.get(), reader, callbacks, &events);
    OTF2_GlobalEvtReaderCallbacks_Delete(callbacks);
    std::uint64_t count = 0;
    auto const status = OTF2_Reader_ReadAllGlobalEvents(reader_.get(), reader, &count);
    OTF2_Reader_CloseGlobalEvtReader(reader_.get(), reader);
    OTF2_Reader_CloseEvtFiles(reader_.get());
    throw_if_interrupted();
    if (!events.problem.empty()) throw InputError("cannot replay " + path_.string(), events.problem);
    require(status == OTF2_SUCCESS);
  }

  struct Close {
    void operator()(OTF2_Reader* reader) const { OTF2_Reader_Close(reader); }
  };
  std::filesystem::path path_;
  std::string said_;
  std::unique_ptr<OTF2_Reader, Close> reader_;
  Otf2Definitions definitions_;
};

}  // namespace

bool has_otf2() { return true; }

Program read_otf2(std::filesystem::path const& path) { return Trace(path).read(); }

}  // namespace weft

#else

namespace weft {

bool has_otf2() { return false; }

Program read_otf2(std::filesystem::path const& path) {
  throw InputError("cannot read " + path.string(), "this build does not contain the OTF2 library",
                   "install libopen-trace-format2-dev and rebuild");
}

}  // namespace weft

#endif
