#include "importers/neuron_monitor/report_blocks.h"

#include "importers/neuron_monitor/report_finder.h"
#include "importers/shared/text_lines.h"

#include <algorithm>

namespace nscope::importers {
namespace {

// The documents of a block take about ten times its size.
constexpr std::size_t kBlockBytes = 256u << 10;

}  // namespace

std::size_t report_block_end(std::string_view text, std::size_t begin) {
  const std::size_t rest = text.size() - begin;
  if (rest <= kBlockBytes) return text.size();
  const std::size_t last = text.substr(begin, kBlockBytes).rfind('\n');
  if (last != std::string_view::npos) return begin + last + 1;
  const std::size_t next = text.substr(begin, ReportFinder::kLargestReport).find('\n');
  return next != std::string_view::npos ? begin + next + 1
                                        : begin + std::min(rest, ReportFinder::kLargestReport);
}

void ReportBlock::reset(std::string_view text, std::size_t begin, std::size_t end) {
  text_ = text;
  begin_ = begin;
  end_ = end;
  reports_.clear();
}

void ReportBlock::parse() {
  for (std::size_t at = begin_; at < end_;) {
    const std::size_t length = std::min(text_.substr(at, end_ - at).find('\n'), end_ - at);
    const std::string_view line = trim(text_.substr(at, length));
    at += length + 1;
    if (line.size() < 2 || line.size() > ReportFinder::kLargestReport) continue;
    if (line.front() != '{' || line.back() != '}') continue;
    if (reports_.size() == parsers_.size()) {
      parsers_.push_back(std::make_unique<simdjson::dom::parser>());
    }
    ParsedReport report{.begin = static_cast<std::size_t>(line.data() - text_.data()),
                        .length = line.size()};
    simdjson::dom::parser& parser = *parsers_[reports_.size()];
    const auto error = parser.parse(line.data(), line.size(), false).get(report.object);
    if (error == simdjson::SUCCESS) reports_.push_back(report);
  }
}

}  // namespace nscope::importers
