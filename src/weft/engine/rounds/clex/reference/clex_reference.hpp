#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/clex_machine.hpp"
#include "weft/engine/rounds/clex/clex_measures.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/message.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// A(l) one message at a time and breadth first: 2^(l-1) times the whole machine exchanges, then every clique runs A(1).
///
/// The twin of ClexRecursion, against which that is tested and timed: same draws (clex_draws.hpp, and the order in which
/// their words are consumed), same measures and delivered messages bit for bit, but no other code in common. Needs about
/// 15 bytes per plain message. Message.destination is the node's number (not packed digits); distances are not tracked.
template <class Message>
class ClexReference {
 public:
  /// Messages of one clique in canonical order: by (middle digits, sub-copy) of the node an exchange brought them from,
  /// then by position in its queue; message i is at node place[i] of the clique.
  struct Inbox {
    std::vector<Message> message;
    std::vector<std::uint16_t> place;
  };

  /// Keeps a reference to the traffic.
  ClexReference(ClexMachine const& machine, ClexOptions const& options, std::uint64_t seed,
                Traffic const& traffic);

  ClexMeasures run();
  /// After run(): what each clique received, every message at its target.
  std::vector<Inbox> const& delivered() const { return inbox_; }

 private:
  /// Messages of one clique by node: those of node t are first[t] .. first[t + 1] - 1, in the order of the inbox.
  struct Queues {
    std::vector<Message> message;
    std::vector<std::uint32_t> first;
  };

  void inject();
  void reopen();
  void exchange(Call const& call);
  void exchange_group(Call const& call, std::uint64_t copy, std::uint64_t middle, Rng rng);
  void deal_edges(std::uint32_t size, Rng& rng);
  void tally_instances(std::uint64_t call);
  void aim(Call const& call, std::uint64_t clique);
  void enqueue(std::uint64_t clique);
  void check_arrival() const;

  ClexMachine machine_;
  ClexOptions options_;
  std::uint64_t seed_;
  Traffic const& traffic_;
  std::vector<std::uint16_t> pool_;
  ClexMeasures measures_;
  std::vector<Inbox> inbox_;    ///< per clique, before A(1)
  std::vector<Queues> queues_;  ///< per clique, after A(1)
  std::vector<std::uint16_t> edge_, target_;
  std::vector<char> chosen_;
};

extern template class ClexReference<PlainMessage<std::uint32_t>>;
extern template class ClexReference<TrackedMessage<std::uint32_t>>;

}  // namespace weft::rounds
