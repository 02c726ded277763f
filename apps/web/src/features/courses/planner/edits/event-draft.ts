import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { applyEdits, type EventEdit, invertEdits } from '@wakeline/domain/courses/edits';
import type { CourseEvent, ObjectKind } from '@wakeline/domain/courses/event';
import { OBJECT_KINDS } from '@wakeline/domain/courses/event';
import { type EditSender, keyOf, SETTINGS_KEY, type Versions } from './send-edits.ts';

/** Edits that are undone together. */
export type Step = readonly EventEdit[];

/** An event while it is edited. */
export interface EventDraft {
  readonly event: CourseEvent;
  /** The revision up to which the changes of all users are part of it. */
  readonly revision: number;
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

type LoadedEvent = ResultOf<Operations['queryCourseEvent']>;
type Changes = ResultOf<Operations['queryCourseChanges']>;

/** Steps that can be undone. */
const MAX_STEPS = 200;

export function draftOf({ event, revision }: LoadedEvent): EventDraft {
  return { event, revision, undo: [], redo: [] };
}

/** The versions of the settings and objects of an event. */
export function versionsOf({ versions }: LoadedEvent): Versions {
  return new Map([
    [SETTINGS_KEY, versions.settings],
    ...OBJECT_KINDS.flatMap((kind: ObjectKind) =>
      Object.entries(versions[kind]).map(([id, version]) => [keyOf(kind, id), version] as const),
    ),
  ]);
}

/** Applies a step of the user. What was undone before cannot be redone. */
export function withStep(draft: EventDraft, step: Step): EventDraft {
  return {
    ...draft,
    event: applyEdits(draft.event, step),
    undo: [...draft.undo.slice(1 - MAX_STEPS), step],
    redo: [],
  };
}

/** A draft and the edits that led to it. */
interface EditedDraft {
  readonly draft: EventDraft;
  readonly edits: Step;
}

/** Undoes the last step; null: there is none. */
export function undoStep(draft: EventDraft): EditedDraft | null {
  const step = draft.undo.at(-1);
  if (step === undefined) return null;
  const edits = invertEdits(step);
  return {
    draft: {
      ...draft,
      event: applyEdits(draft.event, edits),
      undo: draft.undo.slice(0, -1),
      redo: [...draft.redo, step],
    },
    edits,
  };
}

/** Does the last undone step again; null: there is none. */
export function redoStep(draft: EventDraft): EditedDraft | null {
  const step = draft.redo.at(-1);
  if (step === undefined) return null;
  return {
    draft: {
      ...draft,
      event: applyEdits(draft.event, step),
      undo: [...draft.undo, step],
      redo: draft.redo.slice(0, -1),
    },
    edits: step,
  };
}

/**
 * Applies changes of all users, except those that edits of this user have replaced, or will replace when they are stored.
 *
 * @returns the draft and the versions of what was applied.
 */
export function withChanges(
  draft: EventDraft,
  { settings, objects, revision }: Changes,
  isReplaced: EditSender['isReplaced'],
): { readonly draft: EventDraft; readonly versions: Versions } {
  const applied = objects.filter(
    ({ change, objectId, version }) => !isReplaced(keyOf(change.kind, objectId), version),
  );
  const edits = applied.map(
    ({ objectId, change }) =>
      // The type checker cannot infer that the value belongs to the kind.
      ({ kind: change.kind, id: objectId, before: null, after: change.value }) as EventEdit,
  );
  const event = applyEdits(draft.event, edits);
  const versions = new Map(
    applied.map(({ change, objectId, version }) => [keyOf(change.kind, objectId), version]),
  );
  if (settings === null || isReplaced(SETTINGS_KEY, settings.version))
    return { draft: { ...draft, revision, event }, versions };
  versions.set(SETTINGS_KEY, settings.version);
  return { draft: { ...draft, revision, event: { ...event, ...settings.value } }, versions };
}
