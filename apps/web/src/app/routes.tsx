import {
  COURSE_ROLES,
  INSTRUCTION_ROLES,
  RULE_ROLES,
  SATELLITE_ROLES,
  TRACK_ROLES,
} from '@wakeline/contract/roles';
import { AVIATION_SCREENS } from './aviation-routes.ts';
import { EVENT_SCREENS } from './event-routes.ts';
import { LIVE_EVENT_SCREENS } from './live-event-routes.ts';
import { MATCH_SCREENS } from './match-routes.ts';
import { REPORT_SCREENS } from './report-routes.ts';
import { PUBLIC_SCREEN, type Screen, SHELL_SCREEN } from './screen.ts';
import { BOX_SCREENS } from './screen-routes.ts';
import { SIGN_IN_SCREENS } from './sign-in-routes.ts';
import { VIDEO_SCREENS } from './video-routes.ts';

const LIVE_SCREEN: Omit<Screen, 'path'> = {
  ...SHELL_SCREEN,
  role: 'eob_plugin_loc_monitor',
  keepAlive: 'live',
  namespaces: ['live', 'map', 'trackers', 'mapTools', 'shares', 'sos', 'mapObjects'],
  load: () => import('./screens/live-screen.tsx').then(({ LiveScreen }) => ({ Component: LiveScreen })),
};

/** The route table. A new screen is added here; its side menu entry, if any, to `menu-entries.ts`. */
export const SCREENS: readonly Screen[] = [
  ...SIGN_IN_SCREENS,
  { ...LIVE_SCREEN, path: '/' },
  { ...LIVE_SCREEN, path: '/Map' },
  {
    ...SHELL_SCREEN,
    path: '/traceReplaySingle',
    role: TRACK_ROLES,
    keepAlive: 'replay',
    namespaces: [
      'replaySingle',
      'instructions',
      'replay',
      'replayTools',
      'map',
      'trackers',
      'live',
      'shares',
      'mapTools',
    ],
    load: () =>
      import('../features/replay/single/single-replay-page.tsx').then(({ SingleReplayPage }) => ({
        Component: SingleReplayPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/traceReplaySatellite',
    role: 'eob_plugin_multiple_playback',
    keepAlive: 'replayMany',
    namespaces: ['replayMulti', 'replay', 'replayTools', 'map', 'trackers', 'live', 'shares', 'mapTools'],
    load: () =>
      import('../features/replay/multi/multi-replay-page.tsx').then(({ MultiReplayPage }) => ({
        Component: MultiReplayPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/threeDPlayback',
    role: 'eob_plugin_multiple_playback',
    keepAlive: 'replay3d',
    namespaces: ['replay3d', 'replayMulti', 'replay', 'map', 'trackers', 'live', 'mapTools'],
    load: () =>
      import('../features/replay/3d/replay-3d-page.tsx').then(({ Replay3dPage }) => ({
        Component: Replay3dPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/notificationRecord',
    role: null,
    keepAlive: 'notices',
    namespaces: [],
    load: () =>
      import('../features/notices/notice-list-page.tsx').then(({ NoticeListPage }) => ({
        Component: NoticeListPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/deviceManger',
    role: 'eob_plugin_device_mg',
    namespaces: ['devices', 'trackers'],
    load: () =>
      import('../features/trackers/manager/device-manager-page.tsx').then(({ DeviceManagerPage }) => ({
        Component: DeviceManagerPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/deviceManger/:trackerId',
    role: 'eob_plugin_device_mg',
    namespaces: ['devices', 'trackers', 'deviceValidity', 'rules'],
    load: () =>
      import('../features/trackers/manager/device/device-page.tsx').then(({ DevicePage }) => ({
        Component: DevicePage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/remoteInstruct',
    role: INSTRUCTION_ROLES,
    namespaces: ['instructions', 'trackers'],
    load: () =>
      import('../features/instructions/instructions-page.tsx').then(({ InstructionsPage }) => ({
        Component: InstructionsPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/systemSet',
    role: null,
    namespaces: ['settings', 'delivery', 'forwarding', 'security', 'plugins'],
    load: () =>
      import('./screens/settings-screen.tsx').then(({ SettingsScreen }) => ({ Component: SettingsScreen })),
  },
  {
    ...SHELL_SCREEN,
    path: '/authorityManage',
    role: 'eob_plugin_auth_mg',
    namespaces: ['rights', 'audit', 'plugins'],
    load: () =>
      import('../features/rights/authority-page.tsx').then(({ AuthorityPage }) => ({
        Component: AuthorityPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/updateLog',
    role: null,
    namespaces: [],
    load: () =>
      import('../features/updates/update-log-page.tsx').then(({ UpdateLogPage }) => ({
        Component: UpdateLogPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/coursePlanner',
    role: COURSE_ROLES,
    namespaces: ['coursePlanner', 'imageLayers', 'map', 'mapTools', 'mapObjects', 'settings'],
    load: () =>
      import('../features/courses/planner/planner-page.tsx').then(({ CoursePlannerPage }) => ({
        Component: CoursePlannerPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/rules',
    role: RULE_ROLES,
    namespaces: ['rules', 'trackers', 'notices', 'delivery'],
    load: () =>
      import('../features/rules/rules-page.tsx').then(({ RulesPage }) => ({ Component: RulesPage })),
  },
  {
    ...SHELL_SCREEN,
    path: '/satelliteNews',
    role: SATELLITE_ROLES,
    redirect: '/satelliteNews/messageRecord',
    namespaces: [],
    load: () =>
      import('../features/satellite/record/record-page.tsx').then(({ RecordPage }) => ({
        Component: RecordPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/satelliteNews/messageRecord',
    role: SATELLITE_ROLES,
    namespaces: ['satelliteMessages', 'satellite'],
    load: () =>
      import('../features/satellite/record/record-page.tsx').then(({ RecordPage }) => ({
        Component: RecordPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/satelliteNews/sendMessage',
    role: SATELLITE_ROLES,
    namespaces: ['satelliteMessages', 'satellite', 'map'],
    load: () =>
      import('../features/satellite/conversations/conversations-page.tsx').then(({ ConversationsPage }) => ({
        Component: ConversationsPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/satelliteNews/phoneAccount',
    role: SATELLITE_ROLES,
    namespaces: ['satelliteMessages', 'satellite', 'sheetImport', 'trackers'],
    load: () =>
      import('../features/satellite/accounts-page.tsx').then(({ AccountsPage }) => ({
        Component: AccountsPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/satelliteNews/settings',
    role: SATELLITE_ROLES,
    namespaces: ['satelliteSettings', 'satelliteMessages', 'settings'],
    load: () =>
      import('../features/satellite/settings/settings-page.tsx').then(({ SatelliteSettingsPage }) => ({
        Component: SatelliteSettingsPage,
      })),
  },
  ...AVIATION_SCREENS,
  ...REPORT_SCREENS,
  ...BOX_SCREENS,
  ...MATCH_SCREENS,
  ...VIDEO_SCREENS,
  ...EVENT_SCREENS,
  ...LIVE_EVENT_SCREENS,
  {
    ...SHELL_SCREEN,
    path: '/extensionPanel',
    role: 'eob_plugin_custom_window',
    namespaces: ['panels'],
    load: () =>
      import('../features/panels/panels-page.tsx').then(({ PanelsPage }) => ({ Component: PanelsPage })),
  },
  {
    ...SHELL_SCREEN,
    path: '/extensionPanel/view/:panelId',
    role: 'eob_plugin_custom_window',
    namespaces: ['panels'],
    load: () =>
      import('../features/panels/frame/panel-frame-page.tsx').then(({ PanelFramePage }) => ({
        Component: PanelFramePage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/mapMyself',
    role: 'eob_plugin_custom_map',
    namespaces: ['imageLayers'],
    load: () =>
      import('../features/layers/layer-list-page.tsx').then(({ OwnLayersPage }) => ({
        Component: OwnLayersPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/mapConfig',
    role: 'eob_plugin_custom_map',
    namespaces: ['imageLayers', 'map', 'settings'],
    load: () =>
      import('../features/layers/layer-editor-page.tsx').then(({ OwnLayerEditorPage }) => ({
        Component: OwnLayerEditorPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/customMaps',
    role: 'eob_plugin_race_layer',
    namespaces: ['imageLayers'],
    load: () =>
      import('../features/layers/layer-list-page.tsx').then(({ RaceLayersPage }) => ({
        Component: RaceLayersPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/customMapsConfig',
    role: 'eob_plugin_race_layer',
    namespaces: ['imageLayers', 'map', 'settings'],
    load: () =>
      import('../features/layers/layer-editor-page.tsx').then(({ RaceLayerEditorPage }) => ({
        Component: RaceLayerEditorPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/ocadCustomMaps',
    role: 'eob_plugin_race_layer',
    namespaces: ['ocadMaps'],
    load: () =>
      import('../features/ocad-maps/ocad-maps-page.tsx').then(({ OcadMapsPage }) => ({
        Component: OcadMapsPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/ocadCustomMapView',
    role: 'eob_plugin_race_layer',
    namespaces: ['ocadMaps', 'map'],
    load: () =>
      import('../features/ocad-maps/ocad-map-view-page.tsx').then(({ OcadMapViewPage }) => ({
        Component: OcadMapViewPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/appCenter',
    role: null,
    namespaces: ['plugins'],
    load: () =>
      import('../features/plugins/app-center-page.tsx').then(({ AppCenterPage }) => ({
        Component: AppCenterPage,
      })),
  },
  {
    ...PUBLIC_SCREEN,
    path: '/realTimeTrace',
    wide: true,
    namespaces: ['shares', 'map', 'trackers', 'live', 'baseLayers', 'mapTools'],
    load: () => import('./screens/watch-screen.tsx').then(({ WatchScreen }) => ({ Component: WatchScreen })),
  },
  {
    ...PUBLIC_SCREEN,
    path: '/traceReplay',
    wide: true,
    namespaces: [
      'replayMulti',
      'replay',
      'replayTools',
      'shares',
      'map',
      'trackers',
      'live',
      'baseLayers',
      'mapTools',
    ],
    load: () =>
      import('./screens/trace-replay-screen.tsx').then(({ TraceReplayScreen }) => ({
        Component: TraceReplayScreen,
      })),
  },
];

/** The screen of an address, or null. A path segment that starts with a colon matches any segment. */
export function findScreen(path: string): Screen | null {
  const segments = splitPath(path);
  return (
    SCREENS.find(({ path: pattern }) => {
      const patternSegments = splitPath(pattern);
      return (
        patternSegments.length === segments.length &&
        patternSegments.every((segment, index) => segment.startsWith(':') || segment === segments[index])
      );
    }) ?? null
  );
}

/** Splits paths as the router compares them: ignoring case and a trailing slash. */
function splitPath(path: string): readonly string[] {
  return path.toLowerCase().split('/').filter(Boolean);
}
