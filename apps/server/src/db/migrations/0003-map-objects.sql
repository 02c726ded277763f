-- What people put on the map, groups in groups, what each user hides, and links for those who do not sign in.

-- Groups form a tree. Whoever sees a group sees what is below it.
alter table tracker_group add column parent_id int references tracker_group on delete set null;
create index on tracker_group (parent_id);

create table fence (
  fence_id     int generated always as identity primary key,
  account_id   int not null references account on delete cascade,
  -- The trackers that it watches: those of this group and below it. Null: all of the account, so that a group that goes must not
  -- leave it at that; the same of points and routes, which everybody would see then.
  group_id     int references tracker_group on delete cascade,
  name         text not null,
  type         text not null check (type in ('POLYGON', 'RECTANGLE', 'CIRCULAR')),
  -- As the contract's `fenceData`.
  data         jsonb not null,
  -- Of a polygon, all rings together.
  corners      int not null generated always as (jsonb_array_length(jsonb_path_query_array(data, '$.rings[*][*]'))) stored,
  color        text not null,
  display      text not null check (display in ('SHOW', 'HIDE')),
  notice       text not null check (notice in ('BOTH', 'IN', 'OUT', 'NONE')),
  hold_seconds int not null,
  hold_metres  int not null,
  note         text not null,
  created_at   timestamptz not null default now(),
  -- When its area last changed: trackers that were in it then are not told of.
  shaped_at    timestamptz not null default now()
);
create index on fence (account_id);
create index on fence (group_id);

create table label_point (
  label_point_id int generated always as identity primary key,
  account_id     int not null references account on delete cascade,
  group_id       int references tracker_group on delete cascade,
  name           text not null,
  latitude       double precision not null,
  longitude      double precision not null,
  -- The name of a drawn icon, or `file:` and the id of a stored picture.
  icon_url       text not null,
  color          text not null,
  display        text not null check (display in ('SHOW', 'HIDE')),
  note           text not null,
  -- `file:` and the ids of stored pictures.
  images         text[] not null,
  created_at     timestamptz not null default now()
);
create index on label_point (account_id);
create index on label_point (group_id);

create table route (
  route_id    int generated always as identity primary key,
  account_id  int not null references account on delete cascade,
  group_id    int references tracker_group on delete cascade,
  name        text not null,
  type        text not null check (type in ('drive', 'walk', 'cycle')),
  origin      text not null check (origin in ('drawn', 'planned', 'imported')),
  color       text not null,
  weight      int not null,
  display     text not null check (display in ('SHOW', 'HIDE')),
  -- As the contract's `points`, `dataPoints`, and `line` of a list.
  flags       jsonb not null,
  data_points jsonb not null,
  line        jsonb not null,
  -- Metres, and positions of data_points.
  length      double precision not null,
  point_count int not null,
  start_name  text not null,
  end_name    text not null,
  note        text not null,
  created_at  timestamptz not null default now()
);
create index on route (account_id);
create index on route (group_id);

create table tracker_icon (
  icon_id    int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  name       text not null,
  file_id    text not null references stored_file on delete cascade,
  created_at timestamptz not null default now()
);
create index on tracker_icon (account_id);

-- Pictures that the account lays on the map. Where their corners are follows from the pairs of points.
create table map_layer (
  layer_id     int generated always as identity primary key,
  account_id   int not null references account on delete cascade,
  name         text not null,
  file_id      text not null references stored_file on delete cascade,
  -- Pixels of the picture.
  width        int not null,
  height       int not null,
  -- As the contract's `layerPoints` and `mapPoints`.
  layer_points jsonb not null,
  map_points   jsonb not null,
  -- Percent.
  opacity      int not null,
  sort         int not null,
  display      text not null check (display in ('SHOW', 'HIDE')),
  created_at   timestamptz not null default now()
);
create index on map_layer (account_id);
create index on map_layer (file_id);

-- What a user shows or hides on his maps. The nearest entry counts: of the tracker, else of its group, else of a group above.
create table user_display (
  user_id    int not null references app_user on delete cascade,
  tracker_id int references tracker on delete cascade,
  group_id   int references tracker_group on delete cascade,
  display    text not null check (display in ('SHOW', 'HIDE')),
  -- Neither: trackers without a group.
  check (tracker_id is null or group_id is null),
  constraint user_display_key unique nulls not distinct (user_id, tracker_id, group_id)
);
create index on user_display (tracker_id);
create index on user_display (group_id);

-- An SOS that a person ended, until the engine has worked it in.
create table sos_lift (
  tracker_id int primary key references tracker on delete cascade,
  account_id int not null references account on delete cascade,
  lifted_at  timestamptz not null,
  user_id    int references app_user on delete set null
);

-- Links by which anybody watches some trackers. They see what their owner may see at that moment, and no more.
create table share_link (
  share_id       int generated always as identity primary key,
  account_id     int not null references account on delete cascade,
  user_id        int not null references app_user on delete cascade,
  name           text not null,
  -- SHA-256 of the code.
  code_hash      bytea not null unique,
  back_minutes   int not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  withdrawn_at   timestamptz,
  last_opened_at timestamptz
);
create index on share_link (account_id);
create index on share_link (user_id);

create table share_tracker (
  share_id   int not null references share_link on delete cascade,
  tracker_id int not null references tracker on delete cascade,
  -- Their order in the list.
  place      int not null,
  primary key (share_id, tracker_id)
);
create index on share_tracker (tracker_id);

-- What the operator's geocoder answered, by place (1e-4 degrees, some 10 m) and language.
create table geocoded (
  latitude   int not null,
  longitude  int not null,
  language   text not null,
  address    text not null,
  asked_at   timestamptz not null,
  primary key (latitude, longitude, language)
);
create index on geocoded (asked_at);

-- Why a task failed: a name of the contract's errors. Null: for no reason that its user could mend.
alter table task add column failure text;
