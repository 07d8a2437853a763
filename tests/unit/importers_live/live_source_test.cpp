#include "importers/live/live_source.h"

#include "tests/support/temporary_folder.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope::importers {
namespace {

using namespace std::chrono_literals;

/// Reads the source to its end.
std::string read_all(LiveSource& source) {
  std::string text;
  std::array<char, 100> piece{};
  while (!source.ended()) {
    const auto count = source.read(piece, 10ms);
    if (!count) return to_string(count.error());
    text.append(piece.data(), *count);
  }
  return text;
}

TEST(LiveSource, OutputOfACommand) {
  auto source = LiveSource::start("printf 'a\\nb'; cat; printf c");
  ASSERT_TRUE(source) << to_string(source.error());
  EXPECT_EQ(read_all(*source), "a\nbc") << "its input is empty";
  EXPECT_TRUE(source->finish().empty());
  EXPECT_TRUE(source->arrives_as_made());
}

TEST(LiveSource, CommandsThatFail) {
  const auto ending = [](const char* command) {
    auto source = LiveSource::start(command);
    read_all(*source);
    return source->finish().english();
  };
  EXPECT_EQ(ending("exit 7"), "exit code 7");
  EXPECT_EQ(ending("nscope_no_such_program 2> /dev/null"), "exit code 127");
  EXPECT_EQ(ending("kill -9 $$"), "signal 9 (Killed)");
  EXPECT_EQ(ending("exec >&-; sleep 1000"), "")
      << "it closed its output and was then killed by the reader";
}

TEST(LiveSource, KeepsWhatACommandSaysOfItsFailure) {
  const auto ending = [](const char* command) {
    auto source = LiveSource::start(command, CommandErrors::kKept);
    read_all(*source);
    return source->finish().english();
  };
  EXPECT_EQ(
      ending("echo first >&2; echo 'ssh: connect to host x: Connection refused' >&2; exit 255"),
      "exit code 255: ssh: connect to host x: Connection refused");
  EXPECT_EQ(ending("exit 7"), "exit code 7");
  EXPECT_EQ(ending("echo a warning >&2"), "") << "it did not fail";
  EXPECT_TRUE(ending("nscope_no_such_program").starts_with("exit code 127: "));
  // More than the buffer of a pipe: it must be read while the output is read.
  EXPECT_EQ(ending("head -c 300000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo end >&2; exit 1"),
            "exit code 1: end");
  const std::string endless = ending("head -c 300000 /dev/zero | tr '\\0' 'x' >&2; exit 1");
  EXPECT_LT(endless.size(), 400u);
  EXPECT_TRUE(endless.ends_with("…")) << endless;
}

/// Whether a process runs. A zombie, which has ended but was not waited for, does not count.
bool runs(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string stat;
  std::getline(file, stat);
  const std::size_t name_end = stat.rfind(')');
  return name_end != std::string::npos && stat.substr(name_end + 2, 1) != "Z";
}

TEST(LiveSource, EndsWhatItStarted) {
  for (const char* command : {"sleep 1000 & echo $!; wait", "sleep 1000 & echo $!; exec >&-",
                              "trap '' TERM; sleep 1000 & echo $!; while true; do wait; done"}) {
    std::string pid;
    {
      auto source = LiveSource::start(command);
      ASSERT_TRUE(source);
      std::array<char, 100> piece{};
      while (!pid.ends_with('\n')) {
        const auto count = source->read(piece, 10ms);
        ASSERT_TRUE(count);
        ASSERT_FALSE(source->ended());
        pid.append(piece.data(), *count);
      }
      pid.pop_back();
    }
    while (runs(pid)) std::this_thread::sleep_for(1ms);
  }
}

TEST(LiveSource, NamedPipeWaitsForItsWriter) {
  const TestFolder folder;
  const std::string path = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  auto source = LiveSource::open(path);
  ASSERT_TRUE(source);
  std::array<char, 100> piece{};
  const auto nothing = source->read(piece, 1ms);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(*nothing, 0u);
  EXPECT_FALSE(source->ended());
  std::thread writer([&] { std::ofstream(path) << "text\n"; });
  EXPECT_EQ(read_all(*source), "text\n");
  writer.join();
  EXPECT_TRUE(source->arrives_as_made());
}

TEST(LiveSource, AFileIsReadAsItGrows) {
  const TestFolder folder;
  const std::string path = folder.path() / "log";
  std::ofstream(path) << "old\n";
  auto source = LiveSource::open(path);
  ASSERT_TRUE(source);
  EXPECT_FALSE(source->arrives_as_made());
  std::array<char, 100> piece{};
  EXPECT_EQ(source->read(piece, 1ms).value(), 4u);
  EXPECT_EQ(source->read(piece, 1ms).value(), 0u);
  EXPECT_FALSE(source->ended());
  std::ofstream(path, std::ios::app) << "newer\n";
  EXPECT_EQ(source->read(piece, 1ms).value(), 6u);
  std::ofstream(path) << "cut\n";
  EXPECT_EQ(source->read(piece, 1ms).value(), 0u);
  EXPECT_EQ(source->restarts(), 1);
  EXPECT_EQ(source->read(piece, 1ms).value(), 4u);
  EXPECT_EQ(std::string_view(piece.data(), 4), "cut\n");
}

TEST(LiveSource, AFileMayGoAndComeBack) {
  const TestFolder folder;
  const std::string path = folder.path() / "log";
  std::ofstream(path) << "old\n";
  auto source = LiveSource::open(path);
  ASSERT_TRUE(source);
  std::array<char, 100> piece{};
  EXPECT_EQ(source->read(piece, 1ms).value(), 4u);
  EXPECT_EQ(source->read(piece, 1ms).value(), 0u);
  EXPECT_FALSE(source->missing());
  std::filesystem::rename(path, path + ".1");
  EXPECT_EQ(source->read(piece, 1ms).value(), 0u);
  EXPECT_TRUE(source->missing());
  EXPECT_FALSE(source->ended());
  std::ofstream(path) << "new\n";
  EXPECT_EQ(source->read(piece, 1ms).value(), 0u);
  EXPECT_FALSE(source->missing());
  EXPECT_EQ(source->restarts(), 1);
  EXPECT_EQ(source->read(piece, 1ms).value(), 4u);
  EXPECT_EQ(std::string_view(piece.data(), 4), "new\n");
}

TEST(LiveSource, WhatCannotBeRead) {
  const TestFolder folder;
  const auto missing = LiveSource::open(folder.path() / "missing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  auto directory = LiveSource::open(folder.path());
  ASSERT_TRUE(directory);
  std::array<char, 100> piece{};
  const auto count = directory->read(piece, 1ms);
  ASSERT_FALSE(count);
  EXPECT_EQ(count.error().code, ErrorCode::kIo);
  EXPECT_EQ(count.error().where.english(), folder.path());
}

}  // namespace
}  // namespace nscope::importers
