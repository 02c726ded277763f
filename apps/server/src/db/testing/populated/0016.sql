-- What the program of 0016-models.sql kept besides. Never edited once it is released.
insert into tracker_model (account_id, name, vendor, protocol, icon_url, icon_type, power, based_on) values
  (1, '渔船终端 F-1', 'Harbour', 'gt06', 'ship', 'STANDARD', 'wired', 'GT06N'),
  (1, 'buoy', '', null, 'beacon', 'STANDARD', null, null);
