import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { validateFence } from '@wakeline/domain/fences/validate-fence';
import type { DrawState } from '../../../map/draw/draw-surface.ts';
import { toStoredShape } from '../../../map/objects/fence-shape.ts';
import { commonPayload, OBJECT_CALLS, saveObject } from '../changes/object-calls.ts';
import type { FenceFields, FenceSubject } from './fence-subject.ts';

/**
 * The drawn shape.
 * @throws NamedError `drawing-unfinished` before it is finished, or the error of the validation
 */
export function finishedShape(state: DrawState | null): FenceShape {
  const drawn = state?.finished ? state.drawn : null;
  if (drawn === null || !('shape' in drawn)) throw new NamedError('drawing-unfinished');
  const error = validateFence(drawn.shape);
  if (error !== null) throw new NamedError(error);
  return drawn.shape;
}

/** Creates or edits a fence and returns its id. */
export async function saveFence(
  client: Client,
  { id }: FenceSubject,
  fields: FenceFields,
  state: DrawState | null,
): Promise<number> {
  return await saveObject(OBJECT_CALLS.fence, client, id, {
    ...commonPayload(fields),
    ...toStoredShape(finishedShape(state)),
    fenceName: fields.name.trim(),
    notice: fields.notice,
    holdSeconds: fields.holdSeconds ?? 0,
    holdMetres: fields.holdMetres ?? 0,
  });
}
