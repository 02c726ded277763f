import { PUBLIC_SCREEN, type Screen, SHELL_SCREEN } from './screen.ts';

/** Live video of events: for anyone, and for its organiser. */
export const VIDEO_SCREENS: readonly Screen[] = [
  {
    ...PUBLIC_SCREEN,
    path: '/flvLive',
    wide: true,
    namespaces: ['eventVideo', 'shares'],
    load: () =>
      import('../features/event-video/flv-live-page.tsx').then(({ FlvLivePage }) => ({
        Component: FlvLivePage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/liveManger/video',
    role: 'eob_plugin_match_live',
    namespaces: ['eventVideo', 'liveManager'],
    load: () =>
      import('../features/event-video/video-page.tsx').then(({ VideoPage }) => ({ Component: VideoPage })),
  },
];
