import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../ingest/testing/eventually.ts';
import type { Person } from '../../../testing/person.ts';
import { readTaskFile } from '../../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 1_048_576 };
const HEAD = 'Tail number,Hex address,Kind,Model,Layout,Group,Device,Note';

let world: World;
let account: WorldAccount;
let ada: Person;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`airfield ${count}`);
  ada = await account.person(`ada ${count}`);
});

const csv = (...lines: readonly string[]) => new File([`${lines.join('\n')}\n`], 'planes.csv');
const listOf = async (person = ada) => (await person.call('queryPlanesByPage', { pageSize: 100 })).list;

async function save(file: File, person = ada) {
  const { taskProgressId } = await person.call('importPlanes', { file, save: true });
  return eventually('the import ends', async () => {
    const { list } = await person.call('queryAllTaskProgress', {});
    const task = list.find((one) => one.taskProgressId === taskProgressId);
    return task?.state === 'done' || task?.state === 'failed' ? task : null;
  });
}

/** Errors of each row, as `row field error`. */
async function errorsOf(file: File, person = ada): Promise<readonly string[]> {
  const { rows } = await person.call('importPlanes', { file });
  return rows.flatMap(({ row, errors }) => errors.map(({ field, error }) => `${row} ${field} ${error}`));
}

function textsOf(bytes: Uint8Array): readonly (readonly unknown[])[] {
  return [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);
}

test('creates planes, and returns the rows with errors as a sheet', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: 'Rescue' });
  const trackerId = await account.tracker(`${count}-1`, 'Box');
  const task = await save(
    csv(
      HEAD,
      'b-70xt,780A1B,Helicopter,H135,6 seats,Rescue,Box,winch',
      'B-2,,滑翔机,,,,,',
      'B-2,,glider,,,,,',
    ),
  );
  expect(task).toMatchObject({ state: 'done', name: 'Import planes (planes.csv): added 2, failed 1' });
  expect(await listOf()).toMatchObject([
    { tailNumber: 'B-2', hexAddress: null, kind: 'glider', groupId: null, trackerId: null },
    {
      tailNumber: 'B-70XT',
      hexAddress: '780a1b',
      kind: 'helicopter',
      model: 'H135',
      layout: '6 seats',
      groupId,
      trackerId,
      note: 'winch',
    },
  ]);
  const planeId = (await listOf())[1]?.planeId ?? 0;
  const bindings = await ada.call('queryPlaneBindings', { planeId });
  expect(bindings.list).toMatchObject([{ trackerId, boundBy: ada.login, boundTime: world.clock.now() }]);
  const failures = textsOf(await readTaskFile(world, ada, task.taskProgressId));
  expect(failures).toHaveLength(2);
  expect(failures[1]?.[0]).toBe('B-2');
  expect(failures[1]?.at(-1)).toMatch(/^Tail number: .*repeated/);
  const [entry] = (await ada.call('queryAuditLog', { pageSize: 1 })).list;
  expect(entry).toMatchObject({ action: 'importPlanes', target: 'planes.csv' });
});

describe('names the error of', () => {
  test('each invalid cell', async () => {
    expect(
      await errorsOf(
        csv(
          HEAD,
          'B,780a1,rocket,,,,,',
          `B-2,~3c6444,glider,${'x'.repeat(65)},,Nowhere,Nothing,`,
          'B-3,000000,,,,,,',
          'B-4,0x780a,glider,,,,,',
          'B-5,780a1b,GLIDER,,,,,',
        ),
      ),
    ).toEqual([
      '2 tailNumber field-invalid',
      '2 hexAddress field-invalid',
      '2 kind aircraft-kind-unknown',
      '3 hexAddress field-invalid',
      '3 model field-invalid',
      '4 hexAddress field-invalid',
      '4 kind aircraft-kind-unknown',
      '5 hexAddress field-invalid',
    ]);
    expect(await errorsOf(csv(HEAD, 'B-2,,glider,,,Nowhere,Nothing,'))).toEqual([
      '2 groupName group-unknown',
      '2 trackerName tracker-unknown',
    ]);
    expect(await listOf()).toEqual([]);
  });

  test('a tail number, hex address or device of an earlier row, or of a stored plane', async () => {
    const trackerId = await account.tracker(`${count}-1`, 'Box');
    await account.tracker(`${count}-2`, 'Free');
    await ada.call('createPlane', { tailNumber: 'B-1', kind: 'light', hexAddress: '780a1b', trackerId });
    expect(
      await errorsOf(
        csv(
          HEAD,
          'b-1,780A1B,light,,,,Box,',
          'B-2,780a1c,light,,,,Free,',
          'b-2,780A1C,light,,,,Free,',
          'B-3,,light,,,,Free,',
        ),
      ),
    ).toEqual([
      '2 tailNumber tail-number-taken',
      '2 hexAddress hex-address-taken',
      '2 trackerName tracker-has-plane',
      '4 tailNumber tail-number-repeated',
      '4 hexAddress hex-address-repeated',
      '4 trackerName tracker-has-plane',
      '5 trackerName tracker-has-plane',
    ]);
  });

  test('a plane that a user of a limited scope would not see', async () => {
    const { groupId } = await ada.call('createGroup', { groupName: 'Visible' });
    const { groupId: hidden } = await ada.call('createGroup', { groupName: 'Hidden' });
    await account.tracker(`${count}-1`, 'Box', hidden);
    const pilot = await account.person(`pilot ${count}`, { permission: 'editor', groupIds: [groupId] });
    const file = csv(
      HEAD,
      'B-1,,light,,,,,',
      'B-2,,light,,,Hidden,,',
      'B-3,,light,,,,Box,',
      'B-4,,light,,,Visible,,',
    );
    expect(await errorsOf(file, pilot)).toEqual([
      '2 groupName group-unknown',
      '3 groupName group-unknown',
      '4 trackerName tracker-unknown',
    ]);
  });
});

test('imports its template without the example, and the file that it exports', async () => {
  const stream = await ada.client.stream('getPlaneTemplate', { lang: 'zh_CN' });
  const template = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(textsOf(template)[0]).toEqual([
    '机尾号',
    '十六进制地址',
    '类别',
    '机型',
    '布局',
    '分组',
    '绑定设备',
    '备注',
  ]);
  const empty = await ada.call('importPlanes', {
    file: new File([template], 'template.xlsx'),
  });
  expect(empty).toMatchObject({ total: 0, failed: 0 });

  await ada.call('createPlane', { tailNumber: 'B-1', kind: 'balloon', hexAddress: '123456', note: 'red' });
  const { taskProgressId } = await ada.call('exportPlanesExcel', {});
  const exported = await readTaskFile(world, ada, taskProgressId);
  expect(textsOf(exported)[1]).toEqual(['B-1', '123456', 'Balloon', null, null, null, null, 'red']);
  const [plane] = await listOf();
  await ada.call('deletePlanes', { planeIds: [plane?.planeId ?? 0] });
  await save(new File([new Uint8Array(exported)], 'exported.xlsx'));
  expect(await listOf()).toMatchObject([
    { tailNumber: 'B-1', kind: 'balloon', hexAddress: '123456', note: 'red' },
  ]);
});
