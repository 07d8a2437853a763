#pragma once

#include "profiler/analysis/definition/analysis.h"

#include <deque>
#include <memory>
#include <string>

namespace nscope::gui {

/// The last tables of one run, by what was asked for; the oldest go when they
/// hold too many cells together. GUI thread.
class ResultCache {
 public:
  explicit ResultCache(std::size_t most_cells = 2'000'000) : most_cells_(most_cells) {}

  /// Names an analysis with its scope and parameters.
  static std::string key(const analysis::Analysis& analysis,
                         const analysis::AnalysisRequest& request);

  /// The table of that key, now the youngest; nullptr where there is none.
  std::shared_ptr<const Table> find(const std::string& key);
  void add(std::string key, std::shared_ptr<const Table> table);
  void clear();

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const Table> table;
  };

  std::size_t most_cells_;
  std::size_t cells_ = 0;
  std::deque<Entry> entries_;  ///< oldest first
};

}  // namespace nscope::gui
