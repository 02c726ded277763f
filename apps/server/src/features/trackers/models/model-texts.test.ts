import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const MODE = { instruction: 'workingMode' as const, text: 'MODE,{mode}#' };
const STORED = { ...MODE, receipt: null, repeatable: false, sms: false };

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

async function findModel(person: Person, name: string) {
  const { list } = await person.call('queryAllTrackModel', {});
  return list.find(({ modelName }) => modelName === name);
}

function refused(reason: string, at = '') {
  return { errorName: 'model-text', details: { instruction: 'workingMode', reason, at } };
}

test('stores the texts of a model, for those who can edit it', async () => {
  const receipt = { success: ' OK ', failure: 'error' };
  const { modelId } = await ada.call('addTrackModel', {
    modelName: 'Texts',
    protocol: 'gt06',
    texts: [MODE, { instruction: 'led', text: 'LED {enabled}', receipt, repeatable: true, sms: true }],
  });
  const model = await findModel(ada, 'Texts');
  expect(model?.texts).toEqual([
    STORED,
    {
      instruction: 'led',
      text: 'LED {enabled}',
      receipt: { success: 'OK', failure: 'error' },
      repeatable: true,
      sms: true,
    },
  ]);
  expect(model?.instructions).toEqual(['workingMode', 'led']);
  const viewer = await (await world.account('harbour')).person('viewer', { permission: 'viewer' });
  expect(await findModel(viewer, 'Texts')).toMatchObject({ texts: [], instructions: ['workingMode', 'led'] });

  await ada.call('editTrackModel', { modelId, vendor: 'Harbour' });
  expect((await findModel(ada, 'Texts'))?.texts).toHaveLength(2);
  await ada.call('editTrackModel', { modelId, texts: [MODE] });
  expect((await findModel(ada, 'Texts'))?.texts).toEqual([STORED]);
  expect((await ada.call('queryAuditLog', { pageSize: 1 })).list[0]).toMatchObject({
    action: 'editTrackModel',
    before: { texts: 'workingMode: MODE,{mode}#\nled: LED {enabled}' },
    after: { texts: 'workingMode: MODE,{mode}#' },
  });
});

test('lists the instructions for which protocols have messages', async () => {
  const { protocols } = await ada.call('queryAllTrackModel', {});
  const gt06 = protocols.find(({ protocol }) => protocol === 'gt06');
  expect(gt06?.instructions).toContain('cutOil');
  expect(gt06?.instructions).not.toContain('workingMode');
});

test.each([
  ['MODE,{mod}#', 'unknown-placeholder', 'mod'],
  ['MODE#', 'unused-parameter', 'mode'],
  ['MODE,{mode:normal=1}#', 'placeholder-format', 'mode:normal=1'],
  ['MODE,{mode}\r\n', 'characters', ''],
  ['MODE,{mode}{', 'brace', ''],
  ['', 'empty', ''],
])('refuses the text %o', async (text, reason, at) => {
  await expect(
    ada.call('addTrackModel', { modelName: 'Refused', protocol: 'gt06', texts: [{ ...MODE, text }] }),
  ).rejects.toMatchObject(refused(reason, at));
  expect(await findModel(ada, 'Refused')).toBeUndefined();
});

test('refuses texts that its protocol cannot carry, also after a change of the model', async () => {
  const form = { modelName: 'Any protocol', texts: [MODE] };
  await expect(ada.call('addTrackModel', form)).rejects.toMatchObject(refused('no-carrier'));
  await expect(ada.call('addTrackModel', { ...form, protocol: 'osmand' })).rejects.toMatchObject(
    refused('no-carrier'),
  );
  await expect(ada.call('addTrackModel', { ...form, protocol: 'h02', basedOn: 'H02' })).rejects.toMatchObject(
    refused('no-carrier'),
  );
  // The protocol of the model on which it is based.
  const { modelId } = await ada.call('addTrackModel', { ...form, basedOn: 'GT06N' });
  await expect(ada.call('editTrackModel', { modelId, basedOn: null })).rejects.toMatchObject(
    refused('no-carrier'),
  );
  await expect(ada.call('editTrackModel', { modelId, protocol: 'h02' })).rejects.toMatchObject(
    refused('characters'),
  );
  expect(await findModel(ada, 'Any protocol')).toMatchObject({ basedOn: 'GT06N', protocol: null });
});

test('refuses equal receipts, repeated dangerous instructions, and an instruction twice', async () => {
  const add = (...texts: NonNullable<Parameters<typeof ada.call<'addTrackModel'>>[1]['texts']>) =>
    ada.call('addTrackModel', { modelName: 'Rules', protocol: 'gt06', texts });
  await expect(add({ ...MODE, receipt: { success: 'OK', failure: 'ok' } })).rejects.toMatchObject(
    refused('receipt'),
  );
  await expect(add(MODE, MODE)).rejects.toMatchObject(refused('instruction'));
  await expect(add({ instruction: 'cutOil', text: 'CUT#', repeatable: true })).rejects.toMatchObject({
    errorName: 'model-text',
    details: { instruction: 'cutOil', reason: 'repeatable' },
  });
  await expect(add({ instruction: 'freeText', text: '{text}' })).rejects.toMatchObject({
    errorName: 'model-text',
    details: { instruction: 'freeText', reason: 'instruction' },
  });
  await expect(add({ ...MODE, receipt: { success: ' ', failure: null } })).rejects.toMatchObject({
    errorName: 'field-invalid',
  });
  await expect(add({ ...MODE, text: 'x'.repeat(301) })).rejects.toMatchObject({
    errorName: 'field-invalid',
  });
});

test('refuses more texts than the limit of the account', async () => {
  const full = await (await world.account('full')).person('full holder');
  const texts = JSON.stringify(Array.from({ length: LIMITS.modelTextsPerAccount }, () => STORED));
  await sql`
    insert into tracker_model (account_id, name, protocol, texts)
    values (${full.accountId}, 'many', 'gt06', ${texts}::jsonb)`.execute(world.database.db);
  const form = { modelName: 'one more', protocol: 'gt06' as const };
  await expect(full.call('addTrackModel', { ...form, texts: [MODE] })).rejects.toMatchObject({
    errorName: 'model-text-limit',
    details: { max: LIMITS.modelTextsPerAccount },
  });
  const { modelId } = await full.call('addTrackModel', form);
  await expect(full.call('editTrackModel', { modelId, texts: [MODE] })).rejects.toMatchObject({
    errorName: 'model-text-limit',
  });
});
