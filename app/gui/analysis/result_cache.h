#pragma once

#include "profiler/analysis/definition/analysis.h"

#include <deque>
#include <memory>
#include <string>

namespace nscope::gui {

/// A cache of the last results of one run, by request. Discards the least recently used tables when
/// the total number of cells exceeds a limit. GUI thread.
class ResultCache {
 public:
  explicit ResultCache(std::size_t most_cells = 2'000'000) : most_cells_(most_cells) {}

  /// The key of a request: the analysis with its scope and parameters.
  static std::string key(const analysis::Analysis& analysis,
                         const analysis::AnalysisRequest& request);

  /// The table with that key, which becomes the most recently used; nullptr if there is none.
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
  std::deque<Entry> entries_;  ///< least recently used first
};

}  // namespace nscope::gui
