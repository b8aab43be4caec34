#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "weft/engine/flit/options.hpp"

namespace weft::flit {

/// Calls visit(i) for each bit i that is set, lowest first.
template <class Visit>
void for_each_bit(std::uint64_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

/// The steps from `from` up to `to`, modulo `size`.
constexpr std::uint32_t ahead(std::uint32_t from, std::uint32_t to, std::uint32_t size) {
  return to >= from ? to - from : to + size - from;
}

/// The position after `at`, modulo `size`.
constexpr std::uint32_t after(std::uint32_t at, std::uint32_t size) { return at + 1 == size ? 0 : at + 1; }

/// The arbiters of consecutive ports or virtual channels: a field of each.
template <class T, std::uint32_t T::*field>
struct Arbiters {
  T* first;
  std::uint32_t& operator[](std::uint32_t i) const { return first[i].*field; }
};

/// One request of a resource (output VC, output port) by a client (input VC, input port); `label` comes back
/// with the grant.
struct AllocationRequest {
  std::uint32_t client = 0;
  std::uint32_t resource = 0;
  std::uint32_t label = 0;
  std::uint32_t rank = 0;  ///< if arbiters go by age or priority: the lowest wins
};

/// Matches clients with resources, at most one each, in one iteration of round-robin arbiters (Dally &
/// Towles, ch. 19): iSLIP, in which every resource grants the next client that asks for it and every client
/// accepts the next resource that is granted; or separable input first, in which every client asks for its
/// next resource only and every resource takes the next of those. Arbiters advance past the match, or go by
/// the requests' ranks. Round-robin arbiters prefer lower ranks too, which must be multiples of 2^29. If a client requests a resource several times, the first request counts.
class Allocator {
 public:
  Allocator(AllocatorKind kind, Arbitration arbitration, std::size_t most_clients, std::size_t most_resources)
      : kind_(kind),
        by_age_(arbitration == Arbitration::age),
        by_client_(most_clients),
        by_resource_(most_resources) {}

  /// Calls matched(request) for every match. `next_resource[client]` and `next_client[resource]`: the
  /// arbiters.
  template <class OfClients, class OfResources, class Matched>
  void match(std::vector<AllocationRequest> const& requests, OfClients next_resource, OfResources next_client,
             std::uint32_t clients, std::uint32_t resources, Matched matched) {
    auto const toward_client = [&](AllocationRequest const& it) {
      return by_age_ ? it.rank : it.rank + ahead(next_client[it.resource], it.client, clients);
    };
    auto const toward_resource = [&](AllocationRequest const& it) {
      return by_age_ ? it.rank : it.rank + ahead(next_resource[it.client], it.resource, resources);
    };
    first_.clear();
    second_.clear();
    if (kind_ == AllocatorKind::islip) {
      choose(requests, by_resource_, &AllocationRequest::resource, toward_client, first_);
      choose(first_, by_client_, &AllocationRequest::client, toward_resource, second_);
    } else {
      choose(requests, by_client_, &AllocationRequest::client, toward_resource, first_);
      choose(first_, by_resource_, &AllocationRequest::resource, toward_client, second_);
    }
    for (auto const& it : second_) {
      next_client[it.resource] = after(it.client, clients);
      next_resource[it.client] = after(it.resource, resources);
      matched(it);
    }
  }

 private:
  struct Slot {
    std::uint32_t distance = none;
    std::uint32_t place = 0;
  };
  static constexpr std::uint32_t none = 0xffffffff;

  /// Appends to `chosen`, for each value of `key` that occurs, the request with the smallest distance, the
  /// first of equals.
  template <class Distance>
  static void choose(std::vector<AllocationRequest> const& requests, std::vector<Slot>& slots,
                     std::uint32_t AllocationRequest::*key, Distance distance,
                     std::vector<AllocationRequest>& chosen) {
    for (auto const& it : requests) {
      auto& slot = slots[it.*key];
      auto const d = distance(it);
      if (slot.distance == none) {
        slot = {d, static_cast<std::uint32_t>(chosen.size())};
        chosen.push_back(it);
      } else if (d < slot.distance) {
        slot.distance = d;
        chosen[slot.place] = it;
      }
    }
    for (auto const& it : chosen) slots[it.*key].distance = none;
  }

  AllocatorKind kind_;
  bool by_age_;
  std::vector<Slot> by_client_, by_resource_;
  std::vector<AllocationRequest> first_, second_;
};

}  // namespace weft::flit
