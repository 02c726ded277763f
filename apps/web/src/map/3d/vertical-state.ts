import { altitudeKindOf } from '@wakeline/domain/aviation/altitude-kind';
import { indexAt, nanToNull } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';

/** What a track says of the third dimension at one moment. */
export interface VerticalState {
  /** Metres, of the kind of altitude of the last fix; null when not known. */
  readonly height: number | null;
  /** Metres per second, up is positive; null when not known. */
  readonly climb: number | null;
}

/** Minimum time over which climb is measured, milliseconds, because receiver heights are noisy. */
const CLIMB_WINDOW_MS = 10_000;

/**
 * Height and climb at a time (epoch ms). The height is interpolated between fixes of one kind of altitude; in a gap it
 * is that of the last fix.
 */
export function verticalStateAt(track: Track, time: number): VerticalState {
  const index = Math.max(0, indexAt(track, time));
  const height = heightAt(track, index, time);
  const inGap = track.gap[index] === 1 && time > (track.time[index] ?? time);
  return { height, climb: height === null || inGap ? null : climbAt(track, index) };
}

function heightAt(track: Track, index: number, now: number): number | null {
  const { time, height, gap, length } = track;
  const from = nanToNull(height[index]);
  const start = time[index] ?? 0;
  if (from === null || now <= start || index + 1 >= length || gap[index] === 1) return from;
  const to = nanToNull(height[index + 1]);
  if (to === null || !isSameKind(track, index, index + 1)) return from;
  return from + ((to - from) * (now - start)) / ((time[index + 1] ?? start) - start);
}

function isSameKind({ altitudeKind }: Track, a: number, b: number): boolean {
  return altitudeKindOf(altitudeKind[a]) === altitudeKindOf(altitudeKind[b]);
}

/** Uses the fixes around the time, but not across a gap, nor those of another kind of altitude. */
function climbAt(track: Track, index: number): number | null {
  const { time, height, gap, length } = track;
  let from = index;
  let to = Math.min(length - 1, index + 1);
  if (gap[index] === 1 || !isSameKind(track, index, to)) to = index;
  const elapsed = () => (time[to] ?? 0) - (time[from] ?? 0);
  while (elapsed() < CLIMB_WINDOW_MS) {
    const canExtendBack = from > 0 && gap[from - 1] !== 1 && isSameKind(track, index, from - 1);
    const canExtendForward = to + 1 < length && gap[to] !== 1 && isSameKind(track, index, to + 1);
    if (!canExtendBack && !canExtendForward) break;
    if (canExtendBack) from -= 1;
    if (canExtendForward) to += 1;
  }
  const [low, high] = [nanToNull(height[from]), nanToNull(height[to])];
  return low === null || high === null || elapsed() <= 0 ? null : ((high - low) / elapsed()) * 1_000;
}

/** Pitch of the nose in degrees as drawn, with exaggerated heights. Level if the speed is unknown or below 1 km/h. */
export function pitchFromClimb(climb: number | null, kmh: number | null, exaggeration: number): number {
  if (climb === null || kmh === null || kmh < 1) return 0;
  return (Math.atan2(climb * exaggeration, kmh / 3.6) * 180) / Math.PI;
}
