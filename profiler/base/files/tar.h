#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nscope {

/// Whether the bytes start like a tar archive: by the magic word of POSIX and GNU tar, or by the
/// checksum of the first header, which older programs write, too.
bool is_tar(std::string_view head);

/// One member of a tar archive as its header states it.
struct TarMember {
  enum class Kind : std::uint8_t { kFile, kFolder, kLink, kOther };

  std::string name;        ///< as in the archive: any bytes
  std::uint64_t size = 0;  ///< a claim: compare it with a limit, and reserve nothing
  Kind kind = Kind::kFile;
};

/// What is done with the members of a tar archive. An error ends the reading.
class TarVisitor {
 public:
  TarVisitor() = default;
  TarVisitor(const TarVisitor&) = delete;
  TarVisitor& operator=(const TarVisitor&) = delete;
  virtual ~TarVisitor() = default;

  /// Whether the content of this member is wanted.
  virtual Result<bool> begin(const TarMember& member) = 0;
  /// The next piece of the content of a wanted member.
  virtual Result<> content(std::string_view piece) = 0;
  /// The content of a wanted member is complete.
  virtual Result<> end() = 0;
};

/// Reads a tar archive that arrives in pieces of any size: POSIX (with extended headers), GNU and
/// older ones. Errors of the archive are kBadInput without a place, which the caller knows. One
/// thread.
class TarReader {
 public:
  /// `visitor` must outlive the reader.
  explicit TarReader(TarVisitor& visitor) : visitor_(&visitor) {}

  /// Errors: kBadInput (a damaged header, a name above the limit), those of the visitor.
  Result<> push(std::string_view data);
  /// After the last piece. Errors: kBadInput if the archive is incomplete or has no members.
  Result<> finish() const;
  /// Bytes other than zero after the end of the archive, for example of a second archive. They
  /// were not read.
  std::uint64_t trailing() const { return trailing_; }

 private:
  enum class Use : std::uint8_t { kSkip, kKeep, kLongName, kPax };

  Result<> start_member();
  Result<> begin_content(TarMember member, char type);
  Result<> take_content(std::string_view& data);
  Result<> end_content();
  void take_pax_records();

  TarVisitor* visitor_;
  std::string header_;
  std::string name_;
  std::string content_;    ///< of a long name or an extended header
  std::string long_name_;  ///< of the next member
  std::string pax_size_;   ///< of the next member
  bool pax_sparse_ = false;
  bool sparse_map_ = false;  ///< the next block continues the map of a sparse file
  std::uint64_t remaining_ = 0;
  std::uint64_t trailing_ = 0;
  std::size_t padding_ = 0;
  std::size_t count_ = 0;
  Use use_ = Use::kSkip;
  bool ended_ = false;
};

}  // namespace nscope
