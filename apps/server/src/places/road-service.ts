import { OutsideError, outsideJson } from './outside-json.ts';
import { decodePolyline } from './polyline.ts';
import type { RoutingService } from './routing-service.ts';

/** What is read of an answer: the line of a way across a continent has some megabytes. */
const ANSWER_BYTES = 16 * 1_048_576;

/** A path behind the service's own, before what its address asks with (a key). */
export function addressUnder({ url }: RoutingService, profile: string, path: string): URL {
  const address = new URL(url.replaceAll('{profile}', profile));
  address.pathname = address.pathname.replace(/\/$/, '') + path;
  return address;
}

/** @throws OutsideError as `outsideJson` does. */
export async function askRoads(
  what: string,
  { patience }: RoutingService,
  url: URL,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<unknown> {
  return (await outsideJson(what, url.href, init, { bytes: ANSWER_BYTES, patience, signal })).json;
}

/**
 * Encoded lines, `[longitude, latitude]`, as one: each begins where the one before it ends.
 *
 * @throws OutsideError where one is no line of this earth.
 */
export function joinedLine(what: string, lines: readonly unknown[]): [number, number][] {
  const joined: [number, number][] = [];
  for (const line of lines) {
    const leg = typeof line === 'string' ? decoded(what, line) : [];
    const [first] = leg;
    const last = joined.at(-1);
    const same = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
    for (const position of same ? leg.slice(1) : leg) joined.push(position);
  }
  return joined;
}

function decoded(what: string, text: string): [number, number][] {
  try {
    const line = decodePolyline(text, 6);
    if (line.every(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) return line;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new OutsideError(`the ${what} answers a line that is none`);
}
