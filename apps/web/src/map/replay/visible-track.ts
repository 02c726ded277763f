import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import type { TrackLine } from '@wakeline/domain/tracks/track-line';
import type { ColorClasses } from './color-classes.ts';
import type { ReplayIcon } from './replay-marker.ts';

/** A device's track on the map. A new `track`, `line`, `color` or `classes` redraws its line. */
export interface VisibleTrack {
  readonly trackerId: number;
  readonly track: Track;
  readonly line: TrackLine;
  readonly stays: readonly Stay[];
  /** km/h from which a stationary device of the account counts as moving. */
  readonly movingSpeed: number;
  readonly icon: ReplayIcon;
  /** CSS colour of its line; null: the accent of the map. */
  readonly color?: string | null;
  /** The value that colours its line; overrides `color`. */
  readonly classes?: ColorClasses | null;
  /** Whether fixes are missing; only for measurements. */
  readonly coarse?: boolean;
}
