-- Maps of OCAD files.
create table ocad_map (
  map_id       int generated always as identity primary key,
  account_id   int not null references account on delete cascade,
  name         text not null,
  -- The uploaded file.
  file_id      text not null references stored_file on delete cascade,
  -- As the contract's `ocadDetails`.
  details      jsonb not null,
  -- Pairs of points that place it; none: the position of the file.
  paper_points jsonb not null,
  map_points   jsonb not null,
  method       text not null check (method in ('automatic', 'similarity', 'affine', 'projective', 'spline')),
  display      text not null check (display in ('SHOW', 'HIDE')),
  tile_state   text not null check (tile_state in ('waiting', 'done', 'failed')),
  -- As the contract's `ocadTiles`; null: not cut yet.
  tiles        jsonb,
  tile_file_id text references stored_file on delete set null,
  tile_gcj02_file_id text references stored_file on delete set null,
  -- Counts changes of the placement: tiles of an earlier one are not stored.
  version      int not null default 1,
  created_at   timestamptz not null default now()
);
create index on ocad_map (account_id);
create index on ocad_map (file_id);
create index on ocad_map (tile_file_id) where tile_file_id is not null;
create index on ocad_map (tile_gcj02_file_id) where tile_gcj02_file_id is not null;
