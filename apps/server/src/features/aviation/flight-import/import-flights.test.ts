import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../ingest/testing/eventually.ts';
import type { Person } from '../../../testing/person.ts';
import { readTaskFile } from '../../../testing/task-file.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 1_048_576 };
const HEAD = 'Flight number,Tail number,From,To,EOBT,ETA,Alternate,People on board,Note';

let world: World;
let ada: Person;
/** An editor confined to the group Quay. */
let pilot: Person;
let meadow: number;
let gull: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
  pilot = await harbour.person('pat', { permission: 'editor', groupIds: [groupId] });
  gull = (await ada.call('createPlane', { tailNumber: 'B-10KA', kind: 'light', groupId })).planeId;
  await ada.call('createPlane', { tailNumber: 'B-10KB', kind: 'light' });
  const place = { landingPlaceName: 'Meadow', code: 'MDW', latitude: 24, longitude: 110.5 };
  meadow = (await ada.call('createLandingPlace', place)).landingPlaceId;
});
afterAll(() => world.stop());

const csv = (...lines: readonly string[]) => new File([`${[HEAD, ...lines].join('\n')}\n`], 'flights.csv');

async function save(file: File, person = ada) {
  const { taskProgressId } = await person.call('batchCreateFlights', { file, save: true });
  return eventually('the import ends', async () => {
    const { list } = await person.call('queryAllTaskProgress', {});
    const task = list.find((one) => one.taskProgressId === taskProgressId);
    return task?.state === 'done' || task?.state === 'failed' ? task : null;
  });
}

/** Errors of each row, as `row field error`. */
async function errorsOf(file: File, person = ada): Promise<readonly string[]> {
  const { rows } = await person.call('batchCreateFlights', { file });
  return rows.flatMap(({ row, errors }) => errors.map(({ field, error }) => `${row} ${field} ${error}`));
}

function textsOf(bytes: Uint8Array): readonly (readonly unknown[])[] {
  return [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);
}

test('creates flights in the zone of the account, and returns the rows with errors as a sheet', async () => {
  const task = await save(
    csv(
      'im1,b-10ka,zgkl,mdw,2027-01-31 08:30,2027-01-31 09:40,nng,4,survey',
      'IM2,,meadow,KWL,2027/1/31 10:00,2027/2/2 10:00,,,',
      'IM3,,ZGKL,Nowhere,2027-01-31 08:30,2027-01-31 09:40,,,',
    ),
  );
  expect(task).toMatchObject({ state: 'done', name: 'Import flights (flights.csv): added 2, failed 1' });
  const { list } = await ada.call('queryFlightsByPage', { keywords: 'IM', direction: 'ascending' });
  // The account is in China: 08:30 is 00:30 in UTC. NNG and KWL are the IATA codes of ZGNN and ZGKL.
  expect(list).toMatchObject([
    {
      flightNumber: 'IM1',
      planeId: gull,
      departure: { ident: 'ZGKL' },
      arrival: { landingPlaceId: meadow, fieldName: 'Meadow' },
      takeoffTime: Date.parse('2027-01-31T00:30:00Z'),
      arrivalTime: Date.parse('2027-01-31T01:40:00Z'),
      alternate: 'ZGNN',
      peopleOnBoard: 4,
      note: 'survey',
    },
    { flightNumber: 'IM2', planeId: null, departure: { landingPlaceId: meadow }, arrival: { ident: 'ZGKL' } },
  ]);
  const failures = textsOf(await readTaskFile(world, ada, task.taskProgressId));
  expect(failures).toHaveLength(2);
  expect(failures[1]?.[0]).toBe('IM3');
  const [entry] = (await ada.call('queryAuditLog', { pageSize: 1 })).list;
  expect(entry).toMatchObject({ action: 'batchCreateFlights', target: 'flights.csv' });
});

test('names the error of each cell, and stores nothing', async () => {
  const before = (await ada.call('queryFlightsByPage', {})).total;
  expect(
    await errorsOf(
      csv(
        ',B-10KA,ZGKL,ZGNN,2027-01-31 08:30,2027-01-31 09:40,,,',
        'A1,B-404,ZGKL,ZGNN,2027-01-31 08:30,2027-01-31 09:40,ZZZZ,,',
        'A2,,,Nowhere,2027-01-31 08:30,2027-01-31 09:40,,,',
        'A3,,ZGKL,ZGNN,tomorrow,,,,',
        'A4,,ZGKL,ZGNN,2027-01-31 08:30,2027-01-31 08:30,,,',
        'A5,,ZGKL,ZGNN,2027-01-31 08:30,2027-02-02 08:31,,1001,',
        `A6,,ZGKL,ZGNN,2027-01-31 08:30,2027-01-31 09:40,,two,${'x'.repeat(501)}`,
      ),
    ),
  ).toEqual([
    '2 flightNumber field-invalid',
    '3 tailNumber plane-unknown',
    '3 alternate airport-unknown',
    '4 departure airport-unknown',
    '4 arrival airport-unknown',
    '5 takeoffTime cell-date',
    '5 arrivalTime field-invalid',
    '6 arrivalTime flight-arrival',
    '7 peopleOnBoard field-invalid',
    '7 arrivalTime flight-arrival',
    '8 peopleOnBoard field-invalid',
    '8 note field-invalid',
  ]);
  expect((await ada.call('queryFlightsByPage', {})).total).toBe(before);
});

test('refuses planes that the user does not see, and flights without one that they would not see', async () => {
  const file = csv(
    'B1,B-10KA,ZGKL,ZGNN,2027-01-31 08:30,2027-01-31 09:40,,,',
    'B2,B-10KB,ZGKL,ZGNN,2027-01-31 08:30,2027-01-31 09:40,,,',
    'B3,,ZGKL,ZGNN,2027-01-31 08:30,2027-01-31 09:40,,,',
  );
  expect(await errorsOf(file, pilot)).toEqual(['3 tailNumber plane-unknown', '4 tailNumber plane-unknown']);
});

test('imports its template without the example, and the file that it exports', async () => {
  const stream = await ada.client.stream('getFlightTemplate', { lang: 'zh_CN' });
  const template = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(textsOf(template)).toHaveLength(2);
  const empty = await ada.call('batchCreateFlights', { file: new File([template], 'template.xlsx') });
  expect(empty).toMatchObject({ total: 0, failed: 0 });

  const takeoffTime = Date.parse('2027-05-01T00:30:00Z');
  const { flightIds } = await ada.call('createFlight', {
    flightNumber: 'EX9',
    planeId: gull,
    departure: { ident: 'ZGKL' },
    arrival: { landingPlaceId: meadow },
    takeoffTime,
    arrivalTime: takeoffTime + 3_600_000,
    peopleOnBoard: 3,
  });
  const { taskProgressId } = await ada.call('exportFlightsExcel', { keywords: 'EX9' });
  const exported = await readTaskFile(world, ada, taskProgressId);
  await ada.call('deleteFlight', { flightIds });
  await save(new File([new Uint8Array(exported)], 'exported.xlsx'));
  expect((await ada.call('queryFlightsByPage', { keywords: 'EX9' })).list).toMatchObject([
    { planeId: gull, takeoffTime, arrival: { landingPlaceId: meadow }, peopleOnBoard: 3 },
  ]);
});
