import type { Language } from '@wakeline/contract/entities/user-config';
import { exportAuditLog } from '@wakeline/contract/rights/audit';
import { CSV_BOM, toCsvRecord } from '@wakeline/formats/csv-record';
import { type AuditFilter, auditEntries } from '../../../audit/read.ts';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import { confirmRequester, requireRequester } from '../../../identity/requester.ts';
import { formatLocalTime } from '../../../local-time.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import type { ExportAuditLogSubject } from './export-audit-log.task.ts';

/** Entries per page. */
const PAGE_SIZE = 1_000;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '操作日志', en_US: 'Audit log' };
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  zh_CN: ['时间', '账号', 'API 令牌', '操作', '对象', 'IP 地址', '变更前', '变更后'],
  en_US: ['Time', 'Account', 'API token', 'Action', 'Object', 'IP address', 'Before', 'After'],
};

/**
 * Writes the filtered audit log of an account to a CSV file, newest first. It fails with `not-allowed` if the requester may no
 * longer read it.
 */
export function exportAuditLogWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportAuditLogSubject> {
  return {
    async run(run) {
      const { accountId, subject, progress } = run;
      const { filter, language, timeZone } = subject;
      const { access } = exportAuditLog;
      const requester = await requireRequester(db, run, access, clock.now());
      async function* content(): AsyncGenerator<Buffer> {
        yield Buffer.from(CSV_BOM + toCsvRecord(HEADINGS[language]));
        for await (const { rows, fraction } of readPages(db, accountId, filter)) {
          const records = rows.map((row) =>
            toCsvRecord([
              formatLocalTime(row.at.getTime(), timeZone),
              row.login,
              row.token_name ?? '',
              row.action,
              row.target,
              row.address,
              row.before === null ? '' : JSON.stringify(row.before),
              row.after === null ? '' : JSON.stringify(row.after),
            ]),
          );
          yield Buffer.from(records.join(''));
          await progress(fraction);
        }
      }
      const written = await files.write(content());
      const day = formatLocalTime(clock.now(), timeZone).slice(0, 10);
      const name = `${NAME[language]} ${day}.csv`;
      const commit = confirmRequester(requester, access, () => clock.now());
      return { written, mediaType: 'text/csv; charset=utf-8', name, commit };
    },
  };
}

/** Reads the entries page by page, newest first, with the fraction read so far. Entries written meanwhile are not included. */
async function* readPages(db: Db, accountId: number, filter: AuditFilter) {
  const all = auditEntries(db, accountId, filter);
  const { count, newest } = await all
    .select((query) => [
      query.fn.countAll<number>().as('count'),
      query.fn.max<number | null>('audit_id').as('newest'),
    ])
    .executeTakeFirstOrThrow();
  let readCount = 0;
  for (let below = (newest ?? 0) + 1; ; ) {
    const rows = await all
      .selectAll()
      .where('audit_id', '<', below)
      .orderBy('audit_id', 'desc')
      .limit(PAGE_SIZE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    below = last.audit_id;
    readCount += rows.length;
    yield { rows, fraction: Math.min(1, readCount / count) };
  }
}
