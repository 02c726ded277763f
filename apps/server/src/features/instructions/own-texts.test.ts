import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDevice } from '../../ingest/testing/device.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { report } from '../../ingest/testing/reports.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

type ModelForm = PayloadInput<Operations['addTrackModel']>;
type Text = NonNullable<ModelForm['texts']>[number];

const MODE: Text = { instruction: 'workingMode', text: 'MODE,{mode:normal=0|sleep=1|deepSleep=2}#' };
const EXPECTED = { success: 'mode ok', failure: 'mode no' };
/** Answers of a terminal with the phone number 13800000001 in 0x6006: GBK (0), text. XOR by a separate program. */
const MODE_OK = '7e600600080138000000010050004d4f4445204f4b217e';
const MODE_NO = '7e600600080138000000010051004d4f4445204e4f257e';
const STATUS = '7e600600070138000000010052007374617475731f7e';
/** Each attempt waits for its receipt as often as it was sent. */
const LONGER_THAN_A_RECEIPT = 100_000;

let world: World;
let ada: Person;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());
beforeEach(() => {
  made += 1;
});

/** A model with these texts and one device, which is not connected. */
async function createDevice(
  protocol: 'jt808' | 'gt06',
  texts: readonly Text[],
  {
    imei = `86139000000${String(made).padStart(4, '0')}`,
    ...model
  }: { imei?: string; basedOn?: string } = {},
) {
  const modelName = `Box ${made} ${imei}`;
  const { modelId } = await ada.call('addTrackModel', { modelName, protocol, texts: [...texts], ...model });
  const { trackerId } = await ada.call('addTracker', { trackerName: modelName, imei, model: modelName });
  return { modelId, trackerId, imei, protocol };
}

async function sendMode(trackerId: number, mode: 'sleep' | 'deepSleep' = 'sleep'): Promise<number> {
  const { instructionIds } = await ada.call('sendInstruction', {
    trackerIds: [trackerId],
    instruction: 'workingMode',
    parameters: { mode },
  });
  return instructionIds[0] ?? 0;
}

async function recordOf(instructionId: number) {
  const { list } = await ada.call('queryInstructionList', { instructionIds: [instructionId] });
  const [record] = list;
  if (record === undefined) throw new Error('no such instruction');
  return record;
}

/** Lets time pass until the instruction has this state, and returns its record. */
function untilState(instructionId: number, state: string, milliseconds = 0) {
  return eventually(`instruction ${instructionId} is ${state}`, async () => {
    world.clock.advance(milliseconds);
    const record = await recordOf(instructionId);
    return record.state === state ? record : null;
  });
}

/** The serial of the next instruction is one more than its id: 7. */
async function restartSerials(): Promise<void> {
  await world.database.db.deleteFrom('instruction').execute();
  await sql`alter sequence instruction_instruction_id_seq restart with 6`.execute(world.database.db);
}

function sendHex(device: TestDevice, hex: string): void {
  device.socket.write(Buffer.from(hex, 'hex'));
}

test('JT/T 808: sends the text in 0x8300, and waits for the text of the model', async () => {
  await restartSerials();
  const { trackerId, imei } = await createDevice('jt808', [{ ...MODE, receipt: EXPECTED }], {
    imei: '13800000001',
  });
  const device = await world.device('jt808', imei);
  const id = await sendMode(trackerId);
  const instruction = await device.instruction(0);
  // 0x8300, 8 bytes, phone 013800000001, serial 7: flag 1, "MODE,1#". XOR by a separate program.
  expect(device.received.at(-1)?.toString('hex')).toBe('7e830000080138000000010007014d4f44452c3123887e');
  device.respond(instruction);
  await untilState(id, 'received');
  sendHex(device, MODE_OK);
  expect(await untilState(id, 'succeeded')).toMatchObject({
    text: 'MODE,1#',
    receiptText: 'MODE OK',
    protocol: 'jt808',
    attempts: 1,
  });

  const refused = await sendMode(trackerId);
  device.respond(await device.instruction(1));
  sendHex(device, MODE_NO);
  expect(await untilState(refused, 'failed')).toMatchObject({ reason: 'rejected', receiptText: 'MODE NO' });

  const unclear = await sendMode(trackerId);
  device.respond(await device.instruction(2));
  sendHex(device, STATUS);
  expect(await untilState(unclear, 'failed')).toMatchObject({
    reason: 'unrecognized',
    receiptText: 'status',
  });
  // The right answer may come after another text of the terminal.
  sendHex(device, MODE_OK);
  expect(await untilState(unclear, 'succeeded')).toMatchObject({ reason: null, receiptText: 'MODE OK' });
  // 0x0001 with the result 1 refuses the message itself.
  const unreadable = await sendMode(trackerId);
  device.respond(await device.instruction(3), 'reject');
  expect(await untilState(unreadable, 'failed')).toMatchObject({ reason: 'rejected' });
});

test('GT06: sends the text in 0x80; without texts of receipts, its own receipt is the result', async () => {
  await restartSerials();
  const { trackerId, imei } = await createDevice('gt06', [MODE], { imei: '123456789012345' });
  const device = await world.device('gt06', imei);
  const id = await sendMode(trackerId);
  const instruction = await device.instruction(0);
  // 19 bytes, 0x80: 11 bytes, server flag 7, "MODE,1#", English, serial 7. CRC-ITU by a separate program.
  expect(device.received.at(-1)?.toString('hex')).toBe('787813800b000000074d4f44452c312300020007d2fd0d0a');
  device.respond(instruction, 'wrong-key');
  device.respond(instruction, 'reject');
  expect(await untilState(id, 'failed')).toMatchObject({ reason: 'rejected', receiptText: 'Error!' });
});

test('GT06: the texts of the model decide what the answer means', async () => {
  const receipt = { success: 'error!', failure: null };
  const { trackerId, imei } = await createDevice('gt06', [{ ...MODE, receipt }]);
  const device = await world.device('gt06', imei);
  const id = await sendMode(trackerId);
  device.respond(await device.instruction(0), 'reject');
  expect(await untilState(id, 'succeeded')).toMatchObject({ receiptText: 'Error!' });
  const unclear = await sendMode(trackerId);
  device.respond(await device.instruction(1));
  expect(await untilState(unclear, 'failed')).toMatchObject({ reason: 'unrecognized', receiptText: 'OK!' });
});

test.each([
  [false, 'unknown-arrival', 1],
  [true, 'no-receipt', 3],
])('repeats a text only if its author says so: %s', async (repeatable, reason, attempts) => {
  const { trackerId, imei } = await createDevice('gt06', [{ ...MODE, repeatable }]);
  const device = await world.device('gt06', imei);
  const id = await sendMode(trackerId);
  await device.instruction(0);
  await untilState(id, 'sent');
  await eventually('the device is silent', async () => {
    world.clock.advance(LONGER_THAN_A_RECEIPT);
    // A connection that is silent for minutes is not used.
    device.socket.write(device.terminal.heartbeat()?.bytes ?? '');
    return (await recordOf(id)).state === 'failed' ? true : null;
  });
  expect(await recordOf(id)).toMatchObject({ state: 'failed', reason, attempts });
  expect(device.instructions.map(({ description }) => description)).toEqual(
    Array.from({ length: attempts }, () => 'MODE,1#'),
  );
});

test('keeps the text of what is queued when the model changes', async () => {
  const { modelId, trackerId, imei } = await createDevice('gt06', [MODE]);
  const before = await sendMode(trackerId);
  await ada.call('editTrackModel', { modelId, texts: [{ ...MODE, text: 'WM{mode}' }] });
  const after = await sendMode(trackerId);
  await ada.call('editTrackModel', { modelId, texts: [] });
  await expect(sendMode(trackerId)).rejects.toMatchObject({ errorName: 'instruction-not-supported' });
  expect([(await recordOf(before)).text, (await recordOf(after)).text]).toEqual(['MODE,1#', 'WMsleep']);
  const device = await world.device('gt06', imei);
  device.respond(await device.instruction(0));
  device.respond(await device.instruction(1));
  await untilState(after, 'succeeded');
  expect(device.instructions.map(({ description }) => description)).toEqual(['MODE,1#', 'WMsleep']);
});

test('sends a failed instruction again with the present text', async () => {
  const { modelId, trackerId } = await createDevice('gt06', [MODE]);
  const id = await sendMode(trackerId);
  await ada.call('recallInstructions', { instructionIds: [id] });
  await ada.call('editTrackModel', { modelId, texts: [{ ...MODE, text: 'WM{mode}' }] });
  const { instructionIds } = await ada.call('resendInstructions', { instructionIds: [id] });
  expect(await recordOf(instructionIds[0] ?? 0)).toMatchObject({ text: 'WMsleep', state: 'waiting' });
});

test('never sends a text over another protocol than that of its model', async () => {
  const { trackerId, imei } = await createDevice('gt06', [MODE], { imei: '13800000009' });
  const id = await sendMode(trackerId);
  await ada.call('editTracker', { trackerId, protocol: 'jt808' });
  const device = await world.device('jt808', imei);
  const failed = await eventually('the instruction failed', async () => {
    // The engine may still have the former protocol, and then refuses the report.
    device.report(report({ time: world.clock.now() }));
    const record = await recordOf(id);
    return record.state === 'failed' ? record : null;
  });
  expect(failed).toMatchObject({ reason: 'not-supported', attempts: 0 });
  // The device is offered what its protocol has.
  await expect(sendMode(trackerId)).rejects.toMatchObject({ errorName: 'instruction-not-supported' });
});

test('offers the texts besides the instructions of the protocol, and instead of them', async () => {
  const heartbeat: Text = { instruction: 'heartbeat', text: 'HB{interval/60}' };
  const { trackerId } = await createDevice('gt06', [MODE, heartbeat]);
  const { list } = await ada.call('querySupportedInstructions', { trackerIds: [trackerId] });
  const names = list.map(({ instruction }) => instruction);
  expect(names).toContain('workingMode');
  expect(names).toContain('cutOil');
  expect(names.filter((name) => name === 'heartbeat')).toHaveLength(1);
  expect(names).not.toContain('uploadChannel');
  const heartbeatTo = { trackerIds: [trackerId], instruction: 'heartbeat' as const };
  await expect(
    ada.call('sendInstruction', { ...heartbeatTo, parameters: { interval: 90 } }),
  ).rejects.toMatchObject({
    errorName: 'instruction-not-encodable',
  });
  const { instructionIds } = await ada.call('sendInstruction', {
    ...heartbeatTo,
    parameters: { interval: 120 },
  });
  expect(await recordOf(instructionIds[0] ?? 0)).toMatchObject({ text: 'HB2' });
});

test('has the documented text of a model of the catalogue, also for an own model based on it', async () => {
  const imei = (end: number) => `8613900001${end}${String(made).padStart(4, '0')}`;
  await ada.call('addTrackModel', {
    modelName: 'FMB box',
    basedOn: 'FMB120',
    texts: [{ ...MODE, instruction: 'led', text: 'LED {enabled}' }],
  });
  const { added } = await ada.call('batchAddTrackers', {
    trackers: [
      { trackerName: 'fmb', imei: imei(1), model: 'FMB120' },
      { trackerName: 'fmb box', imei: imei(2), model: 'FMB box' },
    ],
  });
  for (const { trackerId } of added) {
    // Parameter 102 of the FMB parameter list: 1 is GPS sleep.
    expect(await recordOf(await sendMode(trackerId))).toMatchObject({ text: 'setparam 102:1' });
  }
});

test('hides the text of an instruction with a password', async () => {
  const apn: Text = { instruction: 'apn', text: 'APN {apn} {user?} {password?}' };
  const { trackerId } = await createDevice('gt06', [apn]);
  const { instructionIds } = await ada.call('sendInstruction', {
    trackerIds: [trackerId],
    instruction: 'apn',
    parameters: { apn: 'internet', user: 'me', password: 'opensesame' },
    confirmed: true,
  });
  expect(JSON.stringify(await recordOf(instructionIds[0] ?? 0))).not.toContain('opensesame');
});

test('writes the text of each model in a batch task', async () => {
  const first = await createDevice('gt06', [MODE]);
  made += 1;
  const second = await createDevice('jt808', [{ ...MODE, text: 'WM{mode}' }]);
  const trackers = Array.from({ length: 200 }, (_, index) => ({
    trackerName: `batch ${index}`,
    imei: `13700000${String(index).padStart(3, '0')}`,
    model: `Box ${made} ${second.imei}`,
  }));
  const { added } = await ada.call('batchAddTrackers', { trackers });
  const trackerIds = [first.trackerId, ...added.map(({ trackerId }) => trackerId)];
  const { taskProgressId } = await ada.call('sendInstruction', {
    trackerIds,
    instruction: 'workingMode',
    parameters: { mode: 'deepSleep' },
  });
  const list = await eventually('the task has stored them', async () => {
    const page = await ada.call('queryInstructionList', {
      taskProgressId: taskProgressId ?? 0,
      pageIndex: 1,
      pageSize: 500,
    });
    return page.list.length === 201 ? page.list : null;
  });
  const texts = new Map(list.map(({ trackerId, text }) => [trackerId, text]));
  expect(texts.get(first.trackerId)).toBe('MODE,2#');
  expect(texts.get(trackerIds.at(-1) ?? 0)).toBe('WMdeepSleep');
});

test('sends a text as a text message if its author says so', async () => {
  const messages: (string | null)[] = [];
  const gateway = createServer((request, response) => {
    messages.push(new URL(request.url ?? '', 'http://gateway').searchParams.get('text'));
    response.end();
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  const other = await startWorld({
    environment: { WAKELINE_SMS_URL: `http://127.0.0.1:${port}/?to={phone}&text={text}` },
  });
  try {
    const eve = await (await other.account('marina')).person('eve');
    const form = { modelName: 'Box', protocol: 'jt808' as const };
    const { modelId } = await eve.call('addTrackModel', { ...form, texts: [MODE] });
    const device = { trackerName: 'Gull', imei: '13900001111', model: 'Box', iotCard: '13800138000' };
    const { trackerId } = await eve.call('addTracker', device);
    const payload = {
      trackerIds: [trackerId],
      instruction: 'workingMode' as const,
      parameters: { mode: 'sleep' },
      channel: 'sms' as const,
    };
    await expect(eve.call('sendInstruction', payload)).rejects.toMatchObject({
      errorName: 'instruction-not-supported',
    });
    await eve.call('editTrackModel', { modelId, texts: [{ ...MODE, sms: true }] });
    const { instructionIds } = await eve.call('sendInstruction', payload);
    await eventually('the gateway accepted it', async () => {
      const { list } = await eve.call('queryInstructionList', { instructionIds });
      return list[0]?.state === 'succeeded' ? list[0] : null;
    });
    expect(messages).toEqual(['MODE,1#']);
  } finally {
    await other.stop();
    gateway.close();
  }
});
