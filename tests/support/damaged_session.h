#pragma once

#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/session/session_file.h"

#include <cstdint>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

namespace nscope {

/// Writes a session that opens well: its chunk 3, which is read only when a sample of
/// its one counter is, holds zeros.
inline void write_damaged_session(const std::string& path) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId track = out.track({.name = "power", .kind = TrackKind::kCounter});
  for (std::int64_t i = 0; i < 1'100'000; ++i) {  // more than is read when it is opened
    out.counter(track, TraceTime(i), static_cast<double>(i));
  }
  out.finish();
  TaskControl control;
  ASSERT_TRUE(session_file::save(*builder.finish(), path, control));
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  database.exec("UPDATE chunk SET data = zeroblob(20) WHERE id = 3");
}

}  // namespace nscope
