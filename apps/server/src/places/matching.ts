import type { RouteType } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import type { Gate } from './gate.ts';
import { valueAt } from './geocoder-template.ts';
import { OutsideError } from './outside-json.ts';
import { addressUnder, askRoads, joinedLine } from './road-service.ts';
import { COSTINGS, PROFILES } from './routing.ts';
import type { RoutingService } from './routing-service.ts';

const WHAT = 'matching service';
/** Fixes that are asked about at once: what OSRM takes unless it is set up otherwise (`--max-matching-size`), and few enough for Valhalla. */
const AT_ONCE = 100;
/** Metres of a part: Valhalla takes 200 km unless it is set up otherwise (`service_limits.trace.max_distance`). */
const LONGEST = 150_000;
/** Milliseconds for a whole track, however many parts it has. */
const PATIENCE = 90_000;
/** Metres between two lines that are one: of the fix that two parts share. */
const SAME_PLACE = 30;
/** Metres that a fix is taken to be off where its device does not say, and at most: a service that looks farther takes very long. */
const USUAL_ACCURACY = 10;
const MOST_ACCURACY = 50;
/** Valhalla's codes for "no road": no edge near a place, no way between them, no match (its documentation, API, internal error codes 171, 442, 443, 444). */
const NO_MATCH: readonly unknown[] = [171, 442, 443, 444];

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
  /** 0 to 1; null: not said. */
  readonly confidence: number | null;
  readonly points: [number, number][];
}

export interface Matched {
  readonly lines: MatchedLine[];
  /** Fixes for which there is no road. */
  readonly unmatched: number;
}

/**
 * Finds the roads that were taken. Pieces are ways without a gap, oldest first.
 *
 * @throws NamedError `matching-failed`
 */
export type MatchToRoads = (type: RouteType, pieces: readonly (readonly MatchFix[])[]) => Promise<Matched>;

/** One part after the other: however long a track is, the service has one question of it at a time. */
export function createMatching(service: RoutingService, gate: Gate): MatchToRoads {
  const ask = service.kind === 'osrm' ? askOsrm : askValhalla;
  return async (type, pieces) => {
    const lines: MatchedLine[] = [];
    const deadline = AbortSignal.timeout(PATIENCE);
    let unmatched = 0;
    try {
      for (const piece of pieces) {
        const matched = new Set<number>();
        for (const part of partsOf(piece)) {
          const found = await gate.pass((stopping) =>
            ask(service, type, part, AbortSignal.any([stopping, deadline])),
          );
          for (const time of found.matched) matched.add(time);
          for (const line of found.lines) addLine(lines, line);
        }
        unmatched += piece.length - matched.size;
      }
    } catch (error) {
      if (error instanceof OutsideError) throw new NamedError('matching-failed');
      throw error;
    }
    return { lines, unmatched };
  };
}

/** Parts that the service takes; each begins with the fix that the one before it ends with. One fix alone is no way. */
function partsOf(piece: readonly MatchFix[]): MatchFix[][] {
  const parts: MatchFix[][] = [];
  let part: MatchFix[] = [];
  let way = 0;
  for (const fix of piece) {
    const last = part.at(-1);
    const step = last === undefined ? 0 : metres([last.lng, last.lat], [fix.lng, fix.lat]);
    if (last !== undefined && (part.length === AT_ONCE || way + step > LONGEST)) {
      parts.push(part);
      part = [last];
      way = 0;
    }
    part.push(fix);
    way += step;
  }
  return [...parts, part].filter(({ length }) => length > 1);
}

/** Adds a line, to the last one where that ends with the fix and at the place that this one begins with. */
function addLine(lines: MatchedLine[], line: MatchedLine): void {
  const before = lines.at(-1);
  const [end, begin] = [before?.points.at(-1), line.points[0]];
  const goesOn =
    before?.endTime === line.startTime &&
    end !== undefined &&
    begin !== undefined &&
    metres(end, begin) < SAME_PLACE;
  if (before === undefined || !goesOn) {
    lines.push(line);
    return;
  }
  lines[lines.length - 1] = {
    startTime: before.startTime,
    endTime: line.endTime,
    confidence:
      before.confidence === null || line.confidence === null
        ? null
        : Math.min(before.confidence, line.confidence),
    points: before.points.concat(line.points.slice(1)),
  };
}

interface Found {
  readonly lines: readonly MatchedLine[];
  /** Times of the fixes that have a road. */
  readonly matched: readonly number[];
}

const NOTHING: Found = { lines: [], matched: [] };

type Ask = (
  service: RoutingService,
  type: RouteType,
  part: readonly MatchFix[],
  signal: AbortSignal,
) => Promise<Found>;

/** OSRM's HTTP API, version 1, service `match`. Its own rule for gaps, a minute, is not ours: `gaps=ignore`. */
const askOsrm: Ask = async (service, type, part, signal) => {
  const places = part.map(({ lng, lat }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';');
  const url = addressUnder(service, PROFILES[type], `/match/v1/${PROFILES[type]}/${places}`);
  const each = (of: (fix: MatchFix) => number) => part.map(of).join(';');
  const asked = {
    overview: 'full',
    geometries: 'polyline6',
    gaps: 'ignore',
    tidy: 'true',
    timestamps: each(({ time }) => Math.floor(time / 1_000)),
    radiuses: each(({ accuracy }) => radiusOf(accuracy)),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const json = await askRoads(WHAT, service, url, {}, signal);
  const code = valueAt(json, 'code');
  if (code === 'NoMatch' || code === 'NoSegment') return NOTHING;
  const [matchings, points] = [valueAt(json, 'matchings'), valueAt(json, 'tracepoints')];
  if (code !== 'Ok' || !Array.isArray(matchings) || !Array.isArray(points) || points.length !== part.length)
    throw new OutsideError('the matching service did not find out');
  const lines = matchings.map((matching: unknown, index): MatchedLine => {
    const of = part.filter((_, at) => valueAt(points[at], 'matchings_index') === index);
    const confidence = valueAt(matching, 'confidence');
    const said = typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
    return {
      ...timesOf(of),
      confidence: said ? confidence : null,
      points: lineOf([valueAt(matching, 'geometry')]),
    };
  });
  lines.sort((a, b) => a.startTime - b.startTime);
  return { lines, matched: part.filter((_, at) => points[at] !== null).map(({ time }) => time) };
};

/**
 * Valhalla's `trace_route`. What it could not join comes as `alternates`, and does not say of which fixes it is: each line then has
 * the times of the part, and all its fixes count as matched.
 */
const askValhalla: Ask = async (service, type, part, signal) => {
  const body = JSON.stringify({
    shape: part.map(({ lng, lat, time }) => ({ lat, lon: lng, time: Math.floor(time / 1_000) })),
    costing: COSTINGS[type],
    shape_match: 'map_snap',
    trace_options: { gps_accuracy: Math.max(...part.map(({ accuracy }) => radiusOf(accuracy))) },
    units: 'kilometers',
    directions_type: 'none',
  });
  const headers = { 'content-type': 'application/json' };
  const url = addressUnder(service, PROFILES[type], '/trace_route');
  const json = await askRoads(WHAT, service, url, { method: 'POST', headers, body }, signal);
  if (NO_MATCH.includes(valueAt(json, 'error_code'))) return NOTHING;
  const others = valueAt(json, 'alternates');
  const trips = [
    valueAt(json, 'trip'),
    ...(Array.isArray(others) ? others : []).map((one: unknown) => valueAt(one, 'trip')),
  ];
  const lines = trips.map((trip): MatchedLine => {
    const legs = valueAt(trip, 'legs');
    const shapes = Array.isArray(legs) ? legs.map((leg: unknown) => valueAt(leg, 'shape')) : [];
    return { ...timesOf(part), confidence: null, points: lineOf(shapes) };
  });
  return { lines, matched: part.map(({ time }) => time) };
};

function radiusOf(accuracy: number | null): number {
  return Math.min(MOST_ACCURACY, Math.max(1, Math.round(accuracy ?? USUAL_ACCURACY)));
}

function timesOf(fixes: readonly MatchFix[]): { startTime: number; endTime: number } {
  const [first, last] = [fixes[0], fixes.at(-1)];
  if (first === undefined || last === undefined)
    throw new OutsideError('the matching service answers a line of no fix');
  return { startTime: first.time, endTime: last.time };
}

function lineOf(shapes: readonly unknown[]): [number, number][] {
  const points = joinedLine(WHAT, shapes);
  if (points.length < 2) throw new OutsideError('the matching service answers no line');
  return points;
}

function metres(a: readonly [number, number], b: readonly [number, number]): number {
  return greatCircleDistance({ longitude: a[0], latitude: a[1] }, { longitude: b[0], latitude: b[1] });
}
