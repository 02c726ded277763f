import { NO_FEATURES, type Overlay } from '../style/overlay.ts';

export const TRAILS = 'trails';

/** The last minutes of moving markers, in the colour of their status, fading towards the old end. */
export const trails: Overlay = {
  id: 'trails',
  sources: { [TRAILS]: { type: 'geojson', data: NO_FEATURES, tolerance: 0.1 } },
  layers: ({ status, casing }) => {
    const join = { 'line-join': 'round' } as const;
    const opacity = ['get', 'opacity'] as ['get', string];
    return [
      {
        id: 'trails-edge',
        type: 'line',
        source: TRAILS,
        layout: join,
        paint: { 'line-color': casing, 'line-width': 5, 'line-opacity': ['*', 0.6, opacity] },
      },
      {
        id: 'trails',
        type: 'line',
        source: TRAILS,
        layout: join,
        paint: {
          'line-color': [
            'match',
            ['get', 'status'],
            'RUNNING',
            status.RUNNING,
            'SOS',
            status.SOS,
            'OFFLINE',
            status.OFFLINE,
            status.STOP,
          ],
          'line-width': 3,
          'line-opacity': opacity,
        },
      },
    ];
  },
};
