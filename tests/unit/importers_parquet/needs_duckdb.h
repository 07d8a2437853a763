#pragma once

#include "profiler/base/result.h"
#include "profiler/duckdb/duckdb_api.h"

#include <gtest/gtest.h>

/// Skips a test if the DuckDB library is not installed. If it is installed but cannot be loaded,
/// the test fails.
#define NSCOPE_NEEDS_DUCKDB()                                               \
  do {                                                                      \
    const auto library = nscope::load_duckdb();                             \
    if (!library && library.error().code == nscope::ErrorCode::kNotFound) { \
      GTEST_SKIP() << nscope::to_string(library.error());                   \
    }                                                                       \
    ASSERT_TRUE(library) << nscope::to_string(library.error());             \
  } while (false)
