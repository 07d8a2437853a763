#include "app/cli/output/progress_display.h"

#include <atomic>
#include <string>

#include <gtest/gtest.h>

namespace nscope::cli {
namespace {

using namespace std::chrono_literals;

std::string text_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  return text;
}

/// What a display prints until it has asked for a line `times` times.
std::string shown(std::string_view line, ProgressTiming timing, int times) {
  std::FILE* const file = std::tmpfile();
  std::atomic<int> asked = 0;
  {
    const ProgressDisplay display(
        [&] {
          ++asked;
          return std::string(line);
        },
        timing, file);
    while (asked.load() < times) std::this_thread::sleep_for(1ms);
  }
  std::string text = text_of(file);
  std::fclose(file);
  return text;
}

TEST(ProgressTiming, DependsOnTheStyleAndTheTerminal) {
  for (const bool terminal : {false, true}) {
    EXPECT_EQ(progress_timing("none", terminal), std::nullopt);
    EXPECT_EQ(progress_timing("plain", terminal), (ProgressTiming{300ms, 1s, false}));
  }
  EXPECT_EQ(progress_timing("auto", true), (ProgressTiming{300ms, 100ms, true}));
  EXPECT_EQ(progress_timing("auto", false), (ProgressTiming{10s, 30s, false}));
}

TEST(ProgressLine, NamesPhaseShareAndTime) {
  const Language english;
  TaskControl control;
  EXPECT_EQ(progress_line(control, english), "");
  EXPECT_EQ(progress_line(control, 10s, english), "Still running after 10 s");
  control.begin(phrase("Running the query"), 0);
  EXPECT_EQ(progress_line(control, english), "Running the query");
  EXPECT_EQ(progress_line(control, 40s, english), "Running the query: still running after 40 s");
  control.begin(phrase("Searching for fleets"), 200);
  control.advance_to(85);
  EXPECT_EQ(progress_line(control, english), "Searching for fleets  42 %");
  EXPECT_EQ(progress_line(control, 40s, english), "Searching for fleets: 42 % after 40 s");
  control.advance_to(200);
  EXPECT_EQ(progress_line(control, 1000s, english), "Searching for fleets: 100 % after 1000 s");
}

TEST(ProgressDisplay, PrintsLinesBelowEachOther) {
  const std::string text = shown("Reading", {1ms, 1ms, false}, 3);
  EXPECT_TRUE(text.starts_with("Reading\nReading\n")) << text;
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST(ProgressDisplay, RewritesOneLineAndRemovesItAtTheEnd) {
  const std::string text = shown("Reading", {1ms, 1ms, true}, 2);
  EXPECT_TRUE(text.starts_with("\r\x1b[KReading\r\x1b[K")) << text;
  EXPECT_TRUE(text.ends_with("Reading\r\x1b[K")) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(ProgressDisplay, EscapesWhatATerminalWouldObey) {
  EXPECT_TRUE(shown("a\x1b[2Jb", {1ms, 1ms, false}, 2).starts_with("a\\x1b[2Jb\n"));
}

TEST(ProgressDisplay, PrintsNothingForEmptyLinesWithoutTimingAndBeforeTheFirst) {
  EXPECT_EQ(shown("", {1ms, 1ms, true}, 3), "");
  std::FILE* const file = std::tmpfile();
  {
    const ProgressDisplay none([] { return std::string("line"); }, std::nullopt, file);
    const ProgressDisplay later([] { return std::string("line"); }, ProgressTiming{1h, 1h}, file);
  }
  EXPECT_EQ(text_of(file), "");
  std::fclose(file);
}

}  // namespace
}  // namespace nscope::cli
