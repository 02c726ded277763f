-- Alarms in messages of satellite terminals, which become a report of the device (docs/development/satellite-messages.md).

alter table satellite_message
  -- Notice types that the message reports; null: none.
  add column alarms text[],
  -- The device reports that its SOS is over.
  add column clears_sos boolean not null default false;
