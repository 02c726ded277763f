import { changeControl } from '@wakeline/domain/courses/edit-controls';
import { NEW_EVENT, newControl } from '@wakeline/domain/courses/event';
import { expect, test } from 'vitest';
import { type EventDraft, redoStep, undoStep, withChanges, withStep } from './event-draft.ts';
import { keyOf, SETTINGS_KEY } from './send-edits.ts';

const CONTROL = newControl('c1', [0, 0], 'other', '31');
const DRAFT: EventDraft = {
  event: { ...NEW_EVENT, controls: [CONTROL], courses: [], legs: [], people: [] },
  revision: 5,
  undo: [],
  redo: [],
};

function codesOf({ event }: EventDraft): readonly (string | null)[] {
  return event.controls.map(({ code }) => code);
}

test('undoes and redoes steps; a new step ends redoing', () => {
  const changed = withStep(DRAFT, [changeControl(CONTROL, { code: '40' })]);
  expect(codesOf(changed)).toEqual(['40']);
  const undone = undoStep(changed);
  expect(undone?.edits).toMatchObject([{ before: { code: '40' }, after: { code: '31' } }]);
  if (undone === null) throw new Error('nothing to undo');
  expect(codesOf(undone.draft)).toEqual(['31']);
  expect(undoStep(undone.draft)).toBeNull();
  const redone = redoStep(undone.draft);
  expect(redone === null ? [] : codesOf(redone.draft)).toEqual(['40']);
  const other = withStep(undone.draft, [changeControl(CONTROL, { code: '50' })]);
  expect(redoStep(other)).toBeNull();
});

test('applies changes of others, except of objects whose own edits are not stored', () => {
  const change = (id: string, code: string) => ({
    ...{ objectId: id, version: 7, userName: 'ben' },
    change: { kind: 'control' as const, value: newControl(id, [1, 1], 'other', code) },
  });
  const changes = {
    ...{ revision: 9, complete: true },
    settings: { version: 3, userName: 'ben', value: { ...NEW_EVENT, name: 'Autumn' } },
    objects: [change('c1', '40'), change('c2', '41')],
  };
  const pending = withChanges(DRAFT, changes, (key) => key === keyOf('control', 'c1'));
  expect(codesOf(pending.draft)).toEqual(['31', '41']);
  expect(pending.draft).toMatchObject({ revision: 9, event: { name: 'Autumn' } });
  expect([...pending.versions]).toEqual([
    [keyOf('control', 'c2'), 7],
    [SETTINGS_KEY, 3],
  ]);
  const none = withChanges(DRAFT, changes, () => false);
  expect(codesOf(none.draft)).toEqual(['40', '41']);
});

test('keeps settings whose own edit is not stored, and their version', () => {
  const changes = {
    ...{ revision: 9, complete: true, objects: [] },
    settings: { version: 3, userName: 'ben', value: { ...NEW_EVENT, name: 'Autumn' } },
  };
  const { draft, versions } = withChanges(DRAFT, changes, (key) => key === SETTINGS_KEY);
  expect(draft).toMatchObject({ revision: 9, event: { name: NEW_EVENT.name } });
  expect(versions.size).toBe(0);
});

test('applies the deletion of another user', () => {
  const deletion = { kind: 'control' as const, value: null };
  const changes = {
    ...{ revision: 6, complete: true, settings: null },
    objects: [{ objectId: 'c1', version: 2, userName: 'ben', change: deletion }],
  };
  expect(codesOf(withChanges(DRAFT, changes, () => false).draft)).toEqual([]);
});
