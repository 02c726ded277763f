import { NamedError } from '@wakeline/contract/errors';
import type { EventEdit } from '@wakeline/domain/courses/edits';
import { NEW_EVENT, newControl } from '@wakeline/domain/courses/event';
import { expect, test } from 'vitest';
import { createEditSender, keyOf, type SaveState, SETTINGS_KEY } from './send-edits.ts';

/** An edit that moves a control to a longitude. */
function move(id: string, from: number, to: number): EventEdit {
  const at = (lng: number) => newControl(id, [lng, 0], 'other', id);
  return { kind: 'control', id, before: at(from), after: at(to) };
}

/** An edit of the settings. */
function rename(from: string, to: string): EventEdit {
  return { kind: 'settings', before: { ...NEW_EVENT, name: from }, after: { ...NEW_EVENT, name: to } };
}

/** A sender with requests to which a test replies one by one. */
function createSender() {
  const requests: { edit: EventEdit; baseVersion: number | null; reply: PromiseWithResolvers<object> }[] = [];
  const states: SaveState[] = [];
  const overwritten: string[] = [];
  const refused: string[] = [];
  let retry: (() => void) | null = null;
  const sender = createEditSender({
    store: async (edit, baseVersion) => {
      const reply = Promise.withResolvers<object>();
      requests.push({ edit, baseVersion, reply });
      return { version: 1, overwritten: null, ...(await reply.promise) };
    },
    onState: (state) => void states.push(state),
    onOverwritten: ({ kind }, userName) => void overwritten.push(`${kind} ${userName}`),
    onRefused: ({ errorName }) => void refused.push(errorName),
    schedule(callback) {
      retry = callback;
      return () => {
        retry = null;
      };
    },
  });
  /** Replies to the last request, and waits until the sender has applied it. */
  async function reply(result: object | Error): Promise<void> {
    const request = requests.at(-1);
    if (result instanceof Error) request?.reply.reject(result);
    else request?.reply.resolve(result);
    await new Promise((done) => setImmediate(done));
  }
  return { sender, requests, states, overwritten, refused, reply, retry: () => retry?.() };
}

test('stores one edit after the other, each based on the version before', async () => {
  const { sender, requests, states, reply } = createSender();
  sender.setVersions(new Map([[keyOf('control', '31'), 4]]));
  sender.add([move('31', 0, 1), move('32', 0, 1)]);
  expect(requests.map(({ edit, baseVersion }) => [edit, baseVersion])).toEqual([[move('31', 0, 1), 4]]);
  await reply({ version: 5 });
  expect(requests[1]).toMatchObject({ edit: move('32', 0, 1), baseVersion: null });
  await reply({ version: 1 });
  sender.add([move('31', 1, 2)]);
  expect(requests[2]).toMatchObject({ baseVersion: 5 });
  await reply({ version: 6 });
  expect(states.at(-1)).toBe('saved');
});

test('stores settings with their version, and reports a replaced change of them', async () => {
  const { sender, requests, overwritten, reply } = createSender();
  sender.setVersions(new Map([[SETTINGS_KEY, 4]]));
  sender.add([rename('New training', 'Night')]);
  expect(sender.isReplaced(SETTINGS_KEY, 5)).toBe(true);
  expect(requests).toMatchObject([{ edit: { kind: 'settings' }, baseVersion: 4 }]);
  await reply({ version: 6, overwritten: 'ben' });
  expect(overwritten).toEqual(['settings ben']);
  sender.add([rename('Night', 'Day')]);
  expect(requests[1]).toMatchObject({ baseVersion: 6 });
});

test('combines waiting edits of an object, but not over the edit of another one', async () => {
  const { sender, requests, reply } = createSender();
  sender.add([move('31', 0, 1)]);
  sender.add([move('31', 1, 2)]);
  sender.add([move('31', 2, 3), move('32', 0, 1), move('31', 3, 4)]);
  await reply({});
  expect(requests[1]?.edit).toEqual(move('31', 1, 3));
  await reply({});
  expect(requests[2]?.edit).toEqual(move('32', 0, 1));
  await reply({});
  expect(requests[3]?.edit).toEqual(move('31', 3, 4));
});

test('reports which versions of objects its edits replace', async () => {
  const { sender, reply } = createSender();
  sender.add([move('31', 0, 1), move('32', 0, 1)]);
  const isReplaced = (id: string, version: number) => sender.isReplaced(keyOf('control', id), version);
  expect(['31', '32', '33'].map((id) => isReplaced(id, 9))).toEqual([true, true, false]);
  await reply({ version: 5 });
  expect(isReplaced('31', 5)).toBe(false);
  // A response that the server sent before it stored the edit.
  expect(isReplaced('31', 4)).toBe(true);
  await reply({});
  expect(isReplaced('32', 1)).toBe(false);
});

test('sends an edit again while the server cannot be reached, and later ones after it', async () => {
  const { sender, requests, states, reply, retry } = createSender();
  sender.add([move('31', 0, 1)]);
  await reply(new TypeError('no connection'));
  expect(states.at(-1)).toBe('waiting');
  sender.add([move('32', 0, 1)]);
  expect(requests).toHaveLength(1);
  retry();
  expect(requests[1]?.edit).toEqual(move('31', 0, 1));
  await reply({});
  expect(requests[2]?.edit).toEqual(move('32', 0, 1));
  await reply({});
  expect(states.at(-1)).toBe('saved');
});

test('drops a refused edit and the ones after it', async () => {
  const { sender, requests, states, refused, reply } = createSender();
  sender.add([move('31', 0, 1), move('32', 0, 1)]);
  await reply(new NamedError('course-code-taken'));
  expect(refused).toEqual(['course-code-taken']);
  expect(requests).toHaveLength(1);
  expect(states.at(-1)).toBe('saved');
});

test('reports a replaced change of another user', async () => {
  const { sender, overwritten, reply } = createSender();
  sender.add([move('31', 0, 1)]);
  await reply({ version: 3, overwritten: 'ben' });
  expect(overwritten).toEqual(['control ben']);
});

test('sends nothing after it was stopped', async () => {
  const { sender, requests, reply } = createSender();
  sender.add([move('31', 0, 1), move('32', 0, 1)]);
  sender.stop();
  await reply({});
  expect(requests).toHaveLength(1);
});
