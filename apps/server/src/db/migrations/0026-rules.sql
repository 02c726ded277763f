-- Rules of an account, which the engine applies to the reports of its trackers. Owned by apps/server/src/rules.
create table rule (
  rule_id    int generated always as identity primary key,
  account_id int not null references account on delete cascade,
  name       text not null,
  -- What it checks: RuleCondition in packages/domain/src/rules/rule.ts.
  condition  jsonb not null,
  applies_to text not null check (applies_to in ('all', 'groups', 'trackers')),
  -- When it applies: WeekSchedule in packages/domain/src/rules/schedule.ts; null: always.
  schedule   jsonb,
  enabled    boolean not null,
  -- Of condition, schedule and enabling: a changed rule starts again.
  changed_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index on rule (account_id);

-- The groups or trackers to which a rule applies.
create table rule_target (
  rule_id    int not null references rule on delete cascade,
  group_id   int references tracker_group on delete cascade,
  tracker_id int references tracker on delete cascade,
  check ((group_id is null) <> (tracker_id is null)),
  unique nulls not distinct (rule_id, group_id, tracker_id)
);
create index on rule_target (group_id) where group_id is not null;
create index on rule_target (tracker_id) where tracker_id is not null;
