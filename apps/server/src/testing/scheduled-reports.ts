import type { ReportScheduleForm } from '@wakeline/contract/reports/schedules';
import type { ReceivedMail } from './mail-server.ts';

type OverviewContent = Extract<ReportScheduleForm['content'], { readonly report: 'overview' }>;

const OVERVIEW: OverviewContent = {
  report: 'overview',
  filter: { groupIds: [], trackerIds: [], keywords: '', by: 'device' },
  order: { sort: 'name', direction: 'ascending' },
};

/** A daily report of yesterday at 06:00 as an .xlsx file. */
export function dailySchedule(form: Partial<ReportScheduleForm> = {}): ReportScheduleForm {
  return {
    scheduleName: 'Daily overview',
    content: OVERVIEW,
    period: 'yesterday',
    times: { repeat: 'daily', day: null, minute: 360 },
    formats: ['xlsx'],
    userIds: [],
    addresses: [],
    enabled: true,
    ...form,
  };
}

/** An overview with this filter. */
export function contentOf(filter: Partial<OverviewContent['filter']>): OverviewContent {
  return { ...OVERVIEW, filter: { ...OVERVIEW.filter, ...filter } };
}

/** The attached files of a mail (RFC 2045), by name. */
export function attachmentsOf({ raw }: ReceivedMail): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  for (const part of raw.split(`--${boundary}`)) {
    const [head = '', ...body] = part.split('\r\n\r\n');
    if (!/^Content-Disposition: attachment/m.test(head)) continue;
    files.set(nameOf(head), Buffer.from(body.join('\r\n\r\n'), 'base64'));
  }
  return files;
}

/** RFC 2231 and RFC 2047 names, and plain ones. */
function nameOf(head: string): string {
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const encoded = [...unfolded.matchAll(/filename\*(?:\d+\*?)?=(?:utf-8'')?([^\s;]+)/gi)];
  if (encoded.length > 0) return decodeURIComponent(encoded.map(([, text]) => text).join(''));
  return decodeWords(/filename="?([^"\r\n]+)"?/.exec(unfolded)?.[1] ?? '');
}

/** The subject of a mail. */
export function subjectOf({ raw }: ReceivedMail): string {
  const head = (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
  return decodeWords(/^Subject: (.*)$/m.exec(head)?.[1] ?? '');
}

/** RFC 2047: encoded words, which are joined without the space between them. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeURIComponent(word.replaceAll('_', ' ').replaceAll(/%/g, '%25').replaceAll('=', '%')),
    );
}

/** The text of a mail, also of one that is encoded. */
export function textOf({ raw, text }: ReceivedMail): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  if (boundary === undefined) return text;
  const encoded = /Content-Type: text\/plain[\s\S]*?Content-Transfer-Encoding: base64\r\n\r\n([^-]+)/.exec(
    raw,
  );
  return encoded === null ? text : Buffer.from(encoded[1] ?? '', 'base64').toString('utf8');
}
