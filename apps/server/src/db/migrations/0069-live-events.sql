-- Comments, gifts, vouchers and helpers of live events. See docs/development/races.md.

-- Counters of a match. Everything that is numbered locks its row, so that numbers are committed in their order.
create table match_live (
  match_id     int primary key references match on delete cascade,
  last_comment int not null default 0,
  last_gift    int not null default 0,
  -- Likes of all comments.
  likes        bigint not null default 0,
  -- Refused words, normalized.
  words        text[] not null default '{}'
);

create table match_comment (
  match_id   int not null references match on delete cascade,
  -- 1, 2, 3 ... in the order of storage.
  number     int not null,
  client_key uuid not null,
  kind       text not null check (kind in ('viewer', 'system')),
  -- Of a viewer; null: the host.
  viewer_key text,
  address    text,
  -- Of the host.
  user_name  text,
  name       text not null,
  text       text not null,
  likes      int not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by text,
  primary key (match_id, number),
  unique (match_id, client_key)
);
create index match_comment_system on match_comment (match_id, number) where kind = 'system' and deleted_at is null;
create index match_comment_deleted on match_comment (match_id, deleted_at desc) where deleted_at is not null;
create index match_comment_time on match_comment (match_id, created_at);

create table match_comment_like (
  match_id   int not null,
  number     int not null,
  viewer_key text not null,
  primary key (match_id, number, viewer_key),
  foreign key (match_id, number) references match_comment on delete cascade
);

create table match_mute (
  mute_id    int generated always as identity primary key,
  match_id   int not null references match on delete cascade,
  kind       text not null check (kind in ('viewer', 'address')),
  -- Key of a viewer, or address as limits count it.
  value      text not null,
  name       text not null,
  user_name  text not null,
  created_at timestamptz not null,
  unique (match_id, kind, value)
);

create table gift (
  gift_id    int generated always as identity primary key,
  match_id   int not null references match on delete cascade,
  name       text not null,
  -- Fen: hundredths of a yuan.
  price      int not null check (price >= 0),
  votes      int not null check (votes >= 0),
  picture_file_id text not null references stored_file,
  hidden     boolean not null,
  created_at timestamptz not null
);
create index gift_match on gift (match_id);
create index gift_picture on gift (picture_file_id);

create table voucher (
  voucher_id int generated always as identity primary key,
  match_id   int not null references match on delete cascade,
  code_hash  bytea not null unique,
  -- The last characters of the code.
  code_end   text not null,
  label      text not null,
  -- Fen.
  amount     int not null check (amount > 0),
  balance    int not null check (balance between 0 and amount),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  user_name  text not null,
  revoked_at timestamptz
);
create index voucher_match on voucher (match_id, voucher_id desc);

-- Gifts that are paid for at a payment provider.
create table gift_order (
  order_id   uuid primary key,
  match_id   int not null references match on delete cascade,
  client_key uuid not null,
  -- The gift record that it becomes.
  purchase   jsonb not null,
  picture_file_id text not null references stored_file,
  -- Fen.
  total      bigint not null check (total > 0),
  pay_url    text not null,
  created_at timestamptz not null,
  paid_at    timestamptz,
  unique (match_id, client_key)
);
create index gift_order_picture on gift_order (picture_file_id);
create index gift_order_open on gift_order (match_id, created_at) where paid_at is null;

-- Never changed: name, price and picture are those of the purchase.
create table gift_record (
  record_id  int generated always as identity primary key,
  match_id   int not null references match on delete cascade,
  -- 1, 2, 3 ... in the order of storage.
  number     int not null,
  client_key uuid not null,
  gift_id    int references gift on delete set null,
  gift_name  text not null,
  picture_file_id text not null references stored_file,
  -- Fen.
  price      int not null check (price >= 0),
  count      int not null check (count > 0),
  total      bigint not null check (total = price::bigint * count),
  votes      bigint not null check (votes >= 0),
  giver      text not null,
  participant_id int references match_participant on delete set null,
  receiver   text not null,
  voucher_id int references voucher,
  order_id   uuid unique references gift_order,
  created_at timestamptz not null,
  unique (match_id, number),
  unique (match_id, client_key),
  check (num_nonnulls(voucher_id, order_id) = 1)
);
create index gift_record_time on gift_record (match_id, created_at);
create index gift_record_gift on gift_record (gift_id) where gift_id is not null;
create index gift_record_picture on gift_record (picture_file_id);
create index gift_record_participant on gift_record (participant_id) where participant_id is not null;
create index gift_record_voucher on gift_record (voucher_id) where voucher_id is not null;

create table match_helper (
  helper_id  int generated always as identity primary key,
  match_id   int not null references match on delete cascade,
  name       text not null,
  points     text not null check (points in ('start', 'finish', 'any')),
  code_hash  bytea not null unique,
  user_name  text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index match_helper_match on match_helper (match_id);

create table match_helper_token (
  token_hash bytea primary key,
  helper_id  int not null references match_helper on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index match_helper_token_helper on match_helper_token (helper_id, created_at);

-- Most viewers at a time in a minute.
create table match_viewer_sample (
  match_id int not null references match on delete cascade,
  minute   timestamptz not null,
  viewers  int not null check (viewers >= 0),
  primary key (match_id, minute)
);
