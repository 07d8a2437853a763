#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <string>

namespace nscope {

class DiagnosticList;

/// Makes the texts that enter a trace valid UTF-8, because sessions, exports and the desktop
/// application rely on it: bytes that are not UTF-8 become U+FFFD. Each repaired text is counted
/// in the diagnostic "text_not_utf8". A text that is valid costs one pass over its bytes. One
/// thread; the list must outlive it.
class TextRepair {
 public:
  explicit TextRepair(DiagnosticList& diagnostics) : diagnostics_(diagnostics) {}

  void repair(std::string& text);
  void repair(Text& text);
  void repair(TraceBatch& batch);

 private:
  DiagnosticList& diagnostics_;
};

}  // namespace nscope
