import type { RouteType } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { ExternalServiceError } from './fetch-external-json.ts';
import { valueAt } from './geocoder-template.ts';
import { joinLines, requestRoads, serviceUrl } from './road-service.ts';
import { COSTINGS, PROFILES } from './routing.ts';
import type { RoutingService } from './routing-service.ts';
import type { ServiceLimiter } from './service-limiter.ts';

const SERVICE_NAME = 'matching service';
/** Fixes per request: the default limit of OSRM (`--max-matching-size`), and few enough for Valhalla. */
const MAX_FIXES_PER_REQUEST = 100;
/**
 * Maximum length of a chunk in metres: the default limit of Valhalla is 200 km (`service_limits.trace.max_distance`).
 */
const MAX_CHUNK_LENGTH = 150_000;
/** Milliseconds for a complete track, whatever the number of its chunks. */
const TIMEOUT_MS = 90_000;
/** Metres between two lines that are joined at the fix that their chunks share. */
const JOIN_TOLERANCE = 30;
/** Accuracy of a fix in metres if its device reports none, and its maximum: a larger search radius takes very long. */
const DEFAULT_ACCURACY = 10;
const MAX_ACCURACY = 50;
/**
 * Valhalla's codes for "no road": no edge near a location, no path between them, no match (its documentation, API,
 * internal error codes 171, 442, 443, 444).
 */
const NO_MATCH_CODES: readonly unknown[] = [171, 442, 443, 444];

export interface MatchFix {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly lng: number;
  readonly lat: number;
  /** Metres. */
  readonly accuracy: number | null;
}

export interface MatchedLine {
  readonly startTime: number;
  readonly endTime: number;
  /** 0 to 1; null when not reported. */
  readonly confidence: number | null;
  readonly points: [number, number][];
}

export interface MatchResult {
  readonly lines: MatchedLine[];
  /** Number of fixes without a road. */
  readonly unmatched: number;
}

/**
 * Matches a track to roads. Segments are tracks without a gap, oldest first.
 *
 * @throws NamedError `matching-failed`
 */
export type MatchToRoads = (
  type: RouteType,
  segments: readonly (readonly MatchFix[])[],
) => Promise<MatchResult>;

/** Chunks are requested one after the other, so that a long track causes only one request at a time. */
export function createMatching(service: RoutingService, limiter: ServiceLimiter): MatchToRoads {
  const requestMatch = service.kind === 'osrm' ? requestOsrm : requestValhalla;
  return async (type, segments) => {
    const lines: MatchedLine[] = [];
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    let unmatched = 0;
    try {
      for (const segment of segments) {
        const matched = new Set<number>();
        for (const chunk of splitSegment(segment)) {
          const chunkMatch = await limiter.run((stopping) =>
            requestMatch(service, type, chunk, AbortSignal.any([stopping, deadline])),
          );
          for (const time of chunkMatch.matched) matched.add(time);
          for (const line of chunkMatch.lines) appendLine(lines, line);
        }
        unmatched += segment.length - matched.size;
      }
    } catch (error) {
      if (error instanceof ExternalServiceError) throw new NamedError('matching-failed');
      throw error;
    }
    return { lines, unmatched };
  };
}

/**
 * Splits a segment into chunks that the service accepts; each starts with the last fix of the previous one. Single
 * fixes are dropped.
 */
function splitSegment(segment: readonly MatchFix[]): MatchFix[][] {
  const chunks: MatchFix[][] = [];
  let chunk: MatchFix[] = [];
  let distance = 0;
  for (const fix of segment) {
    const last = chunk.at(-1);
    const step = last === undefined ? 0 : distanceInMetres([last.lng, last.lat], [fix.lng, fix.lat]);
    if (
      last !== undefined &&
      (chunk.length === MAX_FIXES_PER_REQUEST || distance + step > MAX_CHUNK_LENGTH)
    ) {
      chunks.push(chunk);
      chunk = [last];
      distance = 0;
    }
    chunk.push(fix);
    distance += step;
  }
  return [...chunks, chunk].filter(({ length }) => length > 1);
}

/** Appends a line, joined to the previous one if that ends with the same fix at the same position. */
function appendLine(lines: MatchedLine[], line: MatchedLine): void {
  const previous = lines.at(-1);
  const [end, start] = [previous?.points.at(-1), line.points[0]];
  const isContinuous =
    previous?.endTime === line.startTime &&
    end !== undefined &&
    start !== undefined &&
    distanceInMetres(end, start) < JOIN_TOLERANCE;
  if (previous === undefined || !isContinuous) {
    lines.push(line);
    return;
  }
  lines[lines.length - 1] = {
    startTime: previous.startTime,
    endTime: line.endTime,
    confidence:
      previous.confidence === null || line.confidence === null
        ? null
        : Math.min(previous.confidence, line.confidence),
    points: previous.points.concat(line.points.slice(1)),
  };
}

interface ChunkMatch {
  readonly lines: readonly MatchedLine[];
  /** Times of the fixes with a road. */
  readonly matched: readonly number[];
}

const NO_RESULT: ChunkMatch = { lines: [], matched: [] };

type RequestMatch = (
  service: RoutingService,
  type: RouteType,
  chunk: readonly MatchFix[],
  signal: AbortSignal,
) => Promise<ChunkMatch>;

/** OSRM's HTTP API, version 1, service `match`. `gaps=ignore`, because its gap rule of one minute is not ours. */
const requestOsrm: RequestMatch = async (service, type, chunk, signal) => {
  const coordinates = chunk.map(({ lng, lat }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';');
  const url = serviceUrl(service, PROFILES[type], `/match/v1/${PROFILES[type]}/${coordinates}`);
  const joinEach = (select: (fix: MatchFix) => number) => chunk.map(select).join(';');
  const parameters = {
    overview: 'full',
    geometries: 'polyline6',
    gaps: 'ignore',
    tidy: 'true',
    timestamps: joinEach(({ time }) => Math.floor(time / 1_000)),
    radiuses: joinEach(({ accuracy }) => radiusOf(accuracy)),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const json = await requestRoads(SERVICE_NAME, service, url, {}, signal);
  const code = valueAt(json, 'code');
  if (code === 'NoMatch' || code === 'NoSegment') return NO_RESULT;
  const [matchings, points] = [valueAt(json, 'matchings'), valueAt(json, 'tracepoints')];
  if (code !== 'Ok' || !Array.isArray(matchings) || !Array.isArray(points) || points.length !== chunk.length)
    throw new ExternalServiceError('the matching service returned an unexpected response');
  const lines = matchings.map((matching: unknown, index): MatchedLine => {
    const lineFixes = chunk.filter((_, at) => valueAt(points[at], 'matchings_index') === index);
    const confidence = valueAt(matching, 'confidence');
    const isValid = typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
    return {
      ...timesOf(lineFixes),
      confidence: isValid ? confidence : null,
      points: lineOf([valueAt(matching, 'geometry')]),
    };
  });
  lines.sort((a, b) => a.startTime - b.startTime);
  return { lines, matched: chunk.filter((_, at) => points[at] !== null).map(({ time }) => time) };
};

/**
 * Valhalla's `trace_route`. Parts that it could not join are in `alternates`, without their fixes: each line then has
 * the times of its chunk, and all fixes of the chunk count as matched.
 */
const requestValhalla: RequestMatch = async (service, type, chunk, signal) => {
  const body = JSON.stringify({
    shape: chunk.map(({ lng, lat, time }) => ({ lat, lon: lng, time: Math.floor(time / 1_000) })),
    costing: COSTINGS[type],
    shape_match: 'map_snap',
    trace_options: { gps_accuracy: Math.max(...chunk.map(({ accuracy }) => radiusOf(accuracy))) },
    units: 'kilometers',
    directions_type: 'none',
  });
  const headers = { 'content-type': 'application/json' };
  const url = serviceUrl(service, PROFILES[type], '/trace_route');
  const json = await requestRoads(SERVICE_NAME, service, url, { method: 'POST', headers, body }, signal);
  if (NO_MATCH_CODES.includes(valueAt(json, 'error_code'))) return NO_RESULT;
  const alternates = valueAt(json, 'alternates');
  const trips = [
    valueAt(json, 'trip'),
    ...(Array.isArray(alternates) ? alternates : []).map((alternate: unknown) => valueAt(alternate, 'trip')),
  ];
  const lines = trips.map((trip): MatchedLine => {
    const legs = valueAt(trip, 'legs');
    const shapes = Array.isArray(legs) ? legs.map((leg: unknown) => valueAt(leg, 'shape')) : [];
    return { ...timesOf(chunk), confidence: null, points: lineOf(shapes) };
  });
  return { lines, matched: chunk.map(({ time }) => time) };
};

function radiusOf(accuracy: number | null): number {
  return Math.min(MAX_ACCURACY, Math.max(1, Math.round(accuracy ?? DEFAULT_ACCURACY)));
}

function timesOf(fixes: readonly MatchFix[]): { startTime: number; endTime: number } {
  const [first, last] = [fixes[0], fixes.at(-1)];
  if (first === undefined || last === undefined)
    throw new ExternalServiceError('the matching service returned a line without fixes');
  return { startTime: first.time, endTime: last.time };
}

function lineOf(shapes: readonly unknown[]): [number, number][] {
  const points = joinLines(SERVICE_NAME, shapes);
  if (points.length < 2) throw new ExternalServiceError('the matching service returned no line');
  return points;
}

function distanceInMetres(a: readonly [number, number], b: readonly [number, number]): number {
  return greatCircleDistance({ longitude: a[0], latitude: a[1] }, { longitude: b[0], latitude: b[1] });
}
