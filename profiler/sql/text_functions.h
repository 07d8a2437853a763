#pragma once

struct sqlite3;

namespace nscope {

/// Replaces SQLite's instr() and replace() of texts and blobs by functions with the same results
/// in linear time. SQLite compares at every position, which takes minutes for long texts, and it
/// does not check the deadline of a statement within a function. Returns SQLite's status.
int add_text_functions(sqlite3* database);

}  // namespace nscope
