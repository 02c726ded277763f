import { COURSE_ROLES, INSTRUCTION_ROLES, MATCH_ROLES, RULE_ROLES } from '@wakeline/contract/roles';
import type { ParseKeys } from 'i18next';
import { GROUND_SUPPORT, type MenuItem } from './menu.ts';

/** An entry of the side menu; `menu-icons.ts` has its icon. `text` is a key of the `app` namespace. */
interface MenuEntry extends MenuItem {
  readonly text: ParseKeys<'app'>;
}

const ENTRIES = [
  {
    key: 'monitor',
    path: '/',
    role: 'eob_plugin_loc_monitor',
    reduced: true,
    text: 'menu.monitor',
  },
  {
    key: 'dashboard',
    path: '/dashboard',
    role: 'eob_plugin_loc_monitor',
    text: 'menu.dashboard',
  },
  {
    key: 'devices',
    path: '/deviceManger',
    role: 'eob_plugin_device_mg',
    reduced: true,
    text: 'menu.devices',
  },
  {
    key: 'settings',
    path: '/systemSet',
    role: 'eob_plugin_sys_conf',
    reduced: true,
    neverFirst: true,
    text: 'menu.settings',
  },
  {
    key: 'rights',
    path: '/authorityManage',
    role: 'eob_plugin_auth_mg',
    ability: 'subUsers',
    text: 'menu.rights',
  },
  {
    key: 'replayMany',
    path: '/traceReplaySatellite',
    role: 'eob_plugin_multiple_playback',
    text: 'menu.replayMany',
  },
  {
    key: 'replay3d',
    path: '/threeDPlayback',
    role: 'eob_plugin_multiple_playback',
    text: 'menu.replay3d',
  },
  {
    key: 'instructions',
    path: '/remoteInstruct',
    role: INSTRUCTION_ROLES,
    text: 'menu.instructions',
  },
  {
    key: 'rules',
    path: '/rules',
    role: RULE_ROLES,
    neverFirst: true,
    text: 'menu.rules',
  },
  {
    key: 'beidouMessages',
    path: '/satelliteNews/messageRecord?of=beidou',
    section: '/satelliteNews',
    role: 'eob_plugin_bdhl',
    text: 'menu.beidouMessages',
  },
  {
    key: 'iridiumMessages',
    path: '/satelliteNews/messageRecord?of=iridium',
    section: '/satelliteNews',
    role: 'eob_plugin_irim',
    text: 'menu.iridiumMessages',
  },
  {
    key: 'planeMessages',
    path: '/satelliteNews/messageRecord?of=plane',
    section: '/satelliteNews',
    role: 'eob_plugin_flight_msg',
    text: 'menu.planeMessages',
  },
  {
    key: 'legs',
    path: '/aviationData',
    role: 'eob_plugin_aviation_data',
    text: 'menu.legs',
  },
  {
    key: 'tasks',
    path: '/taskTracking',
    section: '/taskTracking',
    role: 'eob_plugin_task',
    text: 'menu.tasks',
  },
  {
    key: 'planes',
    path: '/planeManage',
    section: '/planeManage',
    role: 'eob_plugin_flight_info',
    text: 'menu.planes',
  },
  {
    key: 'flights',
    path: '/flightManage',
    role: 'eob_plugin_flight_mg',
    text: 'menu.flights',
  },
  {
    key: 'people',
    path: '/personManage',
    role: 'eob_plugin_match',
    text: 'menu.people',
  },
  {
    key: 'matches',
    path: '/matches',
    section: '/matches',
    role: MATCH_ROLES,
    text: 'menu.matches',
  },
  {
    key: 'liveManager',
    path: '/liveManger/liveSetting',
    section: '/liveManger',
    role: 'eob_plugin_match_live',
    text: 'menu.liveManager',
  },
  {
    key: 'dataCenter',
    path: '/dataCenter/operationCountRecord',
    section: '/dataCenter',
    role: 'eob_plugin_data_center',
    text: 'menu.dataCenter',
  },
  {
    key: 'dataCount',
    path: '/dataCount/operationCountRecord',
    section: '/dataCount',
    role: 'eob_plugin_data_statistics',
    text: 'menu.dataCount',
  },
  {
    key: 'visualScreen',
    path: '/visualScreen',
    role: 'eob_plugin_visual_screen',
    neverFirst: true,
    text: 'menu.visualScreen',
  },
  {
    key: 'dataScreen',
    path: '/dataScreen',
    role: 'eob_plugin_data_screen',
    neverFirst: true,
    text: 'menu.dataScreen',
  },
  {
    key: 'panels',
    path: '/extensionPanel',
    role: 'eob_plugin_custom_window',
    text: 'menu.panels',
  },
  {
    key: 'ownLayers',
    path: '/mapMyself',
    role: 'eob_plugin_custom_map',
    text: 'menu.ownLayers',
  },
  {
    key: 'raceLayers',
    path: '/customMaps',
    role: 'eob_plugin_race_layer',
    text: 'menu.raceLayers',
  },
  {
    key: 'ocadMaps',
    path: '/ocadCustomMaps',
    role: 'eob_plugin_race_layer',
    text: 'menu.ocadMaps',
  },
  {
    key: 'coursePlanner',
    path: '/coursePlanner',
    role: COURSE_ROLES,
    text: 'menu.coursePlanner',
  },
  {
    key: GROUND_SUPPORT,
    path: '',
    role: 'eob_plugin_ground_support',
    neverFirst: true,
    text: 'menu.groundSupport',
  },
  {
    key: 'appCenter',
    path: '/appCenter',
    role: null,
    neverFirst: true,
    text: 'menu.appCenter',
  },
] as const satisfies readonly MenuEntry[];

/** Key of an entry. */
export type MenuKey = (typeof ENTRIES)[number]['key'];

/** Entries of all existing pages. The user's plugin list defines the order, this list the order within a plugin. */
export const MENU_ENTRIES: readonly (MenuEntry & { readonly key: MenuKey })[] = ENTRIES;
