import type { Track } from '@wakeline/domain/tracks/track';
import { type Rgb, toRgb } from './scene.ts';

/** What the colour of a 3D track shows; `none`: the device. */
export type SceneColour = 'none' | 'height' | 'speed';

/** From the minimum to the maximum. Neighbours also differ in lightness. */
export const RAMP = ['#31489b', '#1287a8', '#35a860', '#dba11c', '#d2432c'] as const;
const STOPS: readonly Rgb[] = RAMP.map(toRgb);
/** For unknown values. */
const UNKNOWN_COLOUR: Rgb = toRgb('#8a96a3');

/** The colour at a fraction of the range. */
export function rampAt(fraction: number): Rgb {
  const at = Math.min(1, Math.max(0, fraction)) * (STOPS.length - 1);
  const low = Math.min(STOPS.length - 2, Math.floor(at));
  const [from, to] = [STOPS[low] ?? UNKNOWN_COLOUR, STOPS[low + 1] ?? UNKNOWN_COLOUR];
  const mix = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * (at - low);
  return [mix(0), mix(1), mix(2)];
}

/** The common range of a value over some tracks, so that a colour has one meaning; null if no track has it. */
export function colourRange(
  tracks: Iterable<Track>,
  colour: SceneColour,
): { readonly min: number; readonly max: number } | null {
  if (colour === 'none') return null;
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const track of tracks)
    for (const value of track[colour]) {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  return min <= max ? { min, max } : null;
}

/** Four bytes for each vertex, by its fix. */
export function vertexColours(
  track: Track,
  fixes: Uint32Array,
  colour: SceneColour,
  deviceColour: Rgb,
  range: { readonly min: number; readonly max: number } | null,
): Uint8Array {
  const bytes = new Uint8Array(fixes.length * 4);
  for (let vertex = 0; vertex < fixes.length; vertex += 1) {
    const fix = fixes[vertex] ?? 0;
    const rgb = colour === 'none' || range === null ? deviceColour : colourOf(track[colour][fix], range);
    for (let channel = 0; channel < 3; channel += 1) bytes[vertex * 4 + channel] = (rgb[channel] ?? 0) * 255;
    bytes[vertex * 4 + 3] = 255;
  }
  return bytes;
}

function colourOf(value: number | undefined, { min, max }: { min: number; max: number }): Rgb {
  if (value === undefined || Number.isNaN(value)) return UNKNOWN_COLOUR;
  return rampAt(max === min ? 0.5 : (value - min) / (max - min));
}
