#pragma once

#include "profiler/trace/columns/trace_batch.h"

namespace nscope {

/// A sink whose consumer is gone: it takes nothing.
class GoneConsumer final : public TraceSink {
 public:
  bool push(TraceBatch&&) override { return false; }
};

}  // namespace nscope
