#pragma once

#include "importers/chrome_json/event_block.h"
#include "importers/chrome_json/event_parser.h"
#include "importers/chrome_json/text_blocks.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace nscope::importers {

/// A block of text and what parse_events() made of it in the belief that it
/// begins between two events.
struct ParsedBlock {
  TextBlock text;
  std::unique_ptr<EventBlock> events;
  ParseStop stop;
};

/// Who wants to know what a document holds, in the order of the file.
class DocumentVisitor {
 public:
  virtual ~DocumentVisitor() = default;
  virtual void events(std::unique_ptr<EventBlock> block) = 0;
  /// A member beside the list of events; `value` is its JSON text.
  virtual void member(std::string_view key, std::string_view value) = 0;
  /// An empty block to parse into, used before or new.
  virtual std::unique_ptr<EventBlock> new_block() = 0;
};

/// Follows the structure of a Chrome trace through its blocks: a list of events,
/// or an object with that list among its members. Blocks that were parsed ahead
/// are used where the block before ended as it should; otherwise their text is
/// read again from where it did end. One thread.
class DocumentWalker {
 public:
  /// An event or a member larger than this is refused.
  static constexpr std::size_t kMaxPiece = std::size_t{16} << 20;

  DocumentWalker(std::string file_name, DocumentVisitor& visitor)
      : file_name_(std::move(file_name)), visitor_(visitor) {}

  /// Errors: kBadInput with position and reason.
  Result<> take(ParsedBlock block);

  enum class End { kComplete, kListNotClosed, kCutOff };
  /// How the file ended. Errors: kBadInput where it holds no list of events.
  Result<End> finish() const;

  /// Blocks whose text had to be read again; a measure of wrong guesses.
  std::size_t reread_blocks() const { return reread_; }
  /// Where the list is cut off, for messages.
  std::size_t position() const { return pending_offset_; }

 private:
  enum class Place { kStart, kMembers, kEvents, kEnd };

  /// Reads what of `text` is complete; returns how much that is.
  Result<std::size_t> walk(std::string_view text, std::size_t offset);
  Result<bool> walk_member(std::string_view text, std::size_t& at, std::size_t offset);
  Result<std::size_t> leave_events(ParseStop stop, std::size_t offset);
  Result<> keep(std::string_view rest, std::size_t offset);
  tl::unexpected<Error> bad(std::size_t offset, std::string reason) const;

  std::string file_name_;
  DocumentVisitor& visitor_;
  Place place_ = Place::kStart;
  bool list_is_all_ = false;  // the document is the list itself
  bool seen_events_ = false;
  std::string pending_;  // text of an event or member that goes on in the next block
  std::size_t pending_offset_ = 0;
  std::size_t reread_ = 0;
};

}  // namespace nscope::importers
