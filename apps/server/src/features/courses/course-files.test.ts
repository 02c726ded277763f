import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { newControl, newCourse, newCourseControl } from '@wakeline/domain/courses/event';
import { paperPlane } from '@wakeline/domain/courses/paper-plane';
import { geodesicDistance } from '@wakeline/domain/geo/geodesic';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createForestMap } from '../../testing/ocad-files.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const FIXTURES = join(
  dirname(createRequire(import.meta.url).resolve('@wakeline/formats/map-feature')),
  'fixtures',
);
const PURPLE_PEN = readFileSync(join(FIXTURES, 'oscout-test1.ppen'));
const CONDES = readFileSync(join(FIXTURES, 'ellenbrook-courses.xml'));

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

type ImportOptions = Omit<PayloadInput<Operations['importCourseFile']>, 'file'>;

function importFile(content: string | Uint8Array, options: ImportOptions = { save: true }) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  return ada.call('importCourseFile', { file: new File([bytes], 'courses'), ...options });
}

async function exportFile(
  eventId: number,
  format: PayloadInput<Operations['exportCourseFile']>['format'],
  options: Partial<PayloadInput<Operations['exportCourseFile']>> = {},
): Promise<string> {
  const stream = await ada.client.stream('exportCourseFile', { eventId, format, lang: 'en_US', ...options });
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(stream).arrayBuffer());
}

async function readEvent(eventId: number | null) {
  return (await ada.call('queryCourseEvent', { eventId: eventId ?? 0 })).event;
}

async function addOcadMap(bytes: Uint8Array, person = ada) {
  const ocadFile = new File([new Uint8Array(bytes)], 'map.ocd');
  const { mapId } = await person.call('addOcadMap', { ocadFile, mapName: 'Tuve' });
  return { kind: 'ocad', id: mapId } as const;
}

/** Two points of a map at 1:15,000 with north at the top, whose origin is at 12 E, 57.7 N. */
const PLANE = paperPlane([12, 57.7], 15_000);
const PLACEMENT = [
  { x: 0, y: 0 },
  { x: 100, y: 80 },
].map(({ x, y }) => {
  const [longitude, latitude] = PLANE.toPosition({ x, y });
  return { x, y, longitude, latitude };
});

const IOF = `<?xml version="1.0" encoding="UTF-8"?>
<CourseData xmlns="http://www.orienteering.org/datastandard/3.0" iofVersion="3.0">
  <Event><Name>Forest</Name></Event>
  <RaceCourseData>
    <Control type="Start"><Id>S1</Id><Position lng="12" lat="57.7"/></Control>
    <Control type="Control"><Id>31</Id><Position lng="12.01" lat="57.7"/></Control>
    <Course><Name>Long</Name><CourseFamily>Family</CourseFamily>
      <CourseControl><Control>S1</Control></CourseControl>
      <CourseControl><Control>31</Control></CourseControl>
    </Course>
  </RaceCourseData>
</CourseData>`;

describe('a Purple Pen file', () => {
  test('is imported where the placement of its map says, and exported byte by byte as it was', async () => {
    const imported = await importFile(PURPLE_PEN, { save: true, placement: PLACEMENT });
    expect(imported).toMatchObject({
      eventName: '21-03-11 GOV natt',
      controls: 18,
      courses: 4,
      people: 0,
      unit: 'paper',
      ignored: [{ element: 'special-object', count: 5 }],
    });
    const event = await readEvent(imported.eventId);
    const first = event.controls.find(({ code }) => code === '31')?.coordinates ?? [0, 0];
    // In the file: x 80.47508, y 31.857235.
    const expected = PLANE.toPosition({ x: 80.47508, y: 31.857235 });
    expect(geodesicDistance(first, expected)).toBeLessThan(0.05);
    const exported = await exportFile(imported.eventId ?? 0, 'purple-pen', { placement: PLACEMENT });
    expect(Buffer.from(exported).equals(PURPLE_PEN)).toBe(true);
  });

  test('needs the placement of its map', async () => {
    await expect(importFile(PURPLE_PEN)).rejects.toMatchObject({ errorName: 'course-file-needs-placement' });
    const [point] = PLACEMENT;
    if (point === undefined) throw new Error('there are two points');
    await expect(importFile(PURPLE_PEN, { save: true, placement: [point, point] })).rejects.toMatchObject({
      errorName: 'course-placement-invalid',
    });
  });

  test('is imported on an OCAD map, which becomes the map of the event', async () => {
    const map = await addOcadMap(readFileSync(join(FIXTURES, 'ocad/basic-1.ocd')));
    const { eventId } = await importFile(PURPLE_PEN, { save: true, map });
    const event = await readEvent(eventId);
    expect(event.map).toEqual({ ...map, name: 'Tuve' });
    // x 80.47508, y 31.857235 at 1:15,000 from E 316000, N 6404000: E 317207.1262, N 6404477.8585, by gdaltransform of
    // PROJ 9.1.1 (EPSG:3006 to EPSG:4326).
    const first = event.controls.find(({ code }) => code === '31')?.coordinates ?? [0, 0];
    expect(geodesicDistance(first, [11.9286960976, 57.7451104576])).toBeLessThan(0.01);
    // On the paper of its map, it is the file that it was; without it, its positions differ.
    const exported = await exportFile(eventId ?? 0, 'purple-pen');
    expect(Buffer.from(exported).equals(PURPLE_PEN)).toBe(true);
    await ada.call('deleteOcadMap', { mapId: map.id });
    expect(await exportFile(eventId ?? 0, 'purple-pen')).toContain('<title>21-03-11 GOV natt</title>');
  });

  test('is imported on a race layer from its lower left corner', async () => {
    const picture = readFileSync(join(FIXTURES, 'georeferenced/ellenbrook.jpg'));
    const { layerId } = await ada.call('saveOrUpdateRaceLayer', {
      layerName: 'Ellenbrook',
      picture: new File([new Uint8Array(picture)], 'map.jpg'),
      // Its corners by its world file and PROJ 9.1 (race-layers.test.ts).
      layerPoints: [
        { x: 0, y: 0 },
        { x: 1197, y: 0 },
        { x: 1197, y: 1756 },
        { x: 0, y: 1756 },
      ],
      mapPoints: [
        [-0.2720129, 51.7746635],
        [-0.2499928, 51.7750532],
        [-0.2490766, 51.7550137],
        [-0.2710868, 51.7546241],
      ],
    });
    const map = { kind: 'raceLayer', id: layerId } as const;
    const { eventId } = await importFile(PURPLE_PEN, { save: true, map });
    const event = await readEvent(eventId);
    expect(event.map).toEqual({ ...map, name: 'Ellenbrook' });
    // 1,207.13 m to the right and 477.86 m up along the axes of the world file from the lower left corner of the picture:
    // E 520615.163, N 208169.037, by gdaltransform (EPSG:27700 to EPSG:4326).
    const first = event.controls.find(({ code }) => code === '31')?.coordinates ?? [0, 0];
    expect(geodesicDistance(first, [-0.2538060365, 51.759227745])).toBeLessThan(0.3);
    const exported = await exportFile(eventId ?? 0, 'purple-pen');
    expect(Buffer.from(exported).equals(PURPLE_PEN)).toBe(true);
  });

  test('refuses a map that was deleted, of another account, or without a position', async () => {
    const bytes = readFileSync(join(FIXTURES, 'ocad/basic-1.ocd'));
    const deleted = await addOcadMap(bytes);
    await ada.call('deleteOcadMap', { mapId: deleted.id });
    const foreign = await addOcadMap(bytes, await (await world.account('others')).person('eve'));
    const unknown = { kind: 'raceLayer', id: 999_999 } as const;
    for (const map of [deleted, foreign, unknown])
      await expect(importFile(PURPLE_PEN, { save: true, map })).rejects.toMatchObject({
        errorName: 'course-map-unknown',
      });
    const unplaced = await addOcadMap(createForestMap(null));
    await expect(importFile(PURPLE_PEN, { save: true, map: unplaced })).rejects.toMatchObject({
      errorName: 'course-map-unplaced',
    });
  });

  test('is exported with north at the top if a control is beyond the coordinate system of the map', async () => {
    const map = await addOcadMap(readFileSync(join(FIXTURES, 'ocad/basic-1.ocd')));
    // 91 degrees east of the central meridian of EPSG:3006, on the equator: gdaltransform has no result either.
    const { eventId } = await importFile(
      IOF.replace('lng="12" lat="57.7"', 'lng="106" lat="0"').replace(
        'lng="12.01" lat="57.7"',
        'lng="106.01" lat="0"',
      ),
    );
    await ada.call('editCourseEvent', { eventId: eventId ?? 0, map: { ...map, name: 'Tuve' } });
    const exported = await exportFile(eventId ?? 0, 'purple-pen');
    expect(exported).not.toContain('NaN');
    // 0.01 degrees on the equator are 1,113.2 m = 74.21 mm at 1:15,000, half of it on each side.
    const xs = [...exported.matchAll(/<location x="([^"]+)"/g)].map(([, x]) => Number(x));
    expect(xs).toEqual([expect.closeTo(-37.1, 1), expect.closeTo(37.1, 1)]);
  });

  test('is exported with north at the top from an event that came from elsewhere', async () => {
    const { eventId } = await importFile(IOF);
    const exported = await exportFile(eventId ?? 0, 'purple-pen');
    expect(exported).toContain('<title>Forest</title>');
    // 0.01 degrees at 57.7 N are 596 m = 39.74 mm at 1:15,000, half of it on each side.
    const xs = [...exported.matchAll(/<location x="([^"]+)"/g)].map(([, x]) => Number(x));
    expect(xs).toEqual([expect.closeTo(-19.87, 1), expect.closeTo(19.87, 1)]);
    await expect(
      exportFile(eventId ?? 0, 'purple-pen', { placement: [PLACEMENT[0], PLACEMENT[0]] as never }),
    ).rejects.toMatchObject({ errorName: 'course-placement-invalid' });
  });

  test('cannot have a fork that no control follows', async () => {
    const { eventId } = await ada.call('addCourseEvent', {});
    const save = (objectId: string, change: PayloadInput<Operations['saveCourseObject']>['change']) =>
      ada.call('saveCourseObject', { eventId, objectId, baseVersion: null, change });
    await save('a', { kind: 'control', value: newControl('a', [12, 57.7], 'other', '31') });
    const variation = { kind: 'fork' as const, branches: [{ id: 'b', controls: [] }] };
    const course = { ...newCourse('k'), controls: [{ ...newCourseControl('v', 'a'), variation }] };
    await save('k', { kind: 'course', value: course });
    await expect(exportFile(eventId, 'purple-pen')).rejects.toMatchObject({
      errorName: 'course-export-fork',
    });
  });
});

describe('an IOF XML file', () => {
  test('of a local grid has suggestions for its coordinate system near the maps of the account', async () => {
    const failure: unknown = await importFile(CONDES).catch((error: unknown) => error);
    // The first control of the file.
    const point = { easting: 519_575.41, northing: 208_075.66 };
    expect(failure).toMatchObject({ errorName: 'course-file-needs-system', details: point });
    const tuve: [number, number, number, number] = [11.8, 57.7, 12, 57.8];
    const ellenbrook: [number, number, number, number] = [-0.272, 51.7546, -0.249, 51.775];
    const { list } = await ada.call('suggestCourseSystems', { ...point, areas: [tuve, ellenbrook] });
    expect(list).toContainEqual({
      code: 27_700,
      name: 'OSGB36 / British National Grid',
      area: expect.stringContaining('United Kingdom'),
    });
    expect((await ada.call('suggestCourseSystems', { ...point, areas: [tuve] })).list).toEqual([]);
  });

  test('of a local grid needs its coordinate system', async () => {
    await expect(importFile(CONDES)).rejects.toMatchObject({ errorName: 'course-file-needs-system' });
    await expect(importFile(CONDES, { save: true, coordinateSystem: 999_999 })).rejects.toMatchObject({
      errorName: 'course-system-unknown',
    });
    // The British grid.
    const { eventId, unit } = await importFile(CONDES, { save: true, coordinateSystem: 27_700 });
    expect(unit).toBe('grid');
    const event = await readEvent(eventId);
    const position = (code: string) =>
      event.controls.find((each) => each.code === code)?.coordinates ?? [0, 0];
    // The map of this event: its corners are at -0.272, 51.775 and -0.249, 51.755.
    const [lng, lat] = position('170');
    expect(lng).toBeGreaterThan(-0.272);
    expect(lng).toBeLessThan(-0.249);
    expect(lat).toBeGreaterThan(51.754);
    expect(lat).toBeLessThan(51.776);
    // The program that wrote the file measured the leg from 186 to 189 as 295 m.
    expect(Math.abs(geodesicDistance(position('186'), position('189')) - 295)).toBeLessThan(1);
  });

  test('is checked without being saved, and reports what it leaves out', async () => {
    const before = (await ada.call('queryCourseEvents', {})).total;
    expect(await importFile(IOF, { save: false })).toEqual({
      eventId: null,
      eventName: 'Forest',
      controls: 2,
      courses: 1,
      people: 0,
      unit: 'wgs84',
      ignored: [{ element: 'CourseFamily', count: 1 }],
    });
    expect((await ada.call('queryCourseEvents', {})).total).toBe(before);
  });

  test('is exported and imported again', async () => {
    const { eventId } = await importFile(IOF);
    const exported = await exportFile(eventId ?? 0, 'iof-xml');
    expect(exported).toContain('creator="Wakeline"');
    // 0.01 degrees of longitude at 57.7 N.
    expect(exported).toContain('<LegLength>596</LegLength>');
    const again = await importFile(exported);
    expect(again).toMatchObject({ eventName: 'Forest', controls: 2, courses: 1 });
  });
});

test('an event is exported and imported as a whole', async () => {
  const { eventId } = await importFile(PURPLE_PEN, { save: true, placement: PLACEMENT });
  await ada.call('editCourseEvent', { eventId: eventId ?? 0, date: '2026-06-07', place: 'Tuve' });
  const exported = await exportFile(eventId ?? 0, 'event');
  const again = await importFile(exported);
  expect(again.eventId).not.toBe(eventId);
  expect(await readEvent(again.eventId)).toEqual(await readEvent(eventId));
  // The document of Purple Pen comes along.
  const document = await exportFile(again.eventId ?? 0, 'purple-pen', { placement: PLACEMENT });
  expect(Buffer.from(document).equals(PURPLE_PEN)).toBe(true);
});

test.each([
  ['gpx', '<wpt lat="57.7" lon="12"'],
  ['kml', '<Placemark>'],
  ['geojson', '"type":"FeatureCollection"'],
] as const)('controls and courses are exported as %s', async (format, content) => {
  const { eventId } = await importFile(IOF);
  const exported = await exportFile(eventId ?? 0, format);
  expect(exported).toContain(content);
  expect(exported).toContain('Long');
});

describe('refuses', () => {
  const eventFile = (changes: object, file: object = {}) =>
    JSON.stringify({
      format: 'wakeline-course-event',
      version: 1,
      document: null,
      event: {
        name: 'E',
        map: null,
        mapScale: 15_000,
        printScale: 15_000,
        firstCode: 31,
        date: null,
        place: '',
        notes: '',
        controls: [],
        courses: [],
        legs: [],
        people: [],
        ...changes,
      },
      ...file,
    });
  const control = newControl('a', [12, 57.7], 'other', '31');

  test.each([
    ['another JSON file', '{"type":"FeatureCollection"}', 'course-file-type', {}],
    ['a later version', eventFile({}, { version: 2 }), 'course-file-version', {}],
    ['a damaged XML file', IOF.slice(0, 300), 'course-file-malformed', { line: 6 }],
    ['a damaged JSON file', '{"format":', 'course-file-malformed', {}],
    [
      'a wrong value in the file of an event',
      eventFile({ mapScale: 'large' }),
      'course-file-value',
      { field: 'event.mapScale' },
    ],
    [
      'a code twice',
      eventFile({ controls: [control, { ...control, id: 'b' }] }),
      'course-code-taken',
      { code: '31' },
    ],
    [
      'an id twice',
      eventFile({ controls: [control, { ...control, code: '32' }] }),
      'course-file-duplicate',
      { id: 'a' },
    ],
    [
      'a leg without control',
      eventFile({ legs: [{ id: 'l', from: 'a', to: 'b', bends: [], gaps: [] }] }),
      'course-file-missing',
      { id: 'a' },
    ],
    [
      'a text that is too long',
      IOF.replace('Forest', 'x'.repeat(65)),
      'course-file-limit',
      { field: 'name' },
    ],
  ])('%s, and stores nothing', async (_, content, errorName, details) => {
    const before = (await ada.call('queryCourseEvents', {})).total;
    await expect(importFile(content)).rejects.toMatchObject({ errorName, details });
    expect((await ada.call('queryCourseEvents', {})).total).toBe(before);
  });

  test('a broken list and a cycle in a Purple Pen file', async () => {
    const text = new TextDecoder().decode(PURPLE_PEN);
    const broken = text.replace('<next course-control="4" />', '<next course-control="999" />');
    await expect(importFile(broken, { save: true, placement: PLACEMENT })).rejects.toMatchObject({
      errorName: 'course-file-missing',
      details: { line: expect.any(Number) },
    });
    const cycle = text.replace('<next course-control="4" />', '<next course-control="1" />');
    await expect(importFile(cycle, { save: true, placement: PLACEMENT })).rejects.toMatchObject({
      errorName: 'course-file-cycle',
    });
  });

  test('a file of more than 8 MB', async () => {
    const large = new Uint8Array(8 * 1_048_576 + 1).fill(32);
    await expect(importFile(large)).rejects.toMatchObject({ errorName: 'course-file-too-large' });
  });
});
