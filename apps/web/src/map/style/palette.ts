import { STATUS_COLOURS, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { WORLD_DARK, WORLD_LIGHT, type WorldPalette } from './world-style.ts';

export type MapFlavour = 'light' | 'dark';

/** Every colour of the map. */
export interface MapPalette {
  readonly flavour: MapFlavour;
  readonly world: WorldPalette;
  readonly status: Readonly<Record<TrackerStatus, string>>;
  /** Outline of markers, for contrast on any background. */
  readonly casing: string;
  /** Fill of hollow markers. */
  readonly hollow: string;
  readonly label: { readonly ground: string; readonly edge: string; readonly text: string };
  /** Ring of the selected marker, and the travelled part of a track. */
  readonly accent: string;
  /** The complete track, below the travelled part. */
  readonly trackRest: string;
  /** The line across a gap of a track. */
  readonly trackGap: string;
  /** Classes of a value along a track, from the lowest. They also differ in lightness, for colour-blind users. */
  readonly classes: readonly [string, string, string, string, string];
  /**
   * Overprint of orienteering courses: the purple of ISOM 2017-2 (CMYK 35, 85, 0, 0), lighter on a dark map, its halo, and what is
   * selected.
   */
  readonly course: { readonly line: string; readonly halo: string; readonly selected: string };
  /** The route along the roads, next to a track. */
  readonly road: string;
  /** Slopes in shadow and in light. */
  readonly relief: { readonly shade: string; readonly light: string };
  /** The sky, and its colour at the horizon. */
  readonly sky: { readonly top: string; readonly horizon: string };
}

export const PALETTES: Readonly<Record<MapFlavour, MapPalette>> = {
  light: {
    flavour: 'light',
    world: WORLD_LIGHT,
    status: STATUS_COLOURS,
    casing: '#ffffff',
    hollow: '#ffffff',
    label: { ground: '#ffffff', edge: '#c3ccd5', text: '#1b2733' },
    accent: '#0b5cad',
    trackRest: '#7d93a8',
    trackGap: '#8a96a3',
    classes: ['#f0a202', '#e0572a', '#b72a6e', '#6d1f9c', '#1d1464'],
    course: { line: '#a626ff', halo: '#ffffff', selected: '#ffb000' },
    road: '#7546b8',
    relief: { shade: '#4d5c6b', light: '#ffffff' },
    sky: { top: '#a9c6e0', horizon: '#eaf1f6' },
  },
  dark: {
    flavour: 'dark',
    world: WORLD_DARK,
    status: STATUS_COLOURS,
    casing: '#0d1318',
    hollow: '#222b33',
    label: { ground: '#1a2128', edge: '#3b4854', text: '#e3e9ef' },
    accent: '#62b0ff',
    trackRest: '#5c6f82',
    trackGap: '#6b7885',
    classes: ['#5a57c9', '#2f8fbf', '#2fc28a', '#a5dc3f', '#ffe94a'],
    course: { line: '#c97bff', halo: '#1a2128', selected: '#ffd166' },
    road: '#b794f4',
    relief: { shade: '#05080b', light: '#93a5b5' },
    sky: { top: '#0d1620', horizon: '#26313b' },
  },
};
