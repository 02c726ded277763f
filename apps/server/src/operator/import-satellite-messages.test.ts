import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';
import { runAdmin } from './command-line.ts';
import { statusOf } from './run-command.ts';

let world: World;
let folder: string;
let ada: Person;
let bdUserId: number;

beforeAll(async () => {
  world = await startWorld();
  world.clock.advance(Date.now() - world.clock.now());
  folder = mkdtempSync(join(tmpdir(), 'wakeline-messages-'));
  ada = await (await world.account('Harbour')).person('ada');
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [{ bdUserName: 'Gull', cardNumber: '4207733', network: 'beidou', password: 'abc123' }],
  });
  bdUserId = bdUserIds[0] ?? 0;
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function importLines(text: string, account = 'ada'): Promise<{ status: number; text: string }> {
  const file = join(folder, 'messages.jsonl');
  writeFileSync(file, text);
  return run(account, file);
}

async function run(...args: readonly string[]): Promise<{ status: number; text: string }> {
  let text = '';
  const print = (more: string) => {
    text += more;
  };
  const environment = { DATABASE_URL: world.testDatabase.url, WAKELINE_DATA: folder };
  const input = { input: Readable.from(['']), print };
  const started = () => runAdmin(['import-satellite-messages', ...args], environment, input);
  return { status: await statusOf(started, print), text: text.trim() };
}

const sent = {
  id: '1',
  card: '04207733',
  type: 'system-to-terminal',
  sender: 'ada',
  receiver: '04207733',
  content: 'Return to port',
  time: '2026-03-01T10:00:00Z',
  state: 'sent',
  gateway: 'beidou-operator',
  steps: [
    { time: '2026-03-01T10:00:02Z', state: 'submitted', evidence: 'handover' },
    { time: '2026-03-01T10:00:09Z', state: 'sent', evidence: 'operator-receipt', detail: 'flag 1' },
  ],
};
const received = {
  id: '2',
  card: '4207733',
  type: 'terminal-to-system',
  sender: '4207733',
  receiver: 'ada',
  content: 'On the way',
  time: '2026-03-01T10:05:00Z',
  position: { latitude: 21.1, longitude: 112.05 },
  state: 'received',
};

test('imports messages with their steps and positions, and skips them the second time', async () => {
  // The newer one is first in the file.
  const file = `${JSON.stringify(received)}\n\n${JSON.stringify(sent)}\n`;
  expect(await importLines(file)).toEqual({ status: 0, text: '2 messages imported' });
  expect(await importLines(file)).toEqual({ status: 0, text: '0 messages imported' });
  const { list } = await ada.call('queryEobBdMsgs', { bdUserId });
  expect(list.map(({ content, state, createTime }) => [content, state, createTime])).toEqual([
    ['On the way', 'received', Date.UTC(2026, 2, 1, 10, 5)],
    ['Return to port', 'sent', Date.UTC(2026, 2, 1, 10)],
  ]);
  expect(list[0]?.place).toMatchObject({ latitude: 21.1, longitude: 112.05 });
  const { parts, steps } = await ada.call('queryEobBdMsgSteps', { messageId: list[1]?.messageId ?? 0 });
  expect(parts).toMatchObject([{ gateway: 'beidou-operator', state: 'sent', attempts: 1 }]);
  expect(steps.map(({ state, evidence, detail }) => [state, evidence, detail])).toEqual([
    ['submitted', 'handover', ''],
    ['sent', 'operator-receipt', 'flag 1'],
  ]);
  // The last message of the conversation is the newest, not the one that was stored last.
  const conversations = await ada.call('queryEobBdMsgs', {});
  expect(conversations.list.map(({ content }) => content)).toEqual(['On the way']);
});

test.each([
  ['is not JSON', '{'],
  ['card: is not a card number or an IMEI', { ...sent, card: '12' }],
  ['4299999: no such terminal', { ...sent, card: '4299999' }],
  ['type: Invalid option', { ...sent, type: 'x' }],
  ['content: Too small', { ...sent, content: ' ' }],
  ['content: Too big', { ...sent, content: 'x'.repeat(2_001) }],
  ['time: Invalid ISO datetime', { ...sent, time: 'yesterday' }],
  ['state: Invalid option', { ...sent, state: 'waiting' }],
  ['reason: belongs to the state failed', { ...sent, state: 'failed' }],
  ['reason: belongs to the state failed', { ...sent, reason: 'radio-failed' }],
  ['state: a message that is not sent on is received', { ...received, state: 'delivered' }],
  ['gateway: missing', { ...sent, gateway: null }],
  ['position.latitude: Too big', { ...received, position: { latitude: 91, longitude: 0 } }],
  ['line: Unrecognized key', { ...sent, other: 1 }],
])('refuses a line: %s', async (text, line) => {
  const written = typeof line === 'string' ? line : JSON.stringify({ ...line, id: 'refused' });
  const { status, text: output } = await importLines(written);
  expect(status).toBe(1);
  expect(output).toContain('line 1: ');
  expect(output).toContain(text);
});

test('refuses an unknown account, and a file that does not exist', async () => {
  expect(await importLines('', 'nobody')).toMatchObject({ status: 1, text: 'nobody: no such login' });
  const missing = await run('ada', join(folder, 'missing.jsonl'));
  expect(missing).toMatchObject({ status: 1 });
  expect(missing.text).toContain('ENOENT');
});
