#pragma once

#include "profiler/base/result.h"
#include "profiler/duckdb/duckdb_api.h"

#include <gtest/gtest.h>

/// Skips a test where DuckDB's library is not installed. Only where it is
/// missing: one that does not load fails the tests.
#define NSCOPE_NEEDS_DUCKDB()                                               \
  do {                                                                      \
    const auto library = nscope::load_duckdb();                             \
    if (!library && library.error().code == nscope::ErrorCode::kNotFound) { \
      GTEST_SKIP() << nscope::to_string(library.error());                   \
    }                                                                       \
    ASSERT_TRUE(library) << nscope::to_string(library.error());             \
  } while (false)
