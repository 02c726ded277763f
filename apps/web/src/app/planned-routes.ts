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

/** The parent redirects to its first child. */
function createPlannedGroup(
  path: string,
  role: RouteDefinition['role'],
  children: readonly string[],
): Screen[] {
  return [
    createPlannedScreen(path, role, { redirect: `${path}/${children[0]}` }),
    ...children.map((child) => createPlannedScreen(`${path}/${child}`, role)),
  ];
}

/** Addresses of the specification's route table whose screens are not part of this version. */
export const PLANNED_SCREENS: readonly Screen[] = [
  ...createPlannedGroup('/liveManger', 'eob_plugin_match_live', [
    'liveSetting',
    'liveHolder',
    'giftRecord',
    'giftManger',
  ]),
];
