/** Visible functions (plugins) by role name, in the default order of the side menu. */
export const ROLES = [
  'eob_plugin_loc_monitor',
  'eob_plugin_device_mg',
  'eob_plugin_sys_conf',
  'eob_plugin_custom_map',
  'eob_plugin_race_layer',
  'eob_plugin_multiple_playback',
  'eob_plugin_bdhl',
  'eob_plugin_irim',
  'eob_plugin_custom_window',
  'eob_plugin_visual_screen',
  'eob_plugin_data_screen',
  'eob_plugin_aviation_data',
  'eob_plugin_task',
  'eob_plugin_flight_info',
  'eob_plugin_flight_mg',
  'eob_plugin_match',
  'eob_plugin_match_live',
  'eob_plugin_instructions',
  'eob_plugin_ground_support',
  'eob_plugin_flight_msg',
  'eob_plugin_data_center',
  'eob_plugin_data_statistics',
  'eob_plugin_auth_mg',
] as const;

export type Role = (typeof ROLES)[number];

/** Visible functions, of which one is sufficient. */
export type Roles = readonly [Role, ...Role[]];

/** Functions whose screens send instructions. */
export const INSTRUCTION_ROLES = [
  'eob_plugin_instructions',
  'eob_plugin_match_live',
] as const satisfies Roles;

/** Functions whose screens show devices on a map. Any of them permits reading map objects. */
export const MAP_ROLES = [
  'eob_plugin_loc_monitor',
  'eob_plugin_device_mg',
  'eob_plugin_multiple_playback',
] as const satisfies Roles;

/** Functions whose screens show satellite messages: BeiDou, Iridium, and plane news. */
export const SATELLITE_ROLES = [
  'eob_plugin_bdhl',
  'eob_plugin_irim',
  'eob_plugin_flight_msg',
] as const satisfies Roles;
export type SatelliteRole = (typeof SATELLITE_ROLES)[number];

/** Functions whose screens show planes, landing places and flights. */
export const PLANE_ROLES = [
  'eob_plugin_flight_info',
  'eob_plugin_flight_mg',
  'eob_plugin_aviation_data',
  'eob_plugin_task',
] as const satisfies Roles;

/** Functions whose screens show people. */
export const PEOPLE_ROLES = ['eob_plugin_match'] as const satisfies Roles;

/** Functions whose screens show reports. */
export const REPORT_ROLES = ['eob_plugin_data_center', 'eob_plugin_data_statistics'] as const satisfies Roles;

/** Functions whose screens are shown on a wall. */
export const SCREEN_ROLES = ['eob_plugin_visual_screen', 'eob_plugin_data_screen'] as const satisfies Roles;

/** Functions whose users have a dashboard. */
export const DASHBOARD_ROLES = ['eob_plugin_loc_monitor'] as const satisfies Roles;

/** Functions whose screens list devices. Any of them permits reading devices, groups and notices. */
export const DEVICE_ROLES = [
  ...MAP_ROLES,
  ...INSTRUCTION_ROLES,
  ...SATELLITE_ROLES,
  ...PLANE_ROLES,
  ...PEOPLE_ROLES,
  ...REPORT_ROLES,
  ...SCREEN_ROLES,
] as const satisfies Roles;

/** Functions whose screens plan orienteering courses. */
export const COURSE_ROLES = ['eob_plugin_race_layer'] as const satisfies Roles;

/** Functions whose screens manage matches and broadcast them. */
export const MATCH_ROLES = ['eob_plugin_match', 'eob_plugin_match_live'] as const satisfies Roles;

/** Functions whose users make rules. */
export const RULE_ROLES = ['eob_plugin_device_mg', 'eob_plugin_loc_monitor'] as const satisfies Roles;

/** Functions whose users make tasks that watch devices. */
export const TASK_ROLES = ['eob_plugin_task'] as const satisfies Roles;

/** Functions that permit the replay of one device; several require `MULTI_TRACK_ROLES`. */
export const TRACK_ROLES = [
  'eob_plugin_loc_monitor',
  'eob_plugin_multiple_playback',
] as const satisfies Roles;

export const MULTI_TRACK_ROLES = ['eob_plugin_multiple_playback'] as const satisfies Roles;
