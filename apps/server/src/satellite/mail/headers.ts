/** The header fields that decide what becomes of an e-mail. */
export const NEEDED_HEADERS = [
  'auto-submitted',
  'cc',
  'content-type',
  'delivered-to',
  'list-id',
  'precedence',
  'return-path',
  'to',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-original-to',
];

/** Values by name in lower case; unfolded (RFC 5322, 2.2.3). */
export type MailHeaders = ReadonlyMap<string, readonly string[]>;

const MAX_HEADERS = 200;

export function parseHeaders(bytes: Buffer): MailHeaders {
  const headers = new Map<string, string[]>();
  const lines = bytes
    .toString('utf8')
    .replaceAll(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/, MAX_HEADERS);
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const name = line.slice(0, at).trim().toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return headers;
}

/**
 * Whether a program wrote an e-mail: Auto-Submitted (RFC 3834, 5), Precedence, X-Auto-Response-Suppress (MS-OXCMAIL), a null
 * return path (RFC 5321, 4.5.5), a mailing list, a report (RFC 6522). Such an e-mail is never answered.
 */
export function isAutomatic(headers: MailHeaders): boolean {
  const value = (name: string) => headers.get(name)?.[0]?.toLowerCase() ?? '';
  const submitted = value('auto-submitted');
  const suppress = value('x-auto-response-suppress');
  return (
    (submitted !== '' && !/^no\b/.test(submitted)) ||
    /^(bulk|junk|list|auto_reply)\b/.test(value('precedence')) ||
    (suppress !== '' && suppress !== 'none') ||
    headers.has('x-autoreply') ||
    headers.has('list-id') ||
    headers.get('return-path')?.some((path) => /^<\s*>$/.test(path)) === true ||
    value('content-type').startsWith('multipart/report')
  );
}

const RECIPIENTS = ['to', 'cc', 'delivered-to', 'x-original-to'];
const TOKEN = /^[a-z\d]{8,60}$/;

/** The token of the first recipient `inbox+token@host`; null: there is none. */
export function findReplyToken(headers: MailHeaders, inbox: string): string | null {
  const at = inbox.lastIndexOf('@');
  const start = `${inbox.slice(0, at)}+`.toLowerCase();
  const end = inbox.slice(at).toLowerCase();
  for (const value of RECIPIENTS.flatMap((name) => headers.get(name) ?? [])) {
    for (const address of value.toLowerCase().split(/[\s,;<>"]+/)) {
      if (!address.startsWith(start) || !address.endsWith(end)) continue;
      const token = address.slice(start.length, -end.length);
      if (TOKEN.test(token)) return token;
    }
  }
  return null;
}
