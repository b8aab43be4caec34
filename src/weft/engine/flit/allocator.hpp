// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/engine/flit/router_params.hpp"

namespace weft::flit {

/// Calls visit(i) for each set bit i of `mask`, lowest first.
template <class Visit>
void for_each_bit(std::uint64_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

/// Returns the number of steps from `from` forward to `to`, modulo `size`.
constexpr std::uint32_t ahead(std::uint32_t from, std::uint32_t to, std::uint32_t size) {
  return to >= from ? to - from : to + size - from;
}

/// Returns the position after `at`, modulo `size`.
constexpr std::uint32_t after(std::uint32_t at, std::uint32_t size) { return at + 1 == size ? 0 : at + 1; }

/// Arbiter pointers of consecutive ports or virtual channels, stored as a field of each.
template <class T, std::uint32_t T::*field>
struct Arbiters {
  T* first;
  std::uint32_t& operator[](std::uint32_t i) const { return first[i].*field; }
};

/// A request of a client (input VC, input port) for a resource (output VC, output port); the grant returns
/// `label`.
struct AllocationRequest {
  std::uint32_t client = 0;
  std::uint32_t resource = 0;
  std::uint32_t label = 0;
  std::uint32_t rank = 0;  ///< rank if arbiters compare age or priority: the lowest is granted
};

/// Identification of an allocation: `number` increases by one with each allocation of a router, and `salt`
/// differs between routers.
struct AllocationTurn {
  std::uint64_t number = 0, salt = 0;
};

/// Allocator that matches clients with resources, at most one each (Dally & Towles, ch. 19):
/// - iSLIP: every resource grants the next client that requests it, and every client accepts the next
///   resource that granted it;
/// - separable input first: every client requests only its next resource, and every resource grants the next
///   client that requests it;
/// - parallel iterative matching: as iSLIP, but grants and accepts are random (Anderson, Owicki, Saxe &
///   Thacker, ACM TOCS 11(4), 1993);
/// - wavefront: grants along the diagonals of the request matrix, starting from the next diagonal in each
///   allocation (Tamir & Chi, IEEE TPDS 4(1), 1993).
///
/// All except wavefront repeat for the unmatched clients and resources, `iterations` times in total. Arbiters
/// advance past the matches of the first iteration (McKeown, IEEE/ACM Trans. Networking 7(2), 1999), or
/// compare the ranks of requests. If packets have priorities, requests with lower ranks are granted first
/// under all algorithms; ranks must be multiples of 2^29. If a client requests a resource several times, the
/// first request counts.
class Allocator {
 public:
  Allocator(RouterParams const& options, std::size_t max_clients, std::size_t max_resources)
      : kind_(options.allocator),
        iterations_(options.iterations),
        by_age_(options.arbitration == Arbitration::age),
        by_client_(max_clients),
        by_resource_(max_resources) {}

  /// Calls matched(request) for every match. `next_resource[client]` and `next_client[resource]` are the
  /// arbiter pointers. The first diagonal and the random words are derived from `turn`.
  template <class OfClients, class OfResources, class Matched>
  void match(std::vector<AllocationRequest>& requests, OfClients next_resource, OfResources next_client,
             std::uint32_t clients, std::uint32_t resources, AllocationTurn turn, Matched matched) {
    if (kind_ == AllocatorKind::wavefront)
      return match_diagonals(requests, std::max(clients, resources), turn.number, matched);
    for (std::uint32_t iteration = 0; iteration < iterations_ && !requests.empty(); ++iteration) {
      match_once(requests, next_resource, next_client, clients, resources, turn, iteration);
      for (auto const& match : second_) {
        if (iteration == 0) {
          next_client[match.resource] = after(match.client, clients);
          next_resource[match.client] = after(match.resource, resources);
        }
        matched(match);
      }
      if (iteration + 1 < iterations_) remove_matched(requests);
    }
  }

 private:
  struct Slot {
    std::uint32_t distance = none;
    std::uint32_t place = 0;
  };
  static constexpr std::uint32_t none = 0xffffffff;

  /// Runs one iteration and stores the matches in `second_`.
  template <class OfClients, class OfResources>
  void match_once(std::vector<AllocationRequest> const& requests, OfClients next_resource,
                  OfResources next_client, std::uint32_t clients, std::uint32_t resources,
                  AllocationTurn turn, std::uint32_t iteration) {
    auto const client_priority = [&](AllocationRequest const& request) {
      return by_age_ ? request.rank
                     : request.rank + ahead(next_client[request.resource], request.client, clients);
    };
    auto const resource_priority = [&](AllocationRequest const& request) {
      return by_age_ ? request.rank
                     : request.rank + ahead(next_resource[request.client], request.resource, resources);
    };
    first_.clear();
    second_.clear();
    if (kind_ == AllocatorKind::islip) {
      choose(requests, by_resource_, &AllocationRequest::resource, client_priority, first_);
      choose(first_, by_client_, &AllocationRequest::client, resource_priority, second_);
    } else if (kind_ == AllocatorKind::pim) {
      auto const words = RandomWords::derived(mix64(turn.number ^ turn.salt << 40) + iteration);
      auto const by_chance = [&](std::uint64_t side) {
        return [&words, side](AllocationRequest const& request) {
          return request.rank +
                 static_cast<std::uint32_t>(
                     words(side << 63 | std::uint64_t{request.client} << 31 | request.resource) >> 35);
        };
      };
      choose(requests, by_resource_, &AllocationRequest::resource, by_chance(0), first_);
      choose(first_, by_client_, &AllocationRequest::client, by_chance(1), second_);
    } else {
      choose(requests, by_client_, &AllocationRequest::client, resource_priority, first_);
      choose(first_, by_resource_, &AllocationRequest::resource, client_priority, second_);
    }
  }

  /// Appends to `chosen`, for each value of `key` that occurs, the request with the minimum distance (the
  /// first one in case of a tie).
  template <class Distance>
  static void choose(std::vector<AllocationRequest> const& requests, std::vector<Slot>& slots,
                     std::uint32_t AllocationRequest::*key, Distance distance,
                     std::vector<AllocationRequest>& chosen) {
    for (auto const& request : requests) {
      auto& slot = slots[request.*key];
      auto const d = distance(request);
      if (slot.distance == none) {
        slot = {d, static_cast<std::uint32_t>(chosen.size())};
        chosen.push_back(request);
      } else if (d < slot.distance) {
        slot.distance = d;
        chosen[slot.place] = request;
      }
    }
    for (auto const& request : chosen) slots[request.*key].distance = none;
  }

  /// Removes the requests whose client or resource is in `second_`.
  void remove_matched(std::vector<AllocationRequest>& requests) {
    for (auto const& match : second_)
      by_client_[match.client].distance = by_resource_[match.resource].distance = 0;
    std::erase_if(requests, [&](AllocationRequest const& request) {
      return by_client_[request.client].distance == 0 || by_resource_[request.resource].distance == 0;
    });
    for (auto const& match : second_)
      by_client_[match.client].distance = by_resource_[match.resource].distance = none;
  }

  /// Grants along diagonals. The requests of a diagonal share no client and no resource, so each is granted
  /// unless an earlier diagonal matched its client or resource.
  template <class Matched>
  void match_diagonals(std::vector<AllocationRequest>& requests, std::uint32_t size, std::uint64_t turn,
                       Matched matched) {
    auto const first = static_cast<std::uint32_t>(turn % size);
    for (auto& request : requests)
      request.rank += ahead(first, (request.client + request.resource) % size, size);
    std::ranges::stable_sort(requests, {}, &AllocationRequest::rank);
    second_.clear();
    for (auto const& request : requests) {
      auto& client = by_client_[request.client].distance;
      auto& resource = by_resource_[request.resource].distance;
      if (client == 0 || resource == 0) continue;
      client = resource = 0;
      second_.push_back(request);
    }
    for (auto const& match : second_)
      by_client_[match.client].distance = by_resource_[match.resource].distance = none;
    for (auto const& match : second_) matched(match);
  }

  AllocatorKind kind_;
  std::uint32_t iterations_;
  bool by_age_;
  std::vector<Slot> by_client_, by_resource_;
  std::vector<AllocationRequest> first_, second_;
};

}  // namespace weft::flit
