import { join } from 'node:path';
import type { Correction } from '@wakeline/domain/races/corrections';
import { courseOfMarks } from '@wakeline/domain/races/course-of-marks';
import { toParticipantResult } from '@wakeline/domain/races/participant-result';
import { detectPassings } from '@wakeline/domain/races/passings';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import { rankParticipants } from '@wakeline/domain/races/standings';
import { describe, expect, test } from 'vitest';
import { finish } from '../testing/finish.ts';
import { isInstalled, validateXml } from '../testing/programs.ts';
import { joinName, splitName } from './person-name.ts';
import { readStartList } from './read-start-list.ts';
import type { FileList, FilePerson, FileResult } from './result-list.ts';
import { StartListError } from './start-list.ts';
import { toFileCourse, toFileResult } from './to-file-result.ts';
import { writeResultList } from './write-result-list.ts';
import { writeStartList } from './write-start-list.ts';

const SCHEMA = join(import.meta.dirname, '../testing/schemas/iof-xml-3.0/lists.xsd');
const OPTIONS = { createdAt: Date.UTC(2026, 4, 1, 12), creator: 'Wakeline' };
const T0 = Date.UTC(2026, 4, 1, 2);

const read = (text: string, maxRows = 100) =>
  finish(readStartList(new TextEncoder().encode(text), { timeZone: 'Asia/Shanghai', maxRows }));

function codeOf(run: () => unknown): readonly [string, number | null] {
  try {
    run();
  } catch (error) {
    if (error instanceof StartListError) return [error.code, error.line];
    throw error;
  }
  throw new Error('no error');
}

function file(root: string, content: string, attributes = 'iofVersion="3.0"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.orienteering.org/datastandard/3.0" ${attributes}>
<Event><Name>Spring race</Name></Event>
${content}
</${root}>`;
}

const PERSON = '<Person sex="F"><Name><Family>Li</Family><Given>Na</Given></Name></Person>';
const start = (time: string) =>
  `<ClassStart><Class><Name>W21</Name></Class>
<PersonStart>${PERSON}<Start>
<StartTime>${time}</StartTime></Start></PersonStart></ClassStart>`;

describe('readStartList', () => {
  test('reads the participants of classes', () => {
    const list = `<ClassStart><Class><Name>M21</Name></Class><Course><Name>Long</Name></Course>
<PersonStart><Person sex="M"><Name><Family>李</Family><Given>雷</Given></Name><Nationality code="CHN">China</Nationality></Person>
<Organisation><Id>7</Id><Name>Beijing  &amp; OC</Name></Organisation>
<Start><BibNumber>101</BibNumber><StartTime>2026-05-01T10:00:00+08:00</StartTime></Start></PersonStart>
<PersonStart><Person><Name><Family>Smith</Family><Given>Ann Mary</Given></Name></Person>
<Start raceNumber="1"><StartTime>2026-05-01T10:02:00</StartTime><Course><Name>Long A</Name></Course></Start><Start raceNumber="2"/></PersonStart>
<PersonStart><Start><BibNumber>103</BibNumber></Start></PersonStart>
<TeamStart/></ClassStart>`;
    const { eventName, participants, ignored } = read(file('StartList', list));
    expect(eventName).toBe('Spring race');
    const row = { className: 'M21', courseName: 'Long', line: 5 };
    expect(participants).toEqual([
      {
        ...row,
        name: '李雷',
        club: 'Beijing & OC',
        nationality: 'CHN',
        sex: 'M',
        bib: '101',
        startTime: T0,
      },
      {
        ...{ ...row, line: 8, name: 'Ann Mary Smith', club: '', nationality: null, sex: null, bib: '' },
        courseName: 'Long A',
        // Without time zone: that of the options, 8 hours east.
        startTime: T0 + 120_000,
      },
    ]);
    expect(ignored).toEqual([
      { element: 'TeamStart', count: 1 },
      { element: 'Start', count: 1 },
      { element: 'PersonStart', count: 1 },
    ]);
  });

  test('reads entry lists and result lists', () => {
    const entries = `<PersonEntry>${PERSON}<Class><Name>W21</Name></Class><Class><Name>W20</Name></Class></PersonEntry>`;
    expect(read(file('EntryList', entries)).participants).toMatchObject([
      { name: 'Na Li', sex: 'F', className: 'W21', startTime: null },
    ]);
    const results = `<ClassResult><Class><Name>W21</Name></Class><PersonResult>${PERSON}<Result>
<StartTime>2026-05-01T02:00:00Z</StartTime><FinishTime>2026-05-01T03:00:00Z</FinishTime><Status>OK</Status></Result></PersonResult></ClassResult>`;
    expect(read(file('ResultList', results)).participants[0]?.startTime).toBe(T0);
    const reversed = results.replace('T03:00:00', 'T01:59:59');
    expect(codeOf(() => read(file('ResultList', reversed)))).toEqual(['finish', 4]);
  });

  test.each([
    '10:00:00',
    '2026-05-01',
    '2026-02-30T10:00:00',
    '2026-05-01T25:00:00',
    '2026-05-01T10:61:00Z',
    'noon',
    '',
  ])('refuses the start time "%s"', (time) => {
    expect(codeOf(() => read(file('StartList', start(time))))).toEqual(['time', 6]);
  });

  test('refuses files that are none, with the reason', () => {
    expect(codeOf(() => read(file('CourseData', '')))[0]).toBe('type');
    expect(codeOf(() => read('name,club'))[0]).toBe('type');
    expect(codeOf(() => read('<StartList'))[0]).toBe('malformed');
    // Version 2 has its version in an element.
    expect(codeOf(() => read(file('StartList', '<IOFVersion version="2.0.3"/>', '')))).toEqual([
      'version',
      2,
    ]);
    expect(codeOf(() => read(file('StartList', start('2026-05-01T10:00:00'), 'iofVersion="3.1"')))[0]).toBe(
      'version',
    );
    const entity = '<!DOCTYPE StartList [<!ENTITY a "aaaa">]>';
    expect(codeOf(() => read(file('StartList', '').replace('<StartList', `${entity}<StartList`)))[0]).toBe(
      'entities',
    );
    expect(codeOf(() => read(file('StartList', '')))[0]).toBe('empty');
    const unnamed = start('2026-05-01T10:00:00').replace(/<Family>.*<\/Given>/, '<Family/><Given> </Given>');
    expect(codeOf(() => read(file('StartList', unnamed)))).toEqual(['name', 5]);
  });

  test('reads the elements of SportOrg, in its order', () => {
    const list = `<ClassStart><Class><Id>1</Id><Name>M21</Name></Class><PersonStart>
<Person><Id>5</Id><Name><Family>Pelé</Family><Given>_</Given></Name></Person><Organisation><Id/><Name/></Organisation>
<Start><StartTime>2026-05-01T10:00:00+08:00</StartTime><BibNumber/></Start></PersonStart></ClassStart>`;
    expect(read(file('StartList', list)).participants).toMatchObject([
      { name: 'Pelé', club: '', bib: '', className: 'M21', courseName: '', startTime: T0 },
    ]);
  });

  test('refuses more participants than the limit', () => {
    const people = Array.from({ length: 5 }, () => start('2026-05-01T10:00:00')).join('');
    expect(read(file('StartList', people), 5).participants).toHaveLength(5);
    expect(codeOf(() => read(file('StartList', people), 4))[0]).toBe('rows');
  });
});

describe('names', () => {
  test.each([
    ['李娜', '李', '娜'],
    ['欧阳娜娜', '欧阳', '娜娜'],
    ['Ann Mary Smith', 'Smith', 'Ann Mary'],
    ['Pelé', 'Pelé', ''],
    ['李', '李', ''],
  ])('%s has a family name and a given name', (name, family, given) => {
    expect(splitName(name)).toEqual({ family, given });
    expect(joinName({ family, given })).toBe(name);
  });
});

/** S, 31, 32, F on the equator, 1 km apart. */
const COURSE: RaceCourse = {
  ...courseOfMarks(
    ['S', '31', '32', 'F'].map((name, index) => ({
      name,
      position: [index * 0.009, 0] as const,
      radius: 15,
    })),
  ),
  name: 'Long',
};

/** A result from times by officials: seconds at 31, 32 and the finish. */
function result(
  id: number,
  times: readonly (number | null)[],
  more: readonly Correction[] = [],
  course = COURSE,
) {
  const passings = times.flatMap((seconds, index): Correction[] =>
    seconds === null
      ? []
      : [{ kind: 'passing', point: course.points[index + 1]?.id ?? '', time: T0 + seconds * 1_000 }],
  );
  const corrections = [...passings, ...more];
  const now = T0 + 7_200_000;
  const window = { from: null, to: null };
  const setup = { startTime: T0, timedFrom: 'start-time', window, maxAccuracy: 50, maxSpeed: 25 } as const;
  const run = detectPassings(course, [], { setup, corrections, now });
  const participant = { id, course, startTime: T0, windowEnd: null, sendInterval: null, corrections };
  return toParticipantResult(participant, run, now);
}

const PEOPLE: readonly Omit<FilePerson, 'startTime'>[] = [
  { id: '7', name: '李雷', club: 'A & <B>', nationality: 'CHN', sex: 'M', bib: '101', course: null },
  {
    id: '8',
    name: 'Ann Smith',
    club: '',
    nationality: null,
    sex: null,
    bib: '',
    course: toFileCourse(COURSE),
  },
];

function results(): FileList<FileResult> {
  const status = (own: 'disqualified' | 'withdrawn' | 'did-not-start'): Correction => ({
    kind: 'status',
    status: own,
    decidedAt: 0,
  });
  const rows = rankParticipants(
    [
      result(0, [600, 1_300, 2_000]),
      result(1, [700, 1_200, 2_075]),
      result(2, [650, null, 2_100]),
      result(3, [500, null, null]),
      result(4, [600, 1_300, 2_000], [status('disqualified')]),
      result(5, [600, null, null], [status('withdrawn')]),
      result(6, [], [status('did-not-start')]),
      result(7, [600, 1_300, 1_990], [{ kind: 'penalty', seconds: 10, points: 0, decidedAt: 0 }]),
    ],
    { isMassStart: true },
  );
  const files = rows.map((row) =>
    toFileResult(row, PEOPLE[row.result.id === 0 ? 0 : 1] ?? (PEOPLE[0] as FilePerson)),
  );
  return {
    eventName: 'Spring <race>',
    date: '2026-05-01',
    classes: [
      { id: '1', name: 'M21', course: toFileCourse(COURSE), rows: files },
      { id: '2', name: 'Empty', course: null, rows: [] },
    ],
  };
}

const startList: FileList<FilePerson> = {
  eventName: 'Spring <race>',
  date: null,
  classes: [
    {
      id: '1',
      name: 'M21',
      course: toFileCourse(COURSE),
      rows: PEOPLE.map((person, index) => ({ ...person, startTime: index === 0 ? T0 + 500 : null })),
    },
  ],
};

describe('the writers', () => {
  const text = [...writeResultList(results(), { ...OPTIONS, isSnapshot: false })].join('');

  test('write results with position, gap, status and splits', () => {
    const [first = ''] = /<PersonResult>[\s\S]*?<\/PersonResult>/.exec(text) ?? [];
    // 3 x 0.009 degrees on the equator: 3005.6 m.
    expect(text).toContain('<Length>3006</Length>');
    expect(first.split('\n').map((line) => line.trim())).toEqual([
      '<PersonResult>',
      '<Person sex="M">',
      '<Id>7</Id>',
      '<Name><Family>李</Family><Given>雷</Given></Name>',
      '<Nationality code="CHN">CHN</Nationality>',
      '</Person>',
      '<Organisation><Name>A &amp; &lt;B&gt;</Name></Organisation>',
      '<Result>',
      '<BibNumber>101</BibNumber>',
      '<StartTime>2026-05-01T02:00:00Z</StartTime>',
      '<FinishTime>2026-05-01T02:33:20Z</FinishTime>',
      '<Time>2000</Time>',
      '<TimeBehind>0</TimeBehind>',
      '<Position>1</Position>',
      '<Status>OK</Status>',
      '<SplitTime><ControlCode>31</ControlCode><Time>600</Time></SplitTime>',
      '<SplitTime><ControlCode>32</ControlCode><Time>1300</Time></SplitTime>',
      '</Result>',
      '</PersonResult>',
    ]);
    // The penalty of 10 s makes it a tie.
    expect([...text.matchAll(/<Position>(\d+)/g)].map(([, place]) => place)).toEqual(['1', '1', '3']);
    expect([...text.matchAll(/<TimeBehind>(\d+)/g)].map(([, seconds]) => seconds)).toEqual(['0', '0', '75']);
    expect([...text.matchAll(/<Status>(\w+)/g)].map(([, status]) => status)).toEqual([
      'OK',
      'OK',
      'OK',
      'Active',
      'MissingPunch',
      'DidNotFinish',
      'Disqualified',
      'DidNotStart',
    ]);
    expect(text).toContain('<SplitTime status="Missing"><ControlCode>32</ControlCode></SplitTime>');
  });

  test('write points and the order of time of score courses', () => {
    const score: RaceCourse = {
      ...COURSE,
      type: 'score',
      points: COURSE.points.map((point) => ({
        ...point,
        points: point.kind === 'control' ? 10 : null,
        distance: 0,
      })),
    };
    const rows = rankParticipants([result(1, [900, 400, 1_000], [], score)], { isMassStart: true });
    const course = toFileCourse(score);
    expect(course.length).toBeNull();
    const list = {
      ...results(),
      classes: [
        {
          id: '1',
          name: 'Open',
          course,
          rows: rows.map((row) => toFileResult(row, PEOPLE[1] as FilePerson)),
        },
      ],
    };
    const own = [...writeResultList(list, { ...OPTIONS, isSnapshot: true })].join('');
    expect(own).toContain(' status="Snapshot">');
    expect(own).toContain('<Score type="Score">20</Score>');
    expect([...own.matchAll(/<ControlCode>(\d+)/g)].map(([, code]) => code)).toEqual(['32', '31']);
    if (isInstalled('xmllint')) validateXml(own, SCHEMA);
  });

  test('write start lists that are read again', () => {
    const own = [...writeStartList(startList, OPTIONS)].join('');
    const { eventName, participants } = read(own);
    expect(eventName).toBe('Spring <race>');
    expect(participants.map(({ line: _, ...row }) => row)).toEqual(
      [...(startList.classes[0]?.rows ?? [])].map(({ course: _, id: __, ...row }) => ({
        ...row,
        className: 'M21',
        courseName: 'Long',
      })),
    );
  });

  test.skipIf(!isInstalled('xmllint'))('write valid files', () => {
    validateXml(text, SCHEMA);
    validateXml([...writeStartList(startList, OPTIONS)].join(''), SCHEMA);
    // The schema refuses another order.
    const swapped = text.replace(/(<Position>.*<\/Position>)(\s*)(<Status>.*<\/Status>)/, '$3$2$1');
    expect(() => validateXml(swapped, SCHEMA)).toThrow(/Position/);
  });
});
