#pragma once

#include "importers/chrome_json/event_parser.h"
#include "importers/chrome_json/file/event_block.h"
#include "importers/chrome_json/file/text_blocks.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// A block of text and the result of parse_events(), which assumes that the block starts between
/// two events.
struct ParsedBlock {
  TextBlock text;
  std::unique_ptr<EventBlock> events;
  ParseStop stop;
};

/// Receives the contents of a document in the order of the file.
class DocumentVisitor {
 public:
  virtual ~DocumentVisitor() = default;
  virtual void events(std::unique_ptr<EventBlock> block) = 0;
  /// A member other than the list of events; `value` is its JSON text.
  virtual void member(std::string_view key, std::string_view value) = 0;
  /// An empty block to parse into: a new one or a recycled one.
  virtual std::unique_ptr<EventBlock> new_block() = 0;
};

/// Follows the structure of a Chrome trace through its blocks: a list of events, an object with
/// that list as a member, called "traceEvents" or otherwise, or events without a list (one on each
/// line). The result of a block that was parsed ahead is used if the previous block
/// ended between two events; otherwise the text is parsed again from the end of the last complete
/// event. One thread.
class DocumentWalker {
 public:
  /// The largest size of an event or a member.
  static constexpr std::size_t kMaxPiece = std::size_t{16} << 20;

  DocumentWalker(std::string file_name, DocumentVisitor& visitor)
      : file_name_(std::move(file_name)), visitor_(visitor) {}

  /// Errors: kBadInput with position and reason.
  Result<> take(ParsedBlock block);

  enum class End { kComplete, kListNotClosed, kCutOff };
  /// How the file ended. Errors: kBadInput if it contains no list of events.
  Result<End> finish() const;

  /// Number of blocks that had to be parsed again because of a wrong assumption.
  std::size_t reread_blocks() const { return reread_; }
  /// The byte offset of data after the end of the document, which are not read.
  std::optional<std::size_t> trailing() const { return trailing_; }
  /// The byte offset at which the list is truncated, for messages.
  std::size_t position() const { return pending_offset_; }

 private:
  enum class Place { kStart, kMembers, kEvents, kEnd };

  /// Reads the complete part of `text` and returns its size.
  Result<std::size_t> walk(std::string_view text, std::size_t offset);
  Result<bool> walk_member(std::string_view text, std::size_t& at, std::size_t offset);
  Result<std::size_t> leave_events(ParseStop stop, std::size_t offset);
  Result<> keep(std::string_view rest, std::size_t offset);
  tl::unexpected<Error> bad(std::size_t offset, Text reason) const;

  std::string file_name_;
  DocumentVisitor& visitor_;
  Place place_ = Place::kStart;
  bool list_is_all_ = false;  // the document is the list itself, not an object
  bool has_no_list_ = false;  // the document is only the events
  bool seen_events_ = false;
  std::string pending_;  // text of an event or member that continues in the next block
  std::size_t pending_offset_ = 0;
  std::optional<std::size_t> trailing_;
  std::size_t reread_ = 0;
};

}  // namespace nscope::importers
