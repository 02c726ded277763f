import type { Language } from '@wakeline/contract/entities/user-config';
import type { ResultStatus } from '@wakeline/domain/races/participant-result';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import { type WorkbookSheet, writeWorkbook } from '@wakeline/formats/spreadsheets/write-workbook';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import type { Race } from '../../../races/read-race.ts';
import type { ListOptions } from './list-people.ts';
import type { ResultGroup, ResultRow } from './results.ts';
import { rowBatches } from './row-batches.ts';

type Texts = Readonly<Record<Language, string>>;

const STATUS_NAMES: Readonly<Record<ResultStatus, Texts>> = {
  'not-started': { zh_CN: '未出发', en_US: 'Not started' },
  running: { zh_CN: '进行中', en_US: 'Running' },
  finished: { zh_CN: '完赛', en_US: 'Finished' },
  'did-not-start': { zh_CN: '未参赛', en_US: 'Did not start' },
  'did-not-finish': { zh_CN: '未完赛', en_US: 'Did not finish' },
  'missing-points': { zh_CN: '漏点', en_US: 'Missing points' },
  disqualified: { zh_CN: '取消资格', en_US: 'Disqualified' },
  withdrawn: { zh_CN: '退赛', en_US: 'Withdrawn' },
  'over-time': { zh_CN: '超时', en_US: 'Over time' },
  'no-data': { zh_CN: '无数据', en_US: 'No data' },
};

interface ResultColumn {
  readonly heading: Texts;
  readonly width: number;
  readonly format: WrittenColumn['format'];
  readonly cell: (row: ResultRow, options: CellOptions) => WrittenCell;
}

interface CellOptions {
  readonly language: Language;
  /** Epoch milliseconds to those of a cell. */
  readonly toLocal: (time: number) => number;
}

const dateOf = (time: number | null | undefined, { toLocal }: CellOptions): WrittenCell =>
  time == null ? null : { localMs: toLocal(time) };
const durationOf = (seconds: number | null | undefined): WrittenCell =>
  seconds == null ? null : { durationMs: seconds * 1_000 };
const isFinished = ({ standing }: ResultRow) => standing?.result.status === 'finished';

/** The columns before the points. Only those who have finished have a place. */
const COLUMNS: readonly ResultColumn[] = [
  {
    ...{ heading: { zh_CN: '名次', en_US: 'Place' }, width: 8, format: 'general' },
    cell: (row) => (isFinished(row) ? (row.standing?.place ?? null) : null),
  },
  {
    ...{ heading: { zh_CN: '号码', en_US: 'Number' }, width: 10, format: 'text' },
    cell: ({ participant: { row } }) => row.number,
  },
  {
    ...{ heading: { zh_CN: '姓名', en_US: 'Name' }, width: 20, format: 'text' },
    cell: ({ participant: { row } }) => row.name,
  },
  {
    ...{ heading: { zh_CN: '俱乐部', en_US: 'Club' }, width: 20, format: 'text' },
    cell: ({ participant: { row } }) => row.club,
  },
  {
    ...{ heading: { zh_CN: '国籍', en_US: 'Nationality' }, width: 12, format: 'text' },
    cell: ({ participant: { row } }) => row.nationality,
  },
  {
    ...{ heading: { zh_CN: '出发时间', en_US: 'Start time' }, width: 20, format: 'date' },
    cell: ({ participant, standing }, options) =>
      dateOf(standing === null ? participant.setup.startTime : standing.result.start, options),
  },
  {
    ...{ heading: { zh_CN: '到达时间', en_US: 'Finish time' }, width: 20, format: 'date' },
    cell: ({ standing }, options) => dateOf(standing?.result.passedAt.at(-1), options),
  },
  {
    ...{ heading: { zh_CN: '成绩', en_US: 'Time' }, width: 12, format: 'duration' },
    cell: ({ standing }) => durationOf(standing?.result.time),
  },
  {
    ...{ heading: { zh_CN: '落后', en_US: 'Behind' }, width: 12, format: 'duration' },
    cell: (row) => (isFinished(row) ? durationOf(row.standing?.gap) : null),
  },
  {
    ...{ heading: { zh_CN: '罚时', en_US: 'Penalty' }, width: 12, format: 'duration' },
    cell: ({ standing }) => durationOf(standing?.result.penalty || null),
  },
  {
    ...{ heading: { zh_CN: '状态', en_US: 'Status' }, width: 14, format: 'text' },
    cell: (row, { language }) =>
      STATUS_NAMES[row.standing === null ? row.status : row.standing.result.status][language],
  },
];

const SCORE_COLUMN: ResultColumn = {
  ...{ heading: { zh_CN: '得分', en_US: 'Score' }, width: 10, format: 'general' },
  cell: ({ standing }) => standing?.result.points ?? null,
};
const FINISH: Texts = { zh_CN: '终点', en_US: 'Finish' };

/** Writes results as a workbook: a sheet for each class, with the time since the start at each point. */
export function writeResultSheets(
  race: Race,
  groups: readonly ResultGroup[],
  { language, timeZone }: ListOptions,
): AsyncGenerator<Uint8Array> {
  const options = { language, toLocal: createUtcToLocal(timeZone) };
  return writeWorkbook(
    groups.map((group): WorkbookSheet => {
      const course = group.courseId === null ? undefined : race.courses.get(group.courseId);
      const columns = course?.type === 'score' ? [...COLUMNS, SCORE_COLUMN] : COLUMNS;
      const points = course === undefined ? [] : pointColumns(course, language);
      const heads = columns.map(({ heading, width, format }) => ({
        ...{ heading: heading[language], width, format },
      }));
      return {
        name: group.name,
        columns: [...heads, ...points],
        batches: rowBatches(group.rows, (row) => [
          ...columns.map(({ cell }) => cell(row, options)),
          ...points.map((_, at) => durationOf(row.standing?.result.elapsed[at + 1])),
        ]),
      };
    }),
  );
}

/** A column for each point after the start: number and code of a control, as in lists of splits. */
function pointColumns({ points, type }: RaceCourse, language: Language): readonly WrittenColumn[] {
  return points.slice(1).map(({ kind, code }, at): WrittenColumn => {
    const control = type === 'score' ? code : `${at + 1} (${code})`;
    return { heading: kind === 'finish' ? FINISH[language] : control, width: 12, format: 'duration' };
  });
}
