#include "profiler/trace/session/session_file.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/sqlite.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/session/name_sums.h"
#include "tests/unit/trace/sample_trace.h"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;

class SessionFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::temp_directory_path() / ("nscope_session_" + std::to_string(::getpid()) + "_" +
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
    path_ = (folder_ / "run.nscope").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Changes the saved file with SQL, to simulate damage or an attack.
  void tamper(const std::string& sql) {
    SQLite::Database database(path_, SQLite::OPEN_READWRITE);
    database.exec(sql);
  }

  fs::path folder_;
  std::string path_;
  TaskControl control_;
};

TEST_F(SessionFileTest, ReplacesTheDeviceOfOlderVersionsByTheCatalogueId) {
  ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
  tamper("INSERT INTO property(key, value) VALUES('device', 'trn2')");
  const auto loaded = session_file::load(path_, control_);
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  EXPECT_EQ((*loaded)->property_text(property::kDevice), "trainium2");
}

TEST_F(SessionFileTest, ARoundTripKeepsAllData) {
  const auto before = make_sample_trace();
  ASSERT_TRUE(session_file::save(*before, path_, control_));
  const auto loaded = session_file::load(path_, control_);
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  const Trace& after = **loaded;
  EXPECT_EQ(after.time_base().ticks_per_ns, 1000);
  EXPECT_EQ(after.time_base().window_end, TraceTime(50'000));
  EXPECT_EQ(after.begin(), before->begin());
  EXPECT_EQ(after.end(), before->end());
  ASSERT_EQ(after.tracks().size(), before->tracks().size());
  for (std::size_t i = 0; i < after.tracks().size(); ++i) {
    const Track& a = before->tracks()[i];
    const Track& b = after.tracks()[i];
    EXPECT_EQ(before->text(a.name), after.text(b.name));
    EXPECT_EQ(before->text(a.unit), after.text(b.unit));
    EXPECT_EQ(a.parent, b.parent);
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.engine, b.engine);
    EXPECT_EQ(a.core, b.core);
    EXPECT_EQ(a.slices.start, b.slices.start);
    EXPECT_EQ(a.slices.duration, b.slices.duration);
    EXPECT_EQ(a.slices.wait, b.slices.wait);
    EXPECT_EQ(a.slices.depth, b.slices.depth);
    for (std::size_t row = 0; row < a.slices.size(); ++row) {
      EXPECT_EQ(a.parent_of(row), b.parent_of(row));
    }
    EXPECT_EQ(a.max_depth, b.max_depth);
    EXPECT_EQ(a.counters.time, b.counters.time);
    EXPECT_EQ(a.counters.value, b.counters.value);
  }
  ASSERT_EQ(after.flows().size(), before->flows().size());
  EXPECT_EQ(after.flows(), before->flows());
  ASSERT_EQ(after.arg_count(), before->arg_count());
  ASSERT_GT(after.arg_count(), 0u);
  for (std::size_t slice = 0; slice < after.slice_count(); ++slice) {
    const auto a = before->args_of(SliceId(slice));
    const auto b = after.args_of(SliceId(slice));
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(a[i].value, b[i].value);
      EXPECT_EQ(before->text(a[i].key), after.text(b[i].key));
    }
  }
  EXPECT_EQ(after.property_text(property::kInstanceType), "trn2.3xlarge");
  EXPECT_EQ(after.property_number(property::kPhysicalCores), 1.0);
  ASSERT_EQ(after.metrics().size(), 1u);
  EXPECT_EQ(after.metrics()[0].low, 4e-8);
  EXPECT_FALSE(after.metrics()[0].high);
  ASSERT_EQ(after.diagnostics().size(), 1u);
  EXPECT_EQ(after.diagnostics()[0].count, 2);
}

// The builder enforces the limits of a session for any input.
TEST_F(SessionFileTest, ARoundTripKeepsUncheckedInput) {
  constexpr std::int64_t kMost = INT64_MAX;
  constexpr std::int64_t kLeast = INT64_MIN;
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({kMost, TraceTime(kLeast), TraceTime(kMost)});
  TrackId track = out.track({.name = "far", .core = INT32_MAX});
  for (int i = 0; i < 300; ++i) track = out.track({.name = "below", .parent = track, .core = -7});
  const StringId name = out.intern("a");
  for (const std::int64_t start : {kLeast, std::int64_t{-5}, std::int64_t{5}, kMost}) {
    for (const std::int64_t length : {kLeast, std::int64_t{3}, kMost}) {
      out.slice(track, name, TraceTime(start), TraceTime(length), TraceTime(length));
    }
    out.close_slice(out.open_slice(track, name, TraceTime(start)), TraceTime(kMost));
    out.close_slice(out.open_slice(track, name, TraceTime(start)), TraceTime(kLeast));
    out.open_slice(track, name, TraceTime(start));
    out.counter(track, TraceTime(start), 1.0);
  }
  out.finish();
  const auto trace = builder.finish();
  EXPECT_EQ(trace->slice_count(), 24u);
  std::vector<std::string> codes;
  for (const Diagnostic& d : trace->diagnostics()) codes.push_back(d.code);
  EXPECT_THAT(codes, testing::IsSupersetOf({"impossible_core", "impossible_time",
                                            "impossible_time_base", "track_too_deep"}));
  ASSERT_TRUE(session_file::save(*trace, path_, control_));
  const auto again = session_file::load(path_, control_);
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ((*again)->slice_count(), 24u);
  EXPECT_EQ((*again)->end(), trace->end());
  const Track& last = (*again)->tracks().back();
  const SliceColumns& before = trace->tracks().back().slices;
  EXPECT_EQ(last.slices.start, before.start);
  EXPECT_EQ(last.slices.duration, before.duration);
  EXPECT_EQ(last.slices.depth, before.depth);
  EXPECT_EQ(last.slices.wait, before.wait);
  EXPECT_EQ(last.pyramid.busy(last.slices, trace->begin().value(), trace->end().value()),
            trace->end().value() - trace->begin().value());
  EXPECT_FALSE((*again)->storage_error());
}

TEST_F(SessionFileTest, TheSameTraceGivesTheSameBytes) {
  const std::string other = (folder_ / "other.nscope").string();
  ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
  ASSERT_TRUE(session_file::save(*make_sample_trace(), other, control_));
  EXPECT_EQ(ByteSource::open(path_)->text(), ByteSource::open(other)->text());
}

TEST_F(SessionFileTest, IsRecognisedByContent) {
  ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
  EXPECT_TRUE(session_file::sniff(ByteSource::open(path_)->head()));
  const std::string text(200, 'x');
  EXPECT_FALSE(session_file::sniff(std::as_bytes(std::span(text))));
}

TEST_F(SessionFileTest, ACancelledSaveKeepsTheOldFile) {
  ASSERT_TRUE(write_file(path_, "precious"));
  control_.request_cancel();
  const auto saved = session_file::save(*make_sample_trace(), path_, control_);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(ByteSource::open(path_)->text(), "precious");
}

TEST_F(SessionFileTest, DamageIsDetectedByTheChecksum) {
  ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
  tamper("UPDATE chunk SET data = zeroblob(length(data)) WHERE id = 1");
  const auto loaded = session_file::load(path_, control_);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kBadInput);
  EXPECT_NE(loaded.error().where.english().find(": chunk 1"), std::string::npos)
      << loaded.error().where.english();
}

TEST_F(SessionFileTest, AChunkOfImpossibleLengthIsNotRead) {
  ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
  tamper("UPDATE chunk SET data = zeroblob(10000000) WHERE id = 1");
  const auto loaded = session_file::load(path_, control_);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message.english(), testing::HasSubstr("longer than their values"));
}

TEST_F(SessionFileTest, NanIsKept) {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.property("ratio", std::numeric_limits<double>::quiet_NaN());
  out.metric({.name = "mfu", .value = std::numeric_limits<double>::quiet_NaN(), .unit = ""});
  out.finish();
  ASSERT_TRUE(session_file::save(*builder.finish(), path_, control_));
  const auto loaded = session_file::load(path_, control_);
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  EXPECT_TRUE(std::isnan((*loaded)->metrics()[0].value));
  EXPECT_TRUE(std::isnan((*loaded)->property_number("ratio").value_or(0.0)));
}

TEST_F(SessionFileTest, InvalidContentIsRejected) {
  for (const char* sql : {
           "UPDATE \"column\" SET rows = 4000000000 WHERE field = 'name'",
           "UPDATE \"column\" SET rows = -1 WHERE field = 'name'",
           "UPDATE \"column\" SET chunks = zeroblob(length(chunks)) WHERE field = 'lane0.lod0'",
           "UPDATE \"column\" SET first_chunk = 4000000000 WHERE field = 'lane0.lod0'",
           "UPDATE \"column\" SET chunks = NULL, fill = zeroblob(47) WHERE field = 'lane0.lod0'",
           "UPDATE arg_column SET type = 7",
           "UPDATE arg_column SET entries = 4000000000",
           "UPDATE track SET lanes = zeroblob(4)",
           "UPDATE track SET slices = 1000000000000",
           "UPDATE track SET parent = 99",
           "UPDATE track SET kind = 77",
           "UPDATE track SET id = id + 1000",
           "UPDATE track SET core = 2147483647",
           "UPDATE track SET lanes = zeroblob(400) WHERE slices = 0",
           // Three hundred tracks, each the child of its predecessor.
           "WITH RECURSIVE n(i) AS (SELECT count(*) FROM track UNION ALL SELECT i + 1 FROM n"
           " WHERE i < 300) INSERT INTO track"
           " SELECT i, i - 1, 0, NULL, 0, 0, 0, 0, -1, 0, 0, x'', 1 FROM n",
           "UPDATE arg_column SET key = 4294967295",
           // Flows from slice 0 to 1 with an invalid string id as kind.
           "UPDATE \"column\" SET chunks = NULL, fill = x'000000000100000063000000'"
           " WHERE field = 'flow'",
           "UPDATE meta SET value = 9223372036854775807 WHERE key = 'end'",
           "UPDATE meta SET value = -9223372036854775807 WHERE key = 'window_begin'",
           "UPDATE meta SET value = 9000000000000 WHERE key = 'ticks_per_ns'",
           "UPDATE meta SET value = 0 WHERE key = 'ticks_per_ns'",
           "UPDATE meta SET value = value + 1 WHERE key = 'name_sums'",
           "UPDATE meta SET value = -1 WHERE key = 'name_sums'",
           "DELETE FROM meta",
           "DELETE FROM chunk WHERE id = 2",
           "DELETE FROM \"column\" WHERE field = 'start'",
           "UPDATE string SET id = id + 1000000",
           "UPDATE metric SET provenance = 'guessed'",
           "DROP TABLE track",
       }) {
    ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
    tamper(sql);
    const auto loaded = session_file::load(path_, control_);
    ASSERT_FALSE(loaded) << sql;
    EXPECT_EQ(loaded.error().code, ErrorCode::kBadInput) << sql;
  }
}

/// Versions before 2026-12 wrote texts as they were in the capture.
TEST_F(SessionFileTest, RepairsTextsThatAreNotUtf8) {
  for (const char* sql : {
           "UPDATE string SET text = CAST(x'61FF' AS TEXT) WHERE id = 0",
           "UPDATE property SET value = CAST(x'FF' AS TEXT) WHERE seq = 1",
           "UPDATE property SET key = CAST(x'EDA080' AS TEXT) WHERE seq = 1",
           "UPDATE metric SET unit = CAST(x'FF' AS TEXT)",
           "UPDATE metric SET note = CAST(x'C3' AS TEXT)",
           "UPDATE diagnostic SET example = CAST(x'C080' AS TEXT)",
       }) {
    ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
    tamper(sql);
    const auto loaded = session_file::load(path_, control_);
    ASSERT_TRUE(loaded) << sql << to_string(loaded.error());
    EXPECT_EQ((*loaded)->diagnostics().back().code, "text_not_utf8") << sql;
    const std::string again = (folder_ / "again.nscope").string();
    ASSERT_TRUE(session_file::save(**loaded, again, control_));
    EXPECT_TRUE(session_file::load(again, control_)) << sql;
  }
  ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
  tamper("UPDATE string SET text = CAST(x'61FF' AS TEXT) WHERE id = 0");
  EXPECT_EQ((*session_file::load(path_, control_))->strings().view(StringId(std::size_t{0})),
            "a\uFFFD");
}

/// Two million slices: more than load() loads immediately.
std::shared_ptr<const Trace> make_large_trace() {
  TraceBuilder builder;
  TraceWriter out(builder);
  const auto track = out.track({.name = "engine", .kind = TrackKind::kEngine});
  const StringId names[] = {out.intern("A"), out.intern("B"), out.intern("C")};
  for (std::int64_t i = 0; i < 2'000'000; ++i) {
    const auto slice =
        out.slice(track, names[i % 3], TraceTime(10 * i), TraceTime(i % 7 + (i % 1000 == 0)));
    if (i % 4 == 0) out.arg(slice, names[0], i);
  }
  out.time_base({.window_end = TraceTime(20'000'000)});
  out.finish();
  return builder.finish();
}

TEST_F(SessionFileTest, ALargeSessionIsLoadedOnUse) {
  const auto before = make_large_trace();
  ASSERT_TRUE(session_file::save(*before, path_, control_));
  const auto loaded = session_file::load(path_, control_);
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  const Track& a = before->tracks()[0];
  const Track& b = (*loaded)->tracks()[0];
  EXPECT_EQ(b.slices.start[1'234'567], 12'345'670);
  EXPECT_EQ((*loaded)->arg_integer(SliceId(1'999'996), StringId(1)), 1'999'996);
  EXPECT_EQ(b.pyramid.busy(b.slices, 5, 9'000'005), a.pyramid.busy(a.slices, 5, 9'000'005));
  EXPECT_FALSE((*loaded)->storage_error());
  ASSERT_TRUE(session_file::load_columns(**loaded, control_));
  EXPECT_EQ(a.slices.duration, b.slices.duration);
  EXPECT_EQ(a.slices.name, b.slices.name);

  control_.request_cancel();
  const auto stopped = session_file::load_columns(**loaded, control_);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

TEST_F(SessionFileTest, SumsByNameDoNotReadSlices) {
  const auto before = make_large_trace();
  ASSERT_TRUE(session_file::save(*before, path_, control_));
  // The stored sums are read, not the slices.
  tamper(
      "DELETE FROM chunk WHERE id IN (SELECT first_chunk FROM \"column\""
      " WHERE field IN ('start', 'duration', 'name'))");
  const auto loaded = session_file::load(path_, control_);
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  const auto never = [] { return false; };
  const auto sums = sum_by_name(**loaded, never);
  const auto expected = sum_by_name(*before, never);
  ASSERT_TRUE(sums);
  ASSERT_EQ(expected->size(), 3u);
  EXPECT_EQ(*sums, *expected);
  EXPECT_FALSE((*loaded)->storage_error());
  EXPECT_TRUE(before->name_sums().empty());
  // They are kept when the session is saved again.
  const std::string again = (folder_ / "again.nscope").string();
  ASSERT_TRUE(session_file::save(*before, again, control_));
  EXPECT_EQ((*session_file::load(again, control_))->name_sums(), (*loaded)->name_sums());
}

TEST_F(SessionFileTest, InvalidSumsAreRejected) {
  const std::string ids(16, '0');
  const std::string zero(16, '0');
  const std::string one = "01" + std::string(14, '0');
  const std::string two = "02" + std::string(14, '0');
  const auto trace = make_large_trace();
  struct Case {
    std::string count, total, least, most;
    bool sound = false;
  };
  for (const Case& c : {Case{one, two, one, two, true}, Case{zero, two, one, two},
                        Case{one, one, one, two}, Case{one, two, two, one}}) {
    ASSERT_TRUE(session_file::save(*trace, path_, control_));
    tamper("UPDATE \"column\" SET chunks = NULL, first_chunk = NULL, fill = x'" + ids + c.count +
           c.total + c.least + c.most + "' WHERE field = 'name_sum'");
    EXPECT_EQ(session_file::load(path_, control_).has_value(), c.sound);
  }
}

TEST_F(SessionFileTest, DamageOfALargeSessionIsReportedOnUse) {
  ASSERT_TRUE(session_file::save(*make_large_trace(), path_, control_));
  tamper("UPDATE chunk SET data = zeroblob(20) WHERE id = 0");  // the first starts
  const auto loaded = session_file::load(path_, control_);
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  const Track& track = (*loaded)->tracks()[0];
  EXPECT_EQ(track.slices.start[100'000], 1'000'000);
  EXPECT_FALSE((*loaded)->storage_error());
  EXPECT_EQ(track.slices.start[100], 0);
  const auto damage = (*loaded)->storage_error();
  ASSERT_TRUE(damage);
  EXPECT_EQ(damage->code, ErrorCode::kBadInput);
  EXPECT_THAT(damage->where.english(), testing::HasSubstr(": chunk 0"));
  EXPECT_FALSE(session_file::save(**loaded, path_ + ".copy", control_));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".copy"));
}

/// A metric and a diagnostic with texts that have a template, arguments and a plural.
std::shared_ptr<const Trace> trace_with_texts() {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.metric({.name = "mfu",
              .value = 0.5,
              .unit = "",
              .note = tr("{} of {}", as::percent(0.5), Text::verbatim("peak"))});
  out.diagnose("late", Severity::kInfo,
               tr_plural(2, "{} packet in {}", "{} packets in {}", as::count(2000), "a.ntff"));
  out.finish();
  return builder.finish();
}

TEST_F(SessionFileTest, TextsKeepTheirTemplatesForOtherLanguages) {
  ASSERT_TRUE(session_file::save(*trace_with_texts(), path_, control_));
  const auto loaded = session_file::load(path_, control_);
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  EXPECT_EQ((*loaded)->metrics()[0].note.english_template(), "{} of {}");
  const Text& example = (*loaded)->diagnostics()[0].example;
  EXPECT_EQ(example.english_template(), "{} packets in {}");
  EXPECT_EQ(example.english(), "2,000 packets in a.ntff");
}

TEST_F(SessionFileTest, TextsOfOtherVersionsAreEnglish) {
  const auto trace = trace_with_texts();
  for (const char* sql :
       {"ALTER TABLE metric DROP COLUMN text_parts; ALTER TABLE diagnostic DROP COLUMN text_parts",
        "UPDATE metric SET text_parts = NULL; UPDATE diagnostic SET text_parts = 'no JSON'",
        "UPDATE metric SET text_parts = '{\"text\":\"{} {}\",\"args\":[1]}';"
        "UPDATE diagnostic SET text_parts = '{\"text\":\"{:9999999}\",\"args\":[1]}'"}) {
    ASSERT_TRUE(session_file::save(*trace, path_, control_));
    tamper(sql);
    const auto loaded = session_file::load(path_, control_);
    ASSERT_TRUE(loaded) << sql << ": " << to_string(loaded.error());
    EXPECT_EQ((*loaded)->metrics()[0].note.english(), trace->metrics()[0].note.english()) << sql;
    EXPECT_EQ((*loaded)->diagnostics()[0].example.english(), "2,000 packets in a.ntff") << sql;
  }
}

TEST_F(SessionFileTest, ANewerSchemaIsUnsupported) {
  ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
  tamper("PRAGMA user_version = 99");
  const auto loaded = session_file::load(path_, control_);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kUnsupportedVersion);
}

TEST_F(SessionFileTest, MissingForeignAndEmptyFilesAreErrors) {
  EXPECT_EQ(session_file::load(path_, control_).error().code, ErrorCode::kNotFound);
  ASSERT_TRUE(write_file(path_, "not a database, but long enough for a header"));
  EXPECT_EQ(session_file::load(path_, control_).error().code, ErrorCode::kBadInput);
  ASSERT_TRUE(write_file(path_, ""));
  EXPECT_EQ(session_file::load(path_, control_).error().code, ErrorCode::kBadInput);
}

TEST_F(SessionFileTest, TruncationAndRandomDamageNeverCrash) {
  ASSERT_TRUE(session_file::save(*make_sample_trace(), path_, control_));
  const std::string good(ByteSource::open(path_)->text());
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    std::string bad = good;
    if (round < 100) {
      bad.resize(bad.size() * static_cast<std::size_t>(round) / 100);
    } else {
      for (int i = 0; i < 8; ++i) bad[random() % bad.size()] = static_cast<char>(random());
    }
    ASSERT_TRUE(write_file(path_, bad));
    const auto loaded = session_file::load(path_, control_);
    EXPECT_TRUE(!loaded || (*loaded)->slice_count() <= 3u);
  }
}

}  // namespace
}  // namespace nscope
