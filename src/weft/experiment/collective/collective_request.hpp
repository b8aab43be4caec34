#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/collective/operation.hpp"
#include "weft/core/param.hpp"

namespace weft {

/// A collective operation as a person asks for it.
struct CollectiveRequest {
  collective::Operation operation = collective::Operation::broadcast;
  std::string topology = "torus:sides=8x8x8";
  std::string algorithm = "all";
  std::string bytes = {};
  std::string packets = "best";
  double alpha = 1e-6;
  double beta = 1e-10;
  double hop = -1;
  double bandwidth = 0;
  std::int64_t root = 0;
  std::string receivers = "all";
  std::uint32_t sends = 0;
  std::int64_t seed = 1;

  friend bool operator==(CollectiveRequest const&, CollectiveRequest const&) = default;
};

inline constexpr std::tuple collective_schema{
    param("operation", &CollectiveRequest::operation, "what all ranks do together, by MPI's names"),
    param("topology", &CollectiveRequest::topology,
          "the network, one rank on each terminal, e.g. torus:sides=8x8x8"),
    param("algorithm", &CollectiveRequest::algorithm,
          "how it is done: one or several of docs/reference/collectives.md, separated by commas; all: those "
          "that fit"),
    param(
        "bytes", &CollectiveRequest::bytes,
        "size of a message (of the whole vector of reductions): 512, 64k, 1Mi, a list 1k,1M, or a sweep 1k..1G in doublings; "
        "without, 1M"),
    param(
        "packets", &CollectiveRequest::packets,
        "into how many packets a message is cut; best: the fastest power of two for each size, found by executing 1, 2, 4, .. until "
        "no size gains"),
    param("alpha", &CollectiveRequest::alpha, Range{0, 1e9},
          "what a step costs besides its bytes; with hop, what a message costs", "seconds"),
    param("beta", &CollectiveRequest::beta, Range{0, 1e9}, "what a byte costs on a channel of bandwidth 1",
          "seconds"),
    param(
        "hop", &CollectiveRequest::hop, Range{-1, 1e9},
        "cut-through: what each hop costs besides its bytes, while alpha is paid once per message; -1: store-and-forward, "
        "every step costs alpha",
        "seconds"),
    param("bandwidth", &CollectiveRequest::bandwidth, Range{0, 1e18},
          "bytes per second of a channel of bandwidth 1, instead of beta; 0: beta"),
    param("root", &CollectiveRequest::root, Range{0, 4294967295.0}, "the root, a rank"),
    param("receivers", &CollectiveRequest::receivers,
          "who receives a broadcast: all, a share 10% or a number 25 of random ranks, or ranks 0..63+96"),
    param("sends", &CollectiveRequest::sends, Range{0, 4294967295.0},
          "blocks that a node can send per slot over all its channels; 0: as many as these carry"),
    param("seed", &CollectiveRequest::seed, Range{0, 9007199254740992.0},
          "names all random numbers: the same seed, the same result")};

}  // namespace weft
