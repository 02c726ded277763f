import { MATCH_ROLES } from '@wakeline/contract/roles';
import { type Screen, SHELL_SCREEN } from './screen.ts';

const loadLiveSettingPage: Screen['load'] = () =>
  import('../features/matches/live-setting/live-setting-page.tsx').then(({ LiveSettingPage }) => ({
    Component: LiveSettingPage,
  }));

/** The part of the route table for people, matches and their public pages. */
export const MATCH_SCREENS: readonly Screen[] = [
  {
    ...SHELL_SCREEN,
    path: '/personManage',
    role: 'eob_plugin_match',
    namespaces: ['people', 'sheetImport', 'trackers'],
    load: () =>
      import('../features/people/people-page.tsx').then(({ PeoplePage }) => ({ Component: PeoplePage })),
  },
  {
    ...SHELL_SCREEN,
    path: '/matches',
    role: MATCH_ROLES,
    namespaces: ['matches', 'liveManager', 'imageLayers'],
    load: () =>
      import('../features/matches/list/matches-page.tsx').then(({ MatchesPage }) => ({
        Component: MatchesPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/matches/:matchId',
    role: MATCH_ROLES,
    namespaces: [
      'matches',
      'liveManager',
      'trackers',
      'map',
      'mapTools',
      'imageLayers',
      'settings',
      'live',
      'sheetImport',
    ],
    load: () =>
      import('../features/matches/match/match-page.tsx').then(({ MatchPage }) => ({ Component: MatchPage })),
  },
  {
    ...SHELL_SCREEN,
    path: '/liveManger',
    role: 'eob_plugin_match_live',
    redirect: '/liveManger/liveSetting',
    namespaces: [],
    load: loadLiveSettingPage,
  },
  {
    ...SHELL_SCREEN,
    path: '/liveManger/liveSetting',
    role: 'eob_plugin_match_live',
    namespaces: ['liveSetting', 'liveManager', 'matches', 'settings'],
    load: loadLiveSettingPage,
  },
];
