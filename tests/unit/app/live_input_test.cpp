#include "app/live/live_input.h"

#include "profiler/trace/build/playback_clock.h"
#include "tests/support/temporary_folder.h"

#include <fstream>

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

TEST(SshCommand, QuotesWhatTheShellWouldRead) {
  EXPECT_EQ(ssh_command("user@trn1", "neuron-monitor -c it's.json").value(),
            "exec ssh -o BatchMode=yes -o ConnectTimeout=10 -- 'user@trn1' "
            "'neuron-monitor -c it'\\''s.json'");
  EXPECT_EQ(ssh_command("a;rm$(x)", "m").value(),
            "exec ssh -o BatchMode=yes -o ConnectTimeout=10 -- 'a;rm$(x)' 'm'");
}

TEST(SshCommand, RefusesWhatIsNoHost) {
  for (const char* host : {"", "-oProxyCommand=x", "a b", "a\nb"}) {
    const auto command = ssh_command(host, "neuron-monitor");
    ASSERT_FALSE(command) << host;
    EXPECT_EQ(command.error().code, ErrorCode::kInvalidArgument);
  }
  EXPECT_FALSE(ssh_command("host", ""));
}

TEST(ParseSpeed, NumbersAndWords) {
  EXPECT_EQ(parse_speed("").value(), 1.0);
  EXPECT_EQ(parse_speed("20").value(), 20.0);
  EXPECT_EQ(parse_speed("x0.01").value(), 0.01);
  EXPECT_EQ(parse_speed("max").value(), PlaybackClock::kUnlimited);
  for (const char* wrong : {"0", "-1", "fast", "x", "inf", "nan", "1 2"}) {
    EXPECT_FALSE(parse_speed(wrong)) << wrong;
  }
}

TEST(OpenLiveInput, OnlyWhatCanBeOpenedAgainSaysSo) {
  TaskControl control;
  const TestFolder folder;
  const std::string path = folder.path() / "log";
  std::ofstream(path) << "x\n";
  const auto file = open_live_input({.source = path, .follow = true}, {}, control);
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->open_again);
  const auto command = open_live_input({.command = "true"}, {}, control);
  ASSERT_TRUE(command);
  EXPECT_TRUE(command->open_again);
  const auto run = open_live_input({.source = "example"}, {}, control);
  ASSERT_TRUE(run) << to_string(run.error());
  EXPECT_EQ(run->kind, "simulation");
  EXPECT_GT(run->run->slice_count(), 100u);
  EXPECT_TRUE(run->note.empty());
}

}  // namespace
}  // namespace nscope::app
