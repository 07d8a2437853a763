#include "importers/perfetto/run_message.h"

#include "importers/perfetto/text.h"
#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/limits.h"

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

constexpr std::uint64_t kVersion = 1;

bool read_property(std::string_view message, TraceWriter& out) {
  using P = pb::NscopeProperty;
  std::string key;
  PropertyValue value;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(P::kKeyFieldNumber, kBytes)) key = text_of(field.bytes);
    if (field.is(P::kIntegerFieldNumber, kVarint)) value = field.zigzag();
    if (field.is(P::kRealFieldNumber, kFixed64)) value = field.real();
    if (field.is(P::kTextFieldNumber, kBytes)) value = text_of(field.bytes);
  }
  if (in.ok()) out.property(std::move(key), std::move(value));
  return in.ok();
}

bool read_metric(std::string_view message, TraceWriter& out) {
  using M = pb::NscopeMetric;
  Metric metric;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(M::kNameFieldNumber, kBytes)) metric.name = text_of(field.bytes);
    if (field.is(M::kValueFieldNumber, kFixed64)) metric.value = field.real();
    if (field.is(M::kUnitFieldNumber, kBytes)) metric.unit = text_of(field.bytes);
    if (field.is(M::kProvenanceFieldNumber, kBytes)) {
      metric.provenance = parse_provenance(field.bytes).value_or(Provenance::kImported);
    }
    if (field.is(M::kLowFieldNumber, kFixed64)) metric.low = field.real();
    if (field.is(M::kHighFieldNumber, kFixed64)) metric.high = field.real();
    if (field.is(M::kNoteFieldNumber, kBytes)) metric.note = Text::verbatim(text_of(field.bytes));
  }
  if (in.ok()) out.metric(std::move(metric));
  return in.ok();
}

bool read_diagnostic(std::string_view message, TraceWriter& out) {
  using D = pb::NscopeDiagnostic;
  Diagnostic diagnostic;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(D::kCodeFieldNumber, kBytes)) diagnostic.code = text_of(field.bytes);
    if (field.is(D::kSeverityFieldNumber, kBytes)) {
      for (const Severity severity : {Severity::kInfo, Severity::kWarning, Severity::kError}) {
        if (to_string(severity) == field.bytes) diagnostic.severity = severity;
      }
    }
    if (field.is(D::kCountFieldNumber, kVarint)) diagnostic.count = field.signed_number();
    if (field.is(D::kExampleFieldNumber, kBytes)) {
      diagnostic.example = Text::verbatim(text_of(field.bytes));
    }
  }
  // The trace builder counts these again.
  if (in.ok() && diagnostic.code != kRecountedDiagnostic) {
    out.diagnose(diagnostic.code, diagnostic.severity, diagnostic.example, diagnostic.count);
  }
  return in.ok();
}

}  // namespace

bool read_run_message(std::string_view message, RunMessage& run, TraceWriter& out) {
  using R = pb::NscopeRun;
  WireReader in(message);
  bool good = true;
  for (WireField field; good && in.next(field);) {
    if (field.is(R::kVersionFieldNumber, kVarint)) good = field.number <= kVersion;
    if (field.is(R::kTicksPerNsFieldNumber, kVarint)) {
      run.ticks_per_ns = field.signed_number();
      good = run.ticks_per_ns >= 1 && run.ticks_per_ns <= limits::kFinestTimeBase;
    }
    if (field.is(R::kShiftNsFieldNumber, kVarint)) run.shift_ns = field.number;
    if (field.is(R::kWindowBeginFieldNumber, kVarint)) run.window_begin = field.zigzag();
    if (field.is(R::kWindowEndFieldNumber, kVarint)) run.window_end = field.zigzag();
    if (field.is(R::kPropertiesFieldNumber, kBytes)) good = read_property(field.bytes, out);
    if (field.is(R::kMetricsFieldNumber, kBytes)) good = read_metric(field.bytes, out);
    if (field.is(R::kDiagnosticsFieldNumber, kBytes)) good = read_diagnostic(field.bytes, out);
  }
  return good && in.ok();
}

}  // namespace nscope::importers::perfetto
