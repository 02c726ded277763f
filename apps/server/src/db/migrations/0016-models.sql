-- Device models of an account. tracker.model names one of them, else one of the shipped catalogue, else it is free text.
create table tracker_model (
  model_id   int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  name       text not null,
  vendor     text not null default '',
  -- Null: any.
  protocol   text,
  icon_url   text not null default 'generic',
  icon_type  text not null default 'STANDARD' check (icon_type in ('STANDARD', 'CUSTOM')),
  power      text,
  -- Name of a model of the shipped catalogue; null: none.
  based_on   text,
  created_at timestamptz not null default now()
);
create unique index tracker_model_name_key on tracker_model (account_id, lower(name));
