import type { Language } from '@wakeline/contract/entities/user-config';
import { INSTRUCTION_FAILURE_TEXTS, INSTRUCTION_STATE_TEXTS } from '@wakeline/contract/instruction-texts';
import { exportInstructions } from '@wakeline/contract/instructions';
import { LIMITS } from '@wakeline/contract/limits';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { writeXlsx, XLSX_MEDIA_TYPE } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { limitBytes } from '../../files/file-chunks.ts';
import type { Files } from '../../files/files.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import { countInstructions, type InstructionRow, readInstructionsBefore } from '../../instructions/list.ts';
import { formatLocalTime } from '../../local-time.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportInstructionsSubject } from './export-instructions.task.ts';
import { maskSecrets } from './present-instruction.ts';

/** Rows per page. */
const PAGE_SIZE = 500;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '指令记录', en_US: 'Instructions' };
const HEADINGS = [
  [{ zh_CN: '设备名称', en_US: 'Device' }, 'text'],
  [{ zh_CN: 'IMEI', en_US: 'IMEI' }, 'text'],
  [{ zh_CN: '指令', en_US: 'Instruction' }, 'text'],
  [{ zh_CN: '参数', en_US: 'Values' }, 'text'],
  [{ zh_CN: '状态', en_US: 'State' }, 'text'],
  [{ zh_CN: '失败原因', en_US: 'Reason' }, 'text'],
  [{ zh_CN: '操作人', en_US: 'Sent by' }, 'text'],
  [{ zh_CN: '下发原因', en_US: 'Sent for' }, 'text'],
  [{ zh_CN: '创建时间', en_US: 'Created' }, 'date'],
  [{ zh_CN: '发送时间', en_US: 'Sent' }, 'date'],
  [{ zh_CN: '完成时间', en_US: 'Finished' }, 'date'],
  [{ zh_CN: '发送次数', en_US: 'Attempts' }, 'text'],
  [{ zh_CN: '回执', en_US: 'Receipt' }, 'text'],
] as const;

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

/** Writes the instructions that the requester sees at run time to a sheet, page by page. */
export function exportInstructionsWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportInstructionsSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, language, timeZone } = subject;
      const { access } = exportInstructions;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      const total = await countInstructions(db, requester, filter);
      const toCells = createRowWriter(language, timeZone);
      async function* batches(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        let written = 0;
        let before: number | null = null;
        for (;;) {
          signal.throwIfAborted();
          const rows: readonly InstructionRow[] = await readInstructionsBefore(db, requester, filter, {
            before,
            limit: PAGE_SIZE,
          });
          const last = rows.at(-1);
          if (last === undefined) return;
          yield rows.map(toCells);
          before = last.instruction_id;
          written += rows.length;
          await progress(Math.min(1, written / Math.max(1, total)));
        }
      }
      const columns = HEADINGS.map(([heading, format]) => ({
        heading: heading[language],
        width: 20,
        format,
      }));
      const sheet = { name: NAME[language], columns, batches: batches() };
      const written = await files.write(limitBytes(writeXlsx(sheet), LIMITS.exportBytes));
      const day = formatLocalTime(clock.now(), timeZone).slice(0, 10);
      const commit = confirmRequester(requester, access, () => clock.now());
      return { written, mediaType: XLSX_MEDIA_TYPE, name: `${NAME[language]} ${day}.xlsx`, commit };
    },
  };
}

function createRowWriter(language: Language, timeZone: string) {
  const toLocal = createUtcToLocal(timeZone);
  const date = (time: Date | null): WrittenCell =>
    time === null ? null : { localMs: toLocal(time.getTime()) };
  return (row: InstructionRow): readonly WrittenCell[] => [
    row.tracker_name,
    row.imei,
    instructionOf(row.name).title[language],
    describeValues(row, language),
    INSTRUCTION_STATE_TEXTS[language][row.state],
    row.reason === null ? null : INSTRUCTION_FAILURE_TEXTS[language][row.reason],
    row.login,
    row.origin === null ? null : ORIGIN_TEXTS[language][row.origin.purpose](row.origin.taskName),
    date(row.created_at),
    date(row.sent_at),
    date(row.finished_at),
    row.attempts,
    row.receipt_text,
  ];
}

/** `Interval 60; Duration 600`: in the order of the catalogue. */
function describeValues({ name, parameters }: InstructionRow, language: Language): string {
  const values = maskSecrets(parameters);
  return Object.entries(instructionOf(name).parameters)
    .filter(([parameter]) => values[parameter] !== undefined)
    .map(([parameter, { title }]) => `${title[language]} ${String(values[parameter])}`)
    .join('; ');
}
