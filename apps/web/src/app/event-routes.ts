import { PUBLIC_SCREEN, type Screen } from './screen.ts';

/** Pages of matches for everybody who has their address. */
export const EVENT_SCREENS: readonly Screen[] = [
  {
    ...PUBLIC_SCREEN,
    path: '/event/:code',
    wide: true,
    namespaces: ['event', 'eventVideo', 'map', 'shares', 'baseLayers'],
    load: () =>
      import('../features/event-page/event-page.tsx').then(({ EventPage }) => ({ Component: EventPage })),
  },
];
