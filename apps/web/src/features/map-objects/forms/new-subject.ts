import type { FullRoute, MapObjectKind } from '@wakeline/contract/entities/map-object';
import { LIMITS } from '@wakeline/contract/limits';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import { newFence, storedFence } from '../fences/fence-subject.ts';
import { newPoint, storedPoint } from '../points/point-subject.ts';
import { newRoute, storedRoute } from '../routes/route-subject.ts';
import type { FormSubject } from './form-subject.ts';
import { PRESET_COLORS } from './preset-colors.ts';
import type { CommonFields } from './subject.ts';

interface NewOptions {
  /** Initial coordinates. */
  readonly coordinates?: Position;
  readonly name?: string;
  readonly groupId?: number | null;
}

/** The form content of a new object. */
export function newSubject(
  kind: MapObjectKind,
  { coordinates, name = '', groupId = null }: NewOptions,
): FormSubject {
  const fields: CommonFields = {
    name: name.slice(0, LIMITS.name),
    color: PRESET_COLORS[0],
    visible: true,
    note: '',
    ...(groupId === null ? {} : { groupId }),
  };
  const common = { id: null, touched: false } as const;
  if (kind === 'fence') return { ...common, ...newFence(fields, coordinates) };
  if (kind === 'labelPoint') return { ...common, ...newPoint(fields, coordinates) };
  return { ...common, ...newRoute(fields, coordinates) };
}

/** The form content for editing or copying an object. A route needs its full line. */
export function subjectOf(
  object: MapObject,
  fullRoute: FullRoute | null,
  copy: { readonly name: string } | null,
): FormSubject {
  const fields: CommonFields = {
    name: (copy?.name ?? object.name).slice(0, LIMITS.name),
    color: object.color,
    visible: object.display === 'SHOW',
    note: object.note,
    ...(object.groupId === null ? {} : { groupId: object.groupId }),
  };
  const common = { id: copy === null ? object.id : null, touched: false } as const;
  if (object.kind === 'fence') return { ...common, ...storedFence(object.source, fields) };
  if (object.kind === 'labelPoint') return { ...common, ...storedPoint(object.source, fields) };
  return { ...common, ...storedRoute(object.source, fullRoute, fields) };
}
