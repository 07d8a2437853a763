#pragma once

#include "importers/chrome_json/file/event_block.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// Mixes a word into a hash of ids.
std::uint64_t mix_hash(std::uint64_t hash, std::uint64_t word);

/// One block of events, with its texts as string ids of the trace. One thread.
class BlockView {
 public:
  static constexpr std::uint32_t kNoText = LocalStrings::kNone;

  explicit BlockView(TraceWriter& out) : out_(out) {}

  /// Sets the current block, which must live until the next open().
  void open(const EventBlock& block);
  const EventBlock& block() const { return *block_; }

  std::string_view view(std::uint32_t local) const {
    return local == kNoText ? std::string_view() : block_->strings.view(local);
  }
  StringId text(std::uint32_t local) {
    if (local != kNoText && texts_[local].valid()) return texts_[local];
    return intern(local);
  }
  StringId text_of(const EventArg& arg) { return text(static_cast<std::uint32_t>(arg.bits)); }
  ArgValue value(const EventArg& arg);
  /// The value as text, which is the text itself or a number.
  std::string value_text(const EventArg& arg) const;
  void put(SliceId slice, StringId key, const EventArg& arg);

  /// The arguments of the event at `index`.
  std::span<const EventArg> args(const Event& event, std::size_t index) const {
    return std::span(block_->args)
        .subspan(event.args_begin, block_->args_end(index) - event.args_begin);
  }
  const EventExtra& extra(const Event& event) const { return block_->extras[event.extra]; }
  /// The id as text; the same text for all spellings of an id.
  std::string id_text(const EventId& id) const;
  /// The id as text, hexadecimal if it is hexadecimal in the file.
  std::string spelled_id(const EventId& id) const;
  std::uint64_t id_hash(const EventId& id);

 private:
  StringId intern(std::uint32_t local);

  TraceWriter& out_;
  const EventBlock* block_ = nullptr;
  std::vector<StringId> texts_;
};

}  // namespace nscope::importers
