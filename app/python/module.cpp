// The module neuronscope._core: what the package in app/python/neuronscope is made of. Its
// functions are described there and in _core.pyi.
#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/documents/own_catalog.h"
#include "app/python/arrow_export.h"
#include "app/python/interruptible.h"
#include "app/python/open_run.h"
#include "app/python/result_table.h"
#include "app/python/track_slices.h"
#include "profiler/analysis/definition/analysis.h"
#include "profiler/base/version.h"
#include "simcore/catalog/catalog_tables.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace nscope::python {
namespace {

namespace py = pybind11;
using SharedTable = std::shared_ptr<const ResultTable>;

/// The memory of a column, which keeps its table alive. Python sees a memoryview of it.
struct Values {
  SharedTable table;
  py::buffer_info view;
};

template <class T>
py::object values_of(const SharedTable& table, std::span<const T> values) {
  // The view is read-only, so that the memory is never written through it.
  auto* const data = const_cast<T*>(values.data());
  static T nothing{};
  const py::object owner =
      py::cast(Values{table, py::buffer_info(data == nullptr ? &nothing : data,
                                             static_cast<py::ssize_t>(values.size()), true)});
  PyObject* const view = PyMemoryView_FromObject(owner.ptr());
  if (view == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(view);
}

const char* name_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::kNone: return "none";
    case ValueKind::kBoolean: return "boolean";
    case ValueKind::kInteger: return "integer";
    case ValueKind::kReal: return "real";
    case ValueKind::kText: return "text";
  }
  return "none";
}

/// One column of a table that is kept alive.
struct ColumnView {
  SharedTable table;
  std::size_t index = 0;

  const ResultColumn& column() const { return table->columns[index]; }
  py::object values() const {
    switch (column().kind()) {
      case ValueKind::kNone: return py::none();
      case ValueKind::kBoolean: return values_of(table, column().booleans());
      case ValueKind::kInteger: return values_of(table, column().integers());
      case ValueKind::kReal: return values_of(table, column().reals());
      case ValueKind::kText: return values_of(table, column().codes());
    }
    return py::none();
  }
  py::object missing() const {
    if (column().missing_count() == 0) return py::none();
    return values_of(table, column().missing());
  }
  py::list texts() const {
    py::list texts(column().texts().size());
    std::size_t at = 0;
    for (const std::string& text : column().texts()) texts[at++] = py::str(text);
    return texts;
  }
  py::dict reasons() const {
    const auto found = table->reasons.find(index);
    return py::cast(found == table->reasons.end() ? std::map<std::size_t, std::string>()
                                                  : found->second);
  }
};

SharedTable shared(ResultTable table) {
  return std::make_shared<const ResultTable>(std::move(table));
}

/// A capsule as the Arrow PyCapsule interface defines it.
template <class Part>
py::capsule capsule_of(std::unique_ptr<Part> part, const char* name) {
  PyObject* const capsule = PyCapsule_New(part.get(), name, [](PyObject* object) {
    const auto* const text = PyCapsule_GetName(object);
    const std::unique_ptr<Part> owned(static_cast<Part*>(PyCapsule_GetPointer(object, text)));
    if (owned != nullptr && owned->release != nullptr) owned->release(owned.get());
  });
  if (capsule == nullptr) throw py::error_already_set();
  part.release();
  return py::reinterpret_steal<py::capsule>(capsule);
}

py::capsule schema_capsule(const SharedTable& table) {
  auto schema = std::make_unique<ArrowSchema>();
  export_schema(*table, *schema);
  return capsule_of(std::move(schema), "arrow_schema");
}

py::capsule stream_capsule(const SharedTable& table) {
  auto stream = std::make_unique<ArrowArrayStream>();
  export_stream(table, *stream);
  return capsule_of(std::move(stream), "arrow_array_stream");
}

py::tuple array_capsules(const SharedTable& table) {
  auto array = std::make_unique<ArrowArray>();
  export_array(table, *array);
  return py::make_tuple(schema_capsule(table), capsule_of(std::move(array), "arrow_array"));
}

std::shared_ptr<OpenRun> open_run(std::vector<std::string> paths, const std::string& neff,
                                  bool alone, const std::string& align,
                                  std::vector<std::string> offsets, const py::object& progress) {
  const cli::InputOptions input{.files = std::move(paths),
                                .file = {},
                                .neff = neff,
                                .alone = alone,
                                .align = align,
                                .offsets = std::move(offsets)};
  return std::make_shared<OpenRun>(
      value_of([&](TaskControl& control) { return cli::open_input(input, control); }, progress));
}

using Parameter = std::variant<std::int64_t, double, std::string>;

SharedTable query(OpenRun& run, const std::string& sql,
                  const std::vector<std::pair<std::string, Parameter>>& parameters,
                  std::optional<std::uint64_t> limit, std::optional<double> timeout,
                  const py::object& progress) {
  SqlLimits limits;
  limits.time = std::chrono::hours(24);
  if (timeout) limits.time = std::chrono::milliseconds(static_cast<std::int64_t>(*timeout * 1e3));
  if (limit) limits.rows = *limit;
  return shared(value_of(
      [&](TaskControl& control) { return run.query(sql, parameters, limits, control); }, progress));
}

py::tuple analyze(const OpenRun& run, const std::string& id, const std::string& range,
                  std::optional<int> core,
                  const std::vector<std::pair<std::string, std::string>>& parameters,
                  const py::object& progress) {
  OpenRun::Analysed result = value_of(
      [&](TaskControl& control) { return run.analyze(id, {range, core}, parameters, control); },
      progress);
  return py::make_tuple(shared(std::move(result.table)), result.title, result.definition,
                        result.parameters);
}

/// Output, note and exit code of a command.
py::tuple run_command(const std::vector<std::string>& arguments, const py::object& progress) {
  const cli::CommandOutput output =
      value_of([&](TaskControl& control) { return cli::run_line(arguments, control); }, progress);
  return py::make_tuple(output.text, output.note, output.exit_code);
}

template <class Make>
SharedTable catalog_table(const std::vector<std::string>& models,
                          const std::vector<std::string>& devices, const Make& make) {
  return shared(value_of(
      [&](TaskControl&) -> Result<ResultTable> {
        const auto catalog = app::load_catalog({.models = models, .devices = devices});
        if (!catalog) return fail(catalog.error());
        return to_columns(make(*catalog));
      },
      py::none()));
}

py::list analyses() {
  py::list list;
  for (const analysis::Analysis* each : analysis::registry()) {
    list.append(py::make_tuple(std::string(each->id), std::string(each->group.english),
                               std::string(each->title.english), std::string(each->shows.english)));
  }
  return list;
}

}  // namespace
}  // namespace nscope::python

PYBIND11_MODULE(_core, module) {
  using namespace nscope;
  using namespace nscope::python;
  module.attr("__version__") = NSCOPE_VERSION;

  py::class_<Values>(module, "Values", py::buffer_protocol()).def_buffer([](Values& values) {
    return py::buffer_info(values.view.ptr, values.view.itemsize, values.view.format, 1,
                           {values.view.size}, {values.view.itemsize}, true);
  });
  py::class_<ColumnView>(module, "Column")
      .def_property_readonly("id", [](const ColumnView& c) { return c.column().id; })
      .def_property_readonly("title", [](const ColumnView& c) { return c.column().title; })
      .def_property_readonly("unit", [](const ColumnView& c) { return c.column().unit; })
      .def_property_readonly("kind", [](const ColumnView& c) { return name_of(c.column().kind()); })
      .def_property_readonly("values", &ColumnView::values)
      .def_property_readonly("missing", &ColumnView::missing)
      .def_property_readonly("texts", &ColumnView::texts)
      .def_property_readonly("reasons", &ColumnView::reasons);
  py::class_<ResultTable, std::shared_ptr<ResultTable>>(module, "Columns")
      .def_readonly("rows", &ResultTable::rows)
      .def_readonly("more", &ResultTable::more)
      .def_readonly("notes", &ResultTable::notes)
      .def_property_readonly("nbytes", &ResultTable::bytes)
      .def_property_readonly("columns",
                             [](const std::shared_ptr<ResultTable>& table) {
                               std::vector<ColumnView> columns;
                               for (std::size_t i = 0; i < table->columns.size(); ++i) {
                                 columns.push_back({table, i});
                               }
                               return columns;
                             })
      .def("arrow_schema", [](const std::shared_ptr<ResultTable>& t) { return schema_capsule(t); })
      .def("arrow_array", [](const std::shared_ptr<ResultTable>& t) { return array_capsules(t); })
      .def("arrow_stream", [](const std::shared_ptr<ResultTable>& t) { return stream_capsule(t); });

  py::class_<OpenRun, std::shared_ptr<OpenRun>>(module, "Run")
      .def("query", &query)
      .def("analyze", &analyze)
      .def("slices",
           [](const OpenRun& run, const std::variant<std::int64_t, std::string>& track,
              const py::object& progress) {
             return shared(value_of(
                 [&](TaskControl& control) { return track_slices(run.trace(), track, control); },
                 progress));
           })
      .def("summary",
           [](const OpenRun& run, const std::string& range, std::optional<int> core, bool recompute,
              const py::object& progress) {
             return value_of(
                 [&](TaskControl& control) {
                   return run.summary({range, core}, recompute, control);
                 },
                 progress);
           })
      .def("save", [](const OpenRun& run, const std::string& path, const py::object& progress) {
        value_of([&](TaskControl& control) { return run.save(path, control); }, progress);
      });

  module.def("open", &open_run);
  module.def("run_command", &run_command);
  module.def("analyses", &analyses);
  module.def("models", [](const std::vector<std::string>& models) {
    return catalog_table(models, {}, [](const auto& all) { return catalog::model_table(all); });
  });
  module.def("devices", [](const std::vector<std::string>& devices) {
    return catalog_table({}, devices, [](const auto& all) { return catalog::device_table(all); });
  });
  module.def("instances", [](const std::vector<std::string>& devices) {
    return catalog_table({}, devices, [](const auto& all) { return catalog::instance_table(all); });
  });
}
