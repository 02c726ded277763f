import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import type { TrackLine } from '@wakeline/domain/tracks/track-line';
import type { ColorClasses } from './color-classes.ts';
import type { ReplayIcon } from './replay-marker.ts';

/** A device's track on the map. A new `track`, `line`, `color` or `classes` draws its line anew. */
export interface VisibleTrack {
  readonly trackerId: number;
  readonly track: Track;
  readonly line: TrackLine;
  readonly stays: readonly Stay[];
  readonly icon: ReplayIcon;
  /** Of its line, as CSS writes it; null: the accent of the map. */
  readonly color?: string | null;
  /** What the colours along its line say; they go before `color`. */
  readonly classes?: ColorClasses | null;
  /** Whether fixes are missing; it is told to who measures. */
  readonly coarse?: boolean;
}
