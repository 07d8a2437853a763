#pragma once

#include "profiler/base/tables/table.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nscope::python {

/// An array that grows in place where the system can move pages, so that a long column needs
/// memory only once. Values are trivially copyable. One thread while it grows.
template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowingArray() = default;
  GrowingArray(GrowingArray&& other) noexcept { *this = std::move(other); }
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    return *this;
  }
  ~GrowingArray() { std::free(data_); }

  void push_back(T value) {
    if (size_ == room_) reserve(room_ == 0 ? 64 : room_ * 2);
    data_[size_++] = value;
  }
  void append(T value, std::size_t count) {
    if (size_ + count > room_) reserve(size_ + count);
    for (std::size_t i = 0; i < count; ++i) data_[size_++] = value;
  }
  /// Throws std::bad_alloc.
  void reserve(std::size_t room) {
    void* const moved = std::realloc(data_, room * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(moved);
    room_ = room;
  }
  /// Returns unused memory to the system.
  void shrink() {
    if (size_ > 0 && size_ < room_) reserve(size_);
  }

  std::size_t size() const { return size_; }
  const T* data() const { return data_; }
  T* data() { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

/// The type of the values of a column.
enum class ValueKind {
  kNone,  ///< every value is missing
  kBoolean,
  kInteger,
  kReal,
  kText,
};

/// One column of a result as a contiguous array. The type is that of the values: integers become
/// real numbers when a real number follows, and anything becomes text when a text follows. Texts
/// are stored once, in a dictionary. One thread while it grows; then any thread may read it.
class ResultColumn {
 public:
  std::string id{};     ///< key; unique in its table
  std::string title{};  ///< heading; may be empty
  std::string unit{};   ///< "ns"; empty: none or unknown

  void add(std::int64_t value) {
    if (kind_ != ValueKind::kInteger) return add_integer_slowly(value);
    integers_.push_back(value);
    mark_present();
  }
  void add(double value) {
    if (kind_ != ValueKind::kReal) return add_real_slowly(value);
    reals_.push_back(value);
    mark_present();
  }
  void add(bool value);
  void add(std::string_view value) {
    if (kind_ != ValueKind::kText) become(ValueKind::kText);
    codes_.push_back(code_of(value));
    mark_present();
  }
  void add_missing();
  /// Ends the growth.
  void shrink();

  ValueKind kind() const { return kind_; }
  std::size_t size() const { return size_; }
  std::size_t missing_count() const { return missing_count_; }
  /// One byte for each value, 1 if it is missing; empty if none is.
  std::span<const std::uint8_t> missing() const { return {missing_.data(), missing_.size()}; }
  std::span<const std::int64_t> integers() const { return {integers_.data(), integers_.size()}; }
  /// Missing values are NaN.
  std::span<const double> reals() const { return {reals_.data(), reals_.size()}; }
  std::span<const std::uint8_t> booleans() const { return {booleans_.data(), booleans_.size()}; }
  /// Indices into texts(); -1 if the value is missing.
  std::span<const std::int32_t> codes() const { return {codes_.data(), codes_.size()}; }
  /// The different texts in order of their first use; valid UTF-8.
  const std::deque<std::string>& texts() const { return texts_; }
  /// Memory of the values and the dictionary in bytes.
  std::size_t bytes() const;

 private:
  void mark_present() {
    ++size_;
    if (missing_.size() > 0) missing_.push_back(0);
  }
  void add_integer_slowly(std::int64_t value);
  void add_real_slowly(double value);
  void become(ValueKind kind);
  void become_real();
  void become_text();
  std::int32_t code_of(std::string_view text);
  std::int32_t new_code(std::string_view text);

  ValueKind kind_ = ValueKind::kNone;
  std::size_t size_ = 0;
  std::size_t missing_count_ = 0;
  std::size_t text_bytes_ = 0;
  GrowingArray<std::uint8_t> missing_;
  GrowingArray<std::uint8_t> booleans_;
  GrowingArray<std::int64_t> integers_;
  GrowingArray<double> reals_;
  GrowingArray<std::int32_t> codes_;
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, std::int32_t> code_of_text_;
  std::vector<std::int32_t> recent_;  ///< codes by the address of the text; -1: none
};

/// A result as columns, shared by everything that Python makes of it. Immutable once shared.
struct ResultTable {
  std::vector<ResultColumn> columns{};
  std::size_t rows = 0;
  bool more = false;                 ///< whether rows were left out because of a limit
  std::vector<std::string> notes{};  ///< sentences about missing or omitted data, in English
  /// Why a cell is missing, by column and row, where the reason is known.
  std::map<std::size_t, std::map<std::size_t, std::string>> reasons{};

  /// Makes the names of columns unique ("name", "name_2") and returns unused memory.
  void finish();
  std::size_t bytes() const;
};

/// The table of an analysis or of the catalogue as columns. Texts are in English.
ResultTable to_columns(const Table& table);

}  // namespace nscope::python
