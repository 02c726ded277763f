import { INSTRUCTION_ROLES } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let ada: Person;
let outsider: Person;
let made = 0;
let trackerId: number;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  outsider = await (await world.account('outside')).person('outsider');
});
afterAll(() => world.stop());
beforeEach(async () => {
  trackerId = await addTracker({ model: 'GT06N' });
});

async function addTracker(details: { model?: string; iotCard?: string }): Promise<number> {
  made += 1;
  const imei = `86111000000${String(made).padStart(4, '0')}`;
  return (await ada.call('addTracker', { trackerName: `Gull ${made}`, imei, ...details })).trackerId;
}

const listOf = async (person: Person, id = trackerId) =>
  (await person.call('queryInstructionList', { trackerId: id })).list;

describe('sending', () => {
  test('stores an instruction that waits for its device', async () => {
    const { count, taskProgressId, instructionIds } = await ada.call('sendInstruction', {
      trackerIds: [trackerId],
      instruction: 'heartbeat',
      parameters: { interval: 180 },
    });
    expect({ count, taskProgressId }).toEqual({ count: 1, taskProgressId: null });
    const [record] = await listOf(ada);
    expect(record).toMatchObject({
      instructionId: instructionIds[0],
      instruction: 'heartbeat',
      parameters: { interval: 180 },
      state: 'waiting',
      reason: null,
      login: 'ada',
      attempts: 0,
      abilities: { recall: true, resend: false },
    });
    // 7 days.
    expect((record?.expiresTime ?? 0) - (record?.createdTime ?? 0)).toBe(604_800_000);
  });

  test('a dangerous instruction expires after 10 minutes', async () => {
    await ada.call('sendInstruction', { trackerIds: [trackerId], instruction: 'cutOil', confirmed: true });
    const [record] = await listOf(ada);
    expect((record?.expiresTime ?? 0) - (record?.createdTime ?? 0)).toBe(600_000);
  });

  test.each([
    ['instruction-target-missing', { trackerIds: [] }, {}],
    ['instruction-value', { parameters: { interval: 5 } }, { parameter: 'interval', reason: 'range' }],
    ['instruction-value', { parameters: {} }, { parameter: 'interval', reason: 'missing' }],
    ['instruction-value', { parameters: { interval: '60' } }, { parameter: 'interval', reason: 'type' }],
    [
      'instruction-value',
      { parameters: { interval: 60, extra: 1 } },
      { parameter: 'extra', reason: 'unknown' },
    ],
    ['instruction-no-gateway', { parameters: { interval: 60 }, channel: 'sms' as const }, {}],
  ])('refuses with %s: %o', async (name, payload, params) => {
    const call = ada.call('sendInstruction', {
      trackerIds: [trackerId],
      instruction: 'heartbeat',
      ...payload,
    });
    await expect(call).rejects.toMatchObject({ errorName: name, details: params });
    expect(await listOf(ada)).toEqual([]);
  });

  test('refuses characters that end a field of the protocol, and control characters', async () => {
    for (const apn of ['internet,user#', 'a*b', 'a\r\nb', 'a\u0000b']) {
      const call = ada.call('sendInstruction', {
        trackerIds: [trackerId],
        instruction: 'apn',
        parameters: { apn },
        confirmed: true,
      });
      await expect(call).rejects.toMatchObject({
        errorName: expect.stringMatching(/instruction-value|field-invalid/),
      });
    }
    expect(await listOf(ada)).toEqual([]);
  });

  test('refuses a dangerous instruction without its second confirmation', async () => {
    const call = ada.call('sendInstruction', { trackerIds: [trackerId], instruction: 'cutOil' });
    await expect(call).rejects.toMatchObject({ errorName: 'instruction-unconfirmed' });
  });

  test('refuses an instruction that one of the devices does not support, for all of them', async () => {
    const phone = await addTracker({ model: 'OsmAnd' });
    const call = ada.call('sendInstruction', { trackerIds: [trackerId, phone], instruction: 'restart' });
    await expect(call).rejects.toMatchObject({
      errorName: 'instruction-not-supported',
      details: { count: 1 },
    });
    expect(await listOf(ada)).toEqual([]);
  });

  test('refuses a device whose protocol is not known', async () => {
    const unknown = await addTracker({});
    const call = ada.call('sendInstruction', { trackerIds: [unknown], instruction: 'restart' });
    await expect(call).rejects.toMatchObject({ errorName: 'instruction-not-supported' });
  });

  test('refuses values that the frames of the device cannot express', async () => {
    const call = ada.call('sendInstruction', {
      trackerIds: [trackerId],
      instruction: 'powerAlarm',
      parameters: { enabled: true, seconds: 90 },
    });
    await expect(call).rejects.toMatchObject({ errorName: 'instruction-not-encodable' });
  });

  test('refuses devices of others, and users without the function or as viewers', async () => {
    const payload = { trackerIds: [trackerId], instruction: 'restart' as const };
    await expect(outsider.call('sendInstruction', payload)).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    const viewer = await harbour.person('viewer', { permission: 'viewer' });
    await expect(viewer.call('sendInstruction', payload)).rejects.toMatchObject({ errorName: 'not-allowed' });
    const guest = await harbour.person('guest', { roles: ['eob_plugin_device_mg'] });
    await expect(guest.call('sendInstruction', payload)).rejects.toMatchObject({ errorName: 'not-allowed' });
  });

  test('leaves more than 200 devices to a batch task', async () => {
    const { rows } = await sql<{ tracker_id: number }>`
      insert into tracker (account_id, name, imei, password, model)
      select ${harbour.accountId}, 'fleet ' || n, 'fleet-' || n, '', 'GT06N' from generate_series(1, 201) as n
      returning tracker_id`.execute(world.database.db);
    const trackerIds = rows.map((row) => row.tracker_id);
    const { taskProgressId } = await ada.call('sendInstruction', { trackerIds, instruction: 'restart' });
    const list = await eventually('the task has stored them', async () => {
      const page = await ada.call('queryInstructionList', {
        taskProgressId: taskProgressId ?? 0,
        pageSize: 50,
      });
      return page.total === 201 ? page : null;
    });
    expect(list.counts).toEqual({ waiting: 201, sent: 0, succeeded: 0, failed: 0 });
  });
});

describe.each(INSTRUCTION_ROLES)('an editor whose only function is %s', (role) => {
  let mia: Person;
  beforeAll(async () => {
    mia = await harbour.person(`mia of ${role}`, { permission: 'editor', roles: [role] });
  });

  test('reads the devices and groups, and sends to them', async () => {
    const { list, abilities } = await mia.call('queryAllTrackers', {});
    expect(list.map((tracker) => tracker.trackerId)).toContain(trackerId);
    expect(abilities).toEqual({ add: false });
    expect(await mia.call('queryAllGroups', {})).toMatchObject({ abilities: { add: false } });
    const { total } = await mia.call('querySupportedInstructions', { trackerIds: [trackerId] });
    expect(total).toBe(1);
    await mia.call('sendInstruction', { trackerIds: [trackerId], instruction: 'restart' });
    expect(await listOf(mia)).toMatchObject([{ instruction: 'restart', login: mia.login }]);
  });

  test('reads and changes nothing else', async () => {
    const period = { startTime: 0, endTime: 1 };
    const refused = [
      mia.call('queryDeviceDtosByPage', {}),
      mia.call('editTracker', { trackerId, trackerName: 'Mine' }),
      mia.call('removeTracker', { trackerId }),
      mia.call('queryAllFences', {}),
      mia.call('queryGroupShow', {}),
      mia.call('getTrackByTime', { trackerId, ...period }),
      mia.call('queryFeeds', {}),
    ];
    for (const call of await Promise.allSettled(refused))
      expect(call).toMatchObject({ status: 'rejected', reason: { errorName: 'not-allowed' } });
  });
});

describe('the ledger', () => {
  async function send(): Promise<number> {
    const { instructionIds } = await ada.call('sendInstruction', {
      trackerIds: [trackerId],
      instruction: 'restart',
    });
    return instructionIds[0] ?? 0;
  }

  test('recalls what still waits, and sends it again', async () => {
    const id = await send();
    await expect(ada.call('resendInstructions', { instructionIds: [id] })).rejects.toMatchObject({
      errorName: 'instruction-not-failed',
    });
    expect(await ada.call('recallInstructions', { instructionIds: [id] })).toEqual({ recalled: 1 });
    expect(await ada.call('recallInstructions', { instructionIds: [id] })).toEqual({ recalled: 0 });
    expect(await listOf(ada)).toMatchObject([
      { state: 'failed', reason: 'recalled', abilities: { resend: true } },
    ]);
    const { instructionIds } = await ada.call('resendInstructions', { instructionIds: [id] });
    expect(await listOf(ada)).toMatchObject([{ instructionId: instructionIds[0], state: 'waiting' }, {}]);
  });

  test('is not visible to other accounts', async () => {
    const id = await send();
    const { list } = await outsider.call('queryInstructionList', {});
    expect(list).toEqual([]);
    await expect(outsider.call('recallInstructions', { instructionIds: [id] })).rejects.toMatchObject({
      errorName: 'instruction-unknown',
    });
    await expect(outsider.call('queryInstructionList', { trackerId })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
  });

  test('masks passwords in the ledger and the audit log', async () => {
    await ada.call('sendInstruction', {
      trackerIds: [trackerId],
      instruction: 'apn',
      parameters: { apn: 'internet', user: 'me', password: 'opensesame' },
      confirmed: true,
    });
    expect(await listOf(ada)).toMatchObject([{ parameters: { password: '***' } }]);
    expect(JSON.stringify(await ada.call('queryAuditLog', { pageSize: 5 }))).not.toContain('opensesame');
  });

  test('lists the instructions of a period, for the replay', async () => {
    const id = await send();
    const [record] = await listOf(ada);
    const created = record?.createdTime ?? 0;
    const period = { trackerId, startTime: created, endTime: created };
    expect(await ada.call('getInstructionByTime', period)).toMatchObject({
      list: [{ instructionId: id }],
      isComplete: true,
    });
    const later = { trackerId, startTime: created + 1, endTime: created + 1 };
    expect((await ada.call('getInstructionByTime', later)).list).toEqual([]);
    await expect(
      ada.call('getInstructionByTime', { trackerId, startTime: 2, endTime: 1 }),
    ).rejects.toMatchObject({ errorName: 'time-order' });
  });

  test('exports what matches, and refuses an empty export', async () => {
    const other = trackerId;
    await send();
    trackerId = await addTracker({ model: 'GT06N' });
    const id = await send();
    const [record] = await listOf(ada);
    const created = record?.createdTime ?? 0;
    const linesOf = async (payload: object) => {
      const { taskProgressId } = await ada.call('exportInstructions', { ...payload, format: 'csv' });
      const text = new TextDecoder().decode(await readTaskFile(world, ada, taskProgressId));
      return text.trim().split('\r\n');
    };
    const [headings, ...rows] = await linesOf({ trackerId });
    expect(headings).toMatch(/^"Device","IMEI","Instruction","Values","State","Reason","Sent by"/);
    expect(rows).toEqual([expect.stringMatching(/^"Gull \d+",.*,"Restart","","Waiting to send","","ada"/)]);
    // The end of a list is not included, the start is.
    const ofDevices = { instructionIds: [id], startTime: created };
    expect(await linesOf({ ...ofDevices, endTime: created + 1 })).toHaveLength(2);
    await expect(linesOf({ ...ofDevices, endTime: created })).rejects.toMatchObject({
      errorName: 'export-empty',
    });
    expect(await linesOf({ trackerId: other, states: ['waiting'] })).toHaveLength(2);
    await expect(ada.call('exportInstructions', { trackerId, states: ['succeeded'] })).rejects.toMatchObject({
      errorName: 'export-empty',
    });
  });
});

describe('supported instructions', () => {
  test('are those of the protocol that the model lists', async () => {
    const phone = await addTracker({ model: 'OsmAnd' });
    const { list, total, smsAvailable } = await ada.call('querySupportedInstructions', {
      trackerIds: [trackerId, phone],
    });
    expect({ total, smsAvailable }).toEqual({ total: 2, smsAvailable: false });
    const names = list.map(({ instruction }) => instruction);
    expect(names).toContain('cutOil');
    // JT/T 808 can, GT06 cannot.
    expect(names).not.toContain('photo');
    expect(list.every(({ devices }) => devices === 1)).toBe(true);
  });

  test('depend on the vendor: a standard JT/T 808 terminal cannot cut the oil', async () => {
    const g10ls = await addTracker({ model: 'G10LS' });
    const namesOf = async (id: number) =>
      (await ada.call('querySupportedInstructions', { trackerIds: [id] })).list.map((one) => one.instruction);
    expect(await namesOf(g10ls)).toContain('cutOil');
    await ada.call('editTracker', { trackerId, model: 'other', protocol: 'jt808' });
    expect(await namesOf(trackerId)).not.toContain('cutOil');
    expect(await namesOf(trackerId)).toContain('restart');
  });

  test('depend on the form of a TK103 device: an id of more than 12 digits has texts between asterisks', async () => {
    const { trackerId: comma } = await ada.call('addTracker', {
      trackerName: 'Comma',
      imei: '860000000009951',
      protocol: 'tk103',
    });
    const { list } = await ada.call('querySupportedInstructions', { trackerIds: [comma] });
    expect(list.map(({ instruction }) => instruction).toSorted()).toEqual([
      'centreNumber',
      'freeText',
      'locate',
      'powerOff',
      'readParameters',
      'server',
    ]);
    // It contains the password of the device.
    const centre = { instruction: 'centreNumber', parameters: { number: '13900000000' } } as const;
    expect(await ada.call('sendInstruction', { trackerIds: [comma], ...centre })).toMatchObject({ count: 1 });
    const cut = ada.call('sendInstruction', { trackerIds: [comma], instruction: 'cutOil', confirmed: true });
    await expect(cut).rejects.toMatchObject({ errorName: 'instruction-not-supported' });
  });
});

describe('templates', () => {
  test('are added, changed and deleted', async () => {
    const form = { templateName: 'hourly', instruction: 'heartbeat' as const, parameters: { interval: 600 } };
    const { templateId } = await ada.call('addInstructionTemplate', form);
    await expect(ada.call('addInstructionTemplate', form)).rejects.toMatchObject({
      errorName: 'template-name-taken',
    });
    await ada.call('editInstructionTemplate', { ...form, templateId, parameters: { interval: 900 } });
    const { list } = await ada.call('queryInstructionTemplates', {});
    expect(list).toMatchObject([{ templateId, templateName: 'hourly', parameters: { interval: 900 } }]);
    await expect(
      ada.call('editInstructionTemplate', { ...form, templateId, parameters: { interval: 1 } }),
    ).rejects.toMatchObject({ errorName: 'instruction-value' });
    await ada.call('deleteInstructionTemplate', { templateId });
    await expect(ada.call('deleteInstructionTemplate', { templateId })).rejects.toMatchObject({
      errorName: 'template-unknown',
    });
  });
});
