#include "profiler/trace/columns/column.h"

#include "profiler/trace/columns/arg_columns.h"
#include "profiler/trace/columns/counter_pyramid.h"
#include "profiler/trace/columns/rounded_up.h"
#include "profiler/trace/columns/row_column.h"
#include "profiler/trace/columns/string_column.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::ElementsAre;

TEST(Column, EqualValuesTakeNoMemory) {
  Column<std::uint32_t> column;
  for (int i = 0; i < 200'000; ++i) column.push_back(7);
  EXPECT_TRUE(column.constant());
  EXPECT_EQ(column.chunk_count(), 0u);
  EXPECT_EQ(column.size(), 200'000u);
  EXPECT_EQ(column[199'999], 7u);
  column.push_back(8);
  EXPECT_FALSE(column.constant());
  EXPECT_EQ(column[0], 7u);
  EXPECT_EQ(column[199'999], 7u);
  EXPECT_EQ(column[200'000], 8u);
}

TEST(Column, HasTheValuesOfAVectorAcrossChunks) {
  std::mt19937_64 random(5);
  TickColumn column;
  std::vector<std::int64_t> expected;
  for (std::size_t i = 0; i < 3 * kChunkRows + 17; ++i) {
    // Chunk 1 has values that do not fit 32 bits, chunk 2 a negative value.
    std::int64_t value = static_cast<std::int64_t>(random() % 1000);
    if (i == kChunkRows + 99) value = std::int64_t{1} << 40;
    if (i == 2 * kChunkRows + 5) value = -3;
    column.push_back(value);
    expected.push_back(value);
  }
  ASSERT_EQ(column.size(), expected.size());
  EXPECT_TRUE(std::equal(column.begin(), column.end(), expected.begin()));
  EXPECT_EQ(column.bytes(0).width, 4u);
  EXPECT_EQ(column.bytes(1).width, 8u);
  EXPECT_EQ(column.bytes(2).width, 8u);
  EXPECT_EQ(column.bytes(3).width, 4u);
  EXPECT_EQ(column.rows_in(3), 17u);

  std::vector<std::int64_t> block(100);
  column.read(kChunkRows + 50, block.size(), block.data());
  EXPECT_TRUE(std::equal(block.begin(), block.end(), expected.begin() + kChunkRows + 50));
  const std::vector<std::uint32_t> rows = {3, 70'000, 70'001, 140'000};
  std::vector<std::int64_t> gathered(rows.size());
  column.gather(rows, gathered.data());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(gathered[i], expected[rows[i]]);

  std::size_t seen = 0;
  column.for_each_chunk([&](std::size_t first, std::size_t count, const auto* values) {
    EXPECT_EQ(first, seen);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(values[i], expected[first + i]);
    seen += count;
  });
  EXPECT_EQ(seen, expected.size());
}

TEST(Column, AppendsManyLikeOne) {
  std::mt19937_64 random(6);
  TickColumn many;
  TickColumn one;
  Column<std::uint32_t> wide;
  while (many.size() < 2 * kChunkRows + 1000) {
    std::vector<std::int64_t> values(random() % 3000);
    for (std::int64_t& value : values) {
      value = many.size() < 5000 ? 4 : static_cast<std::int64_t>(random() % 1000);
    }
    if (random() % 40 == 0 && !values.empty()) values[values.size() / 2] = std::int64_t{1} << 33;
    many.push_back(values);
    for (const std::int64_t value : values) one.push_back(value);
    wide.push_back(std::vector<std::uint32_t>(values.begin(), values.end()));
  }
  EXPECT_EQ(many, one);
  for (std::size_t i = 0; i < many.chunk_count(); ++i) {
    EXPECT_EQ(many.bytes(i).width, one.bytes(i).width);
  }
  ASSERT_EQ(wide.size(), one.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(wide[i], static_cast<std::uint32_t>(one[i]));
  }
  TickColumn equal;
  equal.push_back(std::vector<std::int64_t>(100'000, 7));
  EXPECT_TRUE(equal.constant());
  EXPECT_EQ(equal.size(), 100'000u);
  equal.push_back(std::vector<std::int64_t>{7, 7, 8, 7});
  EXPECT_FALSE(equal.constant());
  EXPECT_EQ(equal.size(), 100'004u);
  EXPECT_EQ(equal[100'001], 7);
  EXPECT_EQ(equal[100'002], 8);
}

TEST(Column, AppendsAValueManyTimes) {
  TickColumn column;
  column.push_back(7, 0);
  EXPECT_TRUE(column.empty());
  column.push_back(7, 100'000);
  column.push_back(7, 1);
  EXPECT_TRUE(column.constant());
  ASSERT_EQ(column.size(), 100'001u);
  column.push_back(8, 3);
  column.push_back(std::int64_t{1} << 33, 70'000);
  ASSERT_EQ(column.size(), 170'004u);
  EXPECT_EQ(column[0], 7);
  EXPECT_EQ(column[100'000], 7);
  EXPECT_EQ(column[100'001], 8);
  EXPECT_EQ(column[100'003], 8);
  EXPECT_EQ(column[100'004], std::int64_t{1} << 33);
  EXPECT_EQ(column.back(), std::int64_t{1} << 33);
}

TEST(Column, IsFilledInAnyOrderThroughItsMemory) {
  constexpr std::size_t kRows = 2 * kChunkRows + 3;
  Column<std::uint32_t> column;
  column.push_back(9);
  column.allocate(kRows);
  EXPECT_EQ(column.size(), kRows);
  for (std::size_t row = kRows; row-- > 0;) *column.slot(row) = static_cast<std::uint32_t>(row);
  column.push_back(70);
  for (std::size_t row = 0; row < kRows; ++row) ASSERT_EQ(column[row], row);
  EXPECT_EQ(column.back(), 70u);
  column.discard(0);
  EXPECT_EQ(column[kChunkRows], kChunkRows);
  column.allocate(0);
  EXPECT_TRUE(column.empty());
}

TEST(Column, OffsetsStoreTimesFarFromZero) {
  constexpr std::int64_t kFar = std::int64_t{1} << 60;
  TimeColumn column;
  std::vector<std::int64_t> expected;
  const auto add = [&](std::int64_t value) {
    column.push_back(value);
    expected.push_back(value);
  };
  for (std::size_t i = 0; i < kChunkRows; ++i) add(-kFar + std::int64_t(i) * 60'000);
  for (std::size_t i = 0; i < kChunkRows; ++i) add(std::int64_t(i) * 70'000);  // beyond 32 bits
  for (std::size_t i = 0; i < 100; ++i) add(kFar - (i == 50 ? 1 : 0));         // before the first
  for (std::size_t i = 0; i < kChunkRows; ++i) add(kFar + std::int64_t(i));
  ASSERT_EQ(column.size(), expected.size());
  EXPECT_TRUE(std::equal(column.begin(), column.end(), expected.begin()));
  EXPECT_EQ(column.bytes(0).width, 4u);
  EXPECT_EQ(column.bytes(0).data.size(), 8 + 4 * kChunkRows);
  EXPECT_EQ(column.bytes(1).width, 8u);
  EXPECT_EQ(column.bytes(2).width, 8u);
  EXPECT_EQ(column.bytes(3).width, 4u);

  TimeColumn many;
  many.push_back(std::span<const std::int64_t>(expected));
  EXPECT_EQ(many, column);
  for (std::size_t i = 0; i < column.chunk_count(); ++i) {
    EXPECT_EQ(many.bytes(i).width, column.bytes(i).width);
  }
  std::vector<std::int64_t> block(100);
  column.read(50, block.size(), block.data());
  EXPECT_TRUE(std::equal(block.begin(), block.end(), expected.begin() + 50));
  std::size_t seen = 0;
  column.for_each_chunk([&](std::size_t first, std::size_t count, const auto& values) {
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(values[i], expected[first + i]);
    seen += count;
  });
  EXPECT_EQ(seen, expected.size());

  TimeColumn copy = column;
  copy.set(7, -kFar + 5);
  EXPECT_EQ(copy[7], -kFar + 5);
  EXPECT_EQ(copy.bytes(0).width, 4u);
  copy.set(8, -kFar - 1);
  EXPECT_EQ(copy[8], -kFar - 1);
  EXPECT_EQ(copy[9], expected[9]);
  EXPECT_EQ(copy.bytes(0).width, 8u);
  EXPECT_EQ(column[8], expected[8]);
  copy.push_back(kFar + 3);
  EXPECT_EQ(copy.back(), kFar + 3);
}

TEST(RowColumn, StoresASubsetOfRows) {
  RowColumn rows;
  std::vector<std::uint32_t> expected;
  std::uint32_t row = 5;
  for (std::size_t i = 0; i < kChunkRows + 1000; ++i) {
    rows.push_back(row);
    expected.push_back(row);
    row += i % 9 == 0 ? 2 : 1;
    if (i == 600) row += 1'000'000;  // more than a narrow chunk can store
  }
  rows.push_back(expected.back());  // a row may occur twice
  expected.push_back(expected.back());
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(rows[i], expected[i]);
  EXPECT_EQ(rows.skipped().bytes(0).width, 4u);
  EXPECT_EQ(rows.skipped().bytes(1).width, 2u);
  std::vector<std::uint32_t> block(500);
  rows.read(400, block.size(), block.data());
  EXPECT_TRUE(std::equal(block.begin(), block.end(), expected.begin() + 400));
  for (const std::uint32_t at :
       {0u, 5u, 6u, 7u, 300u, 900'000u, expected[kChunkRows], row, row + 9}) {
    EXPECT_EQ(rows.count_before(at),
              std::lower_bound(expected.begin(), expected.end(), at) - expected.begin());
  }
  EXPECT_TRUE(rows.ascending());
  rows.push_back(3);
  EXPECT_FALSE(rows.ascending());
  EXPECT_EQ(rows[rows.size() - 1], 3u);
}

TEST(RowColumn, AppendsRangesOfRows) {
  RowColumn one;
  RowColumn ranges;
  std::uint32_t row = 3;
  for (std::uint32_t count = 0; count < 70; ++count) {
    ranges.push_back(row, count);
    for (std::uint32_t i = 0; i < count; ++i) one.push_back(row + i);
    row += count + count % 4;
  }
  ASSERT_EQ(ranges.size(), one.size());
  for (std::size_t i = 0; i < one.size(); ++i) ASSERT_EQ(ranges[i], one[i]);
}

TEST(StringColumn, KeepsNoneAndIdsBeyondSixteenBits) {
  StringColumn names = {StringId(7), StringId(), StringId(65'534)};
  EXPECT_EQ(names.bytes(0).width, 2u);
  EXPECT_FALSE(names[1].valid());
  EXPECT_EQ(names[2], StringId(65'534));
  names.push_back(StringId(65'535));  // the number that means none
  EXPECT_EQ(names.bytes(0).width, 4u);
  EXPECT_FALSE(names[1].valid());
  EXPECT_EQ(names[3], StringId(65'535));
}

TEST(RoundedUp, IsAtMostOneThousandthMore) {
  std::mt19937_64 random(9);
  RoundedUp before(0);
  EXPECT_EQ(before.ticks(), 0);
  for (int bits = 0; bits < 62; ++bits) {
    for (const std::int64_t ticks :
         {(std::int64_t{1} << bits) - 1, std::int64_t{1} << bits, (std::int64_t{1} << bits) + 1,
          (std::int64_t{1} << bits) + static_cast<std::int64_t>(random() % (1ull << bits))}) {
      const std::int64_t rounded = RoundedUp(ticks).ticks();
      EXPECT_GE(rounded, ticks);
      EXPECT_LE(rounded - ticks, ticks / 512);
      EXPECT_EQ(RoundedUp(rounded).ticks(), rounded);
    }
    const RoundedUp next(std::int64_t{1} << bits);
    EXPECT_LT(before, next);
    before = next;
  }
}

/// A value that counts the calls of fits().
struct Counted {
  std::int64_t value = 0;
};
struct FewBits {
  std::uint32_t value = 0;
  static inline std::size_t asked = 0;
  static bool fits(const Counted& wide) {
    ++asked;
    return std::in_range<std::uint32_t>(wide.value);
  }
  FewBits() = default;
  explicit FewBits(const Counted& wide) : value(static_cast<std::uint32_t>(wide.value)) {}
  explicit operator Counted() const { return {value}; }
};

TEST(Column, AWideValueAfterManyIsCheckedOnce) {
  std::vector<Counted> values(10'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i].value = static_cast<std::int64_t>(i);
  values.back().value = std::int64_t{1} << 33;
  Column<Counted, FewBits> column;
  column.push_back(Counted{1});
  column.push_back(Counted{2});  // allocates memory
  FewBits::asked = 0;
  column.push_back(values);
  EXPECT_LT(FewBits::asked, 2 * values.size());
  ASSERT_EQ(column.size(), values.size() + 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(column[i + 2].value, values[i].value);
  }
  EXPECT_EQ(column.bytes(0).width, sizeof(Counted));
}

TEST(Column, SetWidensOneChunkOnly) {
  TickColumn column;
  for (std::size_t i = 0; i < kChunkRows + 10; ++i) column.push_back(std::int64_t(i % 5));
  column.set(3, -1);
  column.set(kChunkRows + 1, 77);
  EXPECT_EQ(column[3], -1);
  EXPECT_EQ(column[2], 2);
  EXPECT_EQ(column[kChunkRows + 1], 77);
  EXPECT_EQ(column.bytes(0).width, 8u);
  EXPECT_EQ(column.bytes(1).width, 4u);
  TickColumn equal;
  for (int i = 0; i < 5; ++i) equal.push_back(1);
  equal.set(2, 9);
  EXPECT_THAT(equal, ElementsAre(1, 1, 9, 1, 1));
}

TEST(Column, ACopyIsIndependentAndGrows) {
  TickColumn column;
  for (std::size_t i = 0; i < kChunkRows + 100; ++i) column.push_back(std::int64_t(i));
  TickColumn copy = column;
  for (int i = 0; i < 1000; ++i) copy.push_back(-i);
  copy.set(0, 42);
  EXPECT_EQ(column.size(), kChunkRows + 100);
  EXPECT_EQ(column[0], 0);
  EXPECT_EQ(copy[0], 42);
  EXPECT_EQ(copy[kChunkRows + 99], static_cast<std::int64_t>(kChunkRows) + 99);
  EXPECT_EQ(copy.back(), -999);
  EXPECT_EQ(column, TickColumn(column));
  EXPECT_NE(column, copy);
}

TEST(Column, KeepsTheSignOfZeroAndNotANumber) {
  Column<double> column = {0.0, -0.0, std::nan(""), std::nan("")};
  EXPECT_FALSE(std::signbit(column[0]));
  EXPECT_TRUE(std::signbit(column[1]));
  EXPECT_TRUE(std::isnan(column[3]));
}

/// Chunks of ascending numbers; the second is damaged.
class CountingSource final : public ChunkSource {
 public:
  std::size_t width(std::size_t) const override { return sizeof(std::uint32_t); }
  void read(std::size_t ref, std::span<std::byte> into) const override {
    ++reads;
    for (std::size_t i = 0; i < into.size() / 4; ++i) {
      const auto value = static_cast<std::uint32_t>(ref == 1 ? ~i : ref * kChunkRows + i);
      std::memcpy(into.data() + 4 * i, &value, 4);
    }
  }
  void report_damage(std::size_t ref) const override { damaged = ref; }
  std::optional<Error> error() const override { return std::nullopt; }

  mutable std::atomic<int> reads = 0;
  mutable std::atomic<std::size_t> damaged = 0;
};

bool below_limit(std::span<const std::int64_t> values, std::size_t, std::uint64_t limit) {
  return std::all_of(values.begin(), values.end(),
                     [&](std::int64_t value) { return static_cast<std::uint64_t>(value) < limit; });
}

TEST(Column, LoadsChunksOnFirstUseAndChecksThem) {
  const CountingSource source;
  TickColumn column;
  const std::size_t rows = 3 * kChunkRows;
  column.attach(source, 0, rows, below_limit, rows);
  EXPECT_EQ(source.reads, 0);
  EXPECT_EQ(column[2 * kChunkRows + 5], static_cast<std::int64_t>(2 * kChunkRows) + 5);
  EXPECT_EQ(column[2 * kChunkRows + 6], static_cast<std::int64_t>(2 * kChunkRows) + 6);
  EXPECT_EQ(source.reads, 1);
  EXPECT_EQ(column[kChunkRows + 5], 0);  // damaged: zeros, and the source has the error
  EXPECT_EQ(source.damaged, 1u);
}

TEST(Column, ThreadsMayLoadTheSameChunk) {
  const CountingSource source;
  TickColumn column;
  column.attach(source, 0, kChunkRows, below_limit, kChunkRows);
  std::vector<std::jthread> threads;
  std::atomic<std::int64_t> sum = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (std::size_t row = 0; row < 1000; ++row) sum += column[row];
    });
  }
  threads.clear();
  EXPECT_EQ(sum, 4 * 999 * 1000 / 2);
}

TEST(ArgColumns, SeparatesRowsAndTypes) {
  ArgColumnsBuilder builder;
  const StringId bytes(0);
  const StringId name(1);
  builder.append(0, bytes, std::int64_t{10});
  builder.append(0, name, StringId(5));
  builder.append(1, bytes, std::int64_t{11});
  builder.append(3, bytes, 0.5);
  builder.append(3, name, StringId(6));
  auto& columns = builder.columns();
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_TRUE(columns[0].every_row);
  EXPECT_EQ(columns[0].value(1), ArgValue(std::int64_t{11}));
  EXPECT_FALSE(columns[1].every_row);
  EXPECT_EQ(columns[1].row(1), 3u);
  EXPECT_EQ(columns[1].lower_bound(1), 1u);
  EXPECT_EQ(columns[1].lower_bound(4), 2u);
  EXPECT_EQ(columns[2].value(0), ArgValue(0.5));

  const std::vector<std::uint32_t> new_row = {3, 2, 1, 0};
  columns[0].renumber(new_row);
  EXPECT_EQ(columns[0].row(0), 2u);
  EXPECT_EQ(columns[0].value(0), ArgValue(std::int64_t{11}));
  EXPECT_EQ(columns[0].row(1), 3u);
}

TEST(CounterPyramid, RangeAgreesWithAScan) {
  std::mt19937_64 random(3);
  CounterColumns samples;
  for (std::int64_t i = 0; i < 10'000; ++i) {
    samples.time.push_back(i);
    samples.value.push_back(static_cast<double>(random() % 100'000));
  }
  CounterPyramid pyramid;
  pyramid.build(samples);
  for (int round = 0; round < 500; ++round) {
    const std::size_t first = random() % samples.size();
    const std::size_t last = first + 1 + random() % (samples.size() - first);
    const auto range = pyramid.range(samples, first, last);
    const auto [least, most] =
        std::minmax_element(samples.value.begin() + static_cast<std::ptrdiff_t>(first),
                            samples.value.begin() + static_cast<std::ptrdiff_t>(last));
    EXPECT_EQ(range.least, *least);
    EXPECT_EQ(range.most, *most);
  }
}

TEST(CounterPyramid, NanDoesNotHideOtherValues) {
  for (const std::int64_t gap : {0, 1, 15, 16, 17, 4000}) {
    CounterColumns samples;
    for (std::int64_t i = 0; i < 5000; ++i) {
      samples.time.push_back(i);
      samples.value.push_back(i <= gap ? std::nan("") : static_cast<double>(i));
    }
    CounterPyramid pyramid;
    pyramid.build(samples);
    for (const std::size_t first : {0, 3, 16}) {
      const auto range = pyramid.range(samples, first, samples.size());
      EXPECT_EQ(range.least, std::max(static_cast<double>(gap + 1), static_cast<double>(first)));
      EXPECT_EQ(range.most, 4999.0);
    }
  }
}

}  // namespace
}  // namespace nscope
