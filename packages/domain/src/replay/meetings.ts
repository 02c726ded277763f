import { EARTH_RADIUS } from '../geo/great-circle.ts';
import { nearestLng, wrapLng } from '../geo/web-mercator.ts';
import type { Track } from '../tracks/track.ts';

/** A time during which two trackers were near one another. */
export interface Meeting {
  /** Epoch milliseconds: when they came near, and went apart. */
  readonly startTime: number;
  readonly endTime: number;
  /** When they were nearest. */
  readonly time: number;
  /** Metres between them then. */
  readonly distance: number;
  /** The middle between them then, WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
}

export interface MeetingRule {
  /** Metres from one another within which they meet. */
  readonly radius: number;
  /** Milliseconds: who meets again so soon has not parted. */
  readonly pause: number;
}

/** Within sight and call, wider than the scatter of two receivers; a minute apart is no parting. */
export const MEETING_RULE: MeetingRule = { radius: 50, pause: 60_000 };

const RADIANS = Math.PI / 180;

/** Two places at one moment: metres from the first to the second on the plane between them, and the middle. */
interface Apart {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly lng: number;
  readonly lat: number;
}

/**
 * When and where two trackers were near one another, oldest first. Between two fixes each goes straight and evenly; in a gap of either
 * nobody knows where it was, and there is no meeting. As many steps as both have fixes together.
 */
export function meetingsOf(a: Track, b: Track, { radius, pause }: MeetingRule = MEETING_RULE): Meeting[] {
  const meetings: Meeting[] = [];
  const end = Math.min(a.time[a.length - 1] ?? Number.NEGATIVE_INFINITY, b.time[b.length - 1] ?? 0);
  let time = Math.max(a.time[0] ?? Number.POSITIVE_INFINITY, b.time[0] ?? 0);
  let [i, j] = [0, 0];
  while (time < end) {
    while ((a.time[i + 1] ?? Number.POSITIVE_INFINITY) <= time) i += 1;
    while ((b.time[j + 1] ?? Number.POSITIVE_INFINITY) <= time) j += 1;
    const next = Math.min(a.time[i + 1] ?? end, b.time[j + 1] ?? end);
    if (a.gap[i] !== 1 && b.gap[j] !== 1) {
      const found = nearBetween(apartAt(a, i, b, j, time), apartAt(a, i, b, j, next), radius);
      if (found !== null) join(meetings, found, pause);
    }
    time = next;
  }
  return meetings;
}

/** Adds a meeting, to the last one where they had not parted. */
function join(meetings: Meeting[], next: Meeting, pause: number): void {
  const last = meetings.at(-1);
  if (last === undefined || next.startTime - last.endTime > pause) {
    meetings.push(next);
    return;
  }
  const nearer = next.distance < last.distance ? next : last;
  meetings[meetings.length - 1] = { ...nearer, startTime: last.startTime, endTime: next.endTime };
}

/** The part of a time in which they are within the radius: the way of one as the other sees it is straight, so it is one part. */
function nearBetween(from: Apart, to: Apart, radius: number): Meeting | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  // Metres squared at share s of the time: a s² + 2 b s + c.
  const a = dx * dx + dy * dy;
  const b = from.x * dx + from.y * dy;
  const c = from.x * from.x + from.y * from.y;
  const nearest = a === 0 ? 0 : Math.min(1, Math.max(0, -b / a));
  const square = Math.max(0, (a * nearest + 2 * b) * nearest + c);
  if (square > radius * radius) return null;
  const reach =
    a === 0 ? Number.POSITIVE_INFINITY : Math.sqrt(Math.max(0, b * b - a * (c - radius * radius))) / a;
  const [first, last] = a === 0 ? [0, 1] : [Math.max(0, -b / a - reach), Math.min(1, -b / a + reach)];
  const at = (share: number) => from.time + (to.time - from.time) * share;
  return {
    startTime: at(first),
    endTime: at(last),
    time: at(nearest),
    distance: Math.sqrt(square),
    lng: wrapLng(from.lng + (nearestLng(to.lng, from.lng) - from.lng) * nearest),
    lat: from.lat + (to.lat - from.lat) * nearest,
  };
}

function apartAt(a: Track, i: number, b: Track, j: number, time: number): Apart {
  const [lngA, latA] = placeOn(a, i, time);
  const [lngB, latB] = placeOn(b, j, time);
  const across = nearestLng(lngB, lngA) - lngA;
  const lat = (latA + latB) / 2;
  return {
    time,
    x: across * RADIANS * EARTH_RADIUS * Math.cos(lat * RADIANS),
    y: (latB - latA) * RADIANS * EARTH_RADIUS,
    lng: lngA + across / 2,
    lat,
  };
}

/** Where a tracker is between fix `at` and the next. */
function placeOn(track: Track, at: number, time: number): [lng: number, lat: number] {
  const [lng, lat, start] = [track.lng[at] ?? 0, track.lat[at] ?? 0, track.time[at] ?? 0];
  const end = track.time[at + 1];
  if (end === undefined || time <= start) return [lng, lat];
  const share = (time - start) / (end - start);
  return [
    lng + (nearestLng(track.lng[at + 1] ?? lng, lng) - lng) * share,
    lat + ((track.lat[at + 1] ?? lat) - lat) * share,
  ];
}
