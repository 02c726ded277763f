import { ExternalServiceError, fetchExternalJson } from './fetch-external-json.ts';
import { decodePolyline } from './polyline.ts';
import type { RoutingService } from './routing-service.ts';

/** Maximum response size in bytes: the line of a route across a continent has some megabytes. */
const MAX_RESPONSE_BYTES = 16 * 1_048_576;

/** Appends a path to that of the service URL, and keeps its query, which may contain a key. */
export function serviceUrl({ url }: RoutingService, profile: string, path: string): URL {
  const address = new URL(url.replaceAll('{profile}', profile));
  address.pathname = address.pathname.replace(/\/$/, '') + path;
  return address;
}

/** @throws ExternalServiceError as `fetchExternalJson` does. */
export async function requestRoads(
  serviceName: string,
  { timeoutMs }: RoutingService,
  url: URL,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<unknown> {
  return (
    await fetchExternalJson(serviceName, url.href, init, { maxBytes: MAX_RESPONSE_BYTES, timeoutMs, signal })
  ).json;
}

/**
 * Joins encoded lines into one, `[longitude, latitude]`; each starts where the previous one ends.
 *
 * @throws ExternalServiceError when one is invalid.
 */
export function joinLines(serviceName: string, lines: readonly unknown[]): [number, number][] {
  const joined: [number, number][] = [];
  for (const line of lines) {
    const segment = typeof line === 'string' ? decodeLine(serviceName, line) : [];
    const [first] = segment;
    const last = joined.at(-1);
    const isJoined =
      first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
    for (const position of isJoined ? segment.slice(1) : segment) joined.push(position);
  }
  return joined;
}

function decodeLine(serviceName: string, text: string): [number, number][] {
  try {
    const line = decodePolyline(text, 6);
    if (line.every(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) return line;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new ExternalServiceError(`the ${serviceName} returned an invalid line`);
}
