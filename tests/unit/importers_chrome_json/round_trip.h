#pragma once

#include "importers/chrome_json/chrome_json.h"
#include "profiler/export/chrome_json.h"
#include "profiler/trace/build/trace_builder.h"
#include "tests/support/same_trace.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace nscope {

/// A file name of this test process.
inline std::string chrome_file(const char* extension) {
  return testing::TempDir() + "round_trip." + std::to_string(::getpid()) + extension;
}

/// Reads a Chrome trace file.
inline std::shared_ptr<const Trace> read_chrome_file(const std::string& path) {
  TraceBuilder builder;
  TaskControl control;
  const auto file = ByteSource::open(path);
  EXPECT_TRUE(file && importers::sniff_chrome_json(*file));
  if (file) {
    const auto read = importers::read_chrome_json({*file, nullptr}, builder, control);
    EXPECT_TRUE(read) << to_string(read.error());
  }
  return builder.finish();
}

/// Writes the trace as Chrome JSON and reads it again.
inline std::shared_ptr<const Trace> chrome_round_trip(const Trace& trace, bool gzip = false) {
  const std::string path = chrome_file(gzip ? ".json.gz" : ".json");
  TaskControl control;
  const auto written = export_chrome_json(trace, path, gzip, control);
  EXPECT_TRUE(written) << to_string(written.error());
  auto again = read_chrome_file(path);
  ::unlink(path.c_str());
  return again;
}

}  // namespace nscope
