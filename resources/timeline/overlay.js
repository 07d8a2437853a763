// What lies over the tracks: selection, arrows of dependencies, notes; and the overview.
function eventBox({ track, row }, offset, scale) {
  const shown = shownRow(track);
  if (!shown) return null;
  const own = shown.track === track;
  const strip = own ? laneStrip(shown, track.lane ? track.lane[row] : 0) : { top: 3, height: shown.height - 6 };
  return { x0: scale.x(track.start[row]), x1: scale.x(track.end[row]), top: shown.top + offset + strip.top,
    height: strip.height };
}

function paintSelection(context, offset, scale, height) {
  if (state.range) {
    const { begin, end, tracks } = state.range;
    context.fillStyle = colors.accent;
    context.globalAlpha = 0.16;
    const x0 = scale.x(begin), width = Math.max(1, scale.x(end) - x0);
    for (const row of tracks ? state.rows.filter((each) => tracks.has(each.track.index)) : []) {
      context.fillRect(x0, row.top + offset, width, row.height);
    }
    if (!tracks) context.fillRect(x0, 0, width, height);
    context.globalAlpha = 1;
    context.fillRect(x0, 0, 1, height);
    context.fillRect(x0 + width - 1, 0, 1, height);
  }
  if (!state.event) return;
  const box = eventBox(state.event, offset, scale);
  if (!box) return;
  paintArrows(context, box, offset, scale);
  context.strokeStyle = colors.text;
  context.lineWidth = 2;
  const left = Math.max(scale.left - 4, box.x0), right = Math.min(scale.left + scale.width + 4, box.x1);
  if (right >= left) context.strokeRect(left - 1, box.top - 1, Math.max(2, right - left) + 2, box.height + 2);
}
function paintArrows(context, box, offset, scale) {
  const id = sliceId(state.event);
  const arrow = (from, to) => {
    const x0 = from.x1, y0 = from.top + from.height / 2, x1 = to.x0, y1 = to.top + to.height / 2;
    const bend = Math.max(12, Math.min(80, Math.abs(x1 - x0) / 2));
    context.beginPath();
    context.moveTo(x0, y0);
    context.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
    context.moveTo(x1 - 6, y1 - 4);
    context.lineTo(x1, y1);
    context.lineTo(x1 - 6, y1 + 4);
    context.stroke();
  };
  context.strokeStyle = colors.accent;
  context.lineWidth = 1.4;
  for (const { other } of flowsTo(id).slice(0, MOST_ARROWS)) {
    const from = eventBox(trackOfSlice(other), offset, scale);
    if (from) arrow(from, box);
  }
  for (const { other } of flowsFrom(id).slice(0, MOST_ARROWS)) {
    const to = eventBox(trackOfSlice(other), offset, scale);
    if (to) arrow(box, to);
  }
}

// Notes: markers and ranges at the axis, notes on events as a bar above the event.
function paintNotes(context, scale, height) {
  context.save();
  context.beginPath();
  context.rect(scale.left, 0, scale.width, height);
  context.clip();
  context.font = `11px ${FONT}`;
  context.textBaseline = "middle";
  const offset = AXIS_HEIGHT - element("scroll").scrollTop;
  for (const note of run.head.notes) {
    const x0 = scale.x(note.begin), x1 = scale.x(note.end);
    if (x1 < scale.left - 200 || x0 > scale.left + scale.width) continue;
    context.fillStyle = note.color;
    if (note.kind === "event") {
      const box = eventBox(trackOfSlice(note.event), offset, scale);
      if (box && box.top >= AXIS_HEIGHT) context.fillRect(box.x0, box.top - 3, Math.max(3, box.x1 - box.x0), 3);
      continue;
    }
    if (note.kind === "range") {
      context.globalAlpha = 0.12;
      const rows = new Set(note.tracks.map((track) => shownRow(run.tracks[track])));
      rows.delete(null);
      for (const row of rows) context.fillRect(x0, Math.max(AXIS_HEIGHT, row.top + offset), x1 - x0, row.height);
      if (note.tracks.length === 0) context.fillRect(x0, AXIS_HEIGHT, x1 - x0, height);
      context.globalAlpha = 1;
      context.fillRect(x0, AXIS_HEIGHT - 4, Math.max(2, x1 - x0), 4);
    } else {
      context.fillRect(x0, 0, 1, height);
    }
    const text = fitted(context, note.name, 160);
    const width = context.measureText(text).width + 8;
    const left = Math.max(scale.left, x0);
    context.fillRect(left, 0, width, 15);
    context.fillStyle = isLight(note.color) ? "#0d1117" : "#ffffff";
    context.fillText(text, left + 4, 8);
  }
  context.restore();
}
function isLight(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 120;
}

// The tracks of the overview: the busiest, engines first.
function overviewTracks() {
  const busy = (track) => lanesOf(track)[0].sum[lanesOf(track)[0].start.length];
  const able = run.slice_tracks.filter((track) => track.kind !== "execution");
  const engines = able.filter((track) => track.kind === "engine");
  const chosen = (engines.length > 0 ? engines : able).sort((a, b) => busy(b) - busy(a)).slice(0, OVERVIEW_STRIPS);
  return chosen.sort((a, b) => a.index - b.index);
}
let overview_image = null;  // { key, shares by track }
function overviewShares(columns) {
  if (overview_image && overview_image.columns === columns) return overview_image.strips;
  const { begin, end } = run.limits;
  const strips = overviewTracks().map((track) => {
    const shares = new Float32Array(columns);
    for (let x = 0; x < columns; ++x) {
      const from = begin + ((end - begin) * x) / columns;
      shares[x] = busiestShare([track], from, from + (end - begin) / columns);
    }
    return { color: track.color, shares };
  });
  overview_image = { columns, strips };
  return strips;
}
function paintOverview() {
  const canvas = element("overview");
  const width = canvas.clientWidth, height = canvas.clientHeight;
  const context = prepared(canvas, width, height);
  const columns = Math.max(1, Math.floor(width / 2));
  const strips = overviewShares(columns);
  const strip = (height - 8) / Math.max(1, strips.length);
  strips.forEach(({ color, shares }, i) => {
    context.fillStyle = color;
    for (let x = 0; x < columns; ++x) {
      if (shares[x] === 0) continue;
      context.globalAlpha = Math.max(0.2, shares[x]);
      context.fillRect((x * width) / columns, 4 + i * strip, width / columns, Math.max(1, strip - 1));
    }
  });
  const { begin, end } = run.limits;
  const place = (time) => ((time - begin) / (end - begin)) * width;
  context.globalAlpha = 0.6;
  context.fillStyle = colors.window;
  const left = place(view.begin), right = Math.max(place(view.end), left + 2);
  context.fillRect(0, 0, left, height);
  context.fillRect(right, 0, width - right, height);
  context.globalAlpha = 1;
  context.strokeStyle = colors.accent;
  context.lineWidth = 1.5;
  context.strokeRect(left + 0.75, 0.75, Math.max(1, right - left - 1.5), height - 1.5);
}
