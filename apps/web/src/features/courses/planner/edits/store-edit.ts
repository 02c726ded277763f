import type { Client } from '@wakeline/client/client';
import type { ObjectChange } from '@wakeline/contract/courses/objects';
import type { EventEdit } from '@wakeline/domain/courses/edits';

/** Stores an edit on the server. */
export async function storeEdit(
  client: Client,
  eventId: number,
  edit: EventEdit,
  baseVersion: number | null,
): Promise<{ readonly version: number; readonly overwritten: string | null }> {
  const { version, overwritten } =
    edit.kind === 'settings'
      ? await client.call('editCourseEvent', {
          ...{ eventId, baseVersion: baseVersion ?? undefined },
          ...edit.after,
        })
      : await client.call('saveCourseObject', {
          ...{ eventId, objectId: edit.id, baseVersion },
          // The type checker cannot infer that the value belongs to the kind.
          change: { kind: edit.kind, value: edit.after } as ObjectChange,
        });
  return { version, overwritten: overwritten?.userName ?? null };
}
