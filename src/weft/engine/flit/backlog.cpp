#include "weft/engine/flit/backlog.hpp"

#include <algorithm>

namespace weft::flit {

Sources::Backlog::Backlog(Sources const& sources) : sources_(sources), waiting_(sources.index_of_.size()) {
  for (auto const& it : sources.sources_) made_.push_back({it.rng, it.law, it.messages});
}

std::uint32_t Sources::Backlog::waiting_messages(std::uint64_t now, std::size_t index) {
  auto const& source = sources_.sources_[index];
  auto const& of_class = sources_.classes_[source.traffic_class];
  if (sources_.params_.injection == Injection::batch)
    return source.law.next == ArrivalLaw::never
               ? 0
               : static_cast<std::uint32_t>(of_class.traffic->messages({source.terminal})) - source.messages;
  auto& made = made_[index];
  for (; made.law.next < now; of_class.law.advance(made.law, made.rng)) ++made.messages;
  return made.messages - source.messages;
}

void Sources::Backlog::count(std::uint64_t now) {
  begun_or_dropped_ = 0;
  std::ranges::fill(waiting_, 0u);
  for (std::size_t i = 0; i < sources_.sources_.size(); ++i) {
    auto const& source = sources_.sources_[i];
    auto& waiting = waiting_[source.terminal - sources_.first_terminal_];
    waiting += waiting_messages(now, i);
    if (!sources_.waiting_.empty())
      waiting += static_cast<std::uint32_t>(sources_.waiting_[i].answers.size() - sources_.waiting_[i].first);
    begun_or_dropped_ += source.number;
  }
}

}  // namespace weft::flit
