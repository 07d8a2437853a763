// Starts the page: decodes the run, builds the controls, draws the first frame.
function labelled(id, text, action) {
  const node = element(id);
  node.title = text;
  node.setAttribute("aria-label", text);
  if (action) node.addEventListener("click", action);
}
function buildHelp() {
  const dialog = element("keys");
  dialog.querySelector("h2").textContent = said("help");
  const rows = [
    [`W / S, + / −, Ctrl+${said("wheel")}`, "key_zoom"], [`A / D, ← / →, Shift+${said("wheel")}, ${said("drag")}`, "key_pan"],
    [`${said("wheel")}, ↑ / ↓`, "key_scroll"], ["F", "key_fit"], ["Home", "key_all"], [said("click"), "key_event"],
    ["[ ]", "key_neighbour"], ["P / N", "key_flow"], [said("shift_drag"), "key_range"], ["/, Ctrl+K", "key_search"],
    ["E", "key_stack"], ["Shift+O / Shift+C", "key_groups"], ["Esc", "key_clear"], ["?", "key_help"],
  ];
  for (const [keys, text] of rows) dialog.querySelector("dl").append(made("dt", keys), made("dd", said(text)));
  dialog.querySelector("button").textContent = said("close");
}
function buildControls() {
  labelled("previous", said("previous"), () => goToMatch(-1));
  labelled("next", said("next"), () => goToMatch(1));
  labelled("zoom-in", said("zoom_in"), () => zoomAt(0.5, (view.begin + view.end) / 2));
  labelled("zoom-out", said("zoom_out"), () => zoomAt(2, (view.begin + view.end) / 2));
  labelled("fit", said("fit"), () => setView(run.limits.begin, run.limits.end));
  labelled("help", said("help"), () => element("keys").showModal());
  labelled("overview", said("overview"));
  labelled("tracks", said("tracks"));
  element("overview").title = element("tracks").title = "";
  const search = element("search");
  search.placeholder = said("search");
  search.setAttribute("aria-label", said("search"));
  let waiting = 0;
  const apply = () => {
    clearTimeout(waiting);
    if ((state.search?.text ?? "") !== search.value) startSearch(search.value);
    showMatches();
    repaint();
  };
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 150);
  });
  search.addEventListener("keydown", (key) => {
    if (key.key === "Enter") {
      apply();
      goToMatch(key.shiftKey ? -1 : 1);
    } else if (key.key === "Escape") {
      search.value = "";
      apply();
      element("tracks").focus();
    }
  });
}
function showHead() {
  const { head } = run;
  document.documentElement.lang = head.language;
  document.title = head.file ? `${head.file} · ${said("title")}` : said("title");
  element("file").textContent = element("file").title = head.file || said("title");
  const span = head.window[1] - head.window[0];
  element("subtitle").textContent =
    `${lengthOf(span)} · ${countText(head.slices)} ${said("events").toLowerCase()} · ${head.program}`;
  if (head.left_out.length > 0) {
    const notice = element("notice");
    notice.textContent = head.left_out.length === 1
      ? head.left_out[0] : said("left_out", countText(head.left_out.length));
    notice.hidden = false;
    notice.addEventListener("click", () => showTab("run"));
  }
}

async function start() {
  const message = element("message");
  if (typeof DecompressionStream === "undefined") {
    // The texts of the page are compressed, too.
    message.textContent = "This browser cannot unpack the data. Use Chrome or Edge 103, Firefox 113, Safari 16.4, " +
      "or a later version.";
    return;
  }
  message.textContent = "…";
  try {
    run = await decodeRun();
  } catch (error) {
    message.textContent = "The file is damaged or incomplete, so the timeline cannot be shown.";
    console.error(error);
    return;
  }
  [separators.group, separators.decimal] = run.head.separators;
  run.slice_tracks = run.tracks.filter((track) => track.slices > 0).sort((a, b) => a.first - b.first);
  run.first_slices = run.slice_tracks.map((track) => track.first);
  const margin = Math.max(run.head.span, 1) * 0.01;
  run.limits = { begin: -margin, end: Math.max(run.head.span, 1) + margin };
  // Ten units, or a nanosecond if units are finer.
  run.least_span = Math.min(run.limits.end - run.limits.begin, Math.max(10, run.head.units_per_ns));
  Object.assign(view, run.limits);
  collapseInitially();
  layoutRows();
  showHead();
  buildControls();
  buildHelp();
  buildTabs();
  showTab("run");
  showMatches();
  watchTracks();
  watchOverview();
  watchKeys();
  new ResizeObserver(() => { overview_image = null; repaint(); }).observe(element("stage"));
  darkScheme.addEventListener("change", repaint);
  message.textContent = "";
  repaint();
}

// For tests and for the console of the browser.
globalThis.neuronscope = { get run() { return run; }, view, state, frames, select, setView, propertiesOf, rangeTotals,
  startSearch, matchFrom, said, durationText, timeText, counterText, propertyText };
document.addEventListener("DOMContentLoaded", start);
