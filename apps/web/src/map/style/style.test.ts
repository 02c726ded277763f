import { type SourceSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { coursesOnBase } from '../layers/courses.ts';
import { distanceMarkers } from '../layers/distance-markers.ts';
import { drawing } from '../layers/drawing.ts';
import { fences } from '../layers/fences.ts';
import { found } from '../layers/found.ts';
import { graticuleOverlay } from '../layers/graticule.ts';
import { imageLayers } from '../layers/image-layers.ts';
import { labelPoints } from '../layers/label-points.ts';
import { measure } from '../layers/measure.ts';
import { ocadMaps } from '../layers/ocad-maps.ts';
import { raceCourses } from '../layers/race-courses.ts';
import { type ElevationTiles, relief } from '../layers/relief.ts';
import { replayEncounters } from '../layers/replay-encounters.ts';
import { routes } from '../layers/routes.ts';
import { tasks } from '../layers/tasks.ts';
import { track } from '../layers/track.ts';
import { trackComparison } from '../layers/track-comparison.ts';
import { trackHover } from '../layers/track-hover.ts';
import { trackNotices } from '../layers/track-notices.ts';
import { trackPoints } from '../layers/track-points.ts';
import { trackStays } from '../layers/track-stays.ts';
import { traffic } from '../layers/traffic.ts';
import { countGroundLayers, findLayerAbove, OVERLAY_ORDER, type OverlayId } from './order.ts';
import { NO_FEATURES, type Overlay } from './overlay.ts';
import { PALETTES } from './palette.ts';
import { composeStyle } from './style.ts';

const HEIGHTS: ElevationTiles = {
  tiles: 'https://heights.example/{z}/{x}/{y}.png',
  encoding: 'terrarium',
  tileSize: 256,
  minZoom: 0,
  maxZoom: 15,
  attribution: '© heights.example',
};
const OVERLAYS: readonly Overlay[] = [
  relief(HEIGHTS),
  imageLayers([
    {
      key: 1,
      url: 'https://console.example/service/files/map',
      northwest: [110, 1],
      northeast: [111, 1],
      southeast: [111, 0],
      southwest: [110, 0],
      opacity: 0.5,
      tiles: null,
    },
    {
      key: 2,
      url: 'https://console.example/service/files/large',
      northwest: [110, 1],
      northeast: [111, 1],
      southeast: [111, 0],
      southwest: [110, 0],
      opacity: 1,
      tiles: {
        wgs84: 'https://console.example/service/files/tiles',
        gcj02: 'https://console.example/service/files/tiles-gcj02',
      },
    },
  ]),
  ocadMaps([
    {
      key: 1,
      tiles: {
        wgs84: 'https://console.example/service/files/ocad',
        gcj02: 'https://console.example/service/files/ocad-gcj02',
      },
      colors: [
        { name: 'Yellow', rgb: '#fcc446', opacity: 0.5, kinds: ['a'] },
        { name: 'Black', rgb: '#1a1a1b', opacity: 1, kinds: ['a', 'l', 'r', 't'] },
      ],
      hiddenColors: new Set([0]),
      hasPaper: true,
      latitude: 60,
    },
  ]),
  graticuleOverlay,
  fences,
  routes,
  coursesOnBase,
  raceCourses,
  tasks,
  labelPoints,
  traffic,
  trackComparison,
  track,
  trackPoints,
  trackStays,
  trackNotices,
  trackHover,
  replayEncounters,
  distanceMarkers,
  found,
  drawing,
  measure,
];

const toOverlayMap = (...overlays: Overlay[]) =>
  new Map<OverlayId, Overlay>(overlays.map((one) => [one.id, one]));

describe.each(['light', 'dark'] as const)('the %s style', (flavour) => {
  test.each(['zh_CN', 'en_US'] as const)('in %s is valid with every overlay', (language) => {
    const overlays = toOverlayMap(...OVERLAYS);
    expect(overlays.size).toBe(OVERLAY_ORDER.length);
    const style = composeStyle({ flavour, language, overlays }, {}, '/world');
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([]);
  });

  test('takes every colour from its palette, except the colors of OCAD files', () => {
    const known = JSON.stringify(PALETTES[flavour]);
    for (const overlay of OVERLAYS) {
      if (overlay.id === 'ocad-maps') continue;
      const colours = JSON.stringify(overlay.layers(PALETTES[flavour])).match(/#[0-9a-f]{3,8}\b/gi) ?? [];
      for (const colour of colours) expect(known, overlay.id).toContain(colour);
    }
  });
});

test('keeps the existing sources when the style is recomposed', () => {
  const existing: SourceSpecification = { type: 'geojson', data: NO_FEATURES };
  const style = composeStyle(
    { flavour: 'dark', language: 'zh_CN', overlays: toOverlayMap(traffic) },
    { traffic: existing, old: existing },
    '/world',
  );
  expect(style.sources.traffic).toBe(existing);
  expect(style.sources.old).toBeUndefined();
});

test('stacks overlays in the fixed order, regardless of the order in which they are added', () => {
  const layers = new Map<OverlayId, string[]>([
    ['traffic', ['traffic']],
    ['measure', ['lines', 'points']],
  ]);
  expect(findLayerAbove('label-points', layers)).toBe('traffic');
  expect(findLayerAbove('found', layers)).toBe('lines');
  expect(findLayerAbove('measure', layers)).toBeUndefined();
});

test('places the relief above all ground layers of the base map and below every label', () => {
  const overlays = toOverlayMap(relief(HEIGHTS), replayEncounters, traffic);
  const { layers } = composeStyle({ flavour: 'light', language: 'zh_CN', overlays }, {}, '/world');
  const shade = layers.findIndex(({ type }) => type === 'hillshade');
  const below = new Set(layers.slice(0, shade).map(({ type }) => type));
  const above = new Set(layers.slice(shade + 1).map(({ type }) => type));
  expect(below).toEqual(new Set(['background', 'fill', 'line']));
  expect(above).toEqual(new Set(['circle', 'symbol']));
});

test('ends the ground of a base map after the last line, even with labels between lines', () => {
  const types = ['background', 'symbol', 'line', 'symbol', 'fill-extrusion'].map((type) => ({ type }));
  expect(countGroundLayers(types)).toBe(3);
  expect(countGroundLayers([{ type: 'symbol' }])).toBe(0);
});
