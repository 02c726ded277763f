import type { LabelPoint } from '@wakeline/contract/entities/map-object';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { CommonFields, Subject, SubjectContent } from '../forms/subject.ts';

export interface PointFields extends CommonFields {
  readonly iconUrl: string;
  readonly images: readonly string[];
}

export type PointSubject = Subject<PointFields> & { readonly kind: 'labelPoint' };

export function newPoint(
  fields: CommonFields,
  coordinates: Position | undefined,
): SubjectContent<PointSubject> {
  return {
    kind: 'labelPoint',
    fields: { ...fields, iconUrl: 'flag', images: [] },
    start: coordinates === undefined ? null : { kind: 'marker', coordinates: coordinates },
  };
}

/** The form content of a stored labelled point. */
export function storedPoint(point: LabelPoint, fields: CommonFields): SubjectContent<PointSubject> {
  const { iconUrl, images, longitude, latitude } = point;
  return {
    kind: 'labelPoint',
    fields: { ...fields, iconUrl, images },
    start: { kind: 'marker', coordinates: [longitude, latitude] },
  };
}
