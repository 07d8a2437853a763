// Chrome traces come from anybody: reading one must never crash, hang or allocate
// what the file dictates; and what a text holds must not depend on where it is
// cut into blocks.
#include "importers/chrome_json/chrome_json.h"
#include "importers/chrome_json/document_walker.h"
#include "importers/chrome_json/event_keys.h"
#include "importers/chrome_json/file/text_blocks.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/inflate.h"
#include "profiler/base/json/json_scanner.h"
#include "profiler/base/text/utf8.h"
#include "profiler/trace/build/trace_builder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace {

using namespace nscope;
using namespace nscope::importers;

struct Count final : DocumentVisitor {
  void events(std::unique_ptr<EventBlock> block) override {
    event_count += block->events.size();
    arg_count += block->args.size();
  }
  void member(std::string_view, std::string_view) override { ++member_count; }
  std::unique_ptr<EventBlock> new_block() override { return std::make_unique<EventBlock>(); }

  std::size_t event_count = 0;
  std::size_t arg_count = 0;
  std::size_t member_count = 0;
};

/// What the document holds; nullopt where it is refused.
std::optional<Count> read_in_blocks(const ByteSource& file, std::size_t block_size) {
  Count count;
  auto blocks = TextBlocks::open(file, block_size);
  if (!blocks) return std::nullopt;
  DocumentWalker walker(file.name(), count);
  while (true) {
    auto text = blocks->next();
    if (!text) return std::nullopt;
    if (!*text) break;
    ParsedBlock block{std::move(**text), count.new_block(), {}};
    block.stop = parse_events(block.text.text, *block.events);
    if (!walker.take(std::move(block))) return std::nullopt;
  }
  if (!walker.finish()) return std::nullopt;
  return count;
}

/// The bytes that show whether the outer object is an event. The first block must hold them and a
/// byte order mark.
std::size_t start_size(std::string_view text) {
  const std::size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  JsonScanner in(text.substr(mark), {});
  if (in.kind() == JsonScanner::Kind::kObject) (void)outer_object(in);
  return std::max(kByteOrderMark.size(), mark + in.position());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto file = ByteSource::from_bytes("fuzz.json", {first, first + size});
  (void)sniff_chrome_json(file);
  TraceBuilder builder;
  TaskControl control;
  if (read_chrome_json({file, nullptr}, builder, control)) (void)builder.finish();
  if (is_gzip(file.head()) || size > 4096) return 0;
  const auto whole = read_in_blocks(file, TextBlocks::kBlockSize);
  const auto parts = read_in_blocks(file, start_size(file.text()) + 1 + size / 3);
  const bool same = whole.has_value() == parts.has_value() &&
                    (!whole || (whole->event_count == parts->event_count &&
                                whole->arg_count == parts->arg_count &&
                                whole->member_count == parts->member_count));
  if (!same) std::abort();
  return 0;
}
