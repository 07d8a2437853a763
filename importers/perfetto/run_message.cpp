#include "importers/perfetto/run_message.h"

#include "importers/perfetto/text.h"
#include "importers/perfetto/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

constexpr std::uint32_t kVarint = WireReader::kVarint;
constexpr std::uint32_t kFixed64 = WireReader::kFixed64;
constexpr std::uint32_t kBytes = WireReader::kBytes;
constexpr std::uint64_t kVersion = 1;

bool read_property(std::string_view message, TraceWriter& out) {
  using P = pb::NscopeProperty;
  std::string key;
  PropertyValue value;
  WireReader in(message);
  while (in.next()) {
    if (in.is(P::kKeyFieldNumber, kBytes)) key = text_of(in.bytes());
    if (in.is(P::kIntegerFieldNumber, kVarint)) value = in.zigzag();
    if (in.is(P::kRealFieldNumber, kFixed64)) value = in.real();
    if (in.is(P::kTextFieldNumber, kBytes)) value = text_of(in.bytes());
  }
  if (in.ok()) out.property(std::move(key), std::move(value));
  return in.ok();
}

bool read_metric(std::string_view message, TraceWriter& out) {
  using M = pb::NscopeMetric;
  Metric metric;
  WireReader in(message);
  while (in.next()) {
    if (in.is(M::kNameFieldNumber, kBytes)) metric.name = text_of(in.bytes());
    if (in.is(M::kValueFieldNumber, kFixed64)) metric.value = in.real();
    if (in.is(M::kUnitFieldNumber, kBytes)) metric.unit = text_of(in.bytes());
    if (in.is(M::kProvenanceFieldNumber, kBytes)) {
      metric.provenance = parse_provenance(in.bytes()).value_or(Provenance::kImported);
    }
    if (in.is(M::kLowFieldNumber, kFixed64)) metric.low = in.real();
    if (in.is(M::kHighFieldNumber, kFixed64)) metric.high = in.real();
    if (in.is(M::kNoteFieldNumber, kBytes)) metric.note = text_of(in.bytes());
  }
  if (in.ok()) out.metric(std::move(metric));
  return in.ok();
}

bool read_diagnostic(std::string_view message, TraceWriter& out) {
  using D = pb::NscopeDiagnostic;
  Diagnostic diagnostic;
  WireReader in(message);
  while (in.next()) {
    if (in.is(D::kCodeFieldNumber, kBytes)) diagnostic.code = text_of(in.bytes());
    if (in.is(D::kSeverityFieldNumber, kBytes)) {
      for (const Severity severity : {Severity::kInfo, Severity::kWarning, Severity::kError}) {
        if (to_string(severity) == in.bytes()) diagnostic.severity = severity;
      }
    }
    if (in.is(D::kCountFieldNumber, kVarint)) diagnostic.count = in.signed_number();
    if (in.is(D::kExampleFieldNumber, kBytes)) diagnostic.example = text_of(in.bytes());
  }
  // Building the trace again finds overlaps again.
  if (in.ok() && diagnostic.code != "overlapping_slices") {
    out.diagnose(diagnostic.code, diagnostic.severity, diagnostic.example, diagnostic.count);
  }
  return in.ok();
}

}  // namespace

bool read_run_message(std::string_view message, RunMessage& run, TraceWriter& out) {
  using R = pb::NscopeRun;
  WireReader in(message);
  bool good = true;
  while (good && in.next()) {
    if (in.is(R::kVersionFieldNumber, kVarint)) good = in.number() <= kVersion;
    if (in.is(R::kTicksPerNsFieldNumber, kVarint)) {
      run.ticks_per_ns = in.signed_number();
      good = run.ticks_per_ns >= 1 && run.ticks_per_ns <= 1'000'000;
    }
    if (in.is(R::kShiftNsFieldNumber, kVarint)) run.shift_ns = in.number();
    if (in.is(R::kWindowBeginFieldNumber, kVarint)) run.window_begin = in.zigzag();
    if (in.is(R::kWindowEndFieldNumber, kVarint)) run.window_end = in.zigzag();
    if (in.is(R::kPropertiesFieldNumber, kBytes)) good = read_property(in.bytes(), out);
    if (in.is(R::kMetricsFieldNumber, kBytes)) good = read_metric(in.bytes(), out);
    if (in.is(R::kDiagnosticsFieldNumber, kBytes)) good = read_diagnostic(in.bytes(), out);
  }
  return good && in.ok();
}

}  // namespace nscope::importers::perfetto
