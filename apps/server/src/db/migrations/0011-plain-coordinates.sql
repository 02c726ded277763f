-- Some vendors mark coordinates as encrypted that are not. An account can say that its devices do.
alter table account add column plain_coordinates boolean not null default false;
