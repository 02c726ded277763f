import type { Track } from '@wakeline/domain/tracks/track';
import {
  convertAltitude,
  convertSpeed,
  formatAltitude,
  formatPercent,
  formatSpeed,
  type Quantity,
  type UnitSettings,
} from '../../../../format/quantities.ts';
import type { ScaleRule } from './scale.ts';

/** The values of a track that have a chart, in order. */
export const SERIES = ['speed', 'altitude', 'battery', 'gsm', 'satellites'] as const;
export type SeriesName = (typeof SERIES)[number];

/** The number of satellites has no unit. */
export type QuantityText = Quantity | string;

interface Series {
  readonly column: (track: Track) => Float32Array;
  readonly rule: ScaleRule;
  /** Converts from the track's unit to the displayed one. */
  readonly toScaleUnit: (value: number, units: UnitSettings) => number;
  readonly format: (value: number, units: UnitSettings) => QuantityText;
}

const identity = (value: number) => value;
const PERCENT: ScaleRule = { fixed: [0, 100], minSpan: 100 };

export const SERIES_OF: Readonly<Record<SeriesName, Series>> = {
  speed: {
    column: ({ speed: column }) => column,
    rule: { fromZero: true, minSpan: 10 },
    toScaleUnit: (kmh, { speedUnits }) => convertSpeed(kmh, speedUnits),
    format: (kmh, { speedUnits }) => formatSpeed(kmh, speedUnits),
  },
  altitude: {
    column: ({ height }) => height,
    rule: { minSpan: 20 },
    toScaleUnit: (metres, { altitudeUnits }) => convertAltitude(metres, altitudeUnits),
    format: (metres, { altitudeUnits }) => formatAltitude(metres, altitudeUnits),
  },
  battery: { column: ({ battery }) => battery, rule: PERCENT, toScaleUnit: identity, format: formatPercent },
  gsm: { column: ({ gsm }) => gsm, rule: PERCENT, toScaleUnit: identity, format: formatPercent },
  satellites: {
    column: ({ satellites }) => satellites,
    rule: { fromZero: true, minSpan: 8 },
    toScaleUnit: identity,
    format: (count) => count.toFixed(0),
  },
};

/** The series for which a track has at least one value. */
export function knownSeries(track: Track): SeriesName[] {
  return SERIES.filter((name) => SERIES_OF[name].column(track).some((value) => !Number.isNaN(value)));
}
