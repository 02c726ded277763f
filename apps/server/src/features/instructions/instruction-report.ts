import type { Language } from '@wakeline/contract/entities/user-config';
import { INSTRUCTION_FAILURE_TEXTS, INSTRUCTION_STATE_TEXTS } from '@wakeline/contract/instruction-texts';
import type { InstructionReportFilter } from '@wakeline/contract/instructions';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import type { Db } from '../../db/database.ts';
import { readPagesBefore } from '../../db/read-pages.ts';
import type { Caller } from '../../identity/caller.ts';
import {
  countInstructions,
  type InstructionRow,
  type InstructionSearch,
  readInstructionsBefore,
} from '../../instructions/list.ts';
import {
  countColumn,
  instantColumn,
  type ReportColumn,
  sameText,
  textColumn,
} from '../../report-files/report-columns.ts';
import {
  type AboutLine,
  openReport,
  type ReportDefinition,
  type ReportPage,
} from '../../report-files/report-definition.ts';
import { windowOf } from '../../reports/report-days.ts';
import { devicesOfReport } from '../../reports/report-devices.ts';
import { maskSecrets } from './present-instruction.ts';

/** Instructions that are read together. */
const PAGE_SIZE = 500;

const TEXTS = {
  zh_CN: { instructions: '指令', states: '状态', task: '限定为一个批量任务', yes: '是', separator: '、' },
  en_US: {
    instructions: 'Instructions',
    states: 'States',
    task: 'Limited to a batch task',
    yes: 'yes',
    separator: ', ',
  },
} as const satisfies Record<Language, object>;

/** What the server sent without a user. */
const ORIGIN_TEXTS = {
  zh_CN: {
    raise: (task: string) => `“${task}”的追踪模式`,
    restore: (task: string) => `“${task}”追踪模式结束后恢复`,
  },
  en_US: {
    raise: (task: string) => `Tracking mode of ${task}`,
    restore: (task: string) => `Restored after tracking mode of ${task}`,
  },
} as const;

const COLUMNS: readonly ReportColumn<InstructionRow>[] = [
  textColumn({ zh_CN: '设备名称', en_US: 'Device' }, ({ tracker_name: name }) => name, { width: 28 }),
  textColumn(sameText('IMEI'), ({ imei }) => imei, { width: 20, isSecondary: true }),
  textColumn(
    { zh_CN: '指令', en_US: 'Instruction' },
    ({ name }, language) => instructionOf(name).title[language],
    { width: 20 },
  ),
  textColumn({ zh_CN: '参数', en_US: 'Values' }, describeValues, { width: 30 }),
  textColumn(
    { zh_CN: '状态', en_US: 'State' },
    ({ state }, language) => INSTRUCTION_STATE_TEXTS[language][state],
    { width: 14 },
  ),
  textColumn({ zh_CN: '失败原因', en_US: 'Reason' }, ({ reason }, language) =>
    reason === null ? null : INSTRUCTION_FAILURE_TEXTS[language][reason],
  ),
  textColumn({ zh_CN: '操作人', en_US: 'Sent by' }, ({ login }) => login, { width: 16 }),
  textColumn(
    { zh_CN: '下发原因', en_US: 'Sent for' },
    ({ origin }, language) =>
      origin === null ? null : ORIGIN_TEXTS[language][origin.purpose](origin.taskName),
    { isSecondary: true },
  ),
  instantColumn({ zh_CN: '创建时间', en_US: 'Created' }, (row) => row.created_at.getTime()),
  instantColumn({ zh_CN: '发送时间', en_US: 'Sent' }, (row) => row.sent_at?.getTime() ?? null),
  instantColumn({ zh_CN: '完成时间', en_US: 'Finished' }, (row) => row.finished_at?.getTime() ?? null),
  countColumn({ zh_CN: '发送次数', en_US: 'Attempts' }, ({ attempts }) => attempts),
  textColumn({ zh_CN: '回执', en_US: 'Receipt' }, (row) => row.receipt_text, { width: 30 }),
];

/** `Interval 60; Duration 600`: in the order of the catalogue. */
function describeValues({ name, parameters }: InstructionRow, language: Language): string {
  const values = maskSecrets(parameters);
  return Object.entries(instructionOf(name).parameters)
    .filter(([parameter]) => values[parameter] !== undefined)
    .map(([parameter, { title }]) => `${title[language]} ${String(values[parameter])}`)
    .join('; ');
}

/** The instructions to the devices that a user sees, newest first. */
export const instructionReport: ReportDefinition<'instructions'> = {
  async open({ tx, reader }, filter) {
    const search = searchOf(tx, reader, filter);
    const { count: total } = await countInstructions(tx, reader, search);
    const readPage = (before: number | null) =>
      readInstructionsBefore(tx, reader, search, { before, limit: PAGE_SIZE });
    async function* pages(): AsyncGenerator<ReportPage<InstructionRow>> {
      const rowsByPage = readPagesBefore(readPage, ({ instruction_id: id }) => id);
      for await (const rows of rowsByPage) yield { rows, total };
    }
    return openReport<InstructionRow>({
      columns: COLUMNS,
      pages,
      sums: null,
      description: {
        filter: describeFilter(filter, reader.language),
        ...{ settings: [], thresholds: [], definitions: [] },
      },
    });
  },
};

function searchOf(db: Db, reader: Caller, filter: InstructionReportFilter): InstructionSearch {
  const { startDay: _, endDay: __, groupIds, trackerIds, ...conditions } = filter;
  const { startTime, endTime } = windowOf(filter, reader.timeZone);
  const search = { ...conditions, startTime, endTime: endTime + 1 };
  if (groupIds.length === 0 && trackerIds.length === 0) return search;
  // The list searches in more than names and numbers.
  return { ...search, devices: devicesOfReport(db, reader, { groupIds, trackerIds, keywords: '' }) };
}

function describeFilter(
  { instructions, states, taskProgressId }: InstructionReportFilter,
  language: Language,
): readonly AboutLine[] {
  const text = TEXTS[language];
  const list = (names: readonly string[]) => names.join(text.separator);
  return [
    ...(instructions === undefined
      ? []
      : [
          [text.instructions, list(instructions.map((name) => instructionOf(name).title[language]))] as const,
        ]),
    ...(states === undefined
      ? []
      : [[text.states, list(states.map((state) => INSTRUCTION_STATE_TEXTS[language][state]))] as const]),
    ...(taskProgressId === undefined ? [] : [[text.task, text.yes] as const]),
  ];
}
