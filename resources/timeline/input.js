// Mouse, touch and keys. The keys are those of the desktop's timeline.
function limitedView(begin, end) {
  const { limits } = run;
  const span = Math.min(limits.end - limits.begin, Math.max(run.least_span, end - begin));
  const middle = (begin + end) / 2;
  const from = Math.min(limits.end - span, Math.max(limits.begin, middle - span / 2));
  return { begin: from, end: from + span };
}
function setView(begin, end) {
  Object.assign(view, limitedView(begin, end));
  hideTip();
  repaint();
}
function zoomAt(factor, time) {
  setView(time - (time - view.begin) * factor, time + (view.end - time) * factor);
}
function pan(share) {
  const shift = share * (view.end - view.begin);
  setView(view.begin + shift, view.end + shift);
}
function pointerTime() {
  return state.pointer_time ?? (view.begin + view.end) / 2;
}

// Selects an event, and scrolls to it if `show`.
function select(event, show) {
  state.event = event;
  if (event && show) {
    if (!state.row_of.has(event.track.index)) reveal(event.track);
    const start = event.track.start[event.row], end = event.track.end[event.row];
    const span = view.end - view.begin;
    if (end < view.begin || start > view.end || end - start < span / 2000) {
      const wanted = Math.min(span, Math.max((end - start) * 200, run.least_span * 4));
      const next = end < view.begin || start > view.end || end - start < span / 2000 ? wanted : span;
      setView((start + end) / 2 - next / 2, (start + end) / 2 + next / 2);
    }
    scrollToRow(state.row_of.get(event.track.index), event);
  }
  showTab("event");
  showMatches();
  element("status").textContent = event
    ? [nameOf(event.track, event.row), ...timeFields(event).map(([label, value]) => `${label}: ${value}`)].join(", ")
    : "";
  repaint();
}
function scrollToRow(row, { track, row: index }) {
  const scroll = element("scroll");
  const strip = laneStrip(row, track.lane ? track.lane[index] : 0);
  const top = row.top + strip.top, room = scroll.clientHeight - AXIS_HEIGHT;
  if (top < scroll.scrollTop + 20) scroll.scrollTop = Math.max(0, top - 40);
  else if (top + strip.height > scroll.scrollTop + room - 10) scroll.scrollTop = top - room / 2;
}

// The event at a point of the tracks' canvas; the nearest within three pixels.
function eventAt(row, x, y) {
  if (row.kind !== "slices") return null;
  const scale = timeScale();
  const inside = y + element("scroll").scrollTop - AXIS_HEIGHT - row.top;
  const lanes = lanesOf(row.track);
  let number = 0;
  while (number + 1 < lanes.length && laneStrip(row, number + 1).top <= inside) ++number;
  const lane = lanes[number];
  const first = Math.max(0, upperBound(lane.reach, scale.time(x - 3)) - 1);
  let best = -1, nearest = 3;
  for (let i = first; i < lane.start.length && i < first + 2000; ++i) {
    const x0 = scale.x(lane.start[i]), x1 = scale.x(lane.end[i]);
    if (x0 > x + 3) break;
    const distance = Math.max(0, x0 - x, x - x1);
    const longer = best < 0 || lane.end[i] - lane.start[i] > lane.end[best] - lane.start[best];
    if (distance < nearest || (distance === nearest && longer)) {
      nearest = distance;
      best = i;
    }
  }
  return best < 0 ? null : { track: row.track, row: lane.rowOf(best) };
}

function hideTip() {
  element("tip").hidden = true;
}
function showTip(x, y, heading, lines) {
  const tip = element("tip");
  tip.replaceChildren(made("b", heading), ...lines.map((line) => made("div", line)));
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 4))}px`;
  tip.style.top = `${y + 18 + height > innerHeight ? Math.max(4, y - height - 10) : y + 18}px`;
}
function hover(pointer, x, y) {
  const row = y >= AXIS_HEIGHT ? rowAt(y + element("scroll").scrollTop - AXIS_HEIGHT) : null;
  state.hovered = row;
  if (!row) return hideTip();
  if (x < labelWidth()) return showTip(pointer.clientX, pointer.clientY, pathOf(row.track), []);
  const event = eventAt(row, x, y);
  if (event) {
    const lines = timeFields(event).map(([label, value]) => `${label}: ${value}`);
    for (const note of notesOf(event)) lines.push(`${note.name}: ${note.text}`);
    return showTip(pointer.clientX, pointer.clientY, nameOf(event.track, event.row).slice(0, 300), lines);
  }
  if (row.kind !== "counter" && row.kind !== "steps") return hideTip();
  const { time, value, unit } = row.track;
  const i = upperBound(time, timeScale().time(x)) - 1;
  return showTip(pointer.clientX, pointer.clientY, pathOf(row.track),
    [i < 0 ? said("no_sample") : counterText(unit, value[i]), timeOf(timeScale().time(x))]);
}

function toggle(set, index) {
  if (!set.delete(index)) set.add(index);
  layoutRows();
  repaint();
}
function clickAt(x, y) {
  const row = y >= AXIS_HEIGHT ? rowAt(y + element("scroll").scrollTop - AXIS_HEIGHT) : null;
  if (!row) return;
  if (row.kind === "group") return toggle(state.collapsed, row.track.index);
  if (x < labelWidth()) {
    if (isDeep(row.track)) toggle(state.expanded, row.track.index);
    return;
  }
  select(eventAt(row, x, y), false);
}

// The rows between two lines; null if both are in the same row or at the axis.
function tracksBetween(y0, y1) {
  const scrolled = element("scroll").scrollTop - AXIS_HEIGHT;
  if (Math.min(y0, y1) < AXIS_HEIGHT || rowAt(y0 + scrolled) === rowAt(y1 + scrolled)) return null;
  const [top, bottom] = [Math.min(y0, y1) + scrolled, Math.max(y0, y1) + scrolled];
  const rows = state.rows.filter((row) => row.top < bottom && row.top + row.height > top);
  const tracks = new Set();
  for (const { track, kind, collapsed } of rows) {
    tracks.add(track.index);
    if (kind === "group" && collapsed) for (const below of tracksBelow(track)) tracks.add(below.index);
  }
  return tracks;
}
function selectRange(x0, x1, y0, y1) {
  const scale = timeScale();
  const limited = (x) => Math.min(run.limits.end, Math.max(run.limits.begin, scale.time(Math.max(scale.left, x))));
  state.range = { begin: limited(Math.min(x0, x1)), end: limited(Math.max(x0, x1)), tracks: tracksBetween(y0, y1) };
  if (state.range.end <= state.range.begin) state.range = null;
}

function watchTracks() {
  const canvas = element("tracks"), scroll = element("scroll");
  let drag = null;
  canvas.addEventListener("pointerdown", (pointer) => {
    if (pointer.button !== 0) return;
    canvas.setPointerCapture(pointer.pointerId);
    drag = { x: pointer.offsetX, y: pointer.offsetY, view: { ...view }, top: scroll.scrollTop, moved: false,
      range: pointer.shiftKey };
  });
  canvas.addEventListener("pointermove", (pointer) => {
    const x = pointer.offsetX, y = pointer.offsetY;
    state.pointer_time = timeScale().time(Math.max(labelWidth(), x));
    if (!drag) return hover(pointer, x, y);
    if (Math.hypot(x - drag.x, y - drag.y) > 3) drag.moved = true;
    if (!drag.moved) return;
    hideTip();
    if (drag.range) {
      selectRange(drag.x, x, drag.y, y);
      repaint();
    } else {
      const shift = ((drag.x - x) * (drag.view.end - drag.view.begin)) / timeScale().width;
      if (pointer.pointerType === "touch") scroll.scrollTop = drag.top + drag.y - y;
      setView(drag.view.begin + shift, drag.view.end + shift);
    }
  });
  canvas.addEventListener("pointerup", (pointer) => {
    if (drag && drag.moved && drag.range) showTab("range");
    else if (drag && !drag.moved) clickAt(pointer.offsetX, pointer.offsetY);
    drag = null;
  });
  canvas.addEventListener("pointercancel", () => { drag = null; });
  canvas.addEventListener("pointerleave", () => { state.pointer_time = null; hideTip(); });
  scroll.addEventListener("scroll", () => { hideTip(); repaint(); });
  scroll.addEventListener("wheel", (wheel) => {
    const steps = wheel.deltaY / (wheel.deltaMode === 0 ? 100 : 3);
    const at = wheel.clientY - scroll.getBoundingClientRect().top;
    if (wheel.ctrlKey || wheel.metaKey || at < AXIS_HEIGHT) zoomAt(1.25 ** Math.max(-4, Math.min(4, steps)), pointerTime());
    else if (wheel.shiftKey) pan(0.1 * (wheel.deltaX || wheel.deltaY) / 100);
    else if (Math.abs(wheel.deltaX) > Math.abs(wheel.deltaY)) pan(wheel.deltaX / timeScale().width);
    else return;  // the browser scrolls the tracks
    wheel.preventDefault();
  }, { passive: false });
}
function watchOverview() {
  const canvas = element("overview");
  const timeAt = (pointer) => {
    const { begin, end } = run.limits;
    return begin + ((end - begin) * pointer.offsetX) / canvas.clientWidth;
  };
  const center = (pointer) => {
    const half = (view.end - view.begin) / 2;
    setView(timeAt(pointer) - half, timeAt(pointer) + half);
  };
  canvas.addEventListener("pointerdown", (pointer) => {
    canvas.setPointerCapture(pointer.pointerId);
    center(pointer);
  });
  canvas.addEventListener("pointermove", (pointer) => { if (pointer.buttons === 1) center(pointer); });
  canvas.addEventListener("wheel", (wheel) => {
    zoomAt(1.25 ** (wheel.deltaY / 100), timeAt(wheel));
    wheel.preventDefault();
  }, { passive: false });
}

function goToNeighbour(step) {
  if (!state.event) return;
  const { track, row } = state.event;
  const lane = lanesOf(track)[track.lane ? track.lane[row] : 0];
  const i = (lane.rows ? lowerBound(lane.rows, row) : row) + step;
  if (i >= 0 && i < lane.start.length) select({ track, row: lane.rowOf(i) }, true);
}
function goToFlow(flows) {
  if (flows.length > 0) select(trackOfSlice(flows[0].other), true);
}
function fit() {
  const { event, range } = state;
  const begin = range ? range.begin : event ? event.track.start[event.row] : run.limits.begin;
  const end = range ? range.end : event ? event.track.end[event.row] : run.limits.end;
  const margin = (range || event) ? Math.max((end - begin) * 0.1, run.least_span) : 0;
  const wanted = limitedView(begin - margin, end + margin);
  // Again: the whole run.
  if (wanted.begin === view.begin && wanted.end === view.end) setView(run.limits.begin, run.limits.end);
  else setView(wanted.begin, wanted.end);
}
function clearSelection() {
  if (state.range) state.range = null; else state.event = null;
  showTab(state.tab);
  showMatches();
  repaint();
}
function setAllCollapsed(collapsed) {
  state.collapsed = new Set(collapsed ? run.tracks.filter((each) => each.children.length > 0).map((each) => each.index) : []);
  layoutRows();
  repaint();
}

const scrollBy = (pixels) => { element("scroll").scrollTop += pixels; };
const KEYS = {
  w: () => zoomAt(0.8, pointerTime()), s: () => zoomAt(1.25, pointerTime()),
  "+": () => zoomAt(0.8, pointerTime()), "=": () => zoomAt(0.8, pointerTime()), "-": () => zoomAt(1.25, pointerTime()),
  a: () => pan(-0.15), d: () => pan(0.15), ArrowLeft: () => pan(-0.15), ArrowRight: () => pan(0.15),
  ArrowUp: () => scrollBy(-46), ArrowDown: () => scrollBy(46),
  PageUp: () => scrollBy(-element("scroll").clientHeight * 0.8), PageDown: () => scrollBy(element("scroll").clientHeight * 0.8),
  f: fit, Home: () => setView(run.limits.begin, run.limits.end),
  "[": () => goToNeighbour(-1), "]": () => goToNeighbour(1),
  p: () => { if (state.event) goToFlow(flowsTo(sliceId(state.event))); },
  n: () => { if (state.event) goToFlow(flowsFrom(sliceId(state.event))); },
  e: () => { if (state.hovered && isDeep(state.hovered.track)) toggle(state.expanded, state.hovered.track.index); },
  C: () => setAllCollapsed(true), O: () => setAllCollapsed(false),
  Escape: clearSelection, "/": () => element("search").focus(), "?": () => element("keys").showModal(),
};
function watchKeys() {
  document.addEventListener("keydown", (key) => {
    if (element("keys").open) return;
    if (key.ctrlKey && key.key === "k") {
      element("search").focus();
      key.preventDefault();
      return;
    }
    if (key.ctrlKey || key.altKey || key.metaKey || key.target === element("search")) return;
    // Scrolling keys belong to the panel while it has the focus.
    if (element("panel").contains(key.target) && key.key.length > 1 && key.key !== "Escape") return;
    const action = KEYS[key.key] ?? (key.shiftKey ? undefined : KEYS[key.key.toLowerCase()]);
    if (!action) return;
    action();
    key.preventDefault();
  });
}
