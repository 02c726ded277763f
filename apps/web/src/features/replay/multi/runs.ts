import { type Track, trackOf } from '@wakeline/domain/tracks/track';
import { type DeviceMarkerStyle, deviceMarkerStyle } from '../../../map/replay/device-marker-style.ts';
import type { ReplayIcon } from '../../../map/replay/replay-marker.ts';
import type { PlaybackSpan } from '../core/fit-clock-to-span.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import { findDeparture, toElapsedTrack } from './offset.ts';
import type { Runner } from './ranking.ts';

/** What a replay of many says of a device besides its track. */
export interface ReplayDevice {
  readonly trackerId: number;
  /** With the optional number in brackets. */
  readonly name: string;
  readonly icon: ReplayIcon;
}

/** A device of the replay: who it is, how it is marked, and its track by the clock of the replay. */
export interface Run extends Runner {
  readonly device: ReplayDevice;
  readonly marker: DeviceMarkerStyle;
  /** Null: there is no track, or none yet. */
  readonly loaded: LoadedTrack | null;
}

const NO_TRACK: Track = trackOf([]);

/** By the watch of each device. A track that is read further is another object, so what was worked out is kept for one only. */
const elapsedByTrack = new WeakMap<LoadedTrack, LoadedTrack>();

/**
 * The devices in the order in which they were chosen, which gives them their numbers: also when some of the chosen ones may not be
 * seen.
 *
 * @param offset whether all start at once; then times are milliseconds since each set off.
 */
export function createRuns(
  chosen: readonly number[],
  devices: ReadonlyMap<number, ReplayDevice>,
  tracks: ReadonlyMap<number, LoadedTrack>,
  offset: boolean,
): Run[] {
  return chosen.flatMap((trackerId, index) => {
    const device = devices.get(trackerId);
    if (device === undefined) return [];
    const read = tracks.get(trackerId);
    const loaded = read === undefined || read.track.length === 0 ? null : offset ? toElapsed(read) : read;
    return {
      trackerId,
      device,
      marker: deviceMarkerStyle(index + 1),
      loaded,
      track: loaded?.track ?? NO_TRACK,
      // In real time all metres count; those before a device set off are none of a race.
      from: loaded === null ? -1 : offset ? findDeparture(loaded.track) : 0,
    };
  });
}

/** From the first to the last moment of a replay; null while there is no track. */
export function spanOf(runs: readonly Run[], offset: boolean): PlaybackSpan | null {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { track } of runs) {
    from = Math.min(from, track.time[0] ?? from);
    to = Math.max(to, track.time[track.length - 1] ?? to);
  }
  if (from > to) return null;
  // What was before they set off is not played.
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
