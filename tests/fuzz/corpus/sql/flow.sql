SELECT f.id, (SELECT count(*) FROM flow g WHERE g.to_slice_id = f.from_slice_id) FROM flow f WHERE f.to_slice_id > 4
