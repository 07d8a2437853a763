// Draws the overview and the tracks. The cost of a frame depends on the pixels, not on the events:
// events narrower than a pixel are joined, and the next pixel is found by binary search.
const AXIS_HEIGHT = 26, OVERVIEW_STRIPS = 8, LEAST_COVER = 0.45, MOST_ARROWS = 200;
const SCHEMES = {
  dark: { window: "#14171c", panel: "#1a1e25", raised: "#222833", line: "#2c333f", text: "#e6e9ef", muted: "#98a2b3",
    accent: "#4f9cf9", dim: "#3a4352" },
  light: { window: "#f6f7f9", panel: "#ffffff", raised: "#eef1f5", line: "#dde2ea", text: "#1b2330", muted: "#5d6878",
    accent: "#1b65c8", dim: "#c3cbd6" },
};
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const FONT = 'Inter, "Segoe UI", system-ui, sans-serif';
let colors = SCHEMES.light;
let frame_requested = false;
const frames = { count: 0, last_ms: 0 };

function element(id) {
  return document.getElementById(id);
}
function repaint() {
  if (frame_requested) return;
  frame_requested = true;
  requestAnimationFrame(() => {
    frame_requested = false;
    const begin = performance.now();
    colors = darkScheme.matches ? SCHEMES.dark : SCHEMES.light;
    paintOverview();
    paintTracks();
    frames.last_ms = performance.now() - begin;
    ++frames.count;
  });
}

// Gives a canvas the pixels of the screen; returns its context in CSS pixels.
function prepared(canvas, width, height) {
  const ratio = devicePixelRatio || 1;
  const columns = Math.max(1, Math.round(width * ratio)), lines = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== columns || canvas.height !== lines) {
    canvas.width = columns;
    canvas.height = lines;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.textRendering = "optimizeSpeed";  // without ligatures, which would show 0x4820 with a multiplication sign
  context.globalAlpha = 1;
  context.fillStyle = colors.window;
  context.fillRect(0, 0, width, height);
  return context;
}
function labelWidth() {
  return element("scroll").clientWidth < 700 ? 110 : 210;
}
// The mapping from times to CSS pixels of the tracks' canvas.
function timeScale() {
  const left = labelWidth();
  const width = Math.max(1, element("scroll").clientWidth - left);
  const per_unit = width / (view.end - view.begin);
  return { left, width, per_unit, x: (time) => left + (time - view.begin) * per_unit,
    time: (x) => view.begin + (x - left) / per_unit };
}

const text_widths = new Map();  // by font, of one text: measuring is slow
function fitted(context, text, width) {
  const key = context.font + text;
  let full = text_widths.get(key);
  if (full === undefined) {
    if (text_widths.size > 20000) text_widths.clear();
    text_widths.set(key, full = context.measureText(text.slice(0, 400)).width);
  }
  if (full <= width) return text;
  const count = Math.floor((text.length * (width - 8)) / full);
  return count < 1 ? "" : text.slice(0, count) + "…";
}

// Calls draw(x0, x1, share, index) for the events of a lane: single events of at least a device
// pixel, and joined ones of exactly one. `start`, `end` and `sum` as in lanesOf().
function visitBlocks(lane, scale, pixel, draw) {
  const { start, end, sum } = lane;
  const count = start.length;
  let i = upperBound(lane.reach, view.begin);
  if (i > 0 && end[i - 1] === view.begin) --i;
  while (i < count && start[i] <= view.end) {
    const x0 = scale.x(start[i]), x1 = scale.x(end[i]);
    if (x1 - x0 >= pixel) {
      draw(x0, x1, 1, i++);
      continue;
    }
    const left = Math.floor(x0 / pixel) * pixel;
    let last = lowerBound(start, scale.time(left + pixel), i + 1);
    // Only the last event that starts in the pixel can be wide.
    if (last - 1 > i && (end[last - 1] - start[last - 1]) * scale.per_unit >= pixel) --last;
    const share = ((sum[last] - sum[i]) * scale.per_unit) / pixel;
    draw(left, left + pixel, Math.min(1, Math.max(LEAST_COVER, share)), longestOf(lane, i, last));
    i = last;
  }
}
// The longest event of [first, last), from a sample of at most 32.
function longestOf(lane, first, last) {
  const step = Math.max(1, Math.floor((last - first) / 32));
  let best = first;
  for (let i = first; i < last; i += step) {
    if (lane.end[i] - lane.start[i] > lane.end[best] - lane.start[best]) best = i;
  }
  return best;
}

function paintLane(context, row, lane, number, y, scale) {
  const track = row.track;
  const strip = laneStrip(row, number);
  const top = y + strip.top, height = strip.height;
  const pixel = 1 / (devicePixelRatio || 1);
  const right = scale.left + scale.width;
  const hit = state.search && state.search.hit;
  const texts = [];
  const block = (x0, x1, share, i) => {
    const event = lane.rowOf(i);
    const from = Math.max(scale.left - 2, x0);
    const gap = x1 - x0 >= 3 ? 1 : 0;
    const width = Math.min(right, x1 - gap) - from;
    const dimmed = hit && !hit[track.name_id[event]];
    context.globalAlpha = dimmed ? share * 0.28 : share;
    context.fillStyle = colorOf(track, event) ?? colors.raised;
    if (width >= 6 && height >= 11) {
      context.beginPath();
      context.roundRect(from, top, width, height, 2);
      context.fill();
    } else {
      context.fillRect(from, top, Math.max(pixel, width), height);
    }
    if (width >= 26 && height >= 10) texts.push([from + 4, width - 8, event, dimmed]);
  };
  if (track.wait) paintWaits(context, track, lane, top + height / 2, scale, pixel);
  visitBlocks(lane, scale, pixel, block);
  const matches = state.search && state.search.lists.get(lane);
  if (matches) paintMatches(context, track, matches, top, height, scale, pixel);
  context.globalAlpha = 1;
  context.font = `${height >= 14 ? 11 : 10}px ${FONT}`;
  context.textBaseline = "middle";
  for (const [x, width, event, dimmed] of texts) {
    context.fillStyle = dimmed || (track.limited && !track.limited[event]) ? colors.muted : "#0d1117";
    const text = fitted(context, nameOf(track, event), width);
    if (text) context.fillText(text, x, top + height / 2 + 0.5);
  }
}
function paintWaits(context, track, lane, y, scale, pixel) {
  context.globalAlpha = 0.42;
  context.fillStyle = track.color;
  const right = scale.left + scale.width;
  let drawn = scale.left;
  // The first event after the view can wait in it.
  for (let i = lowerBound(lane.start, view.begin); i < lane.start.length;) {
    const wait = Math.floor(track.wait[lane.rowOf(i)] / 2);
    const x1 = Math.min(right, scale.x(lane.start[i]));
    const x0 = Math.max(drawn, scale.x(lane.start[i] - wait));
    if (wait > 0 && x1 > x0) context.fillRect(x0, y - 0.8, Math.max(pixel, x1 - x0), 1.6);
    if (lane.start[i] > view.end) break;
    drawn = Math.max(drawn, x1);
    // The waits of events that start within half a pixel are not visible.
    i = lowerBound(lane.start, scale.time(x1 + pixel / 2), i + 1);
  }
}
// Matches are drawn over the dimmed events, at least one pixel wide, so that a single one is visible.
function paintMatches(context, track, list, top, height, scale, pixel) {
  context.globalAlpha = 1;
  for (let i = Math.max(0, lowerBound(list.start, view.begin) - 1); i < list.rows.length;) {
    const x0 = scale.x(list.start[i]), x1 = scale.x(track.end[list.rows[i]]);
    if (x0 > scale.left + scale.width) break;
    if (x1 >= scale.left && x1 - x0 < 2) {
      context.fillStyle = colorOf(track, list.rows[i]) ?? colors.text;
      context.fillRect(Math.max(scale.left, x0), top, Math.max(2 * pixel, x1 - x0), height);
    }
    i = lowerBound(list.start, scale.time(x0 + pixel), i + 1);
  }
}

// The lowest and highest value of a counter in each pixel; a sample is valid until the next one.
function paintCounter(context, row, y, scale) {
  const { time, value, peak, color } = row.track;
  if (!(peak > 0)) return;
  const height = row.height - 6, bottom = y + row.height - 3;
  const pixel = 1 / (devicePixelRatio || 1);
  const levelOf = (number) => Math.max(0, Math.min(1, number / peak)) * height;
  context.fillStyle = color;
  for (let x = 0; x < scale.width; x += pixel) {
    const begin = view.begin + x / scale.per_unit, end = view.begin + (x + pixel) / scale.per_unit;
    const first = upperBound(time, begin), last = lowerBound(time, end, first);
    let low = first > 0 ? value[first - 1] : NaN, high = low;
    for (let i = first; i < last; ++i) {
      if (!(low <= value[i])) low = value[i];
      if (!(high >= value[i])) high = value[i];
    }
    if (!(high > 0)) continue;
    context.globalAlpha = 0.75;
    context.fillRect(scale.left + x, bottom - levelOf(low), pixel, levelOf(low));
    context.globalAlpha = 0.55;
    context.fillRect(scale.left + x, bottom - levelOf(high), pixel, levelOf(high) - levelOf(low));
  }
  context.globalAlpha = 1;
}
// A collapsed group shows the busiest of its tracks.
function paintGroupShare(context, row, y, scale) {
  const tracks = tracksBelow(row.track);
  const step = tracks.length > 50 ? 3 : 1.5;
  const height = row.height - 8;
  context.fillStyle = tracks.length > 0 ? tracks[0].color : colors.muted;
  for (let x = 0; x < scale.width; x += step) {
    const begin = view.begin + x / scale.per_unit;
    const share = busiestShare(tracks, begin, begin + step / scale.per_unit);
    if (share > 0) context.fillRect(scale.left + x, y + 4 + height * (1 - share), step, Math.max(1, height * share));
  }
}

function paintLabel(context, row, y, left) {
  const indent = 8 + row.level * 12;
  const middle = y + Math.min(row.height / 2, 30);  // near the top of a tall stack
  context.textBaseline = "middle";
  let x = indent;
  if (row.kind === "group" || isDeep(row.track)) {
    const open = row.kind === "group" ? !row.collapsed : state.expanded.has(row.track.index);
    context.fillStyle = colors.muted;
    context.font = `10px ${FONT}`;
    context.fillText(open ? "▾" : "▸", x, middle);
  }
  x += 12;
  context.font = `${row.kind === "group" ? "600 " : ""}${row.height < 17 ? 10 : 12}px ${FONT}`;
  context.fillStyle = colors.text;
  const text = fitted(context, row.title, left - x - 6);
  context.fillText(text, x, middle);
  if (row.caption && text === row.title) {
    x += context.measureText(text).width + 6;
    context.font = `11px ${FONT}`;
    context.fillStyle = colors.muted;
    const caption = fitted(context, row.caption, left - x - 4);
    if (caption.length > 2) context.fillText(caption, x, middle);
  }
}

function paintTracks() {
  const scroll = element("scroll"), canvas = element("tracks");
  const width = scroll.clientWidth, height = scroll.clientHeight;
  const content = AXIS_HEIGHT + state.height + 8;
  element("spacer").style.height = `${Math.max(0, content - height)}px`;
  canvas.style.height = `${height}px`;
  const context = prepared(canvas, width, height);
  const scale = timeScale();
  const offset = AXIS_HEIGHT - scroll.scrollTop;
  const first = Math.max(0, upperBound(state.tops, scroll.scrollTop) - 1);
  for (let i = first; i < state.rows.length && state.rows[i].top + offset < height; ++i) {
    paintRow(context, state.rows[i], state.rows[i].top + offset, scale, width, height);
  }
  context.save();
  context.beginPath();
  context.rect(scale.left, AXIS_HEIGHT, scale.width, height - AXIS_HEIGHT);
  context.clip();
  paintSelection(context, offset, scale, height);
  context.restore();
  paintLabels(context, first, offset, scale.left, height);
  paintAxis(context, scale, width);
  paintNotes(context, scale, height);
}
function paintRow(context, row, y, scale, width, height) {
  context.globalAlpha = 1;
  if (row.kind === "group") {
    context.fillStyle = colors.panel;
    context.fillRect(0, y, width, row.height);
    if (row.collapsed) paintGroupShare(context, row, y, scale);
  } else if (row.kind === "slices") {
    lanesOf(row.track).forEach((lane, number) => {
      const strip = laneStrip(row, number);
      if (y + strip.top < height && y + strip.top + strip.height > AXIS_HEIGHT) {
        paintLane(context, row, lane, number, y, scale);
      }
    });
  } else {
    paintCounter(context, row, y, scale);
  }
  context.globalAlpha = 1;
  context.fillStyle = colors.line;
  context.fillRect(0, y + row.height - 0.5, width, 0.5);
}
function paintLabels(context, first, offset, left, height) {
  for (let i = first; i < state.rows.length && state.rows[i].top + offset < height; ++i) {
    const row = state.rows[i], y = row.top + offset;
    context.fillStyle = row.kind === "group" ? colors.panel : colors.window;
    context.fillRect(0, y, left - 1, row.height - 0.5);
    paintLabel(context, row, y, left);
  }
  context.fillStyle = colors.line;
  context.fillRect(left - 1, 0, 1, height);
}
function paintAxis(context, scale, width) {
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, width, AXIS_HEIGHT);
  context.fillStyle = colors.line;
  context.fillRect(0, AXIS_HEIGHT - 1, width, 1);
  context.font = `11px ${FONT}`;
  context.textBaseline = "middle";
  const first = run.head.origin_ns + nsOf(view.begin), last = run.head.origin_ns + nsOf(view.end);
  for (const tick of axisTicks(first, last, scale.width, 110)) {
    context.fillStyle = colors.line;
    context.fillRect(scale.left + tick.x, AXIS_HEIGHT - 7, 1, 7);
    if (tick.x + 4 + context.measureText(tick.label).width > scale.width) continue;
    context.fillStyle = colors.muted;
    context.fillText(tick.label, scale.left + tick.x + 4, AXIS_HEIGHT / 2 - 1);
  }
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, scale.left - 1, AXIS_HEIGHT - 1);
  context.fillStyle = colors.muted;
  context.fillText(lengthOf(view.end - view.begin), 8, AXIS_HEIGHT / 2 - 1);
}
