/** Longer lines are text. */
const MAX_MARKER = 300;
const MAX_LINES = 5_000;

/** A line after which nothing of the sender follows: a signature (RFC 3676, 4.3), or a quote without marks. */
const ENDS: readonly RegExp[] = [
  /^--\s?$/,
  /^-{2,}\s*(Original Message|Forwarded message|原始邮件|原邮件|邮件原件|转发的邮件|回复的原邮件)\s*-{2,}$/i,
  /^_{10,}$/,
  /^(Sent from my|Get Outlook for|发自我的|来自我的)\s?\S/i,
];
/** The first lines of a quote of Outlook and others: sender, then date or receiver. */
const QUOTED_FROM = /^\**(From|发件人|寄件者)\**\s*[:：]/i;
const QUOTED_DATE = /^\**(Sent|Date|To|发送时间|发送日期|日期|收件人|时间)\**\s*[:：]/i;
/** `On Mon, Gull wrote:`, `于2026年11月23日写道：`; mail programs break it into two lines. */
const ATTRIBUTION = /^On\s.+\swrote\s?:$|\d[^\d]*(写道|寫道)\s?[:：]$/i;

/**
 * What the sender of an e-mail wrote: its text without quotes and signature. An answer below a marked quote stays.
 */
export function replyPart(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n', MAX_LINES);
  const written: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] ?? '').trim();
    if (line.startsWith('>')) continue;
    if (line.length > MAX_MARKER) {
      written.push(line);
      continue;
    }
    const next = (lines[index + 1] ?? '').trim().slice(0, MAX_MARKER);
    if (ENDS.some((end) => end.test(line))) break;
    if (QUOTED_FROM.test(line) && QUOTED_DATE.test(next)) break;
    const attributionLines = lengthOfAttribution(line, next);
    if (attributionLines > 0) {
      index += attributionLines - 1;
      if (!isQuoted(lines, index + 1)) break;
      continue;
    }
    written.push(line);
  }
  return written
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function lengthOfAttribution(line: string, next: string): number {
  if (ATTRIBUTION.test(line)) return 1;
  const isStart = /^On\s/i.test(line) && next !== '' && !next.startsWith('>');
  return isStart && ATTRIBUTION.test(`${line} ${next}`.slice(0, MAX_MARKER)) ? 2 : 0;
}

/** Whether the next line that is not blank has the mark of a quote. */
function isQuoted(lines: readonly string[], from: number): boolean {
  for (let index = from; index < lines.length; index++) {
    const line = (lines[index] ?? '').trim();
    if (line !== '') return line.startsWith('>');
  }
  return false;
}
