#include "importers/nsight_sqlite/message_sizes.h"

#include "importers/shared/little_endian.h"

#include <array>
#include <limits>
#include <string_view>

namespace nscope::importers::nsight {
namespace {

constexpr std::string_view kMessageSize = "Message size [bytes]";  // NCCL, nvtx_payload_schemas.h
constexpr std::int64_t kSizeType = 22;  // NVTX_PAYLOAD_ENTRY_TYPE_SIZE, nvToolsExtPayload.h

// The header of a payload: numbers of 64 bits. The last one is not used.
constexpr std::size_t kDomainAt = 0;
constexpr std::size_t kSchemaAt = 8;
constexpr std::size_t kBytesAt = 16;
constexpr std::size_t kHeaderBytes = 32;

/// Layouts that are kept; NCCL has about 20.
constexpr std::size_t kMostLayouts = 10'000;

std::uint64_t unsigned_of(const TableRows& row, std::size_t column) {
  return static_cast<std::uint64_t>(row.integer(column, 0));
}

}  // namespace

Result<> MessageSizes::read(const ExportDatabase& database) {
  static constexpr auto kSchema =
      std::to_array<std::string_view>({"domainId", "schemaId", "payloadSize"});
  auto schemas = database.rows("NVTX_PAYLOAD_SCHEMAS", kSchema);
  if (!schemas) return fail(schemas.error());
  while (schemas->next()) {
    if (layouts_.size() == kMostLayouts) break;
    layouts_[{unsigned_of(*schemas, 0), unsigned_of(*schemas, 1)}].bytes = unsigned_of(*schemas, 2);
  }
  if (!schemas->status()) return schemas->status();

  static constexpr auto kEntry =
      std::to_array<std::string_view>({"domainId", "schemaId", "type", "name", "offset"});
  auto entries = database.rows("NVTX_PAYLOAD_SCHEMA_ENTRIES", kEntry);
  if (!entries) return fail(entries.error());
  while (entries->next()) {
    if (entries->integer(2) != kSizeType || entries->text(3) != kMessageSize) continue;
    const auto layout = layouts_.find({unsigned_of(*entries, 0), unsigned_of(*entries, 1)});
    // The offset of the first entry is NULL.
    if (layout != layouts_.end()) layout->second.at = unsigned_of(*entries, 4);
  }
  return entries->status();
}

std::optional<std::int64_t> MessageSizes::in(std::span<const std::byte> payload) const {
  if (layouts_.empty() || payload.size() < kHeaderBytes) return std::nullopt;
  const auto number = [&](std::size_t at) { return load<std::uint64_t>(payload, at); };
  const auto layout = layouts_.find({number(kDomainAt), number(kSchemaAt)});
  if (layout == layouts_.end() || !layout->second.at) return std::nullopt;
  const auto [bytes, at] = layout->second;
  const std::span<const std::byte> values = payload.subspan(kHeaderBytes);
  if (bytes != number(kBytesAt) || bytes > values.size() || bytes < sizeof(std::uint64_t) ||
      *at > bytes - sizeof(std::uint64_t)) {
    return std::nullopt;
  }
  const auto size = load<std::uint64_t>(values, static_cast<std::size_t>(*at));
  if (size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(size);
}

}  // namespace nscope::importers::nsight
