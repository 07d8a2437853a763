#include "app/batch/journal.h"

#include "app/batch/fingerprint.h"
#include "tests/unit/batch/batch_folder.h"

#include <chrono>
#include <optional>
#include <thread>

namespace nscope::batch {
namespace {

class JournalTest : public BatchFolder {
 protected:
  std::string path() const { return (folder_ / "journal.jsonl").string(); }
  static JournalEntry entry(const std::string& task, const std::string& print) {
    return {.task = task,
            .command = {"summary", "a"},
            .program = "p",
            .files = {{"a", print}},
            .seconds = 1.5,
            .peak_memory = 7};
  }
  std::string print(const std::string& name) {
    TaskControl control;
    return fingerprint((folder_ / name).string(), control).value_or("error");
  }
};

TEST_F(JournalTest, WaitsForTheEndOfAKilledBatch) {
  std::optional<Journal> dying(*Journal::open(path()));
  std::thread end([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    dying.reset();
  });
  EXPECT_TRUE(Journal::open(path()));
  end.join();
}

TEST_F(JournalTest, RemembersTheLastEntryOfATask) {
  {
    auto journal = Journal::open(path());
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->add(entry("one", "1")));
    ASSERT_TRUE(journal->add(entry("one", "2")));
    ASSERT_TRUE(journal->add(entry("two", "3")));
  }
  const auto journal = Journal::open(path());
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->find("one")->files.at("a"), "2");
  EXPECT_EQ(journal->find("two")->peak_memory, 7u);
  EXPECT_EQ(journal->find("three"), nullptr);
}

TEST_F(JournalTest, SurvivesALineThatWasCutOff) {
  {
    auto journal = Journal::open(path());
    ASSERT_TRUE(journal->add(entry("one", "1")));
  }
  write("journal.jsonl", read("journal.jsonl") + "{\"task\": \"tw");
  {
    auto journal = Journal::open(path());
    ASSERT_TRUE(journal);
    EXPECT_EQ(journal->unreadable_lines(), 1u);
    ASSERT_TRUE(journal->add(entry("three", "3")));
  }
  const auto journal = Journal::open(path());
  EXPECT_NE(journal->find("one"), nullptr);
  EXPECT_NE(journal->find("three"), nullptr);
  EXPECT_EQ(journal->unreadable_lines(), 1u);
}

TEST_F(JournalTest, BelongsToOneBatchAtATime) {
  auto first = Journal::open(path());
  ASSERT_TRUE(first);
  EXPECT_EQ(Journal::open(path()).error().code, ErrorCode::kInfeasible);
}

TEST_F(JournalTest, FingerprintsFollowContentAndNames) {
  write("d/a", "hello");
  const std::string one = print("d/a");
  write("d/a", "hellp");
  EXPECT_NE(print("d/a"), one);
  write("d/a", "hello");
  EXPECT_EQ(print("d/a"), one);
  const std::string folder = print("d");
  write("d/.hidden", "x");
  EXPECT_EQ(print("d"), folder);
  write("d/b", "");
  EXPECT_NE(print("d"), folder);
  EXPECT_EQ(print("none"), "");
  EXPECT_NE(print("d/b"), "");
}

}  // namespace
}  // namespace nscope::batch
