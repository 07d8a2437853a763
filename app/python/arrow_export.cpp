#include "app/python/arrow_export.h"

#include <cerrno>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::python {
namespace {

constexpr std::int64_t kNullable = 2;  // ARROW_FLAG_NULLABLE

template <class Part>
void release_part(Part& part) {
  if (part.release != nullptr) part.release(&part);
}

/// What a structure points to. `Part` is ArrowSchema or ArrowArray.
template <class Part>
struct Family {
  Family() = default;
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;
  ~Family() {
    // Parts that a consumer has moved away have no `release`.
    for (Part& child : children) release_part(child);
    release_part(dictionary);
  }

  std::vector<Part> children{};
  std::vector<Part*> pointers{};
  Part dictionary{};

  void attach(Part& to) {
    for (Part& child : children) pointers.push_back(&child);
    to.n_children = static_cast<std::int64_t>(children.size());
    to.children = pointers.data();
  }
};

struct SchemaMemory : Family<ArrowSchema> {
  std::string name;
  std::string metadata;
};

struct ArrayMemory : Family<ArrowArray> {
  std::shared_ptr<const ResultTable> table;
  std::vector<const void*> buffers;
  std::vector<std::uint8_t> bits;      ///< validity
  std::vector<std::uint8_t> booleans;  ///< as bits
  std::vector<std::int64_t> offsets;   ///< of the texts of a dictionary
  std::string texts;
};

template <class Memory, class Part>
void release(Part* part) {
  delete static_cast<Memory*>(part->private_data);
  part->release = nullptr;
}

void append_number(std::string& to, std::size_t number) {
  const auto value = static_cast<std::int32_t>(number);
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_pair(std::string& to, std::string_view key, std::string_view value) {
  append_number(to, key.size());
  to += key;
  append_number(to, value.size());
  to += value;
}

/// The metadata of a field in Arrow's binary form.
std::string field_metadata(const ResultColumn& column) {
  std::string pairs;
  std::size_t count = 0;
  for (const auto& [key, value] :
       {std::pair<std::string_view, std::string_view>("title", column.title),
        {"unit", column.unit}}) {
    if (value.empty()) continue;
    append_pair(pairs, key, value);
    ++count;
  }
  if (count == 0) return {};
  std::string metadata;
  append_number(metadata, count);
  return metadata + pairs;
}

const char* format_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::kNone: return "n";
    case ValueKind::kBoolean: return "b";
    case ValueKind::kInteger: return "l";
    case ValueKind::kReal: return "g";
    case ValueKind::kText: return "i";
  }
  return "n";
}

void fill_schema(ArrowSchema& out, SchemaMemory* memory, const char* format) {
  out.format = format;
  out.name = memory->name.c_str();
  out.metadata = memory->metadata.empty() ? nullptr : memory->metadata.data();
  out.flags = kNullable;
  memory->attach(out);
  out.release = release<SchemaMemory, ArrowSchema>;
  out.private_data = memory;
}

void export_field(const ResultColumn& column, ArrowSchema& out) {
  auto memory = std::make_unique<SchemaMemory>();
  memory->name = column.id;
  memory->metadata = field_metadata(column);
  if (column.kind() == ValueKind::kText) {
    fill_schema(memory->dictionary, new SchemaMemory(), "U");
    out.dictionary = &memory->dictionary;
  }
  fill_schema(out, memory.release(), format_of(column.kind()));
}

/// One bit for each byte, set if `byte == wanted`.
std::vector<std::uint8_t> bits_of(std::span<const std::uint8_t> bytes, std::uint8_t wanted) {
  std::vector<std::uint8_t> bits((bytes.size() + 7) / 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == wanted) bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | 1u << i % 8);
  }
  return bits;
}

void fill_array(ArrowArray& out, ArrayMemory* memory, std::size_t length, std::size_t missing) {
  out.length = static_cast<std::int64_t>(length);
  out.null_count = static_cast<std::int64_t>(missing);
  out.n_buffers = static_cast<std::int64_t>(memory->buffers.size());
  out.buffers = memory->buffers.data();
  memory->attach(out);
  out.release = release<ArrayMemory, ArrowArray>;
  out.private_data = memory;
}

void export_dictionary(const ResultColumn& column, ArrowArray& out) {
  auto memory = std::make_unique<ArrayMemory>();
  memory->offsets.push_back(0);
  for (const std::string& text : column.texts()) {
    memory->texts += text;
    memory->offsets.push_back(static_cast<std::int64_t>(memory->texts.size()));
  }
  memory->buffers = {nullptr, memory->offsets.data(), memory->texts.data()};
  fill_array(out, memory.release(), column.texts().size(), 0);
}

void export_column(const std::shared_ptr<const ResultTable>& table, const ResultColumn& column,
                   ArrowArray& out) {
  auto memory = std::make_unique<ArrayMemory>();
  memory->table = table;
  if (column.missing_count() > 0) memory->bits = bits_of(column.missing(), 0);
  const void* const valid = memory->bits.empty() ? nullptr : memory->bits.data();
  switch (column.kind()) {
    case ValueKind::kNone: break;
    case ValueKind::kBoolean:
      memory->booleans = bits_of(column.booleans(), 1);
      memory->buffers = {valid, memory->booleans.data()};
      break;
    case ValueKind::kInteger: memory->buffers = {valid, column.integers().data()}; break;
    case ValueKind::kReal: memory->buffers = {valid, column.reals().data()}; break;
    case ValueKind::kText:
      memory->buffers = {valid, column.codes().data()};
      export_dictionary(column, memory->dictionary);
      out.dictionary = &memory->dictionary;
      break;
  }
  const std::size_t missing =
      column.kind() == ValueKind::kNone ? column.size() : column.missing_count();
  fill_array(out, memory.release(), column.size(), missing);
}

struct StreamMemory {
  std::shared_ptr<const ResultTable> table;
  bool ended = false;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  try {
    *out = {};
    export_schema(*static_cast<StreamMemory*>(stream->private_data)->table, *out);
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  try {
    *out = {};  // without `release`: the end
    auto* const memory = static_cast<StreamMemory*>(stream->private_data);
    if (!memory->ended) export_array(memory->table, *out);
    memory->ended = true;
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

const char* last_error(ArrowArrayStream*) {
  return "out of memory";  // the only error
}

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<StreamMemory*>(stream->private_data);
  stream->release = nullptr;
}

}  // namespace

void export_schema(const ResultTable& table, ArrowSchema& out) {
  auto memory = std::make_unique<SchemaMemory>();
  memory->children.resize(table.columns.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    export_field(table.columns[i], memory->children[i]);
  }
  fill_schema(out, memory.release(), "+s");
  out.flags = 0;
}

void export_array(std::shared_ptr<const ResultTable> table, ArrowArray& out) {
  auto memory = std::make_unique<ArrayMemory>();
  memory->buffers = {nullptr};
  memory->children.resize(table->columns.size());
  for (std::size_t i = 0; i < table->columns.size(); ++i) {
    export_column(table, table->columns[i], memory->children[i]);
  }
  const std::size_t rows = table->rows;
  memory->table = std::move(table);
  fill_array(out, memory.release(), rows, 0);
}

void export_stream(std::shared_ptr<const ResultTable> table, ArrowArrayStream& out) {
  out = {.get_schema = get_schema,
         .get_next = get_next,
         .get_last_error = last_error,
         .release = release_stream,
         .private_data = new StreamMemory{.table = std::move(table)}};
}

}  // namespace nscope::python
