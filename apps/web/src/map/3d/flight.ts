import { indexAt, known } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';

/** What a track says of the third dimension at one moment. */
export interface Flight {
  /** Metres above mean sea level; null when not known. */
  readonly height: number | null;
  /** Metres per second, up is positive; null when not known. */
  readonly climb: number | null;
}

/** Climb is measured over so many milliseconds at least: heights of receivers are noisy. */
const CLIMB_OVER = 10_000;

/** Height and climb at a time (epoch ms): between two fixes the height goes evenly, in a gap it is that of the last fix. */
export function flightAt(track: Track, time: number): Flight {
  const index = Math.max(0, indexAt(track, time));
  const height = heightAt(track, index, time);
  const lost = track.gap[index] === 1 && time > (track.time[index] ?? time);
  return { height, climb: height === null || lost ? null : climbAt(track, index) };
}

function heightAt({ time, height, gap, length }: Track, index: number, now: number): number | null {
  const from = known(height[index]);
  const start = time[index] ?? 0;
  if (from === null || now <= start || index + 1 >= length || gap[index] === 1) return from;
  const to = known(height[index + 1]);
  if (to === null) return from;
  return from + ((to - from) * (now - start)) / ((time[index + 1] ?? start) - start);
}

/** Over the fixes round the moment, no further than a gap. */
function climbAt({ time, height, gap, length }: Track, index: number): number | null {
  let from = index;
  let to = Math.min(length - 1, index + 1);
  if (gap[index] === 1) to = index;
  const over = () => (time[to] ?? 0) - (time[from] ?? 0);
  while (over() < CLIMB_OVER) {
    const back = from > 0 && gap[from - 1] !== 1;
    const on = to + 1 < length && gap[to] !== 1;
    if (!back && !on) break;
    if (back) from -= 1;
    if (on) to += 1;
  }
  const [low, high] = [known(height[from]), known(height[to])];
  return low === null || high === null || over() <= 0 ? null : ((high - low) / over()) * 1_000;
}

/** Degrees by which the nose points up, as the line is drawn: heights are `rise` times as high. Without speed level. */
export function noseUp(climb: number | null, kmh: number | null, rise: number): number {
  if (climb === null || kmh === null || kmh < 1) return 0;
  return (Math.atan2(climb * rise, kmh / 3.6) * 180) / Math.PI;
}
