import { PUBLIC_SCREEN, type Screen, SHELL_SCREEN } from './screen.ts';

const HOST_SCREEN = { ...SHELL_SCREEN, role: 'eob_plugin_match_live' } as const;

/** The part of the route table for live events: the desk of the host, gifts, and the page of helpers. */
export const LIVE_EVENT_SCREENS: readonly Screen[] = [
  {
    ...HOST_SCREEN,
    path: '/liveManger/liveHolder',
    namespaces: ['liveHolder', 'liveManager', 'reports'],
    load: () =>
      import('../features/live-events/host/live-holder-page.tsx').then(({ LiveHolderPage }) => ({
        Component: LiveHolderPage,
      })),
  },
  {
    ...HOST_SCREEN,
    path: '/liveManger/giftManger',
    namespaces: ['gifts', 'liveManager'],
    load: () =>
      import('../features/live-events/gifts/gift-manager-page.tsx').then(({ GiftManagerPage }) => ({
        Component: GiftManagerPage,
      })),
  },
  {
    ...HOST_SCREEN,
    path: '/liveManger/giftRecord',
    namespaces: ['gifts', 'liveManager'],
    load: () =>
      import('../features/live-events/records/gift-record-page.tsx').then(({ GiftRecordPage }) => ({
        Component: GiftRecordPage,
      })),
  },
  {
    ...PUBLIC_SCREEN,
    path: '/matchHelper',
    wide: true,
    namespaces: ['matchHelper'],
    load: () =>
      import('../features/live-events/helper/match-helper-page.tsx').then(({ MatchHelperPage }) => ({
        Component: MatchHelperPage,
      })),
  },
];
