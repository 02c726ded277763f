import type { Language } from '@wakeline/contract/entities/user-config';
import type { LogEntry } from '@wakeline/contract/live/messages';
import type { Db } from '../../db/database.ts';
import type { Addresses } from '../../places/addresses.ts';
import { canReadNotice } from './notices.policy.ts';
import { readAlarmChanges, readNewNotices, readNoticesBetween } from './notices.queries.ts';
import { preloadAddresses, presentNotice } from './present-notice.ts';
import type { NoticeReader } from './select-notices.ts';

/** Numbers of the log: above `above`, up to `to`. */
interface LogRange {
  readonly above: number;
  readonly to: number;
}

type AlarmChange = Awaited<ReturnType<typeof readAlarmChanges>>[number];

/** The entries of one reader in a range, oldest first. */
export async function readLogEntries(
  db: Db,
  reader: NoticeReader,
  { above, to, now }: LogRange & { readonly now: number },
  addresses: Addresses,
): Promise<readonly LogEntry[]> {
  const notices = await readNoticesBetween(db, reader, { above, to, now, addresses });
  const changes = await readAlarmChanges(db, reader.accountId, { above, to });
  return bySeq([
    ...notices.map((notice) => ({ kind: 'notice', seq: notice.messageId, notice }) as const),
    ...changes.filter((change) => canReadNotice(reader, change)).map(toAlarmEntry),
  ]);
}

/** Reads new entries once for the consoles of an account: see `LiveNotices.readNew`. */
export async function readNewEntries(
  db: Db,
  accountId: number,
  range: LogRange,
  {
    languages,
    addresses,
  }: { readonly languages: () => ReadonlySet<Language>; readonly addresses: Addresses },
): Promise<(reader: NoticeReader) => readonly LogEntry[]> {
  const rows = await readNewNotices(db, accountId, range);
  const changes = await readAlarmChanges(db, accountId, range);
  for (const language of languages()) await preloadAddresses(rows, language, addresses);
  return (reader) =>
    bySeq([
      ...rows
        .filter((row) => canReadNotice(reader, row))
        .map((row) => {
          const notice = presentNotice(row, reader, addresses.getImmediate);
          return { kind: 'notice', seq: notice.messageId, notice } as const;
        }),
      ...changes.filter((change) => canReadNotice(reader, change)).map(toAlarmEntry),
    ]);
}

function toAlarmEntry({ seq, about, payload }: AlarmChange): LogEntry {
  const { messageId, state, ownerId, owner, reason, changedAt } = payload;
  return {
    kind: 'alarm',
    seq,
    messageId,
    trackerId: about,
    handling: { state, ownerId, owner, reason, changedAt },
  };
}

function bySeq(entries: readonly LogEntry[]): readonly LogEntry[] {
  return entries.toSorted((a, b) => a.seq - b.seq);
}
