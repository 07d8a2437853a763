#pragma once

#include "importers/perfetto/perfetto.h"
#include "profiler/export/perfetto.h"
#include "profiler/trace/build/trace_builder.h"
#include "tests/support/same_trace.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace nscope {

/// Writes the trace as Perfetto and reads it again.
inline std::shared_ptr<const Trace> perfetto_round_trip(const Trace& trace) {
  const std::string path =
      testing::TempDir() + "round_trip." + std::to_string(::getpid()) + ".pftrace";
  TaskControl control;
  const auto written = export_perfetto(trace, path, control);
  EXPECT_TRUE(written) << to_string(written.error());
  EXPECT_EQ(control.fraction(), 1.0);
  TraceBuilder builder;
  {
    const auto file = ByteSource::open(path);
    EXPECT_TRUE(file && importers::sniff_perfetto(*file));
    if (file) {
      const auto read = importers::read_perfetto({*file}, builder, control);
      EXPECT_TRUE(read) << to_string(read.error());
    }
  }
  ::unlink(path.c_str());
  return builder.finish();
}

}  // namespace nscope
