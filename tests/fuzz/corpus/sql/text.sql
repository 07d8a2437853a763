SELECT id FROM slice WHERE name = 10 OR kind = x'00' OR engine IN ('Tensor', 1, NULL) OR id IN (SELECT parent_id FROM slice)
