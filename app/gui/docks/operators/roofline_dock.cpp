#include "app/gui/docks/operators/roofline_dock.h"

#include "app/gui/docks/evidence.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QVBoxLayout>

namespace nscope::gui {

using analysis::OperatorLevel;
using analysis::WorkTree;

namespace {

/// Which part of the FLOPs has no roof of its own, and why; empty if all have one.
QString unknown_formats(const std::vector<analysis::FormatRoof>& formats) {
  double all = 0.0;
  double unknown = 0.0;
  QStringList types;
  for (const analysis::FormatRoof& format : formats) {
    all += format.flops;
    if (format.flops_per_s) continue;
    unknown += format.flops;
    types << (format.type.empty() ? RooflineDock::tr("not stated") : to_qstring(format.type));
  }
  if (!(unknown > 0.0)) return {};
  return RooflineDock::tr("%1 of the FLOPs have a data type without a known peak (%2) and are "
                          "compared with BF16.")
      .arg(number_text(format_percent(unknown / all)), types.join(QStringLiteral(", ")));
}

}  // namespace

RooflineDock::RooflineDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent),
      job_(new Job(tr("Computing the roofline"), this)),
      split_(new QSplitter(Qt::Horizontal)),
      chart_(new RooflineChart),
      table_(new TablePanel(QString())),
      notes_(named_label("caption")) {
  notes_->setWordWrap(true);
  notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  notes_->setContentsMargins(8, 0, 8, 4);
  table_->view().setAccessibleName(tr("Operators and their roofline limits"));
  auto* right = new QWidget;
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addWidget(table_, 1);
  column->addWidget(notes_);
  split_->addWidget(chart_);
  split_->addWidget(right);
  split_->setStretchFactor(0, 3);
  split_->setStretchFactor(1, 2);
  split_->setChildrenCollapsible(false);
  split_->setSizes({700, 500});
  stack_ = new MessageStack(split_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(stack_);
  connect(table_, &TablePanel::row_chosen, this, &RooflineDock::highlight_row);
  connect(table_, &TablePanel::row_activated, this,
          [this](std::size_t row) { show_row(this->run(), table_->model().table(), row); });
  connect(chart_, &RooflineChart::row_clicked, table_, &TablePanel::select_row);
  connect(chart_, &RooflineChart::row_activated, this,
          [this](std::size_t row) { show_row(this->run(), table_->model().table(), row); });
}

Result<RooflineDock::Outcome> RooflineDock::compute(const Trace& trace,
                                                    const analysis::SummaryOptions& options,
                                                    TaskControl& control) {
  const auto roof = analysis::core_roof(trace);
  if (!roof) return fail(roof.error());
  auto table = analysis::run_analysis(analysis::kRooflineAnalysis, trace, options, control);
  if (!table) return fail(table.error());
  const analysis::WorkLevel level{
      .of_instructions = analysis::level_for_instructions(trace, OperatorLevel::kAutomatic),
      .of_others = OperatorLevel::kAutomatic};
  auto events = analysis::work_tree(trace, analysis::Scope(trace, options), std::span(&level, 1),
                                    {.events = true}, control);
  if (!events) return fail(events.error());
  const auto all = analysis::all_work(trace, analysis::Scope(trace, options), control);
  if (!all) return fail(all.error());
  auto formats = analysis::format_roofs(trace, analysis::Scope(trace, options), *roof, control);
  if (!formats) return fail(formats.error());
  return Outcome{*std::move(table), *roof, std::make_shared<const WorkTree>(*std::move(events)),
                 roofline_whole(trace, *all), *std::move(formats)};
}

void RooflineDock::refresh() {
  const auto& trace = run().trace();
  if (!trace) {
    job_->cancel();
    return stack_->show_message(
        tr("Open a capture or a simulation to compare each operator with the limits of the TensorE "
           "peak and the HBM bandwidth."));
  }
  if (is_other_run() || chart_->points().empty())
    stack_->show_message(tr("Summarising operators…"));
  analysis::SummaryOptions options;
  options.range = ticks_of(run().range());
  job_->start([trace, options](TaskControl& control) { return compute(*trace, options, control); },
              [this, trace](Result<Outcome> outcome) { receive(trace, std::move(outcome)); });
}

void RooflineDock::receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome) {
  if (trace != run().trace()) return;
  events_ = nullptr;
  if (!outcome) {
    chart_->set_points({}, {}, {});
    const Error& error = outcome.error();
    if (error.code == ErrorCode::kInvalidArgument) {
      return stack_->show_message(
          to_qstring(error.message) + QLatin1Char('\n') +
          tr("NTFF captures, Neuron Explorer exports and simulations of Neuron devices contain the "
             "data for a roofline."));
    }
    return show_failure(*stack_, error);
  }
  QStringList notes;
  for (const Text& note : outcome->table.notes()) notes << to_qstring(note);
  auto points = roofline_points(outcome->table);
  const std::size_t rows = outcome->table.row_count();
  if (rows == 0) {
    chart_->set_points({}, {}, {});
    return stack_->show_message(notes.join(QLatin1Char('\n')));
  }
  if (points.size() < rows) {
    notes.prepend(tr("Not in the plot: %n operator(s) without FLOPs or without HBM bytes.", nullptr,
                     static_cast<int>(rows - points.size())));
  }
  if (const QString unknown = unknown_formats(outcome->formats); !unknown.isEmpty()) notes << unknown;
  events_ = std::move(outcome->events);
  table_->set_table(std::move(outcome->table));
  chart_->set_points(std::move(points), outcome->roof, outcome->whole,
                     std::move(outcome->formats));
  notes_->setText(notes.join(QLatin1Char(' ')));
  stack_->show_content();
}

void RooflineDock::highlight_row() {
  const auto& trace = run().trace();
  const QString name = table_->current_text("operator");
  if (!trace || !events_ || name.isEmpty()) return;
  if (const auto row = table_->current_row()) chart_->mark(*row);
  const StringId id = trace->strings().find(to_string(name));
  for (std::uint32_t node = 0; node < events_->nodes.size(); ++node) {
    if (events_->nodes[node].totals.name != id) continue;
    run().set_highlight(std::make_shared<const Highlight>(
        Highlight{name, [events = events_, node](const Track& track, std::uint32_t row) {
                    const std::size_t slice = Trace::slice_id(track, row).index();
                    return slice < events->node_of.size() && events->node_of[slice] == node;
                  }}));
    return;
  }
}

}  // namespace nscope::gui

#include "moc_roofline_dock.cpp"
