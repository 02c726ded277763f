import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import { gt06 } from '@wakeline/protocols/gt06/gt06';
import { h02 } from '@wakeline/protocols/h02/h02';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { StreamProtocol } from '@wakeline/protocols/protocol';
import { tk103 } from '@wakeline/protocols/tk103/tk103';
import { watch } from '@wakeline/protocols/watch/watch';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendEvent } from '../../db/notify.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { TestDevice } from '../testing/device.ts';
import { eventually } from '../testing/eventually.ts';
import { report } from '../testing/reports.ts';
import { startTestEngine, type TestEngine } from '../testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

let clock: TestClock;
let testEngine: TestEngine;
let trackerId: number;
const devices: TestDevice[] = [];

beforeEach(async () => {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock });
  trackerId = await testEngine.addTracker(IMEI);
});
afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

async function connect(protocol: StreamProtocol = jt808, imei = IMEI): Promise<TestDevice> {
  const device = await TestDevice.connect(protocol, testEngine.port(protocol.name, 'tcp'), imei);
  devices.push(device);
  await device.logIn();
  return device;
}

/** Stores an instruction as the operation does. Returns its id. */
async function store(
  name: InstructionName,
  parameters: object = {},
  { tracker = trackerId, expiresAt = NOW + DAY } = {},
): Promise<number> {
  return testEngine.database.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('instruction')
      .values({
        account_id: 1,
        tracker_id: tracker,
        login: 'captain',
        name,
        parameters: JSON.stringify(parameters),
        channel: 'connection',
        created_at: new Date(clock.now()),
        expires_at: new Date(expiresAt),
        reason: null,
        user_id: null,
        task_id: null,
        protocol: null,
        request: null,
        receipt: null,
        receipt_text: null,
      })
      .returning('instruction_id')
      .executeTakeFirstOrThrow();
    await sendEvent(tx, { type: 'instructions', accountId: 1 });
    return row.instruction_id;
  });
}

function read(instructionId: number) {
  return testEngine.database.db
    .selectFrom('instruction')
    .selectAll()
    .where('instruction_id', '=', instructionId)
    .executeTakeFirstOrThrow();
}

/** Waits until the instruction has this state, and returns its row. */
async function untilState(instructionId: number, state: string) {
  return eventually(`instruction ${instructionId} is ${state}`, async () => {
    const row = await read(instructionId);
    return row.state === state ? row : null;
  });
}

/** Lets time pass in steps, as the checks of the engine expect it. */
async function passUntilState(instructionId: number, state: string) {
  return eventually(`instruction ${instructionId} is ${state}`, async () => {
    clock.advance(5_000);
    const row = await read(instructionId);
    return row.state === state ? row : null;
  });
}

test('sends an instruction to a connected device, and stores its receipt', async () => {
  const device = await connect();
  const id = await store('heartbeat', { interval: 60 });
  const instruction = await device.instruction(0);
  // 0x8103 with one item: 0x0001, 4 bytes, 60.
  expect(instruction.description).toBe('0x8103 01000000010400' + '00003c');
  const sent = await untilState(id, 'sent');
  expect(sent).toMatchObject({ attempts: 1, protocol: 'jt808', sent_at: new Date(NOW) });
  device.respond(instruction);
  const row = await untilState(id, 'succeeded');
  expect(row.finished_at).toEqual(new Date(NOW));
  expect(row.receipt?.[1]).toBe(0x00);
  expect(row.request?.subarray(1, 3).toString('hex')).toBe('8103');
});

test('shows instructions and their receipts among the messages of the device, without passwords', async () => {
  const device = await connect();
  const outline = () =>
    (testEngine.engine.messagesOf(trackerId)?.list ?? [])
      .slice(0, 2)
      .map(({ direction, kind, instruction }) => ({ direction, kind, instruction }));
  const first = await store('heartbeat', { interval: 60 });
  device.respond(await device.instruction(0));
  await untilState(first, 'succeeded');
  expect(outline()).toEqual([
    { direction: 'received', kind: 'receipt', instruction: null },
    { direction: 'sent', kind: 'instruction', instruction: 'heartbeat' },
  ]);
  const second = await store('apn', { apn: 'cmnet', user: 'gull', password: 's3cret' });
  device.respond(await device.instruction(1));
  await untilState(second, 'succeeded');
  expect(outline()[1]).toMatchObject({ kind: 'instruction', instruction: 'apn' });
  const [, sent] = testEngine.engine.messagesOf(trackerId)?.list ?? [];
  expect(sent).toMatchObject({ masked: true, hex: expect.stringMatching(/^(2a)+$/) });
});

test('waits for a device that is not connected', async () => {
  const id = await store('heartbeat', { interval: 60 });
  expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  const device = await connect();
  device.respond(await device.instruction(0));
  await untilState(id, 'succeeded');
});

test('sends one at a time, in order', async () => {
  const first = await store('heartbeat', { interval: 60 });
  const second = await store('restart');
  const device = await connect();
  const instruction = await device.instruction(0);
  expect(instruction.description).toContain('0x8103');
  expect(await read(second)).toMatchObject({ state: 'waiting' });
  device.respond(instruction);
  await untilState(first, 'succeeded');
  expect((await device.instruction(1)).description).toBe('0x8105 04');
});

test.each([
  [{ name: 'cutOil' as const, parameters: {} }, 'not-supported'],
  [{ name: 'textMessage' as const, parameters: { text: '\u{1f600}' } }, 'not-encodable'],
])('fails by name what the protocol cannot express: %o', async ({ name, parameters }, reason) => {
  await connect();
  const id = await store(name, parameters);
  expect(await untilState(id, 'failed')).toMatchObject({ reason, attempts: 0 });
});

test('fails with the reason of the device', async () => {
  const device = await connect();
  const id = await store('restart');
  device.respond(await device.instruction(0), 'reject');
  expect(await untilState(id, 'failed')).toMatchObject({ reason: 'rejected', receipt_text: 'result 1' });
});

test('sends a setting three times at most, and says that no receipt came', async () => {
  const device = await connect();
  const id = await store('heartbeat', { interval: 60 });
  const row = await passUntilState(id, 'failed');
  expect(row).toMatchObject({ reason: 'no-receipt', attempts: 3 });
  expect(device.instructions.length).toBe(3);
  // Each attempt has the serial of the first.
  expect(new Set(device.instructions.map(({ description }) => description)).size).toBe(1);
});

test.each(['restart', 'powerOff'] as const)('never sends %s twice', async (name) => {
  const device = await connect();
  const id = await store(name);
  await device.instruction(0);
  expect(await passUntilState(id, 'failed')).toMatchObject({ reason: 'unknown-arrival', attempts: 1 });
  expect(device.instructions.length).toBe(1);
});

test('a late receipt proves that the instruction arrived', async () => {
  const device = await connect();
  const id = await store('restart');
  const instruction = await device.instruction(0);
  await passUntilState(id, 'failed');
  device.respond(instruction);
  expect(await untilState(id, 'succeeded')).toMatchObject({ reason: null });
});

test('ignores a receipt with the serial of another instruction, and one of another device', async () => {
  const otherTracker = await testEngine.addTracker('13912345679');
  const device = await connect();
  const other = await connect(jt808, '13912345679');
  const id = await store('restart');
  const instruction = await device.instruction(0);
  device.respond(instruction, 'wrong-key');
  // The same bytes over the connection of another device name that one.
  const otherId = await store('restart', {}, { tracker: otherTracker });
  const otherInstruction = await other.instruction(0);
  device.respond(otherInstruction, 'wrong-key');
  expect(await read(id)).toMatchObject({ state: 'sent' });
  other.respond(otherInstruction);
  await untilState(otherId, 'succeeded');
  expect(await read(id)).toMatchObject({ state: 'sent' });
  device.respond(instruction);
  device.respond(instruction);
  await untilState(id, 'succeeded');
});

test('ignores a receipt that another device sends in its name', async () => {
  await testEngine.addTracker('13912345679');
  const device = await connect();
  const forger = await connect(jt808, '13912345679');
  const id = await store('powerOff');
  const instruction = await device.instruction(0);
  for (const bytes of instruction.receipts('accept')) forger.socket.write(bytes);
  // Sent later over the same connection, so the receipt was read before.
  await forger.reply(forger.report(report({ time: NOW })));
  expect(await read(id)).toMatchObject({ state: 'sent' });
  device.respond(instruction, 'reject');
  expect(await untilState(id, 'failed')).toMatchObject({ reason: 'rejected' });
});

test('the second receipt of an instruction changes nothing', async () => {
  const device = await connect();
  const id = await store('powerOff');
  const instruction = await device.instruction(0);
  device.respond(instruction, 'reject');
  const row = await untilState(id, 'failed');
  device.respond(instruction);
  await device.reply(device.report(report({ time: NOW })));
  expect(await read(id)).toEqual(row);
});

test('waits while the validity of the device has ended, and sends after its renewal', async () => {
  const setValidUntil = (validUntil: number | null) =>
    testEngine.database.db.transaction().execute(async (tx) => {
      const valid_until = validUntil === null ? null : new Date(validUntil);
      await tx.updateTable('tracker').set({ valid_until }).where('tracker_id', '=', trackerId).execute();
      await sendEvent(tx, { type: 'trackers', accountId: 1, changed: [trackerId], removed: [] });
    });
  await setValidUntil(NOW - 1_000);
  const valid = await testEngine.addTracker('13912345679');
  const device = await connect();
  const other = await connect(jt808, '13912345679');
  const id = await store('powerOff');
  const otherId = await store('powerOff', {}, { tracker: valid });
  other.respond(await other.instruction(0));
  await untilState(otherId, 'succeeded');
  expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(device.instructions).toEqual([]);
  await setValidUntil(null);
  device.respond(
    await eventually('it is sent', () => {
      clock.advance(1_000);
      return device.instructions[0];
    }),
  );
  await untilState(id, 'succeeded');
});

test('the result of a query is its second receipt', async () => {
  const device = await connect();
  const id = await store('readParameters');
  const [accepted, result] = (await device.instruction(0)).receipts('accept');
  device.socket.write(accepted ?? '');
  await untilState(id, 'received');
  device.socket.write(result ?? '');
  expect(await untilState(id, 'succeeded')).toMatchObject({ receipt_text: '0x0001=60' });
});

test('both receipts of a query can arrive together', async () => {
  const device = await connect();
  const id = await store('readParameters');
  device.socket.write(Buffer.concat((await device.instruction(0)).receipts('accept')));
  expect(await untilState(id, 'succeeded')).toMatchObject({ receipt_text: '0x0001=60' });
});

test('a login after a restart is its receipt', async () => {
  const device = await connect();
  const id = await store('restart');
  await device.instruction(0);
  device.close();
  await connect();
  await untilState(id, 'succeeded');
});

test('sends a setting again when the device reconnects', async () => {
  const device = await connect();
  const id = await store('heartbeat', { interval: 60 });
  await device.instruction(0);
  device.close();
  const again = await connect();
  again.respond(await again.instruction(0));
  expect(await untilState(id, 'succeeded')).toMatchObject({ attempts: 2 });
});

test('expires while the device is away', async () => {
  const id = await store('cutOil', {}, { expiresAt: NOW + 60_000 });
  expect(await passUntilState(id, 'failed')).toMatchObject({ reason: 'expired', attempts: 0 });
  await connect();
});

test('continues after a restart of the server: matches the receipt, repeats nothing that acts', async () => {
  const device = await connect();
  const id = await store('restart');
  const instruction = await device.instruction(0);
  await untilState(id, 'sent');
  await testEngine.engine.stop();
  const { url } = testEngine;
  const second = await startTestEngine({ clock, url });
  try {
    const reconnected = await TestDevice.connect(jt808, second.port('jt808', 'tcp'), IMEI);
    devices.push(reconnected);
    await reconnected.logIn();
    expect(reconnected.instructions).toEqual([]);
    reconnected.respond(instruction);
    await untilState(id, 'succeeded');
  } finally {
    await second.close();
  }
});

test('GT06: the reply has the server flag of the instruction', async () => {
  const imei = '123456789012345';
  const tracker = await testEngine.addTracker(imei);
  const device = await connect(gt06, imei);
  const id = await store('cutOil', {}, { tracker });
  const instruction = await device.instruction(0);
  expect(instruction.description).toBe('RELAY,1#');
  device.respond(instruction);
  expect(await untilState(id, 'succeeded')).toMatchObject({ receipt_text: 'OK!' });
});

test.each<[StreamProtocol, InstructionName, RegExp]>([
  [h02, 'readParameters', /^S26,\d{6}$/],
  [tk103, 'restart', /^AT00$/],
  [watch, 'findDevice', /^FIND$/],
])('matches the receipt of a text protocol: %#', async (protocol, name, description) => {
  const device = await connect(protocol);
  // H02 has no login: the device is known by its first report.
  device.report(report({ time: NOW }));
  const id = await store(name);
  const instruction = await device.instruction(0);
  expect(instruction.description).toMatch(description);
  device.respond(instruction);
  expect(await untilState(id, 'succeeded')).toMatchObject({ attempts: 1, protocol: protocol.name });
});
