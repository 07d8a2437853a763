#pragma once

#include "profiler/base/result.h"

#include <algorithm>
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace nscope {

/// Maximum rows of a chunk. Limits the memory that one chunk of a file can demand.
inline constexpr std::size_t kChunkRows = 1u << 16;

/// The source of the chunks of a column that is loaded on demand. All members
/// are safe from any thread. Reading never fails for the caller: values that cannot be
/// read are zero, and the source stores the error (Trace::storage_error()).
class ChunkSource {
 public:
  virtual ~ChunkSource() = default;
  /// Bytes per value of chunk `ref`.
  virtual std::size_t width(std::size_t ref) const = 0;
  virtual void read(std::size_t ref, std::span<std::byte> into) const = 0;
  /// Stores an error about invalid values in chunk `ref`.
  virtual void report_damage(std::size_t ref) const = 0;
  /// The first error.
  virtual std::optional<Error> error() const = 0;
};

/// The narrower type of a column whose values are close to each other but not to 0: a chunk
/// stores offsets of type `U` from its first value.
template <class U>
struct OffsetOf {
  U value{};
};
/// The element type of a chunk of narrow values.
template <class Small>
struct NarrowType {
  using Type = Small;
  static constexpr bool kIsOffset = false;
};
template <class U>
struct NarrowType<OffsetOf<U>> {
  using Type = U;
  static constexpr bool kIsOffset = true;
};

/// The values of a chunk of offsets.
template <class T, class U>
struct OffsetValues {
  T base{};
  const U* offsets = nullptr;

  T operator[](std::size_t i) const {
    using Wide = std::make_unsigned_t<T>;  // damaged values wrap around without overflow
    return static_cast<T>(static_cast<Wide>(base) + offsets[i]);
  }
  OffsetValues operator+(std::size_t rows) const { return {base, offsets + rows}; }
};

/// The values of one column of a track, in chunks of kChunkRows. A column grows without copying,
/// takes no memory while all values are equal, stores a chunk in the narrower type `Small` if all
/// its values fit (OffsetOf<U>: as offsets), and loads chunks of a session on first use. Values
/// are trivially copyable and have no padding. One thread may use a column while it is built;
/// afterwards it is immutable and any thread may read it.
template <class T, class Small = T>
class Column {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_copyable_v<Small>);
  static constexpr bool kTwoWidths = !std::is_same_v<T, Small>;
  static constexpr bool kOffsets = NarrowType<Small>::kIsOffset;
  /// A narrow chunk of offsets begins with the value to which they are added.
  static constexpr std::size_t kHeader = kOffsets ? 8 : 0;
  static_assert(sizeof(T) <= kHeader || !kOffsets);
  static constexpr std::uint32_t kMask = kChunkRows - 1;
  static constexpr std::size_t kFirstRows = 16;
  /// A chunk with more rows than this has memory for all its rows. Memory that is never written
  /// costs nothing, but repeated copying to larger blocks touches twice the memory used in the end.
  static constexpr std::size_t kFewRows = 1u << 12;

 public:
  using value_type = T;
  /// Whether the values of a loaded chunk that starts at `first_row` are valid.
  using Check = bool (*)(std::span<const T> values, std::size_t first_row, std::uint64_t limit);

  Column() = default;
  Column(std::initializer_list<T> values) {
    for (const T& value : values) push_back(value);
  }
  Column(const Column& other) : size_(other.size_), fill_(other.fill_) {
    chunks_.reserve(other.chunks_.size());
    for (std::size_t i = 0; i < other.chunks_.size(); ++i) {
      const Word word = other.chunk(i);
      const std::size_t bytes = bytes_of(word, other.rows_in(i));
      void* const copy = ::operator new(bytes);
      std::memcpy(copy, address(word), bytes);
      chunks_.push_back(tag(copy, is_small(word)));
    }
    room_ = size_;
    if (!chunks_.empty()) set_last(chunks_.back());
  }
  Column(Column&& other) noexcept { swap(other); }
  Column& operator=(Column other) noexcept {
    swap(other);
    return *this;
  }
  ~Column() {
    for (const Word word : chunks_) ::operator delete(address(word));
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// All values are equal and take no memory.
  bool constant() const { return chunks_.empty(); }
  const T& fill() const { return fill_; }

  T operator[](std::size_t row) const {
    if (chunks_.empty()) return fill_;
    const Word word = chunk(row / kChunkRows);
    if constexpr (kTwoWidths) {
      if (is_small(word)) return wide_at(word, row & kMask);
    }
    return values(word)[row & kMask];
  }
  T back() const { return (*this)[size_ - 1]; }
  T front() const { return (*this)[0]; }

  /// Copies rows [row, row + count) to `out`; the rows must be in one chunk.
  void read(std::size_t row, std::size_t count, T* out) const {
    if (chunks_.empty()) {
      std::fill_n(out, count, fill_);
      return;
    }
    with_chunk(row, [&](const auto& from) {
      for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<T>(from[i]);
    });
  }

  /// Prefetches `row`.
  void prefetch(std::size_t row) const {
    if (chunks_.empty() || row >= size_) return;
    const Word word = std::atomic_ref(chunks_[row / kChunkRows]).load(std::memory_order_acquire);
    if (word != 0) {
      __builtin_prefetch(static_cast<const char*>(address(word)) + bytes_of(word, row & kMask));
    }
  }

  /// Copies the values at `rows`, which are ascending and mostly close to each other.
  void gather(std::span<const std::uint32_t> rows, T* out) const {
    if (chunks_.empty()) {
      std::fill_n(out, rows.size(), fill_);
      return;
    }
    if (rows.front() / kChunkRows != rows.back() / kChunkRows) {
      for (std::size_t i = 0; i < rows.size(); ++i) out[i] = (*this)[rows[i]];
      return;
    }
    with_chunk(rows.front() & ~kMask, [&](const auto& from) {
      for (std::size_t i = 0; i < rows.size(); ++i) out[i] = static_cast<T>(from[rows[i] & kMask]);
    });
  }

  /// Calls visit(first_row, count, values) for each chunk in order, where
  /// values[0 .. count) is an array of T or Small, or OffsetValues. For loops over complete
  /// columns.
  template <class Visit>
  void for_each_chunk(Visit&& visit) const {
    if (chunks_.empty()) {
      std::vector<T> repeated(std::min(size_, kChunkRows), fill_);
      for (std::size_t row = 0; row < size_; row += kChunkRows) {
        visit(row, std::min(kChunkRows, size_ - row), std::as_const(repeated).data());
      }
      return;
    }
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      with_chunk(i * kChunkRows,
                 [&](const auto& from) { visit(i * kChunkRows, rows_in(i), from); });
    }
  }

  /// Calls visit(values), where values[0] is the value of `row`; valid up to the end of the chunk.
  /// Not for constant columns, which have no memory.
  template <class Visit>
  void with_chunk(std::size_t row, Visit&& visit) const {
    const Word word = chunk(row / kChunkRows);
    if constexpr (kTwoWidths) {
      if (is_small(word)) return visit(narrow_values(word) + (row & kMask));
    }
    visit(static_cast<const T*>(values(word)) + (row & kMask));
  }

  void push_back(const T& value) {
    if (size_ < room_) {  // the last chunk has memory for the value
      if (!is_small(last_)) {
        values(last_)[size_++ & kMask] = value;
        return;
      }
      if constexpr (kTwoWidths) {
        if (fits(value, base_)) {
          narrow(last_)[size_++ & kMask] = narrowed(value, base_);
          return;
        }
      }
    }
    if (chunks_.empty() && size_ > 0 && same(value, fill_)) {
      ++size_;
      return;
    }
    push_back_slowly(value);
  }

  void push_back(std::span<const T> added) {
    while (!added.empty()) {
      std::size_t count = size_ < room_ ? std::min(added.size(), room_ - size_) : 0;
      if constexpr (kTwoWidths) {
        if (is_small(last_)) {
          const auto first = added.begin();
          const auto all_fit = [base = base_](const T& value) { return fits(value, base); };
          count = static_cast<std::size_t>(std::find_if_not(first, first + count, all_fit) - first);
        }
      }
      if (count == 0) {
        push_back(added.front());
        added = added.subspan(1);
        if (chunks_.empty()) {
          while (!added.empty() && same(added.front(), fill_)) {
            ++size_;
            added = added.subspan(1);
          }
        }
        continue;
      }
      const std::size_t at = size_ & kMask;
      if (!is_small(last_)) {
        std::copy_n(added.data(), count, values(last_) + at);
      } else if constexpr (kTwoWidths) {
        Narrow* const to = narrow(last_) + at;
        const T base = base_;
        for (std::size_t i = 0; i < count; ++i) to[i] = narrowed(added[i], base);
      }
      size_ += count;
      added = added.subspan(count);
    }
  }

  /// Appends `value` `count` times.
  void push_back(const T& value, std::size_t count) {
    if (chunks_.empty() && (size_ == 0 || same(value, fill_))) {
      fill_ = value;
      size_ += count;
      return;
    }
    for (std::size_t i = 0; i < count; ++i) push_back(value);
  }

  /// Prefetches the memory to which values are appended next.
  void prefetch_end() const {
    // An integer, because arithmetic on the null pointer of an empty column is undefined.
    const auto end =
        reinterpret_cast<std::uintptr_t>(address(last_)) + bytes_of(last_, size_ & kMask);
    __builtin_prefetch(reinterpret_cast<const void*>(end), 1);
  }

  void set(std::size_t row, const T& value) {
    materialise();
    Word& word = chunks_[row / kChunkRows];
    if constexpr (kTwoWidths) {
      if (is_small(word) && !fits(value, base_of(word))) widen(row / kChunkRows);
      if (is_small(word)) {
        narrow(word)[row & kMask] = narrowed(value, base_of(word));
        return;
      }
    }
    values(word)[row & kMask] = value;
  }

  /// Makes this a column of `rows` values with memory but without content: each must be written
  /// through slot() before it is read.
  void allocate(std::size_t rows) requires(!kTwoWidths) {
    *this = Column();
    size_ = room_ = rows;
    chunks_.reserve((rows + kChunkRows - 1) / kChunkRows);
    for (std::size_t row = 0; row < rows; row += kChunkRows) {
      const std::size_t bytes = std::min(kChunkRows, rows - row) * sizeof(T);
      chunks_.push_back(tag(::operator new(bytes), false));
    }
    if (!chunks_.empty()) set_last(chunks_.back());
  }
  /// The memory of a value of a column that has memory, see allocate() and materialise(). The
  /// values up to the end of the chunk follow.
  T* slot(std::size_t row) requires(!kTwoWidths) {
    return values(chunks_[row / kChunkRows]) + (row & kMask);
  }
  /// Frees the memory of a chunk before the last one. Its values must not be used again.
  void discard(std::size_t chunk) { ::operator delete(address(std::exchange(chunks_[chunk], 0))); }

  /// Allocates the memory of a constant column.
  void materialise() {
    if (!chunks_.empty() || size_ == 0) return;
    const std::size_t rows = std::exchange(size_, 0);
    for (std::size_t i = 0; i < rows; ++i) append(fill_);
  }

  /// The values at `rows`, in that order.
  Column reordered(std::span<const std::uint32_t> rows) const {
    if (chunks_.empty()) return *this;
    Column result;
    for (const std::uint32_t row : rows) result.push_back((*this)[row]);
    return result;
  }

  /// Makes this a column of `rows` values that are loaded on demand: chunk i is
  /// `first_ref + i` of `source`, which must outlive the column.
  void attach(const ChunkSource& source, std::size_t first_ref, std::size_t rows, Check check,
              std::uint64_t limit) {
    *this = Column();
    size_ = rows;
    chunks_.assign((rows + kChunkRows - 1) / kChunkRows, 0);
    source_ = &source;
    first_ref_ = first_ref;
    check_ = check;
    limit_ = limit;
  }
  /// Makes this a column of `rows` equal values.
  void assign(std::size_t rows, const T& value) {
    *this = Column();
    size_ = rows;
    fill_ = value;
  }

  std::size_t chunk_count() const { return chunks_.size(); }
  std::size_t rows_in(std::size_t chunk) const {
    return std::min(kChunkRows, size_ - chunk * kChunkRows);
  }
  struct Bytes {
    std::span<const std::byte>
        data;               ///< offsets follow 8 bytes with the value to which they are added
    std::size_t width = 0;  ///< of a value
  };
  /// The memory of a chunk, for storing it.
  Bytes bytes(std::size_t index) const {
    const Word word = chunk(index);
    return {{static_cast<const std::byte*>(address(word)), bytes_of(word, rows_in(index))},
            width_of(word)};
  }
  /// Loads a chunk that is not in memory yet.
  void load(std::size_t index) const { (void)chunk(index); }

  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = T;

    Iterator() = default;
    Iterator(const Column* column, std::size_t row) : column_(column), row_(row) {}
    T operator*() const { return (*column_)[row_]; }
    T operator[](difference_type n) const { return *(*this + n); }
    Iterator& operator+=(difference_type n) {
      row_ = static_cast<std::size_t>(static_cast<difference_type>(row_) + n);
      return *this;
    }
    Iterator& operator-=(difference_type n) { return *this += -n; }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this += -1; }
    Iterator operator++(int) { return std::exchange(*this, *this + 1); }
    Iterator operator--(int) { return std::exchange(*this, *this - 1); }
    friend Iterator operator+(Iterator it, difference_type n) { return it += n; }
    friend Iterator operator+(difference_type n, Iterator it) { return it += n; }
    friend Iterator operator-(Iterator it, difference_type n) { return it -= n; }
    friend difference_type operator-(const Iterator& a, const Iterator& b) {
      return static_cast<difference_type>(a.row_) - static_cast<difference_type>(b.row_);
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.row_ == b.row_; }
    friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.row_ <=> b.row_; }

   private:
    const Column* column_ = nullptr;
    std::size_t row_ = 0;
  };
  using iterator = Iterator;
  using const_iterator = Iterator;
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size_}; }

  friend bool operator==(const Column& a, const Column& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
  }

 private:
  /// The address of the values of a chunk; the lowest bit is set if they are Small.
  using Word = std::uintptr_t;

  static Word tag(void* address, bool small) {
    return reinterpret_cast<Word>(address) | (small ? 1u : 0u);
  }
  static bool is_small(Word word) { return kTwoWidths && (word & 1u) != 0; }
  static void* address(Word word) { return reinterpret_cast<void*>(word & ~Word{1}); }
  static T* values(Word word) { return static_cast<T*>(address(word)); }
  static std::size_t width_of(Word word) { return is_small(word) ? sizeof(Small) : sizeof(T); }
  /// Bytes of `rows` values of a chunk, including the header.
  static std::size_t bytes_of(Word word, std::size_t rows) {
    return is_small(word) ? kHeader + rows * sizeof(Small) : rows * sizeof(T);
  }

  // Narrow chunks. The base is used only if the values are offsets.
  using Narrow = typename NarrowType<Small>::Type;
  static Narrow* narrow(Word word) {
    return reinterpret_cast<Narrow*>(static_cast<std::byte*>(address(word)) + kHeader);
  }
  static T base_of(Word word) {
    T base{};
    if constexpr (kOffsets) std::memcpy(&base, address(word), sizeof base);
    return base;
  }
  static auto narrow_values(Word word) {
    if constexpr (kOffsets) {
      return OffsetValues<T, Narrow>{base_of(word), narrow(word)};
    } else {
      return static_cast<const Narrow*>(narrow(word));
    }
  }
  static T wide_at(Word word, std::size_t row) { return static_cast<T>(narrow_values(word)[row]); }
  static Narrow narrowed(const T& value, [[maybe_unused]] const T& base) {
    if constexpr (kOffsets) {
      using Wide = std::make_unsigned_t<T>;
      return static_cast<Narrow>(static_cast<Wide>(value) - static_cast<Wide>(base));
    } else {
      return static_cast<Narrow>(value);
    }
  }
  static bool same(const T& a, const T& b) { return std::memcmp(&a, &b, sizeof(T)) == 0; }
  static bool fits(const T& value, [[maybe_unused]] const T& base) {
    if constexpr (kOffsets) {
      using Wide = std::make_unsigned_t<T>;
      return std::in_range<Narrow>(
          static_cast<Wide>(static_cast<Wide>(value) - static_cast<Wide>(base)));
    } else if constexpr (!kTwoWidths) {
      return false;
    } else if constexpr (std::is_integral_v<T>) {
      return std::in_range<Small>(value);
    } else {
      return Small::fits(value);
    }
  }
  void set_last(Word word) {
    last_ = word;
    if (is_small(word)) base_ = base_of(word);
  }

  Word chunk(std::size_t index) const {
    const Word word = std::atomic_ref(chunks_[index]).load(std::memory_order_acquire);
    return word != 0 ? word : load_chunk(index);
  }

  Word load_chunk(std::size_t index) const {
    const std::size_t ref = first_ref_ + index;
    const std::size_t rows = rows_in(index);
    const bool small = kTwoWidths && source_->width(ref) == sizeof(Small);
    const std::size_t bytes = bytes_of(tag(nullptr, small), rows);
    void* const loaded = ::operator new(bytes);
    source_->read(ref, {static_cast<std::byte*>(loaded), bytes});
    if (check_ != nullptr && !is_sound(tag(loaded, small), index)) {
      std::memset(loaded, 0, bytes);
      source_->report_damage(ref);
    }
    Word expected = 0;
    const Word word = tag(loaded, small);
    if (std::atomic_ref(chunks_[index])
            .compare_exchange_strong(expected, word, std::memory_order_acq_rel)) {
      return word;
    }
    ::operator delete(loaded);  // another thread has loaded it
    return expected;
  }

  bool is_sound(Word word, std::size_t index) const {
    const std::size_t rows = rows_in(index);
    const std::size_t first_row = index * kChunkRows;
    if (!is_small(word)) return check_({values(word), rows}, first_row, limit_);
    // Widened in blocks that overlap by one value, so that all neighbours are checked.
    constexpr std::size_t kBlock = 256;
    T block[kBlock];
    for (std::size_t at = 0; at < rows; at += kBlock - 1) {
      const std::size_t count = std::min(kBlock, rows - at);
      for (std::size_t i = 0; i < count; ++i) block[i] = wide_at(word, at + i);
      if (!check_({block, count}, first_row + at, limit_)) return false;
    }
    return true;
  }

  void push_back_slowly(const T& value) {
    if (chunks_.empty()) {
      if (size_ == 0) {
        fill_ = value;
        size_ = 1;
        return;
      }
      materialise();
    }
    append(value);
  }

  void append(const T& value) {
    const std::size_t index = size_ / kChunkRows;
    const std::size_t at = size_ & kMask;
    if (at == 0) {
      const bool small = kTwoWidths && fits(value, value);
      const std::size_t capacity = index > 0 ? kChunkRows : kFirstRows;
      void* const memory = ::operator new(bytes_of(tag(nullptr, small), capacity));
      if constexpr (kOffsets) {
        std::byte header[kHeader] = {};
        std::memcpy(header, &value, sizeof value);
        std::memcpy(memory, header, kHeader);
      }
      set_last(tag(memory, small));
      chunks_.push_back(last_);
      room_ = size_ + capacity;
    } else if (size_ == room_) {
      grow_last_chunk();
    }
    if constexpr (kTwoWidths) {
      if (is_small(last_) && !fits(value, base_)) widen(index);
      if (is_small(last_)) {
        narrow(last_)[at] = narrowed(value, base_);
        ++size_;
        return;
      }
    }
    values(chunks_[index])[at] = value;
    ++size_;
  }

  void grow_last_chunk() {
    const std::size_t index = chunks_.size() - 1;
    const std::size_t rows = rows_in(index);
    const std::size_t capacity = rows < kFewRows ? 2 * rows : kChunkRows;
    Word& word = chunks_[index];
    void* const larger = ::operator new(bytes_of(word, capacity));
    std::memcpy(larger, address(word), bytes_of(word, rows));
    ::operator delete(address(word));
    word = last_ = tag(larger, is_small(word));
    room_ = index * kChunkRows + capacity;
  }

  void widen(std::size_t index) {
    Word& word = chunks_[index];
    const std::size_t rows = rows_in(index);
    const bool last = index + 1 == chunks_.size();
    const std::size_t capacity = last ? room_ - index * kChunkRows : rows;
    void* const wide = ::operator new(capacity * sizeof(T));
    for (std::size_t i = 0; i < rows; ++i) {
      static_cast<T*>(wide)[i] = wide_at(word, i);
    }
    ::operator delete(address(word));
    word = tag(wide, false);
    if (last) last_ = word;
  }

  void swap(Column& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    std::swap(last_, other.last_);
    std::swap(base_, other.base_);
    std::swap(fill_, other.fill_);
    std::swap(chunks_, other.chunks_);
    std::swap(source_, other.source_);
    std::swap(first_ref_, other.first_ref_);
    std::swap(check_, other.check_);
    std::swap(limit_, other.limit_);
  }

  std::size_t size_ = 0;
  std::size_t room_ = 0;  // number of rows for which the chunks have memory
  Word last_ = 0;         // the last chunk while rows are appended
  T base_{};              // base of the last chunk
  T fill_{};
  mutable std::vector<Word> chunks_;  // 0: not loaded yet
  const ChunkSource* source_ = nullptr;
  std::size_t first_ref_ = 0;
  Check check_ = nullptr;
  std::uint64_t limit_ = 0;
};

/// Ticks that are mostly small and never negative: durations, waits.
using TickColumn = Column<std::int64_t, std::uint32_t>;
/// Times in about ascending order.
using TimeColumn = Column<std::int64_t, OffsetOf<std::uint32_t>>;

}  // namespace nscope
