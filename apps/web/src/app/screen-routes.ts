import { DASHBOARD_ROLES } from '@wakeline/contract/roles';
import { type Screen, SHELL_SCREEN } from './screen.ts';

const NAMESPACES = ['screens', 'trackers', 'map', 'settings'] as const;
/** Opened in a new tab, without header; the code of a link opens it for anyone. */
const BIG_SCREEN = {
  header: false,
  isPublic: false,
  hasLinks: true,
  wide: true,
  newTab: true,
  namespaces: [...NAMESPACES, 'shares', 'baseLayers'],
} as const;

/** The part of the route table for the dashboard and big screens. */
export const BOX_SCREENS: readonly Screen[] = [
  {
    ...SHELL_SCREEN,
    path: '/dashboard',
    role: DASHBOARD_ROLES,
    namespaces: NAMESPACES,
    load: () =>
      import('../features/screens/dashboard-page.tsx').then(({ DashboardPage }) => ({
        Component: DashboardPage,
      })),
  },
  {
    ...BIG_SCREEN,
    path: '/visualScreen',
    role: 'eob_plugin_visual_screen',
    load: () =>
      import('./screens/big-screens.tsx').then(({ VisualScreenPage }) => ({ Component: VisualScreenPage })),
  },
  {
    ...BIG_SCREEN,
    path: '/dataScreen',
    role: 'eob_plugin_data_screen',
    load: () =>
      import('./screens/big-screens.tsx').then(({ DataScreenPage }) => ({ Component: DataScreenPage })),
  },
];
