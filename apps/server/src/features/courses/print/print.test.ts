import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { newControl, newCourse, newCourseControl } from '@wakeline/domain/courses/event';
import { paperPlane } from '@wakeline/domain/courses/paper-plane';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../testing/pdf-text.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { contentsOf } from './testing/pdf-shapes.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

/** Positions by millimetres at 1:15,000. */
const PLANE = paperPlane([12, 57.7], 15_000);
const at = (x: number, y: number) => PLANE.toPosition({ x, y });

/** A start, two controls that are 1,500 m from each other, and a finish. */
async function createEvent(settings: PayloadInput<Operations['addCourseEvent']> = {}): Promise<number> {
  const { eventId } = await ada.call('addCourseEvent', { name: 'Spring training', ...settings });
  const save = (objectId: string, change: PayloadInput<Operations['saveCourseObject']>['change']) =>
    ada.call('saveCourseObject', { eventId, objectId, baseVersion: null, change });
  const controls = [
    newControl('s', at(-50, 20), 'start', null),
    {
      ...newControl('a', at(-50, -20), 'other', '31'),
      description: { C: '0.1N', D: '2.4', F: '2.5', G: '11.1E' },
    },
    { ...newControl('b', at(50, -20), 'other', '32'), circleGaps: [{ from: 10, to: 40 }] },
    { ...newControl('f', at(50, 20), 'finish', null), description: { all: '14.3' } },
  ];
  for (const value of controls) await save(value.id, { kind: 'control', value });
  const course = {
    ...newCourse('k'),
    name: '长距离 A',
    climb: 40,
    controls: ['s', 'a', 'b', 'f'].map((id) => newCourseControl(`v-${id}`, id)),
  };
  await save('k', { kind: 'course', value: course });
  return eventId;
}

async function print(eventId: number, options: Partial<PayloadInput<Operations['printCourse']>> = {}) {
  const stream = await ada.client.stream('printCourse', { eventId, courseId: 'k', ...options });
  return Buffer.from(await new Response(stream).arrayBuffer());
}

async function textOfPdf(pdf: Buffer): Promise<string> {
  return (await readPdf(pdf))
    .flat()
    .map(({ text }) => text)
    .join(' ');
}

/** Sizes of the pages in millimetres. */
function pageSizes(pdf: Buffer): readonly (readonly [number, number])[] {
  return [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => [
      Math.round((Number(width) * 25.4) / 72),
      Math.round((Number(height) * 25.4) / 72),
    ],
  );
}

/** Lines of two points in millimetres. */
function linesOf(content: string): readonly (readonly number[])[] {
  return [...content.matchAll(/([\d.-]+) ([\d.-]+) m\n([\d.-]+) ([\d.-]+) l\nS/g)].map((match) =>
    match.slice(1, 5).map((value) => (Number(value) * 25.4) / 72),
  );
}

const lengthOf = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]) => Math.hypot(x2 - x1, y2 - y1);

describe('a course on one page', () => {
  let pdf: Buffer;
  let page = '';
  beforeAll(async () => {
    pdf = await print(await createEvent());
    [page = ''] = contentsOf(pdf);
  });

  test('has 100 mm for 1,500 m at 1:15,000', () => {
    expect(pageSizes(pdf)).toEqual([[210, 297]]);
    // The leg between the controls ends at the edges of their circles: 100 - 2 x 2.675.
    const horizontal = linesOf(page).filter(([, y1 = 0, , y2 = 1]) => Math.abs(y1 - y2) < 0.01);
    expect(horizontal.map(lengthOf)).toContainEqual(expect.closeTo(94.65, 1));
  });

  test('has a line of 100 mm to measure the print', () => {
    const points = [...page.matchAll(/([\d.-]+) ([\d.-]+) l\n([\d.-]+) ([\d.-]+) l\n/g)].map((match) =>
      lengthOf(match.slice(1, 5).map((value) => (Number(value) * 25.4) / 72)),
    );
    expect(points).toContainEqual(expect.closeTo(100, 3));
  });

  test('has its descriptions next to the map, with event, course, length and climb', async () => {
    const text = await textOfPdf(pdf);
    // 40 mm, 100 mm and 40 mm at 1:15,000; 2.5 is a dimension.
    for (const part of [
      '1:15,000',
      '100 mm = 1,500 m',
      'Spring training',
      '长距离 A',
      '2.7 km',
      '40 m',
      '31',
      '32',
      '2.5',
    ])
      expect(text).toContain(part);
  });
});

test('a course is printed at its print scale with larger symbols, without descriptions on request', async () => {
  const eventId = await createEvent();
  const { event } = await ada.call('queryCourseEvent', { eventId });
  const [course] = event.courses;
  if (course === undefined) throw new Error('the event has a course');
  const change = { kind: 'course', value: { ...course, printScale: 10_000 } } as const;
  await ada.call('saveCourseObject', { eventId, objectId: 'k', baseVersion: 1, change });
  const pdf = await print(eventId, { paper: 'A3', orientation: 'landscape', descriptions: false });
  expect(pageSizes(pdf)).toEqual([[420, 297]]);
  // 150 mm between the controls, circles of 7.5 mm with a line of 0.525 mm.
  const lengths = contentsOf(pdf).flatMap((page) => linesOf(page).map(lengthOf));
  expect(lengths).toContainEqual(expect.closeTo(150 - 7.5 - 0.525, 1));
  const text = await textOfPdf(pdf);
  expect(text).toContain('1:10,000');
  expect(text).not.toContain('2.7 km');
});

test('pages share a strip with marks where one is too small, and are numbered', async () => {
  const eventId = await createEvent({ mapScale: 7_500, printScale: 7_500 });
  // 200 mm between the controls, 10 mm circles; 138 mm next to the descriptions.
  const pdf = await print(eventId);
  expect(pageSizes(pdf)).toHaveLength(2);
  expect(await textOfPdf(pdf)).toContain('2/2');
  // Two marks, each a cross of two lines of 6 mm, on both pages.
  for (const content of contentsOf(pdf))
    expect(linesOf(content).filter((line) => Math.abs(lengthOf(line) - 6) < 0.01)).toHaveLength(4);
});

test('all controls are printed with their codes, and descriptions continue on a page of their own', async () => {
  const eventId = await createEvent();
  for (let index = 0; index < 50; index += 1) {
    const value = newControl(`c${index}`, at(index - 25, 0), 'other', String(100 + index));
    const change = { kind: 'control', value } as const;
    await ada.call('saveCourseObject', { eventId, objectId: value.id, baseVersion: null, change });
  }
  const pdf = await print(eventId, { courseId: null });
  // 54 rows of 6 mm; 44 of them are on the first page.
  expect(pageSizes(pdf)).toHaveLength(2);
  const [first = [], second = []] = await readPdf(pdf);
  expect(first.map(({ text }) => text)).toContain('31');
  expect(second.map(({ text }) => text)).toContain('149');
});

test.each([
  ['an unknown course', { courseId: 'gone' }, 'course-unknown'],
  ['an unknown variation', { variation: 'X' }, 'course-variation-unknown'],
  ['a map that the course does not have', { part: 2 }, 'course-variation-unknown'],
])('refuses %s', async (_, options, errorName) => {
  await expect(print(await createEvent(), options)).rejects.toMatchObject({ errorName });
});

test('refuses an event without controls', async () => {
  const { eventId } = await ada.call('addCourseEvent', {});
  await expect(print(eventId, { courseId: null })).rejects.toMatchObject({ errorName: 'course-empty' });
});
