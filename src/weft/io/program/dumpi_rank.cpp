// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/dumpi_rank.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

constexpr std::uint32_t comm_null = 1, comm_world = 2, comm_self = 3, request_null = 1;
/// Sizes in bytes of DUMPI's data types, by number, on a machine of 64 bits; 0 for types without data.
constexpr std::array<std::uint8_t, 28> dumpi_sizes{0, 0,  1, 1, 1, 1, 4, 2, 2, 4,  4,  8, 8, 4,
                                                   8, 16, 8, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20};

/// Calls that are not replayed, because the trace does not contain their traffic.
constexpr std::array<std::string_view, 9> rejected{"MPI_Win_",  "MPI_Put",        "MPI_Get",
                                                   "MPI_Accum", "MPI_File_",      "MPI_Comm_spawn",
                                                   "MPI_Comm_", "MPI_Intercomm_", "MPI_Alltoallw"};
bool begins_with_one_of(std::string_view name, auto const& words) {
  return std::ranges::any_of(words, [&](auto const word) { return name.starts_with(word); });
}

/// Returns whether the call creates no communicator on which later calls depend.
bool creates_no_communicator(std::string_view name) {
  for (std::string_view const part : {"_rank", "_size", "_free", "_group", "_compare", "_attr", "_name",
                                      "_errhandler", "_keyval", "_test_inter", "_remote"})
    if (name.find(part) != std::string_view::npos) return true;
  return false;
}

}  // namespace

DumpiRank::DumpiRank(std::string_view text, std::string_view file)
    : communicators_{{comm_world, Communicators::world}, {comm_self, Communicators::self}} {
  LineReader line(text, file, {.shape = "MPI_.. entering at walltime ..", .comments = ""});
  DumpiCall call(file);
  std::optional<std::int64_t> left;
  while (call.read(line)) {
    throw_if_interrupted();
    if (left && call.entered < *left) call.fail("the wall time decreases");
    if (left) calls.compute(static_cast<double>(call.entered - *left));
    left = call.left;
    take(call);
  }
  if (!left)
    throw InputError("the file contains no MPI calls",
                     "expected lines such as 'MPI_Init entering at walltime ..', written by dumpi2ascii", "",
                     std::string(file));
}

void DumpiRank::take(DumpiCall const& call) {
  if (take_message(call) || take_request(call) || take_collective(call) || take_communicator(call) ||
      take_group(call) || take_type(call))
    return;
  if (call.name == "MPI_Comm_size" && call.has("size") && communicator(call) == Communicators::world)
    world_size = static_cast<std::uint32_t>(std::min(call.count("size"), ProgramBuilder::max_ranks));
  if (begins_with_one_of(call.name, rejected) && !call.name.starts_with("MPI_Get_") &&
      !creates_no_communicator(call.name))
    call.fail(fmt::format("call {} is not supported", shown(call.name)),
              "only messages, collective calls and communicators of one program are supported");
}

std::uint32_t DumpiRank::communicator(DumpiCall const& call, std::string_view argument) const {
  auto const number = call.handle(argument);
  auto const found = communicators_.find(number);
  if (found == communicators_.end())
    call.fail(fmt::format("communicator {} is unknown", number), "no earlier call creates it");
  return found->second;
}

double DumpiRank::size_of(DumpiCall const& call, std::uint32_t type) const {
  if (type < dumpi_sizes.size()) return dumpi_sizes[type];
  auto const found = sizes_.find(type);
  if (found == sizes_.end())
    call.fail(fmt::format("data type {} is unknown", type), "no earlier call creates it");
  return found->second;
}

double DumpiRank::bytes(DumpiCall const& call, std::string_view count, std::string_view type) const {
  return static_cast<double>(call.count(count)) * size_of(call, call.handle(type));
}

/// Returns the sum of counts.
double DumpiRank::total(DumpiCall const& call, std::vector<std::int64_t> const& counts) const {
  double sum = 0;
  for (auto const count : counts) {
    if (count < 0) call.fail(fmt::format("{} has a count of {}", call.name, count), "must be at least 0");
    sum += static_cast<double>(count);
  }
  return sum;
}

/// Returns a message, or nullopt if the peer is MPI_PROC_NULL.
std::optional<Operation> DumpiRank::message(DumpiCall const& call, bool sends, std::string_view tag,
                                            std::string_view count, std::string_view type) const {
  constexpr std::int64_t any = -1;
  auto const peer = call.number(sends ? "dest" : "source"), label = call.number(tag);
  if (peer < 0 && (sends || peer != any)) return {};
  if (label < 0 && (sends || label != any))
    call.fail(fmt::format("{} has {}={}", call.name, tag, label), "must be at least 0");
  if (peer >= static_cast<std::int64_t>(ProgramBuilder::max_ranks))
    call.fail(fmt::format("{} refers to rank {}", call.name, peer),
              fmt::format("must be below {}", ProgramBuilder::max_ranks));
  Operation operation{.kind = sends ? OperationKind::send : OperationKind::receive};
  operation.peer = peer == any ? Operation::any : static_cast<std::uint32_t>(peer);
  operation.tag = label == any ? Operation::any : static_cast<std::uint32_t>(label);
  operation.context = communicator(call);
  operation.amount = bytes(call, count, type);
  return operation;
}

std::uint32_t DumpiRank::add(DumpiCall const& call, Operation const& operation, bool blocks) {
  auto const number = calls.add(operation, blocks);
  lines.resize(number + std::size_t{1});
  lines[number] = call.line();
  return number;
}

void DumpiRank::add(DumpiCall const& call, CollectiveCall collective) {
  auto const number = calls.add(std::move(collective));
  lines.resize(number + std::size_t{1});
  lines[number] = call.line();
}

bool DumpiRank::take_message(DumpiCall const& call) {
  auto const name = call.name;
  auto const is = [&](auto... names) { return ((name == names) || ...); };
  if (is("MPI_Send", "MPI_Bsend", "MPI_Ssend", "MPI_Rsend")) {
    if (auto const operation = message(call, true)) add(call, *operation, true);
  } else if (is("MPI_Recv")) {
    if (auto const operation = message(call, false)) add(call, *operation, true);
  } else if (is("MPI_Isend", "MPI_Ibsend", "MPI_Issend", "MPI_Irsend", "MPI_Irecv")) {
    auto const request = call.handle("request");
    open_.erase(request);
    if (auto const operation = message(call, name != "MPI_Irecv"))
      open_[request] = add(call, *operation, false);
  } else if (is("MPI_Send_init", "MPI_Bsend_init", "MPI_Ssend_init", "MPI_Rsend_init", "MPI_Recv_init")) {
    auto const request = call.handle("request");
    persistent_.erase(request);
    if (auto const operation = message(call, name != "MPI_Recv_init")) persistent_[request] = *operation;
  } else if (is("MPI_Start")) {
    start(call, call.handle("request"));
  } else if (is("MPI_Startall")) {
    for (auto const request : call.numbers("requests")) start(call, static_cast<std::uint32_t>(request));
  } else if (is("MPI_Sendrecv", "MPI_Sendrecv_replace")) {
    bool const one = name != "MPI_Sendrecv";
    std::vector<std::uint32_t> both;
    if (auto const operation =
            message(call, false, "recvtag", one ? "count" : "recvcount", one ? "datatype" : "recvtype"))
      both.push_back(add(call, *operation, false));
    if (auto const operation =
            message(call, true, "sendtag", one ? "count" : "sendcount", one ? "datatype" : "sendtype"))
      both.push_back(add(call, *operation, false));
    calls.wait_for(both);
  } else {
    return false;
  }
  return true;
}

void DumpiRank::start(DumpiCall const& call, std::uint32_t request) {
  auto const found = persistent_.find(request);
  if (found == persistent_.end()) return;  // the peer is MPI_PROC_NULL
  open_[request] = add(call, found->second, false);
}

void DumpiRank::end(std::vector<std::int64_t> const& requests) {
  std::vector<std::uint32_t> ended;
  for (auto const request : requests)
    if (auto const found = open_.find(static_cast<std::uint32_t>(request)); found != open_.end()) {
      ended.push_back(found->second);
      open_.erase(found);
    }
  calls.wait_for(ended);
}

bool DumpiRank::take_request(DumpiCall const& call) {
  auto const name = call.name;
  auto const is = [&](auto... names) { return ((name == names) || ...); };
  if (is("MPI_Wait")) {
    end({call.number("request")});
  } else if (is("MPI_Waitall")) {
    end(call.numbers("requests"));
  } else if (is("MPI_Test")) {
    if (call.number("flag") != 0) end({call.number("request")});
  } else if (is("MPI_Testall")) {
    if (call.number("flag") != 0) end(call.numbers("requests"));
  } else if (is("MPI_Waitany", "MPI_Testany")) {
    auto const index = call.number("index");
    auto const requests = call.numbers("requests");
    bool const none = name == "MPI_Testany" && call.number("flag") == 0;
    if (!none && index >= 0 && index < static_cast<std::int64_t>(requests.size()))
      end({requests[static_cast<std::size_t>(index)]});
  } else if (is("MPI_Waitsome", "MPI_Testsome")) {
    auto const requests = call.numbers("requests");
    std::vector<std::int64_t> ended;
    for (auto const index : call.numbers("indices"))
      if (index >= 0 && index < static_cast<std::int64_t>(requests.size()))
        ended.push_back(requests[static_cast<std::size_t>(index)]);
    end(ended);
  } else if (is("MPI_Request_free")) {
    persistent_.erase(call.handle("request"));
  } else {
    return false;
  }
  return true;
}

namespace {

/// A collective operation with one size, and its arguments for the size; none: no size.
struct UniformCollective {
  std::string_view name;
  CallKind kind;
  std::string_view count = "count", type = "datatype";
};
constexpr std::array uniform_collectives{
    UniformCollective{"MPI_Barrier", CallKind::barrier, "", ""},
    UniformCollective{"MPI_Bcast", CallKind::broadcast},
    UniformCollective{"MPI_Reduce", CallKind::reduce},
    UniformCollective{"MPI_Allreduce", CallKind::allreduce},
    UniformCollective{"MPI_Scan", CallKind::scan},
    UniformCollective{"MPI_Exscan", CallKind::exscan},
    UniformCollective{"MPI_Gather", CallKind::gather, "sendcount", "sendtype"},
    UniformCollective{"MPI_Scatter", CallKind::scatter, "recvcount", "recvtype"},
    UniformCollective{"MPI_Allgather", CallKind::allgather, "recvcount", "recvtype"},
    UniformCollective{"MPI_Alltoall", CallKind::all_to_all, "recvcount", "recvtype"},
};

}  // namespace

std::optional<CollectiveCall> DumpiRank::sized_collective(DumpiCall const& call) const {
  auto const name = call.name;
  auto const is = [&](auto... names) { return ((name == names) || ...); };
  CollectiveCall collective;
  if (auto const uniform = std::ranges::find(uniform_collectives, name, &UniformCollective::name);
      uniform != uniform_collectives.end()) {
    collective.kind = uniform->kind;
    if (!uniform->count.empty()) collective.bytes = bytes(call, uniform->count, uniform->type);
  } else if (is("MPI_Gatherv", "MPI_Allgatherv")) {
    collective.kind = name == "MPI_Gatherv" ? CallKind::gather : CallKind::allgather;
    collective.bytes = bytes(call, "sendcount", "sendtype");
    collective.sizes = {collective.bytes};
  } else if (is("MPI_Scatterv", "MPI_Alltoallv")) {
    collective.kind = name == "MPI_Scatterv" ? CallKind::scatter : CallKind::all_to_all;
    auto const size = size_of(call, call.handle("sendtype"));
    for (auto const count : call.numbers("sendcounts"))
      collective.sizes.push_back(total(call, {count}) * size);
    if (collective.sizes.empty()) collective.sizes = {0};  // a rank other than the root
  } else if (is("MPI_Reduce_scatter")) {
    collective.kind = CallKind::reduce_scatter;
    collective.bytes = total(call, call.numbers("recvcounts")) * size_of(call, call.handle("datatype"));
  } else {
    return {};
  }
  return collective;
}

bool DumpiRank::take_collective(DumpiCall const& call) {
  auto collective = sized_collective(call);
  if (!collective) return false;
  if (call.has("root")) collective->root = call.handle("root");
  collective->group = communicator(call);
  if (collective->group != Communicators::self) add(call, std::move(*collective));
  return true;
}

bool DumpiRank::take_communicator(DumpiCall const& call) {
  auto const name = call.name;
  CreatedCommunicator creation{.place = call.place()};
  if (name == "MPI_Comm_split") {
    creation.by = CreatedCommunicator::By::split;
    creation.color = call.number("color");
    creation.key = call.number("key");
  } else if (name == "MPI_Comm_create") {
    creation.by = CreatedCommunicator::By::members;
    auto const found = groups_.find(call.handle("group"));
    if (found != groups_.end() && found->second.all) {
      creation.by = CreatedCommunicator::By::copy;
    } else if (found != groups_.end()) {
      creation.members_of = found->second.of;
      creation.members = found->second.members;
    } else if (call.handle("newcomm") > comm_null) {
      call.fail(fmt::format("group {} is unknown", call.handle("group")),
                "no MPI_Comm_group or MPI_Group_incl call creates it");
    }
  } else if (name != "MPI_Comm_dup" && name != "MPI_Cart_create") {
    return false;
  }
  creation.of = communicator(call, call.has("oldcomm") ? "oldcomm" : "comm");
  auto const created = call.handle("newcomm");
  creation.participates = created > comm_null;
  created_communicators.push_back(creation);
  if (creation.participates)
    communicators_[created] = static_cast<std::uint32_t>(created_communicators.size()) + Communicators::self;
  return true;
}

bool DumpiRank::take_group(DumpiCall const& call) {
  if (call.name == "MPI_Comm_group") {
    groups_[call.handle("group")] = {.of = communicator(call), .members = {}, .all = true};
  } else if (call.name == "MPI_Group_incl") {
    auto const found = groups_.find(call.handle("group"));
    if (found == groups_.end()) return true;  // rejected when a communicator is created from it
    Group part{.of = found->second.of, .members = {}};
    for (auto const rank : call.numbers("ranks")) {
      bool const known = rank >= 0 && (found->second.all ? rank < (std::int64_t{1} << 26)
                                                         : rank < std::ssize(found->second.members));
      if (!known)
        call.fail(fmt::format("{} refers to rank {}", call.name, rank),
                  "the group does not contain the rank");
      auto const place = static_cast<std::uint32_t>(rank);
      part.members.push_back(found->second.all ? place : found->second.members[place]);
    }
    groups_[call.handle("newgroup")] = std::move(part);
  } else {
    return false;
  }
  return true;
}

bool DumpiRank::take_type(DumpiCall const& call) {
  auto const name = call.name;
  if (!name.starts_with("MPI_Type_") || !call.has("newtype")) return false;
  double elements = 1;
  if (name.ends_with("struct")) {
    auto const lengths = call.numbers("lengths"), types = call.numbers("oldtypes");
    if (lengths.size() != types.size()) call.fail(fmt::format("{} has lists of different lengths", name));
    double size = 0;
    for (std::size_t i = 0; i < types.size(); ++i)
      size += total(call, {lengths[i]}) *
              size_of(call, static_cast<std::uint32_t>(std::max(types[i], std::int64_t{0})));
    sizes_[call.handle("newtype")] = size;
    return true;
  }
  if (name.ends_with("indexed_block"))
    elements = static_cast<double>(call.count("count")) * static_cast<double>(call.count("blocklength"));
  else if (name.ends_with("indexed"))
    elements = total(call, call.numbers("lengths"));
  else if (name.ends_with("vector"))
    elements = static_cast<double>(call.count("count")) * static_cast<double>(call.count("blocklength"));
  else if (name.ends_with("contiguous"))
    elements = static_cast<double>(call.count("count"));
  else if (name.ends_with("subarray"))
    for (auto const size : call.numbers("subsizes")) elements *= total(call, {size});
  else if (!name.ends_with("resized") && !name.ends_with("dup"))
    return true;  // rejected when it is used
  sizes_[call.handle("newtype")] = elements * size_of(call, call.handle("oldtype"));
  return true;
}

}  // namespace weft
