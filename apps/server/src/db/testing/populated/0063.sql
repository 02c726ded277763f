-- What the program of 0063-map-images.sql kept besides. Never edited once it is released.
insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at, expires_at) values
  ('MAPSOURCEAAAAAAAAAAAAA', 1, 'source', null, 'application/octet-stream', 'layerSource', 9000000, '\x01',
    '2026-11-26 08:00+00', null),
  ('MAPTILESAAAAAAAAAAAAAA', 1, 'tiles', null, 'application/octet-stream', 'layerTiles', 8000000, '\x02',
    '2026-11-26 08:01+00', null),
  ('MAPTILESBBBBBBBBBBBBBB', 1, 'tiles', null, 'application/octet-stream', 'layerTiles', 8100000, '\x03',
    '2026-11-26 08:01+00', null);
insert into map_layer (account_id, kind, name, file_id, width, height, layer_points, map_points, opacity, sort, display, method,
    map_scale, source_file_id, tile_state, tile_file_id, tile_gcj02_file_id, version) values
  (1, 'race', '森林 Forest', 'AAAAAAAAAAAAAAAAAAAAAA', 4096, 3072, '[{"x": 0, "y": 0}]', '[[120.1, 36.2]]', 80, 1, 'SHOW', 'affine',
    15000, 'MAPSOURCEAAAAAAAAAAAAA', 'done', 'MAPTILESAAAAAAAAAAAAAA', 'MAPTILESBBBBBBBBBBBBBB', 2);
