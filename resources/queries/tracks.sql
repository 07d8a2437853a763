-- title: Tracks and their contents
-- shows: all tracks with slices or samples
SELECT id, path, kind, core, engine, unit, slices, samples
FROM track
WHERE slices > 0 OR samples > 0
ORDER BY id
