import type { Client } from '@wakeline/client/client';
import type { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { EventEdit } from '@wakeline/domain/courses/edits';
import { createStore, type StoreApi } from 'zustand';
import {
  draftOf,
  type EventDraft,
  redoStep,
  undoStep,
  versionsOf,
  withChanges,
  withStep,
} from './edits/event-draft.ts';
import { createEditSender, type SaveState } from './edits/send-edits.ts';
import { storeEdit } from './edits/store-edit.ts';

/** What a click on the map does. */
export const PLANNER_TOOLS = ['select', 'start', 'control', 'finish', 'crossing', 'bend', 'gap'] as const;
export type PlannerTool = (typeof PLANNER_TOOLS)[number];

export type PlannerSelection =
  | { readonly kind: 'control'; readonly id: string }
  | { readonly kind: 'leg'; readonly from: string; readonly to: string };

export interface PlannerState {
  readonly draft: EventDraft;
  readonly saving: SaveState;
  readonly tool: PlannerTool;
  readonly selection: PlannerSelection | null;
  /** The course control after which the next control is added; null: at the end. */
  readonly insertAfter: string | null;
  /** The displayed variation of the displayed course; null or unknown: all. */
  readonly variationCode: string | null;
}

export interface Planner {
  readonly store: StoreApi<PlannerState>;
  /** Applies edits as one step, and stores them. */
  readonly run: (edits: readonly (EventEdit | null)[]) => void;
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  /** Reads what other users changed. Rejects if the event has to be loaded again. */
  readonly refresh: () => Promise<'current' | 'reload'>;
  readonly retryNow: () => void;
  readonly stop: () => void;
}

interface PlannerOptions {
  readonly client: Client;
  readonly loaded: ResultOf<Operations['queryCourseEvent']>;
  /** The user's edit replaced a change of another user. */
  readonly onOverwritten: (edit: EventEdit, userName: string) => void;
  /** The server refused an edit: the event must be loaded again. */
  readonly onRefused: (error: NamedError) => void;
}

/** Milliseconds between two attempts to reach the server. */
const RETRY_MS = 3_000;

/** The editor of an event: edits are applied at once and stored in the background. */
export function createPlanner({ client, loaded, onOverwritten, onRefused }: PlannerOptions): Planner {
  const { eventId } = loaded;
  const store = createStore<PlannerState>(() => ({
    draft: draftOf(loaded),
    saving: 'saved',
    tool: 'select',
    selection: null,
    insertAfter: null,
    variationCode: null,
  }));
  const sender = createEditSender({
    store: (edit, baseVersion) => storeEdit(client, eventId, edit, baseVersion),
    onState: (saving) => store.setState({ saving }),
    onOverwritten,
    onRefused,
    schedule(callback) {
      const timer = setTimeout(callback, RETRY_MS);
      return () => clearTimeout(timer);
    },
  });
  sender.setVersions(versionsOf(loaded));

  function change(step: ReturnType<typeof undoStep>): boolean {
    if (step === null) return false;
    store.setState({ draft: step.draft });
    sender.add(step.edits);
    return true;
  }

  return {
    store,
    run(edits) {
      const step = edits.filter((edit) => edit !== null);
      if (step.length === 0) return;
      store.setState(({ draft }) => ({ draft: withStep(draft, step) }));
      sender.add(step);
    },
    undo: () => change(undoStep(store.getState().draft)),
    redo: () => change(redoStep(store.getState().draft)),
    async refresh() {
      const since = store.getState().draft.revision;
      const changes = await client.call('queryCourseChanges', { eventId, since });
      if (!changes.complete) return 'reload';
      const { draft, versions } = withChanges(store.getState().draft, changes, sender.isReplaced);
      sender.setVersions(versions);
      store.setState({ draft });
      return 'current';
    },
    retryNow: sender.retryNow,
    stop: sender.stop,
  };
}
