// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/all_to_all.hpp"

#include <fmt/format.h>

namespace weft::traffic {
namespace {

std::uint64_t partners(AllToAll::Params const& params, TrafficContext const& context) {
  return context.num_terminals - (params.self ? 0 : 1);
}

std::uint64_t messages_each(AllToAll::Params const& params, TrafficContext const& context) {
  auto const total =
      static_cast<unsigned __int128>(context.num_terminals) * partners(params, context) * context.messages;
  if (total >> 63 != 0)
    throw InputError(fmt::format("{} exchanges among {} terminals have too many messages", context.messages,
                                 context.num_terminals),
                     "the maximum is 2^63");
  return partners(params, context) * context.messages;
}

}  // namespace

AllToAll::AllToAll(Params const& params, TrafficContext const& context)
    : EvenTraffic(context.num_terminals, messages_each(params, context)),
      partners_(partners(params, context)),
      exchanges_(context.messages) {}

void AllToAll::destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const {
  WEFT_EXPECT(out.size() == terminals * uniform_messages());
  std::uint64_t const n = num_terminals();
  std::uint32_t* next = out.data();
  for (std::uint64_t e = first.v; e < first.v + terminals; ++e)
    for (std::uint64_t exchange = 0; exchange < exchanges_; ++exchange)
      for (std::uint64_t to = e + 1; to <= e + partners_; ++to)
        *next++ = static_cast<std::uint32_t>(to < n ? to : to - n);
}
}  // namespace weft::traffic
