#include "app/gui/analysis/result_cache.h"

#include "profiler/analysis/definition/analysis_json.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

std::size_t cell_count(const Table& table) {
  return table.row_count() * table.columns().size();
}

}  // namespace

std::string ResultCache::key(const analysis::Analysis& analysis,
                             const analysis::AnalysisRequest& request) {
  std::string key = fmt::format("{} {}", analysis.id,
                                compact_text(analysis::parameters_json(request.parameters)));
  if (request.scope.core) key += fmt::format(" core {}", *request.scope.core);
  if (const auto& range = request.scope.range) {
    key += fmt::format(" {}:{}", range->first.value(), range->second.value());
  }
  return key;
}

std::shared_ptr<const Table> ResultCache::find(const std::string& key) {
  const auto it = std::ranges::find(entries_, key, &Entry::key);
  if (it == entries_.end()) return nullptr;
  std::rotate(it, it + 1, entries_.end());
  return entries_.back().table;
}

void ResultCache::add(std::string key, std::shared_ptr<const Table> table) {
  const auto old = std::ranges::find(entries_, key, &Entry::key);
  if (old != entries_.end()) {
    cells_ -= cell_count(*old->table);
    entries_.erase(old);
  }
  cells_ += cell_count(*table);
  entries_.push_back({std::move(key), std::move(table)});
  while (cells_ > most_cells_ && entries_.size() > 1) {
    cells_ -= cell_count(*entries_.front().table);
    entries_.pop_front();
  }
}

void ResultCache::clear() {
  entries_.clear();
  cells_ = 0;
}

}  // namespace nscope::gui
