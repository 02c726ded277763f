import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CourseEvent,
  NEW_EVENT,
  newControl,
  newCourse,
  newCourseControl,
} from '@wakeline/domain/courses/event';
import { variations } from '@wakeline/domain/courses/variations';
import { describe, expect, test } from 'vitest';
import { CourseFileError } from '../courses/course-file.ts';
import { finish } from '../testing/finish.ts';
import { type PurplePenFile, readPurplePen } from './read-purple-pen.ts';
import { writePurplePen } from './write-purple-pen.ts';

const SAMPLE = readFileSync(join(import.meta.dirname, '../fixtures/oscout-test1.ppen'));

const read = (file: string | Uint8Array): PurplePenFile =>
  finish(readPurplePen(typeof file === 'string' ? new TextEncoder().encode(file) : file));
const write = (event: CourseEvent, document: string | null): string =>
  finish(writePurplePen(event, document));

/** Lines that one text has and the other lacks. */
function changedLines(before: string, after: string): readonly string[] {
  const [old, now] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  const count = (lines: readonly string[]) => Map.groupBy(lines, (line) => line);
  const [oldCounts, nowCounts] = [count(old), count(now)];
  const missing = (from: typeof oldCounts, to: typeof oldCounts, sign: string) =>
    [...from].flatMap(([line, lines]) =>
      Array.from(
        { length: Math.max(0, lines.length - (to.get(line)?.length ?? 0)) },
        () => `${sign} ${line.trim()}`,
      ),
    );
  return [...missing(oldCounts, nowCounts, '-'), ...missing(nowCounts, oldCounts, '+')];
}

function file(content: string): string {
  return `<course-scribe-event>
  <event id="1">
    <title>Test</title>
    <map kind="none" scale="10000" />
    <numbering start="31" disallow-invertible="false" />
  </event>
${content}
</course-scribe-event>`;
}

const CONTROLS = `  <control id="1" kind="start">
    <location x="1" y="2" />
  </control>
  <control id="2" kind="normal">
    <code>31</code>
    <location x="10" y="20" />
  </control>
  <control id="3" kind="normal">
    <code>32</code>
    <location x="30" y="40" />
  </control>
  <control id="4" kind="finish">
    <location x="50" y="60" />
  </control>`;

describe('the file of another program', () => {
  const { event, unit, ignored, document } = read(SAMPLE);

  test('has its controls at their millimetres, with descriptions', () => {
    expect(unit).toBe('paper');
    expect(event).toMatchObject({
      name: '21-03-11 GOV natt',
      mapScale: 15_000,
      printScale: 7_500,
      firstCode: 31,
    });
    // Counted in the file: 1 start, 1 finish, 16 controls.
    expect(Map.groupBy(event.controls, ({ kind }) => kind).get('other')).toHaveLength(16);
    expect(event.controls).toHaveLength(18);
    expect(event.controls.find(({ code }) => code === '34')).toMatchObject({
      id: '5',
      kind: 'other',
      coordinates: [90.5061951, 39.3240051],
      description: { C: '0.5', D: '2.1', G: '11.13' },
    });
    expect(event.controls.find(({ kind }) => kind === 'finish')).toMatchObject({
      code: null,
      description: { all: '14.3' },
    });
  });

  test('has its courses in order, with the sequence of the linked list', () => {
    const codes = new Map(event.controls.map(({ id, code, kind }) => [id, code ?? kind]));
    // By hand: 1, 3, 4, 45, 6, 7, 8, 2 are controls 1, 3, 4, 20, 10, 13, 16, 15.
    expect(event.courses.map(({ name, controls }) => [name, controls.length])).toEqual([
      ['Gul', 8],
      ['Orange', 10],
      ['Violett kort', 11],
      ['Violett', 14],
    ]);
    expect(event.courses[0]?.controls.map(({ control }) => codes.get(control))).toEqual([
      'start',
      '32',
      '33',
      '36',
      '39',
      '42',
      '44',
      'finish',
    ]);
    expect(event.courses[0]).toMatchObject({
      type: 'normal',
      printScale: 7_500,
      labels: 'sequence',
      length: 10_000,
    });
  });

  test('names what the event does not have', () => {
    expect(ignored).toEqual([{ element: 'special-object', count: 5 }]);
  });

  test('is written byte by byte as it was', () => {
    expect(Buffer.from(write(event, document)).equals(SAMPLE)).toBe(true);
    // Positions that went through degrees of WGS-84 and back differ by less than a thousandth of a millimetre.
    const moved = event.controls.map((control) => ({
      ...control,
      coordinates: [control.coordinates[0] + 0.0009, control.coordinates[1] - 0.0009] as const,
    }));
    expect(Buffer.from(write({ ...event, controls: moved }, document)).equals(SAMPLE)).toBe(true);
  });

  test('changes only the lines of a control that moved', () => {
    const controls = event.controls.map((control) =>
      control.id === '2'
        ? { ...control, coordinates: [80.5, 31.25] as const, description: { D: '1.9', F: '2.5' } }
        : control,
    );
    expect(changedLines(document, write({ ...event, controls }, document))).toEqual([
      '- <location x="80.47508" y="31.857235" />',
      '- <description box="D" iof-2004-ref="1.10" />',
      '+ <location x="80.5" y="31.25" />',
      '+ <description box="D" iof-2004-ref="1.9" />',
      '+ <description box="F">2.5</description>',
    ]);
  });

  test('changes only the links around a control that a course does not visit any more', () => {
    const courses = event.courses.map((course) =>
      course.id === '1' ? { ...course, controls: course.controls.toSpliced(1, 1) } : course,
    );
    expect(changedLines(document, write({ ...event, courses }, document))).toEqual([
      '- <next course-control="3" />',
      '- </course-control>',
      '- <course-control id="3" control="3">',
    ]);
  });

  test('adds a control, a visit and a course with new ids', () => {
    const added = newControl('k7', [10.123456, 20], 'other', '48');
    const course = {
      ...newCourse('n1', 'score'),
      name: 'New',
      controls: [newCourseControl('a', '1'), { ...newCourseControl('b', 'k7'), points: 10 }],
    };
    const text = write(
      { ...event, controls: [...event.controls, added], courses: [...event.courses, course] },
      document,
    );
    expect(text).toContain(
      '\r\n  <control id="21" kind="normal">\r\n    <code>48</code>\r\n    <location x="10.1235" y="20" />',
    );
    const again = read(text);
    expect(again.event.controls.at(-1)).toMatchObject({ id: '21', code: '48', coordinates: [10.1235, 20] });
    expect(again.event.courses.at(-1)).toMatchObject({
      name: 'New',
      type: 'score',
      labels: 'score',
      controls: [
        { control: '1', points: null },
        { control: '21', points: 10 },
      ],
    });
    // Everything else stays.
    expect(changedLines(document, text).filter((line) => line.startsWith('-'))).toEqual([]);
  });
});

test('a new file has everything that Purple Pen knows', () => {
  const controls = [
    newControl('s', [0, 0], 'start', null),
    { ...newControl('a', [10, 0], 'other', '31'), circleGaps: [{ from: 10, to: 45.5 }] },
    newControl('b', [20, 5], 'other', '32'),
    { ...newControl('x', [25, 5], 'other', null), special: 'crossing-point' as const },
    newControl('f', [30, 0], 'finish', null),
  ];
  const course = {
    ...newCourse('c'),
    name: 'A & B',
    subtitle: 'W21',
    climb: 120,
    length: 5200,
    printScale: 7500,
    labels: 'sequence-and-code' as const,
    relay: { teams: 8, legs: 4 },
    controls: [
      newCourseControl('1', 's'),
      { ...newCourseControl('2', 'a'), mapExchange: 'flip' as const, numberLocation: { x: 3.5, y: -4 } },
      newCourseControl('3', 'b'),
      newCourseControl('4', 'f'),
    ],
  };
  const event: CourseEvent = {
    ...NEW_EVENT,
    name: 'Training',
    mapScale: 10_000,
    printScale: 5_000,
    firstCode: 101,
    controls,
    courses: [course],
    legs: [
      {
        id: 'l',
        from: 'a',
        to: 'b',
        bends: [
          [12, 8],
          [15, 9],
        ],
        gaps: [{ start: 1.5, length: 2 }],
      },
    ],
    people: [],
  };
  const again = read(write(event, null)).event;
  expect(again).toMatchObject({ name: 'Training', mapScale: 10_000, printScale: 5_000, firstCode: 101 });
  expect(again.controls.map(({ kind, special, code }) => [kind, special, code])).toEqual([
    ['start', null, null],
    ['other', null, '31'],
    ['other', null, '32'],
    ['other', 'crossing-point', null],
    ['finish', null, null],
  ]);
  expect(again.controls[1]?.circleGaps).toEqual([{ from: 10, to: 45.5 }]);
  expect(again.courses[0]).toMatchObject({
    name: 'A & B',
    subtitle: 'W21',
    climb: 120,
    length: 5200,
    printScale: 7500,
    labels: 'sequence-and-code',
    relay: { teams: 8, legs: 4 },
  });
  expect(again.courses[0]?.controls[1]).toMatchObject({
    mapExchange: 'flip',
    numberLocation: { x: 3.5, y: -4 },
  });
  expect(again.legs).toEqual([
    {
      id: '1',
      from: '2',
      to: '3',
      bends: [
        [12, 8],
        [15, 9],
      ],
      gaps: [{ start: 1.5, length: 2 }],
    },
  ]);
});

describe('variations', () => {
  /** As Purple Pen writes them: the elements of a split control list each other. */
  const FORK = file(`${CONTROLS}
  <control id="5" kind="normal"><code>33</code><location x="5" y="6" /></control>
  <course id="1" kind="normal" order="1">
    <name>Relay</name>
    <first course-control="10" />
    <relay teams="4" legs="2" />
  </course>
  <course-control id="10" control="1"><next course-control="12" /></course-control>
  <course-control id="11" control="2" variation="fork" variation-end="15">
    <next course-control="13" />
    <variation course-control="12" />
    <variation course-control="11" />
  </course-control>
  <course-control id="12" control="2" variation="fork" variation-end="15">
    <next course-control="14" />
    <variation course-control="12" />
    <variation course-control="11" />
  </course-control>
  <course-control id="13" control="3"><next course-control="15" /></course-control>
  <course-control id="14" control="5"><next course-control="15" /></course-control>
  <course-control id="15" control="3" variation="loop" variation-end="15">
    <next course-control="19" />
    <variation course-control="15" />
    <variation course-control="16" />
    <variation course-control="17" />
  </course-control>
  <course-control id="16" control="3" variation="loop" variation-end="15">
    <next course-control="18" />
    <variation course-control="15" />
    <variation course-control="16" />
    <variation course-control="17" />
  </course-control>
  <course-control id="17" control="3" variation="loop" variation-end="15">
    <next course-control="20" />
    <variation course-control="15" />
    <variation course-control="16" />
    <variation course-control="17" />
  </course-control>
  <course-control id="18" control="5"><next course-control="15" /></course-control>
  <course-control id="20" control="2"><next course-control="15" /></course-control>
  <course-control id="19" control="4" />`);

  test('forks and loops are read, and written as they were', () => {
    const { event, document } = read(FORK);
    const [course] = event.courses;
    const codes = new Map(event.controls.map(({ id, code, kind }) => [id, code ?? kind]));
    const routes = variations(course ?? newCourse('none')).list.map(({ code, controls }) => [
      code,
      controls.map(({ control }) => codes.get(control)).join(' '),
    ]);
    expect(routes).toEqual([
      ['ACD', 'start 31 33 32 33 32 31 32 finish'],
      ['ADC', 'start 31 33 32 31 32 33 32 finish'],
      ['BCD', 'start 31 32 32 33 32 31 32 finish'],
      ['BDC', 'start 31 32 32 31 32 33 32 finish'],
    ]);
    expect(course?.relay).toEqual({ teams: 4, legs: 2 });
    expect(write(event, document)).toBe(FORK);
  });

  test('a copy of a course gets its own elements', () => {
    const { event, document } = read(FORK);
    const [course] = event.courses;
    const copy = { ...(course ?? newCourse('none')), id: 'copy', name: 'Copy' };
    const again = read(write({ ...event, courses: [...event.courses, copy] }, document)).event;
    const count = ({ list }: ReturnType<typeof variations>) => list.map(({ code }) => code);
    expect(again.courses.map((each) => count(variations(each)))).toEqual([
      ['ACD', 'ADC', 'BCD', 'BDC'],
      ['ACD', 'ADC', 'BCD', 'BDC'],
    ]);
    expect(again.courses[0]).toEqual(course);
  });

  test('a fork that no control follows cannot be written', () => {
    const { event, document } = read(FORK);
    const [course] = event.courses;
    const open = { ...(course ?? newCourse('none')), controls: course?.controls.slice(0, 2) ?? [] };
    expect(() => write({ ...event, courses: [open] }, document)).toThrow(
      expect.objectContaining({ constructor: CourseFileError, code: 'join' }),
    );
  });
});

test('keeps legs with a taped route, also when their bends are removed', () => {
  const text = file(`${CONTROLS}
  <leg id="1" start-control="2" end-control="3">
    <flagging kind="all" />
    <bends>
      <location x="1" y="1" />
    </bends>
  </leg>
  <leg id="2" start-control="1" end-control="2">
    <flagging kind="all" />
  </leg>`);
  const { event, document } = read(text);
  expect(event.legs).toEqual([{ id: '1', from: '2', to: '3', bends: [[1, 1]], gaps: [] }]);
  expect(write(event, document)).toBe(text);
  expect(changedLines(text, write({ ...event, legs: [] }, document))).toEqual([
    '- <bends>',
    '- <location x="1" y="1" />',
    '- </bends>',
  ]);
  // Without its control a leg goes as well.
  const controls = event.controls.filter(({ id }) => id !== '3');
  expect(write({ ...event, controls, legs: [] }, document)).not.toContain('start-control="2"');
});

describe('refuses', () => {
  const course = (...courseControls: readonly string[]) =>
    file(`${CONTROLS}
  <course id="1" kind="normal"><name>C</name><first course-control="1" /></course>
${courseControls.join('\n')}`);

  test.each([
    ['another XML file', '<gpx></gpx>', 'type', 1],
    ['a file that is no XML', 'PK\u0003\u0004', 'type', null],
    ['an empty file', '', 'type', null],
    ['a damaged file', '<course-scribe-event>\n<event>', 'malformed', 2],
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><course-scribe-event />', 'entities', 1],
    ['a file without controls', file(''), 'empty', null],
    ['a control without position', file('<control id="1" kind="start"></control>'), 'position', 7],
    [
      'a position that is no number',
      file('<control id="1" kind="start"><location x="a" y="1" /></control>'),
      'position',
      7,
    ],
    [
      'an unknown kind of control',
      file('<control id="1" kind="jump"><location x="1" y="1" /></control>'),
      'value',
      7,
    ],
    [
      'an id that is no number',
      file('<control id="x" kind="start"><location x="1" y="1" /></control>'),
      'value',
      7,
    ],
    [
      'two controls with one id',
      file(`${CONTROLS}\n<control id="1" kind="start"><location x="1" y="1" /></control>`),
      'duplicate',
      21,
    ],
    ['a first course control that does not exist', course(), 'missing', 21],
    [
      'a next course control that does not exist',
      course('<course-control id="1" control="1"><next course-control="9" /></course-control>'),
      'missing',
      22,
    ],
    ['a control that does not exist', course('<course-control id="1" control="77" />'), 'missing', 22],
    [
      'a list that returns to its start',
      course(
        '<course-control id="1" control="1"><next course-control="2" /></course-control>',
        '<course-control id="2" control="2"><next course-control="1" /></course-control>',
      ),
      'cycle',
      23,
    ],
    [
      'a branch that does not reach the end of its fork',
      course(
        '<course-control id="1" control="2" variation="fork" variation-end="3"><next course-control="3" /><variation course-control="1" /><variation course-control="2" /></course-control>',
        '<course-control id="2" control="2" variation="fork" variation-end="3"><variation course-control="1" /><variation course-control="2" /></course-control>',
        '<course-control id="3" control="4" />',
      ),
      'join',
      23,
    ],
    [
      'a leg of a control that does not exist',
      file(`${CONTROLS}\n<leg id="1" start-control="1" end-control="9" />`),
      'missing',
      21,
    ],
  ])('%s', (_, text, code, line) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ constructor: CourseFileError, code, line }));
  });

  test('two courses that share course controls', () => {
    const text = file(`${CONTROLS}
  <course id="1" kind="normal"><name>A</name><first course-control="1" /></course>
  <course id="2" kind="normal"><name>B</name><first course-control="1" /></course>
  <course-control id="1" control="1" />`);
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'cycle' }));
  });
});

test('reads score courses as such, with codes as labels', () => {
  const { event } = read(
    file(`${CONTROLS}
  <course id="1" kind="score"><name>Score</name><first course-control="1" /></course>
  <course-control id="1" control="1"><next course-control="2" /></course-control>
  <course-control id="2" control="2" points="20" />`),
  );
  expect(event.courses[0]).toMatchObject({ type: 'score', labels: 'code', timeLimit: null });
  expect(event.courses[0]?.controls.map(({ points }) => points)).toEqual([null, 20]);
});

test('refuses variations that are nested more than two levels deep', () => {
  const fork = (id: number, control: number, end: number) =>
    `<course-control id="${id}" control="${control}" variation="fork" variation-end="${end}"><next course-control="${id + 1}" /><variation course-control="${id}" /></course-control>`;
  const nested = (levels: number) =>
    file(`${CONTROLS}
  <course id="1" kind="normal"><name>A</name><first course-control="1" /></course>
  ${Array.from({ length: levels }, (_, level) => fork(level + 1, 2, 99 - level)).join('\n')}
  <course-control id="${levels + 1}" control="3"><next course-control="${100 - levels}" /></course-control>
  ${Array.from({ length: levels }, (_, level) => `<course-control id="${99 - level}" control="3">${level === 0 ? '' : `<next course-control="${100 - level}" />`}</course-control>`).join('\n')}`);
  expect(read(nested(2)).event.courses[0]?.controls).toHaveLength(2);
  expect(() => read(nested(3))).toThrow(expect.objectContaining({ code: 'value' }));
});
