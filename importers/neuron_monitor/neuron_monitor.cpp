#include "importers/neuron_monitor/neuron_monitor.h"

#include "importers/neuron_monitor/monitor_trace.h"
#include "importers/neuron_monitor/report_blocks.h"
#include "importers/neuron_monitor/report_finder.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/parallel.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tbb/parallel_pipeline.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffLimit = 256u << 10;

bool has_key(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const std::string_view rest = trim(text.substr(at + key.size()));
    if (rest.starts_with(':')) return true;
  }
  return false;
}

/// Reads the reports of a file: lines are parsed on all cores, and the finder reads the results in
/// the order of the file.
class ReportPipeline {
 public:
  ReportPipeline(const ByteSource& file, MonitorTrace& monitor, TraceWriter& out,
                 TaskControl& control)
      : file_(file), control_(control), finder_(file.text(), monitor, out) {}

  Result<> run() {
    control_.begin(phrase("Reading reports"), file_.size());
    const std::size_t threads = core_count();
    const auto next = [&](tbb::flow_control& flow) {
      ReportBlock* const block = cut();
      if (block == nullptr) flow.stop();
      return block;
    };
    const auto parse = [](ReportBlock* block) {
      block->parse();
      return block;
    };
    if (report_block_end(file_.text(), 0) == file_.size()) {  // threads would not save time
      if (ReportBlock* const block = cut()) read(*parse(block));
      return outcome_;
    }
    using tbb::filter_mode;
    tbb::parallel_pipeline(
        threads + 2,
        tbb::make_filter<void, ReportBlock*>(filter_mode::serial_in_order, next) &
            tbb::make_filter<ReportBlock*, ReportBlock*>(filter_mode::parallel, parse) &
            tbb::make_filter<ReportBlock*, void>(filter_mode::serial_in_order,
                                                 [&](ReportBlock* block) { read(*block); }));
    return outcome_;
  }

 private:
  /// The next block to parse; null at the end.
  ReportBlock* cut() {
    const std::string_view text = file_.text();
    if (cut_ >= text.size() || stopped_) return nullptr;
    const std::size_t begin = cut_;
    cut_ = report_block_end(text, begin);
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      blocks_.push_back(std::make_unique<ReportBlock>());
      free_.push_back(blocks_.back().get());
    }
    ReportBlock* const block = free_.back();
    free_.pop_back();
    block->reset(text, begin, cut_);
    return block;
  }

  void read(ReportBlock& block) {
    if (!stopped_) read_block(block);
    const std::lock_guard lock(mutex_);
    free_.push_back(&block);
  }

  void read_block(const ReportBlock& block) {
    if (control_.cancelled()) return stop(cancelled());
    finder_.use(block.reports());
    while (finder_.position() < block.end()) {
      const auto more = finder_.next();
      if (!more) {
        Error error = more.error();
        error.where = error.where.inside(file_.name());
        return stop(fail(std::move(error)));
      }
      if (!*more) break;
    }
    control_.advance_to(std::min(finder_.position(), file_.size()));
    // Each release interrupts the other threads.
    constexpr std::size_t kReleasedTogether = 4u << 20;
    if (block.end() - released_ < kReleasedTogether) return;
    file_.release(block.end(), released_);
    released_ = block.end();
  }

  void stop(Result<> outcome) {
    outcome_ = std::move(outcome);
    stopped_ = true;
  }

  const ByteSource& file_;
  TaskControl& control_;
  ReportFinder finder_;
  std::size_t cut_ = 0;       // end of the last block
  std::size_t released_ = 0;  // bytes whose memory was released
  std::atomic<bool> stopped_ = false;
  Result<> outcome_;
  std::mutex mutex_;  // of the following
  std::vector<std::unique_ptr<ReportBlock>> blocks_;
  std::vector<ReportBlock*> free_;
};

}  // namespace

bool sniff_neuron_monitor(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffLimit);
  const auto has = [&](std::string_view key) { return has_key(head, key); };
  const bool keys =
      has("\"neuron_runtime_data\"") ||
      (has("\"neuron_hardware_info\"") && (has("\"system_data\"") || has("\"instance_info\""))) ||
      // The first versions, for Inferentia 1.
      (has("\"runtime_data\"") && (has("\"nc_counters\"") || has("\"inference_stats\"") ||
                                   (has("\"system_data\"") && has("\"instance_data\""))));
  if (!keys || head.find('\0') != std::string_view::npos) return false;
  std::string buffer;
  for (LineReader lines(head); lines.next();) {
    const std::string_view line = clean_line(lines.line(), buffer);
    if (line.starts_with('{') || line.starts_with('[')) return true;
    const auto stamp = find_time_stamp(line.substr(0, line.find('{')), Fraction::kDecimal);
    if (stamp && line.find('{') != std::string_view::npos) return true;
  }
  return false;
}

Result<> read_neuron_monitor(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  if (!sniff_neuron_monitor(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not the output of neuron-monitor: the start of the file contains no report "
                   "with 'neuron_runtime_data' or 'system_data'"),
                input.file.name());
  }
  TraceWriter out(sink);
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("neuron-monitor")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(input.file.name())));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  MonitorTrace monitor(out);
  if (auto ok = ReportPipeline(input.file, monitor, out, control).run(); !ok) return ok;
  if (monitor.report_count() == 0) {
    return fail(ErrorCode::kBadInput, tr("the file contains no complete neuron-monitor report"),
                input.file.name());
  }
  monitor.finish();
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
