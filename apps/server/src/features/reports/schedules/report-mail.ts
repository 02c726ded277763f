import { buffer } from 'node:stream/consumers';
import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { REPORT_NAMES } from '@wakeline/contract/reports/report-files';
import type { Db } from '../../../db/database.ts';
import type { Attachment } from '../../../delivery/channels/channel.ts';
import type { ReportMail } from '../../../delivery/compose.ts';
import type { RecipientRow } from '../../../delivery/recipients.ts';
import type { Files, StoredFile } from '../../../files/files.ts';
import { errorMessageOf } from '../../../http/envelope.ts';
import { findUser } from '../../../identity/find-caller.ts';
import { formatLocalTime } from '../../../local-time.ts';
import type { FileLinks } from './file-links.ts';
import { textOfFailure, textOfReport } from './mail-texts.ts';
import { type RunRow, readRun, readRunFileIds } from './run-rows.ts';
import { readSchedule, readScheduleRecipients, type ScheduleRow } from './schedule-rows.ts';

/** Bytes of all files of an e-mail together; larger ones are linked only. */
const MAX_ATTACHED_BYTES = 5 * 1_000_000;

export interface ReportMailSources {
  readonly db: Db;
  readonly files: Files;
  /** Null: the server has no public address. */
  readonly links: FileLinks | null;
}

/** The e-mail about a run for a recipient; null: the schedule was deleted, or the user disabled, or it is not for them. */
export async function readReportMail(
  { db, files, links }: ReportMailSources,
  runId: number,
  recipient: RecipientRow,
  now: number,
): Promise<ReportMail | null> {
  const run = await readRun(db, runId);
  const schedule = run === null ? null : await readSchedule(db, run.schedule_id);
  if (run === null || schedule === null || (run.state !== 'done' && run.state !== 'failed')) return null;
  const language = await languageFor(db, schedule, recipient, now);
  if (language === null) return null;
  const content = {
    ...{ scheduleName: schedule.name, owner: schedule.login },
    report: REPORT_NAMES[schedule.content.report][language],
    ...{ startDay: run.start_day, endDay: run.end_day, timeZone: run.time_zone },
  };
  if (run.state === 'failed') {
    const reason = run.failure === null ? null : errorMessageOf(new NamedError(run.failure), language);
    const isPaused = schedule.pause_reason !== null;
    return {
      language,
      text: textOfFailure(content, { reason, isPaused }, language),
      links: [],
      attachments: [],
    };
  }
  return composeFiles({ files, links }, { db, run, recipient, language, content });
}

/** The language that was chosen for an address, or that of a user; null: a disabled user, or an address that was removed. */
async function languageFor(
  db: Db,
  schedule: ScheduleRow,
  { recipient_id: recipientId, user_id: userId }: RecipientRow,
  now: number,
): Promise<Language | null> {
  const rows = await readScheduleRecipients(db, [schedule.schedule_id]);
  const ofAddress = rows.find((row) => row.recipient_id === recipientId)?.language ?? null;
  if (ofAddress !== null) return ofAddress;
  const isIncluded =
    userId !== null && (userId === schedule.user_id || rows.some((row) => row.user_id === userId));
  return isIncluded ? ((await findUser(db, userId, now))?.language ?? null) : null;
}

interface FilesMail {
  readonly db: Db;
  readonly run: RunRow;
  readonly recipient: RecipientRow;
  readonly language: Language;
  readonly content: Parameters<typeof textOfReport>[0];
}

async function composeFiles(
  { files, links }: Pick<ReportMailSources, 'files' | 'links'>,
  { db, run, recipient, language, content }: FilesMail,
): Promise<ReportMail> {
  const ids = await readRunFileIds(db, run.run_id, language);
  const stored = (await Promise.all(ids.map((fileId) => files.find(fileId)))).filter((file) => file !== null);
  const attachments = await attach(files, stored);
  const listed = stored.map(({ fileId, name }) => ({
    name,
    link: links?.(fileId, recipient.recipient_id) ?? null,
  }));
  const end = Math.min(...stored.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
  const text = textOfReport(
    content,
    {
      ...{ rows: run.rows ?? 0, files: listed, isAttached: attachments.length > 0 },
      end: Number.isFinite(end) ? formatLocalTime(end, run.time_zone).slice(0, 16) : '',
      isUser: recipient.user_id !== null,
    },
    language,
  );
  return { language, text, links: listed.flatMap(({ link }) => link ?? []), attachments };
}

/** The content of the files; none if they are too large together. */
async function attach(files: Files, stored: readonly StoredFile[]): Promise<readonly Attachment[]> {
  if (stored.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_ATTACHED_BYTES) return [];
  return Promise.all(
    stored.map(async (file) => {
      const content = await files.open(file);
      if (content === null) throw new Error(`the content of file ${file.fileId} is missing`);
      return { name: file.name, mediaType: file.mediaType, content: await buffer(content) };
    }),
  );
}
