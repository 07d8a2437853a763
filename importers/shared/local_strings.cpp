#include "importers/shared/local_strings.h"

#include "importers/shared/short_text.h"

#include <algorithm>

namespace nscope::importers {
namespace {

constexpr std::size_t kFirstSlots = 1024;

std::uint64_t mix(std::uint64_t h, std::uint64_t word) {
  h = (h ^ word) * 0x9FB21C651E98DF25u;
  return h ^ h >> 32;
}

std::uint64_t hash_of(std::string_view text) {
  const char* p = text.data();
  std::size_t n = text.size();
  std::uint64_t h = 0x9E3779B97F4A7C15u * (n + 1);
  if (n >= 8) {
    const char* const last = p + n - 8;
    for (; n > 8; n -= 8, p += 8) h = mix(h, text_word<std::uint64_t>(p));
    return mix(h, text_word<std::uint64_t>(last));
  }
  if (n >= 4)
    return mix(h, text_word<std::uint32_t>(p) << 32 | text_word<std::uint32_t>(p + n - 4));
  if (n == 0) return h;
  return mix(h, text_word<std::uint8_t>(p) << 16 | text_word<std::uint8_t>(p + n / 2) << 8 |
                    text_word<std::uint8_t>(p + n - 1));
}

}  // namespace

std::uint32_t LocalStrings::intern(std::string_view text) {
  if (slots_.size() < 2 * (entries_.size() + 1)) grow();
  const std::uint64_t hash = hash_of(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const std::uint32_t found = slots_[slot];
    if (found == 0) {
      const auto offset = static_cast<std::uint32_t>(characters_.size());
      entries_.push_back({hash, offset, static_cast<std::uint32_t>(text.size())});
      characters_ += text;
      slots_[slot] = static_cast<std::uint32_t>(entries_.size());
      return slots_[slot] - 1;
    }
    const Entry& entry = entries_[found - 1];
    if (entry.hash == hash && equal_short(view(found - 1), text)) {
      return found - 1;
    }
  }
}

void LocalStrings::grow() {
  slots_.assign(std::max(kFirstSlots, slots_.size() * 2), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t slot = entries_[i].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

std::size_t LocalStrings::memory() const {
  return entries_.size() * sizeof(Entry) + slots_.size() * sizeof(std::uint32_t) +
         characters_.size();
}

void LocalStrings::clear() {
  entries_.clear();
  characters_.clear();
  std::fill(slots_.begin(), slots_.end(), 0u);
}

}  // namespace nscope::importers
