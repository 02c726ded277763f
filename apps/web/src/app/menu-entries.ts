import {
  IconBadge3d,
  IconBellCog,
  IconBrowserPlus,
  IconDeviceMobilePin,
  IconHeadset,
  IconMap2,
  IconMessages,
  IconPhotoPin,
  IconPlane,
  IconPlaneInflight,
  IconPlayerPlay,
  IconPuzzle,
  IconSatellite,
  IconSend2,
  IconSettings,
  IconShieldLock,
  IconTargetArrow,
  type TablerIcon,
} from '@tabler/icons-react';
import { INSTRUCTION_ROLES, RULE_ROLES } from '@wakeline/contract/roles';
import type { ParseKeys } from 'i18next';
import { GROUND_SUPPORT, type MenuItem } from './menu.ts';

/** A rendered entry of the side menu. `text` is a key of the `app` namespace. */
export interface MenuEntry extends MenuItem {
  readonly icon: TablerIcon;
  readonly text: ParseKeys<'app'>;
}

/** Entries of all existing pages. The user's plugin list defines the order, this list the order within a plugin. */
export const MENU_ENTRIES: readonly MenuEntry[] = [
  {
    key: 'monitor',
    path: '/',
    role: 'eob_plugin_loc_monitor',
    reduced: true,
    icon: IconMap2,
    text: 'menu.monitor',
  },
  {
    key: 'devices',
    path: '/deviceManger',
    role: 'eob_plugin_device_mg',
    reduced: true,
    icon: IconDeviceMobilePin,
    text: 'menu.devices',
  },
  {
    key: 'settings',
    path: '/systemSet',
    role: 'eob_plugin_sys_conf',
    reduced: true,
    neverFirst: true,
    icon: IconSettings,
    text: 'menu.settings',
  },
  {
    key: 'rights',
    path: '/authorityManage',
    role: 'eob_plugin_auth_mg',
    ability: 'subUsers',
    icon: IconShieldLock,
    text: 'menu.rights',
  },
  {
    key: 'replayMany',
    path: '/traceReplaySatellite',
    role: 'eob_plugin_multiple_playback',
    icon: IconPlayerPlay,
    text: 'menu.replayMany',
  },
  {
    key: 'replay3d',
    path: '/threeDPlayback',
    role: 'eob_plugin_multiple_playback',
    icon: IconBadge3d,
    text: 'menu.replay3d',
  },
  {
    key: 'instructions',
    path: '/remoteInstruct',
    role: INSTRUCTION_ROLES,
    icon: IconSend2,
    text: 'menu.instructions',
  },
  {
    key: 'rules',
    path: '/rules',
    role: RULE_ROLES,
    neverFirst: true,
    icon: IconBellCog,
    text: 'menu.rules',
  },
  {
    key: 'beidouMessages',
    path: '/satelliteNews/messageRecord?of=beidou',
    section: '/satelliteNews',
    role: 'eob_plugin_bdhl',
    icon: IconSatellite,
    text: 'menu.beidouMessages',
  },
  {
    key: 'iridiumMessages',
    path: '/satelliteNews/messageRecord?of=iridium',
    section: '/satelliteNews',
    role: 'eob_plugin_irim',
    icon: IconMessages,
    text: 'menu.iridiumMessages',
  },
  {
    key: 'planeMessages',
    path: '/satelliteNews/messageRecord?of=plane',
    section: '/satelliteNews',
    role: 'eob_plugin_flight_msg',
    icon: IconPlane,
    text: 'menu.planeMessages',
  },
  {
    key: 'tasks',
    path: '/taskTracking',
    role: 'eob_plugin_task',
    icon: IconTargetArrow,
    text: 'menu.tasks',
  },
  {
    key: 'planes',
    path: '/planeManage',
    section: '/planeManage',
    role: 'eob_plugin_flight_info',
    icon: IconPlaneInflight,
    text: 'menu.planes',
  },
  {
    key: 'panels',
    path: '/extensionPanel',
    role: 'eob_plugin_custom_window',
    icon: IconBrowserPlus,
    text: 'menu.panels',
  },
  {
    key: 'ownLayers',
    path: '/mapMyself',
    role: 'eob_plugin_custom_map',
    icon: IconPhotoPin,
    text: 'menu.ownLayers',
  },
  {
    key: GROUND_SUPPORT,
    path: '',
    role: 'eob_plugin_ground_support',
    neverFirst: true,
    icon: IconHeadset,
    text: 'menu.groundSupport',
  },
  {
    key: 'appCenter',
    path: '/appCenter',
    role: null,
    neverFirst: true,
    icon: IconPuzzle,
    text: 'menu.appCenter',
  },
];
