import type { MapObjectKind, WholeRoute } from '@wakeline/contract/entities/map-object';
import { LIMITS } from '@wakeline/contract/limits';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { fenceShapeOf } from '../../../map/objects/fence-shape-of.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import {
  type CommonFields,
  drawnOf,
  type FenceSubject,
  type FormSubject,
  type PointSubject,
  type RouteSubject,
  TOOL_OF,
} from './form-subject.ts';
import { PRESET_COLORS } from './preset-colors.ts';

/** Metres of the circle that is put round a place for which somebody wants a fence. */
const FIRST_RADIUS = 500;
/** Lines of more corners are kept as they are, or drawn anew: nobody moves thousands of them by hand. */
export const EDITABLE_CORNERS = 300;

interface NewOptions {
  /** Where it is wanted. */
  readonly at?: Position;
  readonly name?: string;
  readonly groupId?: number | null;
}

/** A form for a new object. */
export function newSubject(kind: MapObjectKind, { at, name = '', groupId = null }: NewOptions): FormSubject {
  const fields: CommonFields = {
    name: name.slice(0, LIMITS.name),
    color: PRESET_COLORS[0],
    shown: true,
    note: '',
    ...(groupId === null ? {} : { groupId }),
  };
  const common = { id: null, touched: false } as const;
  if (kind === 'fence')
    return {
      ...common,
      kind,
      fields: { ...fields, notice: 'BOTH', holdSeconds: 10, holdMetres: 30 },
      tool: at === undefined ? 'polygon' : 'circle',
      start:
        at === undefined
          ? null
          : { kind: 'circle', shape: { type: 'CIRCULAR', center: at, radius: FIRST_RADIUS } },
    };
  if (kind === 'labelPoint')
    return {
      ...common,
      kind,
      fields: { ...fields, iconUrl: 'flag', images: [] },
      start: at === undefined ? null : { kind: 'marker', place: at },
    };
  return {
    ...common,
    kind,
    fields: { ...fields, weight: 4, type: 'drive', start: '', end: '' },
    start: null,
    method: 'hand',
    source: null,
    from: at ?? null,
  };
}

/** A form to change an object, or to make one like it. A route comes with its whole line. */
export function subjectOf(
  object: MapObject,
  whole: WholeRoute | null,
  copy: { readonly name: string } | null,
): FormSubject {
  const fields: CommonFields = {
    name: (copy?.name ?? object.name).slice(0, LIMITS.name),
    color: object.color,
    shown: object.display === 'SHOW',
    note: object.note,
    ...(object.groupId === null ? {} : { groupId: object.groupId }),
  };
  const common = { id: copy === null ? object.id : null, touched: false } as const;
  if (object.kind === 'fence') return { ...common, ...ofFence(object.of, fields) };
  if (object.kind === 'labelPoint') {
    const { iconUrl, images, longitude, latitude } = object.of;
    return {
      ...common,
      kind: 'labelPoint',
      fields: { ...fields, iconUrl, images },
      start: { kind: 'marker', place: [longitude, latitude] },
    } satisfies PointSubject;
  }
  return { ...common, ...ofRoute(object.of, whole, fields) };
}

function ofFence(
  fence: Extract<MapObject, { kind: 'fence' }>['of'],
  fields: CommonFields,
): Omit<FenceSubject, 'id' | 'touched'> {
  const { notice, holdSeconds, holdMetres, fenceType } = fence;
  const shape = fenceShapeOf(fence);
  return {
    kind: 'fence',
    fields: { ...fields, notice, holdSeconds, holdMetres },
    tool: TOOL_OF[fenceType],
    start: shape === null ? null : drawnOf(shape),
  };
}

function ofRoute(
  route: Extract<MapObject, { kind: 'route' }>['of'],
  whole: WholeRoute | null,
  fields: CommonFields,
): Omit<RouteSubject, 'id' | 'touched'> {
  const { weight, type, start, end, origin, points } = route;
  const line = (whole?.dataPoints ?? route.line).map(([lng, lat]): Position => [lng, lat]);
  const planned = origin === 'planned' && points.length >= 2;
  const long = line.length > EDITABLE_CORNERS;
  return {
    kind: 'route',
    fields: { ...fields, weight, type, start, end },
    method: planned || long ? 'keep' : 'hand',
    start: planned
      ? { kind: 'line', line: points.map(({ lng, lat }): Position => [lng, lat]) }
      : long
        ? null
        : { kind: 'line', line },
    source: whole,
    from: null,
  };
}
