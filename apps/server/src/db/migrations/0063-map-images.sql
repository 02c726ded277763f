-- Layers of both kinds: own layers and race layers, with the transformation of their points and the tiles of large pictures.
alter table map_layer add kind text not null default 'own' check (kind in ('own', 'race'));
alter table map_layer alter kind drop default;

-- Layers from before were fitted by an affine transformation.
alter table map_layer add method text not null default 'affine'
  check (method in ('automatic', 'similarity', 'affine', 'projective', 'spline'));
alter table map_layer alter method drop default;

-- Denominator of the scale of a printed map.
alter table map_layer add map_scale int;

-- The uploaded file of a picture that is larger than the stored one.
alter table map_layer add source_file_id text references stored_file on delete set null;
alter table map_layer add tile_state text not null default 'none' check (tile_state in ('none', 'waiting', 'done', 'failed'));
alter table map_layer alter tile_state drop default;
alter table map_layer add tile_file_id text references stored_file on delete set null;
alter table map_layer add tile_gcj02_file_id text references stored_file on delete set null;

-- Counts changes of the picture and its placement: tiles of an earlier one are not used.
alter table map_layer add version int not null default 1;

drop index map_layer_account_id_idx;
create index on map_layer (account_id, kind);
create index on map_layer (source_file_id) where source_file_id is not null;
create index on map_layer (tile_file_id) where tile_file_id is not null;
create index on map_layer (tile_gcj02_file_id) where tile_gcj02_file_id is not null;

-- Sources of layers, which nobody downloads, and their tiles, which anyone with the address can read, as pictures.
alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add check
  (kind in ('picture', 'result', 'upload', 'photo', 'recording', 'report', 'source', 'tiles'));
