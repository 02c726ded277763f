import type { RouteDefinition } from './menu.ts';
import type { Screen } from './screen.ts';

/** A screen of which only the address exists; it shows its purpose. */
function createPlannedScreen(
  path: string,
  role: RouteDefinition['role'],
  overrides: Partial<Screen> = {},
): Screen {
  return {
    path,
    header: true,
    isPublic: false,
    role,
    namespaces: ['planned'],
    load: () => import('./planned-page.tsx').then(({ PlannedPage }) => ({ Component: PlannedPage })),
    ...overrides,
  };
}

/** Addresses of the specification's route table whose screens are not part of this version. */
export const PLANNED_SCREENS: readonly Screen[] = [
  createPlannedScreen('/liveManger/liveHolder', 'eob_plugin_match_live'),
  createPlannedScreen('/liveManger/giftRecord', 'eob_plugin_match_live'),
  createPlannedScreen('/liveManger/giftManger', 'eob_plugin_match_live'),
];
