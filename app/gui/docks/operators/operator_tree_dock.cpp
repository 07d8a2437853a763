#include "app/gui/docks/operators/operator_tree_dock.h"

#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QVBoxLayout>

namespace nscope::gui {
namespace {

using analysis::OperatorTree;
using analysis::TreeLevel;

QString caption_of(const OperatorTree& tree, const RunView& run) {
  QString scope = OperatorTreeDock::tr("whole run");
  if (const auto& range = run.range()) {
    const double per_ns = static_cast<double>(run.trace()->time_base().ticks_per_ns);
    scope = OperatorTreeDock::tr("selection of %1")
                .arg(number_text(format_duration_ns(range->time.span() / per_ns)));
  }
  QStringList levels;
  for (const TreeLevel level : tree.levels) levels << level_text(level);
  QString text = scope + QStringLiteral(" · ") + levels.join(QStringLiteral(" › "));
  if (tree.packets > tree.tied_packets) {
    text +=
        QStringLiteral(" · ") +
        OperatorTreeDock::tr(
            "%1 of %2 DMA packets are unnamed because the run does not record the instruction that "
            "issued them")
            .arg(count_text(tree.packets - tree.tied_packets), count_text(tree.packets));
  }
  return text;
}

}  // namespace

OperatorTreeDock::OperatorTreeDock(const QString& job_title, RunView& run, QWidget* parent)
    : DockView(run, Follows::kRange, parent), job_(new Job(job_title, this)) {}

void OperatorTreeDock::set_content(QWidget* content) {
  stack_ = new MessageStack(content);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(stack_);
}

void OperatorTreeDock::refresh() {
  const auto& trace = run().trace();
  if (trace_ != trace) {
    trace_ = trace;
    tree_ = nullptr;
    show_tree();
  }
  if (!trace) {
    job_->cancel();
    return stack_->show_message(
        tr("Open a capture, a session or a simulation to see its work by layer, operator and "
           "instruction."));
  }
  if (!tree_) stack_->show_message(tr("Summarising operators…"));
  analysis::SummaryOptions options;
  options.range = ticks_of(run().range());
  job_->start(
      [trace, options](TaskControl& control) {
        return analysis::operator_tree(*trace, analysis::Scope(*trace, options), control);
      },
      [this, trace](Result<OperatorTree> tree) { receive(trace, std::move(tree)); });
}

void OperatorTreeDock::receive(const std::shared_ptr<const Trace>& trace,
                               Result<OperatorTree> tree) {
  if (trace != run().trace()) return;
  tree_ = tree && !tree->nodes.empty() ? std::make_shared<const OperatorTree>(*std::move(tree))
                                       : nullptr;
  caption_ = tree_ ? caption_of(*tree_, run()) : QString();
  show_tree();
  if (tree_) return stack_->show_content();
  if (!tree) return show_failure(*stack_, tree.error());
  stack_->show_message(
      run().range()
          ? tr("The selected range contains no part of an instruction, operator or kernel.")
          : tr("This run has no instructions, operators or kernels. NTFF captures, neuron-profile "
               "and Neuron Explorer exports, PyTorch traces and simulations contain them."));
}

void OperatorTreeDock::highlight(std::uint32_t node) {
  if (!tree_ || node == OperatorTree::kNone) return run().set_highlight(nullptr);
  run().set_highlight(std::make_shared<const Highlight>(
      Highlight{node_name(*trace_, tree_->nodes[node]),
                [tree = tree_, node](const Track& track, std::uint32_t row) {
                  return tree->holds(node, Trace::slice_id(track, row));
                }}));
}

void OperatorTreeDock::zoom_to_longest(std::uint32_t node) {
  if (tree_ && node != OperatorTree::kNone) run().zoom_to(tree_->nodes[node].totals.longest);
}

QString node_name(const Trace& trace, const OperatorTree::Node& node) {
  return node.totals.name.valid() ? to_qstring(trace.text(node.totals.name))
                                  : OperatorTreeDock::tr("(unnamed)");
}

QString level_text(TreeLevel level) {
  switch (level) {
    case TreeLevel::kFramework: return OperatorTreeDock::tr("framework operator");
    case TreeLevel::kLayer: return OperatorTreeDock::tr("layer");
    case TreeLevel::kOperator: return OperatorTreeDock::tr("operator");
    case TreeLevel::kInstruction: break;
  }
  return OperatorTreeDock::tr("instruction");
}

}  // namespace nscope::gui

#include "moc_operator_tree_dock.cpp"
