import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Course,
  type CourseEvent,
  NEW_EVENT,
  newControl,
  newCourse,
  newCourseControl,
} from '@wakeline/domain/courses/event';
import { describe, expect, test } from 'vitest';
import { type CourseFile, CourseFileError } from '../courses/course-file.ts';
import { finish } from '../testing/finish.ts';
import { isInstalled, validateXml } from '../testing/programs.ts';
import { readIofXml } from './read-iof-xml.ts';
import { writeIofXml } from './write-iof-xml.ts';

const ELLENBROOK = readFileSync(join(import.meta.dirname, '../fixtures/ellenbrook-courses.xml'));
const SCHEMA = join(import.meta.dirname, '../testing/schemas/iof-xml-3.0/course-data.xsd');
const CREATED_AT = Date.UTC(2026, 3, 5, 6, 7, 8);

const read = (file: string | Uint8Array): CourseFile =>
  finish(readIofXml(typeof file === 'string' ? new TextEncoder().encode(file) : file));
const write = (event: CourseEvent) =>
  finish(writeIofXml(event, { createdAt: CREATED_AT, creator: 'Wakeline' }));

function file(race: string, attributes = 'iofVersion="3.0"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<CourseData xmlns="http://www.orienteering.org/datastandard/3.0" ${attributes}>
<Event><Name>Test</Name></Event>
<RaceCourseData>${race}</RaceCourseData>
</CourseData>`;
}

const point = (type: string, id: string, lng: string, lat: string) =>
  `<Control type="${type}"><Id>${id}</Id><Position lng="${lng}" lat="${lat}"/></Control>`;
const stop = (type: string, id: string, more = '', attributes = '') =>
  `<CourseControl type="${type}" ${attributes}><Control>${id}</Control>${more}</CourseControl>`;
const CONTROLS = [
  point('Start', 'S1', '10.0', '50.0'),
  point('Control', '31', '10.001', '50.0'),
  point('Control', '32', '10.002', '50.001'),
  point('Finish', 'F1', '10.003', '50.0'),
].join('');

describe('the file of another program', () => {
  const { event, unit, ignored } = read(ELLENBROOK);
  const ids = new Map(event.controls.map(({ id, code, kind, special }) => [id, code ?? special ?? kind]));

  test('has metres of a grid in the fields for degrees', () => {
    expect(unit).toBe('grid');
    expect(event.controls.find(({ code }) => code === '170')?.coordinates).toEqual([519_575.41, 208_075.66]);
    expect(event.controls.find(({ kind }) => kind === 'start')?.coordinates).toEqual([519_690.5, 207_874.09]);
  });

  test('has its courses with lengths, and crossing points without code', () => {
    expect(event).toMatchObject({ name: 'Elllenbrook', mapScale: 10_000, date: null });
    expect(event.courses.map(({ name, length, type }) => [name, length, type])).toEqual([
      ['Extension', 7000, 'normal'],
      ['Light Green', 4125, 'normal'],
      ['Orange', 3250, 'normal'],
      ['Yellow', 2100, 'normal'],
    ]);
    expect(event.courses[0]?.controls.slice(0, 4).map(({ control }) => ids.get(control))).toEqual([
      'start',
      '186',
      '189',
      '185',
    ]);
    expect(event.courses.every(({ controls }) => ids.get(controls.at(-1)?.control ?? '') === 'finish')).toBe(
      true,
    );
    expect(event.courses[2]?.controls.map(({ control }) => ids.get(control))).toContain('crossing-point');
    expect(ignored).toEqual([]);
  });
});

describe('reads', () => {
  test('degrees, with decimal commas', () => {
    const { event, unit } = read(file(CONTROLS.replaceAll('.', ',')));
    expect(unit).toBe('wgs84');
    expect(event.controls.map(({ kind, code, coordinates }) => [kind, code, ...coordinates])).toEqual([
      ['start', null, 10, 50],
      ['other', '31', 10.001, 50],
      ['other', '32', 10.002, 50.001],
      ['finish', null, 10.003, 50],
    ]);
  });

  test('score courses with points and any order', () => {
    const random = 'randomOrder="true"';
    const score = `<Course><Name>Score</Name>${stop('Start', 'S1')}${stop('Control', '31', '<Score>10</Score>', random)}${stop('Control', '32', '<Score>20</Score>', random)}${stop('Finish', 'F1')}</Course>`;
    const [course] = read(file(CONTROLS + score)).event.courses;
    expect(course).toMatchObject({ type: 'score', labels: 'score', timeLimit: null });
    expect(course?.controls.map(({ points }) => points)).toEqual([null, 10, 20, null]);
    // With one control in order it is a normal course.
    const mixed = score.replace(random, '');
    expect(read(file(CONTROLS + mixed)).event.courses[0]?.type).toBe('normal');
  });

  test('lengths, climb, number positions, classes and people', () => {
    const race = `${CONTROLS}
<Course><Name>Long</Name><Length>5200,4</Length><Climb>120</Climb>${stop('Start', 'S1')}${stop('Control', '31', '<MapText>1</MapText><MapTextPosition x="4.5" y="2" unit="mm"/>')}${stop('Finish', 'F1')}</Course>
<ClassCourseAssignment><ClassName>W21</ClassName><CourseName>Long</CourseName></ClassCourseAssignment>
<ClassCourseAssignment><ClassName>M21</ClassName><CourseName>Long</CourseName></ClassCourseAssignment>
<PersonCourseAssignment><PersonName>Li Na</PersonName><CourseName>Long</CourseName></PersonCourseAssignment>
<PersonCourseAssignment><PersonName>Wang</PersonName><CourseName>Unknown</CourseName></PersonCourseAssignment>
<TeamCourseAssignment><BibNumber>1</BibNumber></TeamCourseAssignment>`;
    const { event, ignored } = read(file(race));
    expect(event.courses[0]).toMatchObject({ name: 'Long', length: 5200, climb: 120, subtitle: 'W21, M21' });
    // Without the corners of a map, y is counted upwards.
    expect(event.courses[0]?.controls[1]?.numberLocation).toEqual({ x: 4.5, y: 2 });
    expect(event.people).toEqual([{ id: 'p1', name: 'Li Na', role: 'PLAYER', phone: '', courses: ['k1'] }]);
    expect(ignored).toEqual([
      { element: 'PersonCourseAssignment', count: 1 },
      { element: 'TeamCourseAssignment', count: 1 },
    ]);
  });

  test('special instructions of finishes and crossing points', () => {
    const race = `${CONTROLS}${point('CrossingPoint', 'X', '10', '50.01')}
<Course><Name>C</Name>${stop('Start', 'S1')}${stop('Control', '31', '', 'specialInstruction="TapedRoute"')}${stop('CrossingPoint', 'X', '', 'specialInstruction="MandatoryCrossingPoint"')}${stop('Finish', 'F1', '', 'specialInstruction="FunnelTapedRoute"')}</Course>`;
    const { event, ignored } = read(file(race));
    expect(event.controls.find(({ kind }) => kind === 'finish')?.description).toEqual({ all: '14.2' });
    expect(event.controls.find(({ special }) => special === 'crossing-point')?.description).toEqual({
      all: '13.3',
    });
    expect(ignored).toEqual([{ element: 'specialInstruction', count: 1 }]);
  });

  test('a start within a course as a map exchange', () => {
    const exchange = point('Start', 'XCHG1', '10.0015', '50.0005');
    const own = `<Course><Name>A</Name>${stop('Start', 'S1')}${stop('Control', '31')}${stop('Start', 'XCHG1')}${stop('Finish', 'F1')}</Course>`;
    const { event } = read(file(CONTROLS + exchange + own));
    expect(event.controls.at(-1)).toMatchObject({ kind: 'other', special: 'map-exchange', code: null });
    expect(event.courses[0]?.controls).toHaveLength(4);
    // The start again, or the control again as a start: the map is exchanged at the control before it.
    for (const repeated of ['S1', '31']) {
      const course = `<Course><Name>B</Name>${stop('Start', 'S1')}${stop('Control', '31')}${stop('Start', repeated)}${stop('Control', '32')}${stop('Finish', 'F1')}</Course>`;
      const { controls } = read(file(CONTROLS + course)).event.courses[0] ?? newCourse('none');
      expect(controls.map(({ control, mapExchange }) => [control, mapExchange])).toEqual([
        ['c1', null],
        ['c2', 'exchange'],
        ['c3', null],
        ['c4', null],
      ]);
    }
  });

  test('millimetres on paper where a file has nothing else, in the direction of its map', () => {
    const control = (id: string, y: string) =>
      `<Control type="Control"><Id>${id}</Id><MapPosition x="10.5" y="${y}"/></Control>`;
    const map = (top: number, bottom: number) =>
      `<Map><Scale>7500</Scale><MapPositionTopLeft x="0" y="${top}"/><MapPositionBottomRight x="100" y="${bottom}"/></Map>`;
    const upward = read(file(map(200, 0) + control('31', '30')));
    expect(upward.unit).toBe('paper');
    expect(upward.event).toMatchObject({ mapScale: 7500, printScale: 7500 });
    expect(upward.event.controls[0]?.coordinates).toEqual([10.5, 30]);
    expect(read(file(map(0, 200) + control('31', '30'))).event.controls[0]?.coordinates).toEqual([10.5, -30]);
  });

  test('the date of the event, and the first of several races', () => {
    const text = file(CONTROLS)
      .replace(
        '</Name></Event>',
        '</Name><StartTime><Date>2026-04-05</Date><Time>10:00:00+02:00</Time></StartTime></Event>',
      )
      .replace('</CourseData>', '<RaceCourseData raceNumber="2"/></CourseData>');
    const { event, ignored } = read(text);
    expect(event.date).toBe('2026-04-05');
    expect(ignored).toEqual([{ element: 'RaceCourseData', count: 1 }]);
  });
});

describe('refuses', () => {
  test.each([
    ['another XML file', '<gpx/>', 'type', 1],
    ['a file that is no XML', '%PDF-1.4', 'type', null],
    ['version 2', '<CourseData><IOFVersion version="2.0.3"/></CourseData>', 'version', 1],
    ['an unknown version', file(CONTROLS, 'iofVersion="4.0"'), 'version', 2],
    ['a damaged file', file(CONTROLS).slice(0, -5), 'malformed', 5],
    ['a file without race', file('').replace(/<RaceCourseData>.*<\/RaceCourseData>/, ''), 'empty', null],
    ['a file without controls', file(''), 'empty', null],
    ['a control without id', file('<Control><Position lng="1" lat="2"/></Control>'), 'value', 4],
    ['a control without position', file(`${CONTROLS}<Control><Id>40</Id></Control>`), 'position', 4],
    ['a position that is no number', file(point('Control', '31', '1.2.3', '5')), 'position', 4],
    ['pixels', file('<Control><Id>31</Id><MapPosition x="1" y="2" unit="px"/></Control>'), 'position', 4],
    ['one id at two positions', file(CONTROLS + point('Control', '31', '11', '50')), 'duplicate', 4],
    [
      'degrees and metres together',
      file(CONTROLS + point('Control', '40', '519575.41', '208075.66')),
      'mixed-positions',
      null,
    ],
    [
      'a course with an unknown control',
      file(`${CONTROLS}<Course><Name>A</Name>${stop('Control', '99')}</Course>`),
      'missing',
      4,
    ],
  ])('%s', (_, text, code, line) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ constructor: CourseFileError, code, line }));
  });
});

/** 0.001 degrees on the equator are 111.32 m. */
const EVENT: CourseEvent = {
  ...NEW_EVENT,
  name: 'Spring <relay> & more',
  date: '2026-04-05',
  mapScale: 10_000,
  controls: [
    newControl('s', [0, 0], 'start', null),
    { ...newControl('a', [0.001, 0], 'other', '31'), numberLocation: { x: 5, y: -3.25 } },
    newControl('b', [0.002, 0], 'other', '32'),
    {
      ...newControl('x', [0.003, 0], 'other', null),
      special: 'crossing-point',
      description: { all: '13.3' },
    },
    { ...newControl('m', [-0.001, 0], 'other', null), special: 'map-issue' },
    { ...newControl('f', [0.004, 0], 'finish', null), description: { all: '14.1' } },
  ],
  courses: [],
  legs: [],
  people: [],
};
const visits = (...ids: readonly string[]) => ids.map((id, index) => newCourseControl(`v${index}`, id));
const course = (id: string, changes: Partial<Course>): Course => ({ ...newCourse(id), name: id, ...changes });

const FULL: CourseEvent = {
  ...EVENT,
  courses: [
    course('Long', { controls: visits('m', 's', 'a', 'x', 'b', 'f'), climb: 35, subtitle: 'W21, M21' }),
    course('Entered', { controls: visits('s', 'f'), length: 5200 }),
    course('Score', {
      type: 'score',
      controls: [
        ...visits('s'),
        { ...newCourseControl('p', 'a'), points: 10 },
        { ...newCourseControl('q', 'b'), points: 20 },
        newCourseControl('r', 'f'),
      ],
    }),
    course('Relay', {
      relay: { teams: 2, legs: 2 },
      controls: [
        newCourseControl('1', 's'),
        {
          ...newCourseControl('2', 'a'),
          variation: {
            kind: 'fork',
            branches: [
              { id: 'y', controls: [newCourseControl('3', 'b')] },
              { id: 'z', controls: [] },
            ],
          },
        },
        newCourseControl('4', 'f'),
      ],
    }),
    course('Exchange', {
      controls: [
        newCourseControl('1', 's'),
        { ...newCourseControl('2', 'a'), mapExchange: 'flip' },
        ...visits('b', 'f'),
      ],
    }),
    course('One', { controls: visits('s') }),
  ],
  people: [
    { id: 'p', name: 'Li Na', role: 'PLAYER', phone: '13800000000', courses: ['Long', 'Relay'] },
    { id: 'w', name: 'Helper', role: 'HELPER', phone: '', courses: ['Long'] },
  ],
};

describe('writes', () => {
  const { text, omitted } = write(FULL);

  test('every control with degrees and millimetres from the corner of the map', () => {
    // All controls are within 0.005 degrees = 556.6 m = 55.66 mm at 1:10,000; half of it is 27.83, rounded up to 28, with a
    // margin of 20 mm.
    expect(text).toContain('<MapPositionBottomRight x="96" y="40" unit="mm"/>');
    expect(text).toContain(
      `    <Control type="Control">
      <Id>31</Id>
      <Position lng="0.001" lat="0"/>
      <MapPosition x="42.43" y="20" unit="mm"/>
    </Control>`,
    );
    expect(text).toContain('<Control type="CrossingPoint">\n      <Id>X1</Id>');
    // No map issue point.
    expect(text.match(/<Control type=/g)).toHaveLength(5);
  });

  test('courses with lengths of legs, numbers and instructions', () => {
    // 1, 2, 1 and 2 thousandths of a degree: 6 x 111.32 m.
    expect(text).toContain(
      `    <Course>
      <Name>Long</Name>
      <Length>668</Length>
      <Climb>35</Climb>
      <CourseControl type="Start">
        <Control>S1</Control>
      </CourseControl>
      <CourseControl type="Control">
        <Control>31</Control>
        <MapText>1</MapText>
        <MapTextPosition x="5" y="3.25" unit="mm"/>
        <LegLength>111</LegLength>
      </CourseControl>
      <CourseControl type="CrossingPoint" specialInstruction="MandatoryCrossingPoint">
        <Control>X1</Control>
        <LegLength>223</LegLength>
      </CourseControl>`,
    );
    expect(text).toContain('<CourseControl type="Finish" specialInstruction="TapedRoute">');
    expect(text).toContain('<Name>Entered</Name>\n      <Length>5200</Length>');
  });

  test('score courses in any order, without length', () => {
    expect(text).toContain(
      `<Name>Score</Name>
      <CourseControl type="Start">`,
    );
    expect(text).toContain(
      `      <CourseControl type="Control" randomOrder="true">
        <Control>31</Control>
        <MapText>1</MapText>
        <MapTextPosition x="5" y="3.25" unit="mm"/>
        <Score>10</Score>
      </CourseControl>`,
    );
  });

  test('variations as a family, assigned to teams, classes and players', () => {
    expect(text).toContain('<Name>Relay A</Name>\n      <CourseFamily>Relay</CourseFamily>');
    expect(text).toContain('<Name>Relay B</Name>\n      <CourseFamily>Relay</CourseFamily>');
    expect(text.match(/<ClassName>[^<]*<\/ClassName>\n\s*<CourseName>Long<\/CourseName>/g)).toHaveLength(2);
    expect(text).toContain('<PersonName>Li Na</PersonName>\n      <CourseName>Long</CourseName>');
    expect(text).toContain('<PersonName>Li Na</PersonName>\n      <CourseFamily>Relay</CourseFamily>');
    expect(text).not.toContain('Helper');
    const legs = [...text.matchAll(/<Leg>(\d)<\/Leg>\s*<CourseName>([^<]*)</g)].map(([, leg, name]) => [
      leg,
      name,
    ]);
    expect(legs).toEqual([
      ['1', 'Relay A'],
      ['2', 'Relay B'],
      ['1', 'Relay B'],
      ['2', 'Relay A'],
    ]);
  });

  test('a map exchange as a start at its control', () => {
    expect(text).toContain(
      `      <CourseControl type="Start">
        <Control>31</Control>
        <LegLength>0</LegLength>
      </CourseControl>`,
    );
  });

  test('names the courses that it leaves out', () => {
    expect(omitted).toEqual(['One']);
    expect(text).not.toContain('<Name>One</Name>');
  });

  test.skipIf(!isInstalled('xmllint'))('valid files', () => {
    validateXml(text, SCHEMA);
    validateXml(write(EVENT).text, SCHEMA);
    validateXml(write({ ...EVENT, controls: [] }).text, SCHEMA);
    expect(() =>
      validateXml(text.replace(/<MapText>1<\/MapText>\n\s*/, '').replace('<Name>Long</Name>', ''), SCHEMA),
    ).toThrow(/Name/);
  });

  test('what it reads again', () => {
    const { event, unit, ignored } = read(text);
    expect(unit).toBe('wgs84');
    expect(event).toMatchObject({ name: 'Spring <relay> & more', date: '2026-04-05', mapScale: 10_000 });
    const names = new Map(event.controls.map(({ id, code, kind, special }) => [id, code ?? special ?? kind]));
    expect(
      event.courses.map(({ name, type, controls }) => [
        name,
        type,
        controls.map(({ control }) => names.get(control)).join(' '),
      ]),
    ).toEqual([
      ['Long', 'normal', 'start 31 crossing-point 32 finish'],
      ['Entered', 'normal', 'start finish'],
      ['Score', 'score', 'start 31 32 finish'],
      ['Relay A', 'normal', 'start 31 32 finish'],
      ['Relay B', 'normal', 'start 31 finish'],
      ['Exchange', 'normal', 'start 31 32 finish'],
    ]);
    expect(event.courses.at(-1)?.controls[1]?.mapExchange).toBe('exchange');
    expect(event.courses[0]?.controls[1]?.numberLocation).toEqual({ x: 5, y: -3.25 });
    expect(event.courses[1]?.length).toBe(5200);
    expect(ignored).toEqual([
      { element: 'CourseFamily', count: 2 },
      { element: 'PersonCourseAssignment', count: 1 },
      { element: 'TeamCourseAssignment', count: 2 },
    ]);
  });
});
