#pragma once

#include "importers/neuron_explorer_parquet/neuron_explorer_parquet.h"
#include "profiler/trace/build/trace_builder.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trace_text.h"
#include "tests/unit/importers_parquet/explorer_fixture.h"
#include "tests/unit/importers_parquet/needs_duckdb.h"

#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace nscope {

/// Tests with a profile in a temporary folder.
class ExplorerParquet : public testing::Test {
 protected:
  void SetUp() override { NSCOPE_NEEDS_DUCKDB(); }

  void write(std::string_view table, const Json& rows, std::string_view file = {}) {
    const auto written = fixture_.write(table, rows, file);
    ASSERT_TRUE(written) << to_string(written.error());
  }
  void write_query(std::string_view file, const std::string& sql) {
    const auto written = fixture_.write_query(file, sql);
    ASSERT_TRUE(written) << to_string(written.error());
  }
  void write_metadata(const std::string& version = "7.4.0") {
    write("Metadata", {{{"profile_schema_version", version},
                        {"ntff_version", 6},
                        {"num_physical_cores", 1},
                        {"vnc_enabled", false},
                        {"first_hw_timestamp", 0},
                        {"last_hw_timestamp", 1000},
                        {"first_ts", "1970-01-01 00:00:00+00:00"},
                        {"last_ts", "1970-01-01 00:00:00.000001+00:00"}}});
  }
  Result<std::shared_ptr<const Trace>> read() {
    TraceBuilder builder;
    if (auto ok = importers::read_neuron_explorer(folder_.path(), builder, control_); !ok) {
      return fail(ok.error());
    }
    return builder.finish();
  }
  /// The trace as text. Fails the test if the profile cannot be read.
  std::string text() {
    const auto trace = read();
    if (trace) return trace_text(**trace);
    ADD_FAILURE() << to_string(trace.error());
    return {};
  }

  TestFolder folder_;
  ExplorerFixture fixture_{folder_.path()};
  TaskControl control_;
};

}  // namespace nscope
