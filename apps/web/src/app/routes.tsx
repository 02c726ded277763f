import type { ComponentType } from 'react';
import type { Area } from '../i18n/areas.ts';
import type { RouteFacts } from './menu.ts';

/** One screen: its facts for guard and shell, and where its code is. Each area is a chunk of its own. */
export interface Screen extends RouteFacts {
  /** Areas of texts that it uses beyond the first ones and the shell's. */
  readonly areas: readonly Area[];
  readonly load: () => Promise<{ Component: ComponentType }>;
}

/** The route table. Routes whose areas do not exist are not in it: they get the plain "no such page". */
export const SCREENS: readonly Screen[] = [
  {
    path: '/login',
    header: false,
    open: true,
    role: null,
    areas: [],
    load: () =>
      import('../features/login/login-page.tsx').then(({ LoginPage }) => ({ Component: LoginPage })),
  },
  ...['/', '/Map'].map(
    (path): Screen => ({
      path,
      header: true,
      open: false,
      role: 'eob_plugin_loc_monitor',
      areas: ['live', 'map', 'trackers'],
      load: () =>
        import('../features/live-map/live-map-page.tsx').then(({ LiveMapPage }) => ({
          Component: LiveMapPage,
        })),
    }),
  ),
  {
    path: '/traceReplaySingle',
    header: true,
    open: false,
    role: 'eob_plugin_loc_monitor',
    areas: ['history', 'map', 'trackers', 'live'],
    load: () =>
      import('../features/history/history-page.tsx').then(({ HistoryPage }) => ({ Component: HistoryPage })),
  },
  {
    path: '/authorityManage',
    header: true,
    open: false,
    role: 'eob_plugin_auth_mg',
    areas: ['authority', 'audit', 'plugins'],
    load: () =>
      import('../features/authority/authority-page.tsx').then(({ AuthorityPage }) => ({
        Component: AuthorityPage,
      })),
  },
];

/** The screen of an address, if there is one. */
export function screenAt(path: string): Screen | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return SCREENS.find((screen) => screen.path.toLowerCase() === plain.toLowerCase()) ?? null;
}
