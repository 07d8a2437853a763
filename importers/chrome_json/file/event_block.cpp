#include "importers/chrome_json/file/event_block.h"

namespace nscope::importers {

std::size_t ThreadKeyHash::operator()(const ThreadKey& key) const {
  const auto number = [](const EventId& id) {
    return static_cast<std::uint64_t>(id.value) * 4 + static_cast<std::uint64_t>(id.kind);
  };
  std::uint64_t h = number(key.process) * 0x9FB21C651E98DF25u;
  h = (h ^ h >> 32 ^ number(key.thread)) * 0x9FB21C651E98DF25u;
  return h ^ h >> 32;
}

std::uint32_t EventBlock::thread_number(const ThreadKey& key) {
  const auto [it, added] =
      thread_numbers.try_emplace(key, static_cast<std::uint32_t>(threads.size()));
  if (added) threads.push_back(key);
  return it->second;
}

std::size_t EventBlock::memory() const {
  return events.capacity() * sizeof(Event) + args.capacity() * sizeof(EventArg) +
         extras.capacity() * sizeof(EventExtra) + threads.capacity() * sizeof(ThreadKey) +
         strings.memory();
}

void EventBlock::clear() {
  events.clear();
  args.clear();
  extras.clear();
  threads.clear();
  thread_numbers.clear();
  metadata.clear();
  strings.clear();
  not_events = 0;
  bad_fields = 0;
  has_picoseconds = false;
}

}  // namespace nscope::importers
