import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { commonPayload, OBJECT_CALLS } from '../changes/object-calls.ts';
import type { RouteFields, RouteSubject } from './route-subject.ts';

type Line = readonly (readonly [number, number] | readonly [number, number, number])[];

/** The line of a route, and how it was created. */
export type RouteLine =
  | { readonly method: 'unchanged'; readonly reversed: boolean }
  | { readonly method: 'hand'; readonly line: readonly Position[] }
  | { readonly method: 'plan'; readonly stops: readonly Position[]; readonly line: Line };

/** Creates or edits a route and returns its id. */
export async function saveRoute(
  client: Client,
  { id, source }: RouteSubject,
  fields: RouteFields,
  line: RouteLine,
): Promise<number> {
  const payload = {
    ...commonPayload(fields),
    routeName: fields.name.trim(),
    weight: fields.weight,
    type: fields.type,
    start: fields.start.trim(),
    end: fields.end.trim(),
    // A copy needs the original's line; an edited route keeps its own.
    ...(line.method === 'unchanged' && !line.reversed && id !== null
      ? {}
      : buildLinePayload(line, fields, source)),
  };
  if (id !== null) {
    await OBJECT_CALLS.route.edit(client, id, payload);
    return id;
  }
  const { dataPoints } = payload;
  if (dataPoints === undefined) throw new NamedError('drawing-unfinished');
  return await OBJECT_CALLS.route.create(client, { ...payload, dataPoints });
}

function buildLinePayload(line: RouteLine, fields: RouteFields, source: RouteSubject['source']) {
  if (line.method === 'unchanged') {
    if (source === null) return {};
    const { dataPoints, points, origin } = source;
    return line.reversed
      ? { dataPoints: dataPoints.toReversed(), points: points.toReversed(), origin }
      : { dataPoints, points, origin };
  }
  if (line.method === 'hand')
    return { dataPoints: restoreHeights(line.line, source), points: [], origin: 'drawn' as const };
  const { stops } = line;
  const nameOf = (index: number) =>
    index === 0 ? fields.start.trim() : index === stops.length - 1 ? fields.end.trim() : '';
  return {
    dataPoints: line.line.map(
      (coordinates) => [...coordinates] as [number, number] | [number, number, number],
    ),
    points: stops.map(([lng, lat], index) => ({ lng, lat, name: nameOf(index).slice(0, LIMITS.name) })),
    origin: 'planned' as const,
  };
}

/** Vertices that were not moved keep their height. */
function restoreHeights(line: readonly Position[], source: RouteSubject['source']) {
  const heights = new Map(
    source?.dataPoints.flatMap((coordinates) =>
      coordinates.length === 3 ? [[`${coordinates[0]} ${coordinates[1]}`, coordinates[2]] as const] : [],
    ),
  );
  return line.map(([lng, lat]): [number, number] | [number, number, number] => {
    const height = heights.get(`${lng} ${lat}`);
    return height === undefined ? [lng, lat] : [lng, lat, height];
  });
}
