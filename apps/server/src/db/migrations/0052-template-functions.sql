-- The function on whose page a template is offered; null: on all.
alter table satellite_template add column role text;
