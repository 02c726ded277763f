-- Texts with which the devices of an own model take instructions, in the order of the form.
alter table tracker_model add column texts jsonb not null default '[]' check (jsonb_typeof(texts) = 'array');
-- The text as which an instruction is sent, with its protocol and receipts, as it was when the instruction was stored.
-- Null: a message of the protocol.
alter table instruction add column written_text jsonb;
