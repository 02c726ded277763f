import { moved, placeBetween } from './antimeridian.ts';
import type { Place } from './map-feature.ts';

/** A line that was cut at the antimeridian has its two ends there; what writing rounds away lies below this. */
const NEARLY = 1e-8;

/**
 * A line that runs on, cut where it crosses the antimeridian (RFC 7946, 3.1.9); every part lies between -180 and 180.
 */
export function splitLine(places: readonly Place[]): readonly (readonly Place[])[] {
  const parts: Place[][] = [];
  let turn: number | null = null;
  const begin = (place: Place, at: number) => {
    turn = at;
    parts.push([moved(place, place[0] - 360 * at)]);
  };
  for (let index = 1; index < places.length; index += 1) {
    let [from, to] = [places[index - 1] as Place, places[index] as Place];
    for (const place of [...crossings(from, to), to]) {
      const middle = (from[0] + place[0]) / 2;
      const along = Math.abs(middle % 360) === 180 && from[0] === place[0];
      const at: number = along && turn !== null ? turn : Math.floor((middle + 180) / 360);
      if (at !== turn) begin(from, at);
      parts.at(-1)?.push(moved(place, place[0] - 360 * at));
      from = place;
    }
  }
  return parts;
}

/** Where the way between two places crosses the antimeridian, in its order; not at its ends. */
function crossings(from: Place, to: Place): readonly Place[] {
  const [low, high] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]];
  const found: Place[] = [];
  for (let lng = 360 * Math.floor((low + 180) / 360) + 180; lng < high; lng += 360) {
    if (lng > low) found.push(moved(placeBetween(from, to, (lng - from[0]) / (to[0] - from[0])), lng));
  }
  return from[0] < to[0] ? found : found.reverse();
}

/**
 * Lines of one thing, with those put together again that were cut at the antimeridian; longitudes run on then. Where the
 * crossing lies straight between its neighbours it was made by the cut, and goes.
 */
export function joinLines(parts: readonly (readonly Place[])[]): readonly (readonly Place[])[] {
  const joined: Place[][] = [];
  for (const [at, part] of parts.entries()) {
    const whole = joined.at(-1);
    const [end, start] = [whole?.at(-1), part[0]];
    if (whole === undefined || end === undefined || !isCut(parts[at - 1]?.at(-1), start)) {
      joined.push([...part]);
      continue;
    }
    const shift = end[0] - start[0];
    const rest = part.slice(1).map((place) => moved(place, place[0] + shift));
    if (isBetween(whole.at(-2), end, rest[0])) whole.pop();
    whole.push(...rest);
  }
  return joined;
}

/** Whether one part begins where the one before it ended, on the other side. */
function isCut(end: Place | undefined, start: Place | undefined): start is Place {
  if (end === undefined || start === undefined) return false;
  return Math.abs(end[0]) === 180 && start[0] === -end[0] && start[1] === end[1];
}

function isBetween(from: Place | undefined, place: Place, to: Place | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const cross = x * (place[1] - from[1]) - y * (place[0] - from[0]);
  return Math.abs(cross) <= NEARLY * Math.hypot(x, y);
}
