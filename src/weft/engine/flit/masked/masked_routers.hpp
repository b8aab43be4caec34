#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "weft/engine/flit/division.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/masked/event_ring.hpp"
#include "weft/engine/flit/options.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::flit {

/// An input virtual channel.
struct MaskedInput {
  std::uint16_t head = 0, count = 0;
  std::uint16_t end = 0;    ///< behind the last flit, those under way to it included
  std::uint8_t output = 0;  ///< the output VC of its router that it has
  std::uint8_t accept = 0;  ///< the one that it prefers
};

struct MaskedOutput {
  std::uint16_t credits = 0;
  std::uint8_t user = 0;   ///< the input VC that has it
  std::uint8_t grant = 0;  ///< the input VC that it prefers
};

/// The output VCs that a head may take.
struct MaskedWish {
  std::uint64_t outputs = 0;
  std::uint32_t room = 0;  ///< credits that it must find; 0: any
};

/// An input port: where its credits go.
struct MaskedInPort {
  VcEvent peer = 0;          ///< VC 0 of the output port at the other end; of its own, if terminals inject
  std::uint32_t cycles = 0;  ///< until a credit is there
  std::uint8_t accept = 0;   ///< the output port that it prefers
  std::uint8_t first_vc = 0;
  enum class From : std::uint8_t { router, terminal, elsewhere } from = From::router;
};

/// An output port: where its flits go.
struct MaskedOutPort {
  std::uint64_t sent = 0;     ///< flits since it was set to 0
  std::uint64_t free_at = 0;  ///< the first cycle in which its channel takes a flit
  VcEvent peer = 0;           ///< VC 0 of the input port at the other end
  std::uint32_t cycles = 0;   ///< until a flit is there
  std::uint8_t grant = 0;     ///< the input port that it prefers
  bool inside = false;        ///< the other end is a router of the partition; else a terminal, or another's
};

/// A router: sets of its virtual channels. Bit (p << shift) + v is VC v of its input or output port p.
struct alignas(64) MaskedRouter {
  // No two sets side by side: a compiler would join their changes, and wait for the stores of each.
  std::uint64_t active = 0;               ///< input VCs that have an output VC
  std::uint32_t inputs = 0, outputs = 0;  ///< ports
  std::uint64_t ready = 0;                ///< input VCs that can send a flit
  std::uint64_t unused = 0;
  std::uint64_t allocating = 0;  ///< input VCs that wait for an output VC
  std::uint64_t unused_2 = 0;
  std::uint64_t free = 0;  ///< output VCs that no input VC has
};

/// The routers of a partition as the masked core keeps them: each in consecutive memory, with places for
/// equally many ports.
class MaskedRouters {
 public:
  MaskedRouters(FlitNetwork const& network, RouterOptions const& options, RouterRange const& range);

  std::uint32_t size() const { return size_; }
  /// Places for ports, at least as many as there are input or output ports.
  std::size_t num_ports() const { return size_ * ports_; }
  std::uint32_t const first;  ///< router of the network
  std::uint32_t const shift, vcs, depth;

  MaskedRouter& operator[](std::uint32_t r) {
    return *reinterpret_cast<MaskedRouter*>(memory_.get() + r * bytes_);
  }
  MaskedRouter const& operator[](std::uint32_t r) const {
    return *reinterpret_cast<MaskedRouter const*>(memory_.get() + r * bytes_);
  }
  /// By virtual channel.
  MaskedOutput* outputs(MaskedRouter& r) const { return at<MaskedOutput>(r, sizeof(MaskedRouter)); }
  MaskedInput* inputs(MaskedRouter& r) const { return at<MaskedInput>(r, inputs_at_); }
  MaskedWish* wishes(MaskedRouter& r) const { return at<MaskedWish>(r, wishes_at_); }
  Flit* buffer(MaskedRouter& r, std::uint32_t vc) const {
    return at<Flit>(r, buffers_at_) + std::size_t{vc} * depth;
  }
  /// By port.
  MaskedInPort* in_ports(MaskedRouter& r) const { return at<MaskedInPort>(r, in_ports_at_); }
  MaskedOutPort* out_ports(MaskedRouter& r) const { return at<MaskedOutPort>(r, out_ports_at_); }

  /// The same to look at.
  MaskedOutput const* outputs(std::uint32_t r) const { return outputs(look(r)); }
  MaskedInput const* inputs(std::uint32_t r) const { return inputs(look(r)); }
  MaskedWish const* wishes(std::uint32_t r) const { return wishes(look(r)); }
  Flit const* buffer(std::uint32_t r, std::uint32_t vc) const { return buffer(look(r), vc); }
  MaskedInPort const* in_ports(std::uint32_t r) const { return in_ports(look(r)); }
  MaskedOutPort const* out_ports(std::uint32_t r) const { return out_ports(look(r)); }

  /// Puts a flit behind those in the buffer of an input VC. It counts there once it has arrived.
  void put(VcEvent to, Flit flit) {
    auto& router = (*this)[router_of(to)];
    auto& input = inputs(router)[vc_of(to)];
    buffer(router, vc_of(to))[input.end] = flit;
    input.end = static_cast<std::uint16_t>(input.end + 1u == depth ? 0 : input.end + 1u);
  }

 private:
  template <class T>
  static T* at(MaskedRouter& r, std::size_t offset) {
    return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(&r) + offset);
  }
  MaskedRouter& look(std::uint32_t r) const {
    return *reinterpret_cast<MaskedRouter*>(memory_.get() + r * bytes_);
  }
  void lay_out(FlitNetwork const& network);
  void connect_inputs(FlitNetwork const& network, RouterOptions const& options, RouterRange const& range);
  void connect_outputs(FlitNetwork const& network, RouterRange const& range);

  struct Free {
    void operator()(std::byte* bytes) const { ::operator delete[](bytes, std::align_val_t{64}); }
  };
  std::uint32_t const size_;
  std::size_t ports_ = 1;  // of a router
  std::size_t inputs_at_ = 0, wishes_at_ = 0, in_ports_at_ = 0, out_ports_at_ = 0, buffers_at_ = 0,
              bytes_ = 0;
  std::unique_ptr<std::byte[], Free> memory_;
};

/// A set bit of `set`, which is not empty: the first one from `from` on, below 64, else the first one.
inline std::uint32_t next_bit(std::uint64_t set, std::uint32_t from) {
  auto const later = set >> from << from;
  return static_cast<std::uint32_t>(std::countr_zero(later != 0 ? later : set));
}

}  // namespace weft::flit
