#include "profiler/trace/build/text_repair.h"

#include "profiler/base/text/utf8.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <utility>
#include <variant>

namespace nscope {
namespace {

/// Bytes of a repaired text that its diagnostic shows.
constexpr std::size_t kShown = 80;

}  // namespace

void TextRepair::repair(std::string& text) {
  if (is_utf8(text)) return;
  text = valid_utf8(text);
  std::string shown = text.substr(0, kShown);
  shown.resize(valid_utf8_prefix(shown));
  if (shown.size() < text.size()) shown += "\u2026";
  diagnostics_.add("text_not_utf8", Severity::kWarning,
                   tr("bytes that are not UTF-8 were replaced by U+FFFD in the text '{}'", shown));
}

void TextRepair::repair(Text& text) {
  std::string english = text.english();
  if (is_utf8(english)) return;
  repair(english);
  text = Text::verbatim(std::move(english));
}

void TextRepair::repair(TraceBatch& batch) {
  for (std::string& text : batch.strings) repair(text);
  for (auto& [key, value] : batch.properties) {
    repair(key);
    if (auto* const text = std::get_if<std::string>(&value)) repair(*text);
  }
  for (Metric& metric : batch.metrics) {
    repair(metric.name);
    repair(metric.unit);
    repair(metric.note);
  }
  for (Diagnostic& diagnostic : batch.diagnostics) {
    repair(diagnostic.code);
    repair(diagnostic.example);
  }
}

}  // namespace nscope
