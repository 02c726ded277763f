import { type Track, trackOf } from '@wakeline/domain/tracks/track';
import { type DeviceMarkerStyle, deviceMarkerStyle } from '../../../map/replay/device-marker-style.ts';
import type { ReplayIcon } from '../../../map/replay/replay-marker.ts';
import type { PlaybackSpan } from '../core/fit-clock-to-span.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import { findDeparture, toElapsedTrack } from './offset.ts';
import type { Runner } from './ranking.ts';

/** The data of a device in a replay of several devices, besides its track. */
export interface ReplayDevice {
  readonly trackerId: number;
  /** With the optional number in brackets. */
  readonly name: string;
  readonly icon: ReplayIcon;
}

/** A device of the replay: its identity, its marker, and its track in the time of the replay clock. */
export interface Run extends Runner {
  readonly device: ReplayDevice;
  readonly marker: DeviceMarkerStyle;
  /** Null: no track, or not loaded yet. */
  readonly loaded: LoadedTrack | null;
}

const NO_TRACK: Track = trackOf([]);

/** Cached tracks in elapsed time. Loading more creates a new track object, so each entry is for one state. */
const elapsedByTrack = new WeakMap<LoadedTrack, LoadedTrack>();

/**
 * The devices in the order of selection, which determines their numbers, also if some of them may not be seen.
 *
 * @param offset whether all start at once; then times are milliseconds since each departure
 */
export function createRuns(
  trackerIds: readonly number[],
  devices: ReadonlyMap<number, ReplayDevice>,
  tracks: ReadonlyMap<number, LoadedTrack>,
  offset: boolean,
): Run[] {
  return trackerIds.flatMap((trackerId, index) => {
    const device = devices.get(trackerId);
    if (device === undefined) return [];
    const current = tracks.get(trackerId);
    const loaded =
      current === undefined || current.track.length === 0 ? null : offset ? toElapsed(current) : current;
    return {
      trackerId,
      device,
      marker: deviceMarkerStyle(index + 1),
      loaded,
      track: loaded?.track ?? NO_TRACK,
      // In real time the full distance counts; in a race only that after the departure.
      from: loaded === null ? -1 : offset ? findDeparture(loaded.track) : 0,
    };
  });
}

/** First and last time of a replay; null while there is no track. */
export function spanOf(runs: readonly Run[], offset: boolean): PlaybackSpan | null {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { track } of runs) {
    from = Math.min(from, track.time[0] ?? from);
    to = Math.max(to, track.time[track.length - 1] ?? to);
  }
  if (from > to) return null;
  // Time before the departure is not played.
  return { from: offset ? 0 : from, to };
}

function toElapsed(loaded: LoadedTrack): LoadedTrack {
  const cached = elapsedByTrack.get(loaded);
  if (cached !== undefined) return cached;
  const track = toElapsedTrack(loaded.track);
  const shift = (loaded.track.time[0] ?? 0) - (track.time[0] ?? 0);
  const shifted: LoadedTrack = {
    ...loaded,
    track,
    stays: loaded.stays.map((stay) => ({
      ...stay,
      startTime: stay.startTime - shift,
      endTime: stay.endTime - shift,
    })),
  };
  elapsedByTrack.set(loaded, shifted);
  return shifted;
}
