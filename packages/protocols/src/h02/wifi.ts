import { type AccessPoint, addAccessPoints } from '../network-attributes.ts';
import { createReportDraft } from '../report-draft.ts';
import { readDateAndStatus } from './cells.ts';
import { decodePosition } from './position.ts';
import { isPositionAt } from './position-fields.ts';
import { createReportsEvent, type SentenceDecoder } from './sentence.ts';

/**
 * V5: Wi-Fi access points, or a position. No document has its fields: access points are every address, with the number
 * that follows it as the signal; the first six digits are the time, and the last date and status, if any, theirs. The
 * fields stay in `extra`.
 */
const ADDRESS = /^(?:[0-9A-Fa-f]{2}[:-]?){5}[0-9A-Fa-f]{2}$/;

export const wifi: SentenceDecoder = {
  kinds: ['V5'],
  decode(sentence) {
    const { fields, now } = sentence;
    if (isPositionAt(fields, 0)) return decodePosition(sentence);
    const dated = readDateAndStatus(fields.at(-2) ?? '', fields[0] ?? '', fields.at(-1) ?? '', now);
    const draft = typeof dated === 'string' ? createReportDraft(now) : dated;
    addAccessPoints(draft, findAccessPoints(fields));
    draft.attributes.extra = fields.join(',');
    return createReportsEvent(sentence, [draft]);
  },
};

function findAccessPoints(fields: readonly string[]): readonly AccessPoint[] {
  return fields.flatMap((field, at) => {
    // Twelve digits without a letter or a separator can be any number.
    if (!ADDRESS.test(field) || /^\d+$/.test(field)) return [];
    const next = fields[at + 1] ?? '';
    return [{ address: field, signal: /^-?\d{1,3}$/.test(next) ? Number(next) : null }];
  });
}
