import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { type EventMap, newControl, newCourse, newCourseControl } from '@wakeline/domain/courses/event';
import { type TestVertex, writeOcad } from '@wakeline/formats/ocad/testing/write-ocad';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { contentsOf, jpegsOf, type PagePoint, type PageShapes, shapesOf } from './testing/pdf-shapes.ts';

/** OCAD 12, EPSG:3006, 1:15,000: `packages/formats/src/fixtures/ocad/README.md`. */
const BASIC = readFileSync(
  join(import.meta.dirname, '../../../../../../packages/formats/src/fixtures/ocad/basic-1.ocd'),
);
/** A vertex of an object in that file, by PROJ 9.1.1 (ocad-position.test.ts of the formats). */
const VERTEX = [11.9046805831, 57.7488630476] as const;
/** 1,500 m to the grid east of it: gdaltransform -s_srs EPSG:3006 -t_srs EPSG:4326 of 317297.5 6404960.45. */
const EAST_OF_VERTEX = [11.9298448747, 57.7494758431] as const;

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('club')).person('ada');
});
afterAll(() => world.stop());

const toFile = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);

async function addOcadMap(bytes: Uint8Array, person = ada): Promise<EventMap> {
  const ocadFile = toFile(bytes, 'map.ocd');
  const { mapId } = await person.call('addOcadMap', { ocadFile, mapName: 'Forest' });
  return { kind: 'ocad', id: mapId, name: 'Forest' };
}

type Positions = readonly (readonly [lng: number, lat: number])[];

/** An event with controls at these positions on a course without a start. */
async function createEvent(
  positions: Positions,
  settings: PayloadInput<Operations['addCourseEvent']>,
): Promise<number> {
  const { eventId } = await ada.call('addCourseEvent', settings);
  const save = (objectId: string, change: PayloadInput<Operations['saveCourseObject']>['change']) =>
    ada.call('saveCourseObject', { eventId, objectId, baseVersion: null, change });
  const controls = positions.map(([lng, lat], index) =>
    newControl(`c${index}`, [lng, lat], 'other', String(31 + index)),
  );
  for (const value of controls) await save(value.id, { kind: 'control', value });
  const courseControls = controls.map(({ id }) => newCourseControl(`v-${id}`, id));
  await save('k', { kind: 'course', value: { ...newCourse('k'), controls: courseControls } });
  return eventId;
}

async function print(eventId: number, options: Partial<PayloadInput<Operations['printCourse']>> = {}) {
  const request = { eventId, courseId: 'k', descriptions: false, ...options };
  const stream = await ada.client.stream('printCourse', request);
  return Buffer.from(await new Response(stream).arrayBuffer());
}

function firstPage(pdf: Buffer): PageShapes {
  const [content = ''] = contentsOf(pdf);
  return shapesOf(content, 297);
}

const distance = ([x1, y1]: PagePoint, [x2, y2]: PagePoint) => Math.hypot(x1 - x2, y1 - y2);
const nearest = (points: readonly PagePoint[], to: PagePoint) =>
  Math.min(...points.map((point) => distance(point, to)));

test.each([15_000, 10_000])('prints a control on its object of an OCAD map at 1:%i', async (printScale) => {
  const map = await addOcadMap(BASIC);
  const eventId = await createEvent([VERTEX], { map, printScale });
  const { circles, vertices } = firstPage(await print(eventId, { courseId: null }));
  const [circle = [0, 0]] = circles;
  expect(circles).toHaveLength(1);
  // The circle itself is 2.5 mm from its centre or more.
  expect(nearest(vertices, circle)).toBeLessThan(0.1);
});

test('has 100 mm for 1,500 m of the grid of the map, whose north is at the top', async () => {
  const map = await addOcadMap(BASIC);
  const eventId = await createEvent([VERTEX, EAST_OF_VERTEX], { map });
  const { circles, lines } = firstPage(await print(eventId));
  const [west = [0, 0], east = [0, 0]] = circles;
  expect(east[0] - west[0]).toBeCloseTo(100, 2);
  expect(east[1] - west[1]).toBeCloseTo(0, 2);
  // The leg ends at the edges of the circles: 100 - 2 x 2.675.
  const legs = lines.map(([from, to]) => distance(from, to));
  expect(legs).toContainEqual(expect.closeTo(94.65, 2));
  // Without the map true north is at the top; the grid is 2.6 degrees off (3 degrees from the central meridian, at 58 degrees).
  const withoutMap = firstPage(await print(eventId, { map: false }));
  const [left = [0, 0], right = [0, 0]] = withoutMap.circles;
  expect(Math.abs(right[1] - left[1])).toBeGreaterThan(3);
  expect(withoutMap.vertices.length).toBeLessThan(circles.length * 10 + 20);
});

/** UTM zone 33N at 1:10,000, turned by a grivation of 6.2 degrees. */
function createTurnedMap(scale: Readonly<Record<string, number | string>>): Uint8Array {
  const vertices: readonly TestVertex[] = [
    [12_000, -4_500],
    [13_000, -4_500],
    [13_000, -3_500],
  ];
  return writeOcad({
    version: 12,
    colors: [{ number: 1, name: 'Black', cmyk: [0, 0, 0, 100] }],
    scale,
    symbols: [{ type: 'area', number: 405_000, fillColor: 1 }],
    objects: [{ symbol: 405_000, type: 3, vertices }],
  });
}

test('turns the course by the grivation of the map', async () => {
  const scale = { m: 10_000, x: 500_000, y: 6_400_000, a: '6.20000000', i: 2_033 };
  const map = await addOcadMap(createTurnedMap(scale));
  // By hand, E 500000 + (120 cos 6.2° - 45 sin 6.2°) x 10; by gdaltransform -s_srs EPSG:32633 -t_srs EPSG:4326.
  const eventId = await createEvent([[15.0192197112, 57.7369344816]], { map, printScale: 10_000 });
  const { circles, vertices } = firstPage(await print(eventId, { courseId: null }));
  const [circle = [0, 0]] = circles;
  expect(nearest(vertices, circle)).toBeLessThan(0.1);
  // The edge of 10 mm on paper is horizontal on the print.
  expect(nearest(vertices, [circle[0] + 10, circle[1]])).toBeLessThan(0.1);
  expect(nearest(vertices, [circle[0] + 10, circle[1] - 10])).toBeLessThan(0.1);
});

/** Dots on white: pixels of the picture, and positions that no similarity and no affine transformation fits. */
const DOTS = [
  { pixel: { x: 100, y: 100 }, at: [11.9, 57.7] },
  { pixel: { x: 500, y: 100 }, at: [11.9058, 57.6985] },
  { pixel: { x: 500, y: 500 }, at: [11.9036, 57.6952] },
  { pixel: { x: 100, y: 500 }, at: [11.8984, 57.6968] },
] as const;

async function addRaceLayer(): Promise<EventMap> {
  const dots = DOTS.map(({ pixel: { x, y } }) => `<circle cx="${x}" cy="${y}" r="6"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">${dots}</svg>`;
  const picture = await sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).png().toBuffer();
  const { layerId } = await ada.call('saveOrUpdateRaceLayer', {
    layerName: 'Park',
    picture: toFile(picture, 'map.png'),
    layerPoints: DOTS.map(({ pixel }) => pixel),
    mapPoints: DOTS.map(({ at }) => [...at] as [number, number]),
    method: 'projective',
  });
  return { kind: 'raceLayer', id: layerId, name: 'Park' };
}

/** Centre of the dark pixels of a picture near a point; in pixels. */
async function darkCentre(jpeg: Buffer, near: PagePoint): Promise<PagePoint> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  let [sumX, sumY, total] = [0, 0, 0];
  const [nearX, nearY] = near.map(Math.round) as [number, number];
  for (let y = nearY - 30; y <= nearY + 30; y += 1)
    for (let x = nearX - 30; x <= nearX + 30; x += 1) {
      const weight = Math.max(0, 200 - (data[y * info.width + x] ?? 255));
      sumX += weight * (x + 0.5);
      sumY += weight * (y + 0.5);
      total += weight;
    }
  return [sumX / total, sumY / total];
}

test('prints controls on their objects of a warped picture, with its top at the top', async () => {
  const map = await addRaceLayer();
  const positions = DOTS.map(({ at }) => at);
  const eventId = await createEvent(positions, { map, mapScale: 5_000, printScale: 5_000 });
  const pdf = await print(eventId, { courseId: null });
  const { circles, images } = firstPage(pdf);
  const [jpeg = Buffer.of()] = jpegsOf(pdf);
  const [toPage = (point: PagePoint) => point] = images;
  expect(circles).toHaveLength(4);
  const { width = 1, height = 1 } = await sharp(jpeg).metadata();
  const [left, top] = toPage([0, 1]);
  const [right, bottom] = toPage([1, 0]);
  // 300 dpi.
  expect((width / (right - left)) * 25.4).toBeCloseTo(300, 3);
  expect((height / (bottom - top)) * 25.4).toBeCloseTo(300, 3);
  for (const circle of circles) {
    const near: PagePoint = [
      ((circle[0] - left) / (right - left)) * width,
      ((circle[1] - top) / (bottom - top)) * height,
    ];
    const [x, y] = await darkCentre(jpeg, near);
    expect(distance(toPage([x / width, 1 - y / height]), circle)).toBeLessThan(0.1);
  }
  // The dots at the top of the picture.
  const [first = [0, 0], second = [0, 0], third = [0, 0]] = circles;
  expect(first[1]).toBeLessThan(third[1]);
  expect(second[1]).toBeLessThan(third[1]);
  expect(first[0]).toBeLessThan(second[0]);
});

test('prints all pages of a course with its map', async () => {
  const map = await addOcadMap(BASIC);
  const eventId = await createEvent([VERTEX, EAST_OF_VERTEX], { map, mapScale: 5_000 });
  const contents = contentsOf(await print(eventId));
  // 300 mm on pages of 190 mm.
  expect(contents).toHaveLength(2);
  for (const content of contents) expect(shapesOf(content, 297).vertices.length).toBeGreaterThan(100);
});

test('refuses a map that was deleted, of another account, or without a position', async () => {
  const deleted = await addOcadMap(BASIC);
  await ada.call('deleteOcadMap', { mapId: deleted.id });
  const eve = await (await world.account('others')).person('eve');
  const foreign = await addOcadMap(BASIC, eve);
  const layer = { kind: 'raceLayer', id: 999_999, name: 'Park' } as const;
  for (const map of [deleted, foreign, layer]) {
    const eventId = await createEvent([VERTEX], { map });
    await expect(print(eventId)).rejects.toMatchObject({ errorName: 'course-map-unknown' });
    expect(contentsOf(await print(eventId, { map: false }))).toHaveLength(1);
  }
  const unplaced = await addOcadMap(createTurnedMap({ m: 10_000 }));
  const eventId = await createEvent([VERTEX], { map: unplaced });
  await expect(print(eventId)).rejects.toMatchObject({ errorName: 'course-map-unplaced' });
});
