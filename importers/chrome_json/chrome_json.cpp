#include "importers/chrome_json/chrome_json.h"

#include "importers/chrome_json/document_walker.h"
#include "importers/chrome_json/event_keys.h"
#include "importers/chrome_json/event_parser.h"
#include "importers/chrome_json/file/text_blocks.h"
#include "importers/chrome_json/translator.h"
#include "importers/shared/printable.h"
#include "profiler/base/files/inflate.h"
#include "profiler/base/files/packed_file.h"
#include "profiler/base/json/json_scanner.h"
#include "profiler/base/parallel.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tbb/parallel_pipeline.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffFirst = std::size_t{64} << 10;
constexpr std::size_t kSniffLimit = std::size_t{4} << 20;

bool looks_like_trace(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  JsonScanner in(text, {});
  if (in.kind() == JsonScanner::Kind::kObject) return outer_object(in) != OuterObject::kOther;
  if (in.kind() != JsonScanner::Kind::kArray) return false;
  JsonScanner first(first_element(text.substr(text.find('['))), {});
  return first.kind() == JsonScanner::Kind::kObject && outer_object(first) == OuterObject::kEvent;
}

/// Reads the blocks of one file: cuts them in order, parses them in parallel and joins them in
/// order.
class Reader {
 public:
  Reader(const ByteSource& file, TextBlocks blocks, TraceSink& sink, TaskControl& control)
      : file_(file),
        blocks_(std::move(blocks)),
        control_(control),
        out_(sink),
        walker_(file.name(), translator_) {}

  Result<> run();

 private:
  using Item = std::shared_ptr<ParsedBlock>;

  Item cut();
  void parse(ParsedBlock& block);
  void join(ParsedBlock& block);
  void stop(Error error);
  void read_names_at_the_end();
  Result<> finish();

  const ByteSource& file_;
  TextBlocks blocks_;
  TaskControl& control_;
  TraceWriter out_;
  Translator translator_{out_};
  DocumentWalker walker_;
  std::atomic<bool> stopped_{false};
  std::optional<Error> error_;       // of join()
  std::optional<Error> read_error_;  // of cut()
};

Reader::Item Reader::cut() {
  if (stopped_ || control_.cancelled()) return nullptr;
  auto block = blocks_.next();
  if (!block) {
    read_error_ = block.error();
    return nullptr;
  }
  if (!*block) return nullptr;
  auto item = std::make_shared<ParsedBlock>();
  item->text = std::move(**block);
  control_.advance_to(blocks_.consumed());
  return item;
}

void Reader::parse(ParsedBlock& block) {
  block.events = translator_.new_block();
  block.stop = parse_events(block.text.text, *block.events);
}

void Reader::join(ParsedBlock& block) {
  if (stopped_ || control_.cancelled()) return;
  const bool mapped = block.text.unpacked == nullptr;
  const std::size_t begin = block.text.offset;
  const std::size_t end = begin + block.text.text.size();
  auto taken = walker_.take(std::move(block));
  if (!taken) {
    error_ = taken.error();
    stopped_ = true;
  }
  if (walker_.trailing()) stopped_ = true;  // the rest of the file is skipped
  if (mapped) file_.release(end, begin);
}

/// Reads the names of threads at the end of a large file first. Chrome writes them last, and events
/// of a large file cannot be held back until then.
void Reader::read_names_at_the_end() {
  constexpr std::size_t kTail = 2 * TextBlocks::kBlockSize;
  if (is_gzip(file_.head()) || file_.size() < Translator::kHoldLimit) return;
  const std::string_view tail = file_.text().substr(file_.size() - kTail);
  std::size_t at = tail.find("},");
  if (at == std::string_view::npos) return;
  auto block = translator_.new_block();
  parse_events(tail.substr(at + 2), *block);
  translator_.learn_names(*block);
  translator_.recycle(std::move(block));
}

Result<> Reader::run() {
  control_.begin(phrase("Reading events"), file_.size());
  read_names_at_the_end();
  const auto next = [&](tbb::flow_control& flow) {
    Item item = cut();
    if (!item) flow.stop();
    return item;
  };
  const auto parsed = [&](Item item) {
    parse(*item);
    return item;
  };
  using tbb::filter_mode;
  tbb::parallel_pipeline(2 * core_count(),
                         tbb::make_filter<void, Item>(filter_mode::serial_in_order, next) &
                             tbb::make_filter<Item, Item>(filter_mode::parallel, parsed) &
                             tbb::make_filter<Item, void>(filter_mode::serial_in_order,
                                                          [&](const Item& item) { join(*item); }));
  if (control_.cancelled()) return cancelled();
  if (error_) return fail(*error_);
  if (read_error_) return fail(*read_error_);
  return finish();
}

Result<> Reader::finish() {
  const auto end = walker_.finish();
  if (!end && blocks_.truncated()) {
    return fail(ErrorCode::kBadInput, tr("unexpected end of file in compressed data"),
                tr("{}: byte {}", file_.name(), file_.size()));
  }
  if (!end) return fail(end.error());
  if (*end == DocumentWalker::End::kListNotClosed) {
    out_.diagnose("list_not_closed", Severity::kInfo,
                  tr("the list of events is not closed: the program that wrote it may have been "
                     "stopped"));
  } else if (*end == DocumentWalker::End::kCutOff) {
    out_.diagnose(
        "cut_off", Severity::kWarning,
        tr("unexpected end of file in the JSON value that starts at byte {}", walker_.position()));
  }
  if (const auto trailing = walker_.trailing()) {
    out_.diagnose(
        "trailing_data", Severity::kWarning,
        tr("the document ends before byte {}; the data from there on were skipped", *trailing));
  }
  if (blocks_.truncated()) {
    out_.diagnose("compressed_data_cut_off", Severity::kWarning,
                  tr("unexpected end of the compressed data at byte {}: the text up to there was "
                     "read",
                     file_.size()));
  }
  if (blocks_.trailing() > 0) {
    out_.diagnose("trailing_bytes", Severity::kWarning,
                  tr("{} bytes after the compressed data were skipped", blocks_.trailing()));
  }
  if (auto ok = translator_.finish(file_name(file_.name())); !ok) {
    return fail(ok.error().code, ok.error().message, ok.error().where.inside(file_.name()));
  }
  return out_.finish() ? Result<>() : cancelled();
}

}  // namespace

bool sniff_chrome_json(const ByteSource& file) {
  if (!is_gzip(file.head())) {
    if (looks_like_trace(file.text().substr(0, kSniffFirst))) return true;
    const bool has_object = file.text().substr(0, 64).find('{') != std::string_view::npos;
    // Long members may precede the events.
    return has_object && looks_like_trace(file.text().substr(0, kSniffLimit));
  }
  if (sniff_chrome_json(unpacked_head(file, kSniffFirst))) return true;
  return sniff_chrome_json(unpacked_head(file, kSniffLimit));
}

Result<> read_chrome_json(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  auto blocks = TextBlocks::open(input.file);
  if (!blocks) return fail(blocks.error());
  return Reader(input.file, std::move(*blocks), sink, control).run();
}

}  // namespace nscope::importers
