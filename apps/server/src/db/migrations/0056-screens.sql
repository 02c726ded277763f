-- Screens of boxes: those of an account on a wall, and the dashboard of each user. See docs/development/screens.md.
create table screen (
  screen_id  int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  -- The user of a dashboard; null: a screen of the account.
  user_id    int references app_user on delete cascade,
  kind       text not null check (kind in ('dashboard', 'visual', 'data')),
  name       text not null,
  -- `screenBox` of the contract.
  boxes      jsonb not null,
  -- `screenSettings` of the contract.
  settings   jsonb not null,
  edited_at  timestamptz not null,
  check ((kind = 'dashboard') = (user_id is not null))
);
create unique index screen_dashboard on screen (user_id) where kind = 'dashboard';
create index screen_account on screen (account_id, kind);

-- A link shows a screen, or trackers.
alter table share_link add column screen_id int references screen on delete cascade;
alter table share_link add column hides_names boolean not null default false;
create index share_link_screen on share_link (screen_id) where screen_id is not null;
