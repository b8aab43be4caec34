// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/schedule/holdings.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/random.hpp"

namespace weft::schedule {
namespace {

class OnePlace final : public BlockStore {
 public:
  OnePlace(TransferNetwork const& network, Postcondition const& postcondition)
      : BlockStore(network, postcondition), position_(postcondition.start) {}

  std::size_t read(Step const& step) override {
    std::size_t i = 0;
    for (InterruptCheck check; i < step.transfers.size() && is_there(step.transfers[i]); ++i) check();
    return i;
  }
  std::size_t write(Step const& step) override {
    InterruptCheck check;
    for (std::size_t i = 0; i < step.transfers.size(); ++i) {
      check();
      auto const& transfer = step.transfers[i];
      if (!is_there(transfer)) return i;
      position_[transfer.block] = network_.target(transfer.channel);
    }
    return step.transfers.size();
  }
  std::string describe_location(Transfer const& transfer) const override {
    return "which is at " + network_.vertex_name(position_[transfer.block]);
  }
  std::optional<Fault> missing() const override {
    InterruptCheck check;
    for (std::uint32_t b = 0; b < postcondition_.blocks; ++b) {
      check();
      if (position_[b] != postcondition_.goals(b)[0])
        return Fault{b, "ends at " + network_.vertex_name(position_[b])};
    }
    return {};
  }

 private:
  bool is_there(Transfer const& transfer) const {
    return position_[transfer.block] == network_.source(transfer.channel);
  }

  std::vector<std::uint32_t> position_;
};

class Copies final : public BlockStore {
 public:
  Copies(TransferNetwork const& network, Postcondition const& postcondition)
      : BlockStore(network, postcondition), words_((postcondition.blocks + std::size_t{63}) / 64) {
    require_memory(
        std::uint64_t{words_} * network.num_vertices() * 8,
        fmt::format("a schedule of {} blocks on {} vertices", postcondition.blocks, network.num_vertices()));
    has_.resize(words_ * network.num_vertices());
    for (std::uint32_t b = 0; b < postcondition.blocks; ++b) word(postcondition.start[b], b) |= bit(b);
  }

  std::size_t read(Step const& step) override {
    std::size_t i = 0;
    auto const is_there = [&](Transfer const& transfer) {
      return has(network_.source(transfer.channel), transfer.block);
    };
    for (InterruptCheck check; i < step.transfers.size() && is_there(step.transfers[i]); ++i) check();
    return i;
  }
  std::size_t write(Step const& step) override {
    InterruptCheck check;
    for (auto const& transfer : step.transfers) {
      check();
      auto& target = word(network_.target(transfer.channel), transfer.block);
      redundant_ += target >> transfer.block % 64 & 1;
      target |= bit(transfer.block);
    }
    return step.transfers.size();
  }
  std::optional<Fault> missing() const override {
    InterruptCheck check;
    for (std::uint32_t b = 0; b < postcondition_.blocks; ++b)
      for (auto const v : postcondition_.goals(b)) {
        check();
        if (!has(v, b)) return Fault{b, "never reaches " + network_.vertex_name(v)};
      }
    return {};
  }
  std::uint64_t redundant() const override { return redundant_; }

 private:
  static std::uint64_t bit(std::uint32_t block) { return std::uint64_t{1} << block % 64; }
  std::uint64_t& word(std::uint32_t v, std::uint32_t block) { return has_[v * words_ + block / 64]; }
  bool has(std::uint32_t v, std::uint32_t block) const {
    return (has_[v * words_ + block / 64] & bit(block)) != 0;
  }

  std::size_t words_;
  std::vector<std::uint64_t> has_;
  std::uint64_t redundant_ = 0;
};

/// Store for sums: for each vertex and block, the sum of the labels of its parts; 0 if there are no parts.
class Sums final : public BlockStore {
 public:
  Sums(TransferNetwork const& network, Postcondition const& postcondition)
      : BlockStore(network, postcondition) {
    require_memory(
        std::uint64_t{postcondition.blocks} * network.num_vertices() * 8,
        fmt::format("sums of {} blocks on {} vertices", postcondition.blocks, network.num_vertices()));
    sums_.resize(std::size_t{postcondition.blocks} * network.num_vertices());
    for (std::uint32_t b = 0; b < postcondition.blocks; ++b)
      for (auto const v : postcondition.parts(b)) sum(v, b) = label(v, b);
  }

  std::size_t read(Step const& step) override {
    payload_.resize(step.transfers.size());
    InterruptCheck check;
    for (std::size_t i = 0; i < step.transfers.size(); ++i) {
      check();
      auto const& transfer = step.transfers[i];
      auto const from = network_.source(transfer.channel);
      if (transfer.loads) {
        payload_[i] = sum(from, transfer.block);
      } else {
        bool const there = transfer.carrier < carriers_.size() && carriers_[transfer.carrier].vertex == from;
        payload_[i] = there ? carriers_[transfer.carrier].sum : 0;
      }
      if (payload_[i] == 0) return i;
    }
    return step.transfers.size();
  }
  std::size_t write(Step const& step) override {
    InterruptCheck check;
    for (std::size_t i = 0; i < step.transfers.size(); ++i) {
      check();
      auto const& transfer = step.transfers[i];
      auto const to = network_.target(transfer.channel);
      if (transfer.unloads) {
        auto& target = sum(to, transfer.block);
        target = payload_[i] + (transfer.arrival == Arrival::add ? target : 0);
      } else {
        if (transfer.carrier >= carriers_.size()) {
          if (transfer.carrier >= carriers_.capacity())  // reads files
            require_memory((transfer.carrier + std::uint64_t{1}) * sizeof(Carrier), "carriers");
          carriers_.resize(transfer.carrier + std::size_t{1});
        }
        carriers_[transfer.carrier] = {to, payload_[i]};
      }
    }
    return step.transfers.size();
  }
  std::optional<Fault> missing() const override {
    for (std::uint32_t b = 0; b < postcondition_.blocks; ++b) {
      throw_if_interrupted();
      std::uint64_t whole = 0;
      for (auto const v : postcondition_.parts(b)) whole += label(v, b);
      for (auto const v : postcondition_.goals(b))
        if (auto const got = sums_[index(v, b)]; got != whole) return Fault{b, difference(v, b, whole - got)};
    }
    return {};
  }

 private:
  struct Carrier {
    std::uint32_t vertex = Transfer::no_carrier;
    std::uint64_t sum = 0;
  };
  static std::uint64_t label(std::uint32_t v, std::uint32_t block) {
    return mix64((std::uint64_t{v} + 1) << 32 | block) | 1;
  }
  std::size_t index(std::uint32_t v, std::uint32_t block) const {
    return std::size_t{v} * postcondition_.blocks + block;
  }
  std::uint64_t& sum(std::uint32_t v, std::uint32_t block) { return sums_[index(v, block)]; }
  std::string difference(std::uint32_t v, std::uint32_t block, std::uint64_t missing) const {
    for (auto const p : postcondition_.parts(block)) {
      if (label(p, block) == missing)
        return fmt::format("{} ends without the part of {}", network_.vertex_name(v),
                           network_.vertex_name(p));
      if (label(p, block) == 0 - missing)
        return fmt::format("{} ends with the part of {} twice", network_.vertex_name(v),
                           network_.vertex_name(p));
    }
    return fmt::format("{} ends with a wrong sum: several parts are missing or duplicated",
                       network_.vertex_name(v));
  }

  std::vector<std::uint64_t> sums_, payload_;
  std::vector<Carrier> carriers_;
};

using Words = std::span<std::uint64_t>;

/// Store for unions: for each vertex and block, the set of participants that have contributed, one bit per
/// participant.
class Unions final : public BlockStore {
 public:
  Unions(TransferNetwork const& network, Postcondition const& postcondition)
      : BlockStore(network, postcondition), words_((postcondition.participants.size() + 63) / 64) {
    auto const sets = std::uint64_t{postcondition.blocks} * network.num_vertices();
    require_memory(sets * words_ * 8, fmt::format("unions of {} blocks on {} vertices", postcondition.blocks,
                                                  network.num_vertices()));
    sets_.resize(sets * words_);
    for (std::size_t i = 0; i < postcondition.participants.size(); ++i)
      for (std::uint32_t b = 0; b < postcondition.blocks; ++b)
        set(postcondition.participants[i], b)[i / 64] |= std::uint64_t{1} << i % 64;
  }

  std::size_t read(Step const& step) override {
    payload_.assign(step.transfers.size() * words_, 0);
    for (std::size_t i = 0; i < step.transfers.size(); ++i) {
      auto const& transfer = step.transfers[i];
      auto const from = network_.source(transfer.channel);
      if (transfer.loads)
        std::ranges::copy(set(from, transfer.block), payload(i).begin());
      else if (transfer.carrier < carrier_at_.size() && carrier_at_[transfer.carrier] == from)
        std::ranges::copy(carried(transfer.carrier), payload(i).begin());
      if (std::ranges::none_of(payload(i), [](std::uint64_t word) { return word != 0; })) return i;
    }
    return step.transfers.size();
  }

  std::size_t write(Step const& step) override {
    for (std::size_t i = 0; i < step.transfers.size(); ++i) {
      auto const& transfer = step.transfers[i];
      auto const to = network_.target(transfer.channel);
      if (!transfer.unloads) {
        put(transfer.carrier, to, payload(i));
        continue;
      }
      auto const target = set(to, transfer.block);
      for (std::size_t w = 0; w < words_; ++w)
        target[w] = payload(i)[w] | (transfer.arrival == Arrival::add ? target[w] : 0);
    }
    return step.transfers.size();
  }

  std::optional<Fault> missing() const override {
    for (std::uint32_t b = 0; b < postcondition_.blocks; ++b)
      for (auto const v : postcondition_.goals(b))
        for (std::size_t i = 0; i < postcondition_.participants.size(); ++i)
          if ((sets_[(std::size_t{v} * postcondition_.blocks + b) * words_ + i / 64] >> i % 64 & 1) == 0)
            return Fault{b, network_.vertex_name(v) + " ends without the part of " +
                                network_.vertex_name(postcondition_.participants[i])};
    return {};
  }

 private:
  Words set(std::uint32_t v, std::uint32_t block) {
    return Words(sets_).subspan((std::size_t{v} * postcondition_.blocks + block) * words_, words_);
  }
  Words payload(std::size_t i) { return Words(payload_).subspan(i * words_, words_); }
  Words carried(std::size_t carrier) { return Words(carried_).subspan(carrier * words_, words_); }
  void put(std::uint32_t carrier, std::uint32_t at, Words words) {
    if (carrier >= carrier_at_.size()) {
      if (carrier >= carrier_at_.capacity())
        require_memory((carrier + std::uint64_t{1}) * (4 + 8 * words_), "carriers");
      carrier_at_.resize(carrier + std::size_t{1}, Transfer::no_carrier);
      carried_.resize(carrier_at_.size() * words_);
    }
    carrier_at_[carrier] = at;
    std::ranges::copy(words, carried(carrier).begin());
  }

  std::size_t words_;
  std::vector<std::uint64_t> sets_, payload_, carried_;
  std::vector<std::uint32_t> carrier_at_;
};

}  // namespace

std::unique_ptr<BlockStore> make_holdings(TransferNetwork const& network,
                                          Postcondition const& postcondition) {
  switch (postcondition.holdings) {
    case Holdings::one_place: return std::make_unique<OnePlace>(network, postcondition);
    case Holdings::copies: return std::make_unique<Copies>(network, postcondition);
    case Holdings::sums: return std::make_unique<Sums>(network, postcondition);
    case Holdings::unions: return std::make_unique<Unions>(network, postcondition);
  }
  return nullptr;
}

std::string block_name(TransferNetwork const& network, Postcondition const& postcondition,
                       std::uint32_t block) {
  auto name = fmt::format("block {}", block);
  if (postcondition.start.empty()) return name;
  auto const from = network.vertex_name(postcondition.start[block]);
  if (postcondition.goals(block).size() != 1) return fmt::format("{} (from {})", name, from);
  return fmt::format("{} ({} to {})", name, from, network.vertex_name(postcondition.goals(block)[0]));
}

}  // namespace weft::schedule
