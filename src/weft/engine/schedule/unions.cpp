#include "weft/engine/schedule/unions.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "weft/core/memory.hpp"

namespace weft::schedule {
namespace {

using Words = std::span<std::uint64_t>;

class Unions final : public HoldingStore {
 public:
  Unions(TransferNetwork const& network, Promise const& promise)
      : HoldingStore(network, promise), words_((promise.participants.size() + 63) / 64) {
    auto const sets = std::uint64_t{promise.blocks} * network.num_vertices();
    require_memory(sets * words_ * 8,
                   fmt::format("unions of {} blocks on {} vertices", promise.blocks, network.num_vertices()));
    sets_.resize(sets * words_);
    for (std::size_t i = 0; i < promise.participants.size(); ++i)
      for (std::uint32_t b = 0; b < promise.blocks; ++b)
        set(promise.participants[i], b)[i / 64] |= std::uint64_t{1} << i % 64;
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
    for (std::uint32_t b = 0; b < promise_.blocks; ++b)
      for (auto const v : promise_.goals(b))
        for (std::size_t i = 0; i < promise_.participants.size(); ++i)
          if ((sets_[(std::size_t{v} * promise_.blocks + b) * words_ + i / 64] >> i % 64 & 1) == 0)
            return Fault{b, network_.vertex_name(v) + " ends without the part of " +
                                network_.vertex_name(promise_.participants[i])};
    return {};
  }

 private:
  Words set(std::uint32_t v, std::uint32_t block) {
    return Words(sets_).subspan((std::size_t{v} * promise_.blocks + block) * words_, words_);
  }
  Words payload(std::size_t i) { return Words(payload_).subspan(i * words_, words_); }
  Words carried(std::size_t carrier) { return Words(carried_).subspan(carrier * words_, words_); }
  void put(std::uint32_t carrier, std::uint32_t at, Words words) {
    if (carrier >= carrier_at_.size()) {
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

std::unique_ptr<HoldingStore> make_unions(TransferNetwork const& network, Promise const& promise) {
  return std::make_unique<Unions>(network, promise);
}

}  // namespace weft::schedule
