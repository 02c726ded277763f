import type { Track } from '@wakeline/domain/tracks/track';
import {
  altitude,
  percent,
  type Quantity,
  type SpeedUnits,
  speed,
  speedIn,
} from '../../../../format/quantities.ts';
import type { ScaleRule } from './scale.ts';

/** The values of a track that have a chart, in their order. */
export const SERIES = ['speed', 'altitude', 'battery', 'gsm', 'satellites'] as const;
export type SeriesName = (typeof SERIES)[number];

/** A number of satellites has no unit. */
export type Written = Quantity | string;

interface Series {
  readonly column: (track: Track) => Float32Array;
  readonly rule: ScaleRule;
  /** From the track's unit to the one in which it is drawn. */
  readonly shown: (value: number, units: SpeedUnits) => number;
  readonly write: (value: number, units: SpeedUnits) => Written;
}

const same = (value: number) => value;
const PERCENT: ScaleRule = { fixed: [0, 100], least: 100 };

export const SERIES_OF: Readonly<Record<SeriesName, Series>> = {
  speed: {
    column: ({ speed: column }) => column,
    rule: { fromZero: true, least: 10 },
    shown: speedIn,
    write: speed,
  },
  altitude: { column: ({ height }) => height, rule: { least: 20 }, shown: same, write: altitude },
  battery: { column: ({ battery }) => battery, rule: PERCENT, shown: same, write: percent },
  gsm: { column: ({ gsm }) => gsm, rule: PERCENT, shown: same, write: percent },
  satellites: {
    column: ({ satellites }) => satellites,
    rule: { fromZero: true, least: 8 },
    shown: same,
    write: (count) => count.toFixed(0),
  },
};

/** The series of which a track has at least one value. */
export function knownSeries(track: Track): SeriesName[] {
  return SERIES.filter((name) => SERIES_OF[name].column(track).some((value) => !Number.isNaN(value)));
}
