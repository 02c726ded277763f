import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { DrawState } from '../../../map/draw/draw-surface.ts';
import { commonPayload, OBJECT_CALLS, saveObject } from '../changes/object-calls.ts';
import type { PointFields, PointSubject } from './point-subject.ts';

/**
 * Creates or edits a labelled point and returns its id.
 * @throws NamedError `coordinates-empty` before it has coordinates
 */
export async function savePoint(
  client: Client,
  { id }: PointSubject,
  fields: PointFields,
  state: DrawState | null,
): Promise<number> {
  const drawn = state?.drawn;
  if (drawn?.kind !== 'marker') throw new NamedError('coordinates-empty');
  const [longitude, latitude] = drawn.coordinates;
  return await saveObject(OBJECT_CALLS.labelPoint, client, id, {
    ...commonPayload(fields),
    placeName: fields.name.trim(),
    longitude,
    latitude,
    iconUrl: fields.iconUrl,
    images: [...fields.images],
  });
}
