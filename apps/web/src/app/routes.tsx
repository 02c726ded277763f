import { TRACK_ROLES } from '@wakeline/contract/roles';
import type { ComponentType } from 'react';
import type { Area } from '../i18n/areas.ts';
import type { RouteFacts } from './menu.ts';
import { PLANNED } from './planned-routes.ts';

/** Screens that keep what they show when they are left, by the name under which there is one of each. */
export type KeptName = 'live' | 'replay' | 'replayMany' | 'replay3d' | 'notices';

/** One screen: its facts for guard and shell, and where its code is. Each area is a chunk of its own. */
export interface Screen extends RouteFacts {
  /** Areas of texts that it uses beyond the first ones and the shell's. */
  readonly areas: readonly Area[];
  readonly load: () => Promise<{ Component: ComponentType }>;
  /** It stays as it is while another screen is looked at. */
  readonly keep?: KeptName;
  /** Without header: it takes the whole width, however narrow the window. */
  readonly wide?: true;
  /** The menu opens it in a tab of its own, with the link code. */
  readonly newTab?: true;
}

const SHELL = { header: true, open: false } as const;
const DOOR = { header: false, open: true, role: null } as const;

const live: Omit<Screen, 'path'> = {
  ...SHELL,
  role: 'eob_plugin_loc_monitor',
  keep: 'live',
  areas: ['live', 'map', 'trackers', 'mapTools', 'shares', 'sos', 'mapObjects'],
  load: () => import('./screens/live-screen.tsx').then(({ LiveScreen }) => ({ Component: LiveScreen })),
};

/**
 * The route table. A screen that is built is an entry here, and its path leaves `planned-routes.ts`; if it has an entry
 * in the side menu, that is one in `menu-entries.ts`.
 */
export const SCREENS: readonly Screen[] = [
  {
    ...DOOR,
    path: '/login',
    areas: [],
    load: () =>
      import('../features/sign-in/login-page.tsx').then(({ LoginPage }) => ({ Component: LoginPage })),
  },
  {
    ...DOOR,
    path: '/findPsd',
    areas: [],
    load: () =>
      import('../features/sign-in/recovery/find-password-page.tsx').then(({ FindPasswordPage }) => ({
        Component: FindPasswordPage,
      })),
  },
  {
    ...DOOR,
    path: '/resetPsd',
    areas: [],
    load: () =>
      import('../features/sign-in/recovery/reset-password-page.tsx').then(({ ResetPasswordPage }) => ({
        Component: ResetPasswordPage,
      })),
  },
  {
    ...DOOR,
    path: '/resetSuccess',
    areas: [],
    load: () =>
      import('../features/sign-in/recovery/reset-done-page.tsx').then(({ ResetDonePage }) => ({
        Component: ResetDonePage,
      })),
  },
  { ...live, path: '/' },
  { ...live, path: '/Map' },
  {
    ...SHELL,
    path: '/traceReplaySingle',
    role: TRACK_ROLES,
    keep: 'replay',
    areas: ['replaySingle', 'replay', 'replayTools', 'map', 'trackers', 'live', 'shares', 'mapTools'],
    load: () =>
      import('../features/replay/single/single-replay-page.tsx').then(({ SingleReplayPage }) => ({
        Component: SingleReplayPage,
      })),
  },
  {
    ...SHELL,
    path: '/traceReplaySatellite',
    role: 'eob_plugin_multiple_playback',
    keep: 'replayMany',
    areas: ['replayMulti', 'replay', 'replayTools', 'map', 'trackers', 'live', 'shares', 'mapTools'],
    load: () =>
      import('../features/replay/multi/many-replay-page.tsx').then(({ ManyReplayPage }) => ({
        Component: ManyReplayPage,
      })),
  },
  {
    ...SHELL,
    path: '/threeDPlayback',
    role: 'eob_plugin_multiple_playback',
    keep: 'replay3d',
    areas: ['replay3d', 'replayMulti', 'replay', 'map', 'trackers', 'live', 'mapTools'],
    load: () =>
      import('../features/replay/3d/space-page.tsx').then(({ SpacePage }) => ({ Component: SpacePage })),
  },
  {
    ...SHELL,
    path: '/notificationRecord',
    role: null,
    keep: 'notices',
    areas: [],
    load: () =>
      import('../features/notices/notice-list-page.tsx').then(({ NoticeListPage }) => ({
        Component: NoticeListPage,
      })),
  },
  {
    ...SHELL,
    path: '/systemSet',
    role: null,
    areas: ['settings', 'security', 'plugins'],
    load: () =>
      import('./screens/settings-screen.tsx').then(({ SettingsScreen }) => ({ Component: SettingsScreen })),
  },
  {
    ...SHELL,
    path: '/authorityManage',
    role: 'eob_plugin_auth_mg',
    areas: ['rights', 'audit', 'plugins'],
    load: () =>
      import('../features/rights/authority-page.tsx').then(({ AuthorityPage }) => ({
        Component: AuthorityPage,
      })),
  },
  {
    ...SHELL,
    path: '/updateLog',
    role: null,
    areas: [],
    load: () =>
      import('../features/updates/update-log-page.tsx').then(({ UpdateLogPage }) => ({
        Component: UpdateLogPage,
      })),
  },
  {
    ...SHELL,
    path: '/extensionPanel',
    role: 'eob_plugin_custom_window',
    areas: ['panels'],
    load: () =>
      import('../features/panels/panels-page.tsx').then(({ PanelsPage }) => ({ Component: PanelsPage })),
  },
  {
    ...SHELL,
    path: '/extensionPanel/view/:panelId',
    role: 'eob_plugin_custom_window',
    areas: ['panels'],
    load: () =>
      import('../features/panels/frame/panel-frame-page.tsx').then(({ PanelFramePage }) => ({
        Component: PanelFramePage,
      })),
  },
  {
    ...SHELL,
    path: '/mapMyself',
    role: 'eob_plugin_custom_map',
    areas: ['ownLayers'],
    load: () =>
      import('../features/layers/own-layers-page.tsx').then(({ OwnLayersPage }) => ({
        Component: OwnLayersPage,
      })),
  },
  {
    ...SHELL,
    path: '/mapConfig',
    role: 'eob_plugin_custom_map',
    areas: ['ownLayers', 'map', 'settings'],
    load: () =>
      import('../features/layers/layer-config-page.tsx').then(({ LayerConfigPage }) => ({
        Component: LayerConfigPage,
      })),
  },
  {
    ...SHELL,
    path: '/appCenter',
    role: null,
    areas: ['plugins'],
    load: () =>
      import('../features/plugins/app-center-page.tsx').then(({ AppCenterPage }) => ({
        Component: AppCenterPage,
      })),
  },
  {
    ...DOOR,
    path: '/realTimeTrace',
    wide: true,
    areas: ['shares', 'map', 'trackers', 'live', 'baseLayers', 'mapTools'],
    load: () => import('./screens/watch-screen.tsx').then(({ WatchScreen }) => ({ Component: WatchScreen })),
  },
  {
    ...DOOR,
    path: '/traceReplay',
    wide: true,
    areas: [
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
  ...PLANNED,
];

/** The screen of an address, if there is one. A part of a path that begins with a colon stands for any. */
export function screenAt(path: string): Screen | null {
  const parts = partsOf(path);
  return (
    SCREENS.find(({ path: pattern }) => {
      const wanted = partsOf(pattern);
      return (
        wanted.length === parts.length &&
        wanted.every((part, index) => part.startsWith(':') || part === parts[index])
      );
    }) ?? null
  );
}

/** As the router compares them: without regard to capitals and to a slash at the end. */
function partsOf(path: string): readonly string[] {
  return path.toLowerCase().split('/').filter(Boolean);
}
