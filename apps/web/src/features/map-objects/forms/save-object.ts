import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { fenceFault } from '@wakeline/domain/fences/fence-check';
import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';
import type { DrawState } from '../../../map/draw/draw-surface.ts';
import { storedShapeOf } from '../../../map/objects/fence-shape-of.ts';
import type {
  CommonFields,
  FenceFields,
  FenceSubject,
  PointFields,
  PointSubject,
  RouteFields,
  RouteSubject,
} from './form-subject.ts';

function common({ groupId, color, shown, note }: CommonFields) {
  return { groupId: groupId ?? null, color, display: shown ? 'SHOW' : 'HIDE', note } as const;
}

/**
 * The area that was drawn.
 *
 * @throws NamedError `drawing-unfinished` before it is finished, and whatever the rules of areas find.
 */
export function finishedShape(state: DrawState | null): FenceShape {
  const drawn = state?.finished ? state.drawn : null;
  if (drawn === null || !('shape' in drawn)) throw new NamedError('drawing-unfinished');
  const fault = fenceFault(drawn.shape);
  if (fault !== null) throw new NamedError(fault);
  return drawn.shape;
}

/** Makes or changes a fence and answers its id. */
export async function saveFence(
  client: Client,
  { id }: FenceSubject,
  fields: FenceFields,
  state: DrawState | null,
): Promise<number> {
  const payload = {
    ...common(fields),
    ...storedShapeOf(finishedShape(state)),
    fenceName: fields.name.trim(),
    notice: fields.notice,
    holdSeconds: fields.holdSeconds ?? 0,
    holdMetres: fields.holdMetres ?? 0,
  };
  if (id === null) return (await client.call('createFence', payload)).fenceId;
  await client.call('editFence', { fenceId: id, ...payload });
  return id;
}

/**
 * Makes or changes a labelled point and answers its id.
 *
 * @throws NamedError `coordinates-empty` before it has a place.
 */
export async function saveLabelPoint(
  client: Client,
  { id }: PointSubject,
  fields: PointFields,
  state: DrawState | null,
): Promise<number> {
  const drawn = state?.drawn;
  if (drawn?.kind !== 'marker') throw new NamedError('coordinates-empty');
  const [longitude, latitude] = drawn.place;
  const payload = {
    ...common(fields),
    placeName: fields.name.trim(),
    longitude,
    latitude,
    iconUrl: fields.iconUrl,
    images: [...fields.images],
  };
  if (id === null) return (await client.call('addLabelPoint', payload)).labelPointId;
  await client.call('editLabelPoint', { labelPointId: id, ...payload });
  return id;
}

type Line = readonly (readonly [number, number] | readonly [number, number, number])[];

/** The line of a route, and how it came about. */
export type RouteLine =
  | { readonly method: 'keep'; readonly reversed: boolean }
  | { readonly method: 'hand'; readonly line: readonly Position[] }
  | { readonly method: 'plan'; readonly stops: readonly Position[]; readonly line: Line };

/** Makes or changes a route and answers its id. */
export async function saveRoute(
  client: Client,
  { id, source }: RouteSubject,
  fields: RouteFields,
  line: RouteLine,
): Promise<number> {
  const form = {
    ...common(fields),
    routeName: fields.name.trim(),
    weight: fields.weight,
    type: fields.type,
    start: fields.start.trim(),
    end: fields.end.trim(),
    // A copy needs the line of what it is a copy of; what is changed keeps its own.
    ...(line.method === 'keep' && !line.reversed && id !== null ? {} : lineForm(line, fields, source)),
  };
  if (id !== null) {
    await client.call('updateRoute', { routeId: id, ...form });
    return id;
  }
  const { dataPoints } = form;
  if (dataPoints === undefined) throw new NamedError('drawing-unfinished');
  return (await client.call('addRoute', { ...form, dataPoints })).routeId;
}

function lineForm(line: RouteLine, fields: RouteFields, source: RouteSubject['source']) {
  if (line.method === 'keep') {
    if (source === null) return {};
    const { dataPoints, points, origin } = source;
    return line.reversed
      ? { dataPoints: dataPoints.toReversed(), points: points.toReversed(), origin }
      : { dataPoints, points, origin };
  }
  if (line.method === 'hand')
    return { dataPoints: withHeights(line.line, source), points: [], origin: 'drawn' as const };
  const { stops } = line;
  const names = (at: number) =>
    at === 0 ? fields.start.trim() : at === stops.length - 1 ? fields.end.trim() : '';
  return {
    dataPoints: line.line.map((place) => [...place] as [number, number] | [number, number, number]),
    points: stops.map(([lng, lat], at) => ({ lng, lat, name: names(at).slice(0, LIMITS.name) })),
    origin: 'planned' as const,
  };
}

/** Corners that were not moved keep the height that they had. */
function withHeights(line: readonly Position[], source: RouteSubject['source']) {
  const heights = new Map(
    source?.dataPoints.flatMap((place) =>
      place.length === 3 ? [[`${place[0]} ${place[1]}`, place[2]] as const] : [],
    ),
  );
  return line.map(([lng, lat]): [number, number] | [number, number, number] => {
    const height = heights.get(`${lng} ${lat}`);
    return height === undefined ? [lng, lat] : [lng, lat, height];
  });
}
