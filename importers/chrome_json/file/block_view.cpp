#include "importers/chrome_json/file/block_view.h"

#include "importers/shared/printable.h"

#include <bit>

#include <fmt/format.h>

namespace nscope::importers {

std::uint64_t mix_hash(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9FB21C651E98DF25u;
  return hash ^ hash >> 29;
}

void BlockView::open(const EventBlock& block) {
  block_ = &block;
  texts_.assign(block.strings.size(), StringId());
}

StringId BlockView::intern(std::uint32_t local) {
  if (local == kNoText) return out_.intern("");
  return texts_[local] = out_.intern(printable_lines(view(local)));
}

ArgValue BlockView::value(const EventArg& arg) {
  switch (arg.type) {
    case EventArg::Type::kInteger: return arg.bits;
    case EventArg::Type::kReal: return std::bit_cast<double>(arg.bits);
    case EventArg::Type::kText: break;
  }
  return text_of(arg);
}

std::string BlockView::value_text(const EventArg& arg) const {
  switch (arg.type) {
    case EventArg::Type::kInteger: return std::to_string(arg.bits);
    case EventArg::Type::kReal: return fmt::format("{}", std::bit_cast<double>(arg.bits));
    case EventArg::Type::kText: break;
  }
  return std::string(view(static_cast<std::uint32_t>(arg.bits)));
}

void BlockView::put(SliceId slice, StringId key, const EventArg& arg) {
  switch (arg.type) {
    case EventArg::Type::kInteger: return out_.arg(slice, key, arg.bits);
    case EventArg::Type::kReal: return out_.arg(slice, key, std::bit_cast<double>(arg.bits));
    case EventArg::Type::kText: return out_.arg(slice, key, text_of(arg));
  }
}

std::string BlockView::id_text(const EventId& id) const {
  switch (id.kind) {
    case EventId::Kind::kNone: break;
    case EventId::Kind::kInteger: return std::to_string(id.value);
    case EventId::Kind::kText: return std::string(view(static_cast<std::uint32_t>(id.value)));
  }
  return {};
}

std::string BlockView::spelled_id(const EventId& id) const {
  return id.hexadecimal ? fmt::format("{:#x}", static_cast<std::uint64_t>(id.value)) : id_text(id);
}

std::uint64_t BlockView::id_hash(const EventId& id) {
  const bool is_text = id.kind == EventId::Kind::kText;
  const std::uint64_t value = is_text ? text(static_cast<std::uint32_t>(id.value)).index()
                                      : static_cast<std::uint64_t>(id.value);
  return mix_hash(mix_hash(0x51ED270B7F2C4A11u, static_cast<std::uint64_t>(id.kind)), value);
}

}  // namespace nscope::importers
