import type { Language } from '@wakeline/contract/entities/user-config';
import { exportMatchGiftsRecordExcel } from '@wakeline/contract/live-events/gift-records';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import { type GiftRecordRow, readRecords, sumRecords } from '../../live-events/gift-records.ts';
import { toYuan } from '../../live-events/money.ts';
import { formatLocalTime } from '../../local-time.ts';
import { readMatch } from '../../races/matches.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportGiftRecordsSubject } from './export-gift-records.task.ts';

/** Records per page, which are also written without yielding to the event loop. */
const PAGE_SIZE = 500;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '礼物记录', en_US: 'Gift records' };
const TITLES: Readonly<Record<Language, readonly string[]>> = {
  zh_CN: [
    '时间',
    '礼物名称',
    '单价（元）',
    '数量',
    '合计（元）',
    '增加票数',
    '赠送人',
    '获赠选手',
    '支付方式',
  ],
  en_US: [
    'Time',
    'Gift',
    'Price (yuan)',
    'Count',
    'Total (yuan)',
    'Votes added',
    'Giver',
    'Receiver',
    'Payment',
  ],
};
const PAYMENTS: Readonly<Record<Language, readonly [voucher: string, provider: string]>> = {
  zh_CN: ['礼券', '在线支付'],
  en_US: ['Voucher', 'Online'],
};
const WIDTHS = [20, 20, 12, 10, 14, 12, 24, 24, 12];
/** Columns of numbers. */
const NUMBERS: ReadonlySet<number> = new Set([2, 3, 4, 5]);

/** Writes the gift records that match to a sheet, page by page, the newest first. */
export function exportMatchGiftsRecordWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportGiftRecordsSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, language, timeZone } = subject;
      const { access } = exportMatchGiftsRecordExcel;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      await readMatch(db, accountId, filter.matchId);
      const { records, count, total, votes } = await sumRecords(db, filter);
      async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        let written = 0;
        for (let before: number | undefined; ; ) {
          signal.throwIfAborted();
          const rows = await readRecords(db, filter, { limit: PAGE_SIZE, before });
          if (rows.length === 0) return;
          yield rows.map((row) => toCells(row, language, timeZone));
          before = rows.at(-1)?.number;
          written += rows.length;
          await progress(Math.min(1, written / Math.max(1, records)));
        }
      }
      const file = await writeSheetFile(files, pages(), {
        ...{ ...subject, name: NAME, columns: columnsOf(language), now: clock.now() },
        sums: ['', '', '', count, toYuan(total), votes, '', '', ''],
      });
      return { ...file, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}

function columnsOf(language: Language): readonly WrittenColumn[] {
  return TITLES[language].map((heading, at) => ({
    heading,
    width: WIDTHS[at] ?? 12,
    format: NUMBERS.has(at) ? 'general' : 'text',
  }));
}

function toCells(row: GiftRecordRow, language: Language, timeZone: string): readonly WrittenCell[] {
  const [voucher, provider] = PAYMENTS[language];
  return [
    formatLocalTime(row.created_at.getTime(), timeZone),
    row.gift_name,
    toYuan(row.price),
    row.count,
    toYuan(row.total),
    row.votes,
    row.giver,
    row.receiver,
    row.voucher_id === null ? provider : voucher,
  ];
}
