import type { SessionEvent } from '../protocol.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { type Cause, readDetail, readEvent } from './events.ts';
import { INFORMATION_READERS } from './information.ts';
import { type Message, readTime } from './message.ts';
import { findPosition, isEmptyPosition, isPosition, readPosition, STRIDE, toNumber } from './position.ts';
import { addExtra, readTail } from './status.ts';

/**
 * Fields before the positions of most reports:
 *
 * | device   | fields                                                                          |
 * | -------- | ------------------------------------------------------------------------------- |
 * | vehicle  | external power in mV, id and type as 2 characters, number of positions          |
 * | portable | id, type, number of positions                                                   |
 *
 * Some events have one other field there, such as the duration of the state that ended.
 */
const HEAD_LENGTH = 3;
const MAX_POSITIONS = 15;
const NUMBER = /^\d{1,2}$/;
const ID_AND_TYPE = /^[0-9A-F]{2}$/i;
const ONE_DIGIT = /^[0-9A-F]$/i;
const MILLIVOLTS = 1000;
const PERIODIC = 'GTFRI';
/** Reports of the configuration, which contains passwords: nothing of it is stored. */
export const CONFIGURATION = /^GTAL[LS]$/;

interface Decoded {
  readonly drafts: readonly ReportDraft[];
  /** What could not be decoded; null: nothing. */
  readonly detail: string | null;
}

/** Decodes a report of any name: values without a known meaning stay as text. */
export function decodeReport(message: Message): SessionEvent {
  const { name, deviceId, raw, count } = message;
  const { drafts, detail } = decodeFields(message);
  for (const { attributes } of drafts) {
    if (name !== PERIODIC) attributes.event = name;
    if (message.kind === 'BUFF') attributes.blindSpot = true;
  }
  return {
    type: 'reports',
    deviceId,
    reports: drafts,
    unreadable: detail === null ? [] : [{ detail: `${name}: ${detail}` }],
    raw,
    reply: Buffer.from(`+SACK:${count}$`, 'latin1'),
    rejectReply: null,
  };
}

function decodeFields(message: Message): Decoded {
  const { name, fields } = message;
  const index = findPositionIndex(fields);
  if (index !== -1) return readPositions(message, index);
  const draft = createStatus(message);
  const inform = INFORMATION_READERS.get(name);
  if (inform !== undefined) inform(fields, draft);
  else if (!CONFIGURATION.test(name)) readHead(name, { ...NO_HEAD, others: fields }, draft);
  return { drafts: [draft], detail: null };
}

/** Index of the first position, also of an empty one in the usual place; -1: there is none. */
function findPositionIndex(fields: readonly string[]): number {
  const index = findPosition(fields);
  if (index !== -1) return index;
  const isUsual = NUMBER.test(fields[HEAD_LENGTH - 1] ?? '') && isEmptyPosition(fields, HEAD_LENGTH);
  return isUsual ? HEAD_LENGTH : -1;
}

/**
 * A report without a position. The time of sending is local in devices with a time zone, so a live message has the time
 * of receipt.
 */
function createStatus({ kind, sendTime, now }: Message): ReportDraft {
  return createReportDraft(kind === 'BUFF' ? (readTime(sendTime) ?? now) : now);
}

function readPositions(message: Message, index: number): Decoded {
  const { name, fields } = message;
  const head = splitHead(fields.slice(0, index));
  const drafts: ReportDraft[] = [];
  for (let n = 0; n < head.count; n++) {
    const at = index + n * STRIDE;
    // The first one was found by its form.
    if (n > 0 && !isPosition(fields, at) && !isEmptyPosition(fields, at)) break;
    const draft = createStatus(message);
    readPosition(fields, at, draft);
    drafts.push(draft);
  }
  const last = drafts.at(-1);
  if (last !== undefined) readHead(name, head, last);
  // What follows an unreadable position is stored with the message.
  if (drafts.length < head.count)
    return { drafts, detail: `position ${drafts.length + 1} of ${head.count} is unreadable` };
  if (last !== undefined) readTail(fields.slice(index + drafts.length * STRIDE - 1), last);
  return { drafts, detail: null };
}

/** Of a message without positions. */
const NO_HEAD = { cause: null, power: null, count: 0 } as const;

interface Head {
  readonly cause: Cause | null;
  /** In mV; null: not sent. */
  readonly power: number | null;
  /** Number of positions. */
  readonly count: number;
  /** Fields before the usual ones, or all if there are none of these. */
  readonly others: readonly string[];
}

function splitHead(fields: readonly string[]): Head {
  const [first = '', second = '', number = ''] = fields.slice(-HEAD_LENGTH);
  const isVehicle = ID_AND_TYPE.test(second);
  const isPortable = ONE_DIGIT.test(first) && ONE_DIGIT.test(second);
  if (fields.length < HEAD_LENGTH || !NUMBER.test(number) || !(isVehicle || isPortable))
    return { cause: null, power: null, count: 1, others: fields };
  return {
    cause: isVehicle ? { id: second.charAt(0), type: second.charAt(1) } : { id: first, type: second },
    power: isVehicle ? toNumber(first) : null,
    count: Math.min(Math.max(Number(number), 1), MAX_POSITIONS),
    others: fields.slice(0, -HEAD_LENGTH),
  };
}

/** Reads the fields before the position, and what the name means. The last of several positions is the newest. */
function readHead(name: string, { cause, power, others }: Head, draft: ReportDraft): void {
  if (power !== null) draft.attributes.externalVoltage = power / MILLIVOLTS;
  readEvent(name, draft, cause);
  addExtra(
    others.filter((field, index) => index > 0 || !readDetail(name, field, draft)),
    draft,
  );
}
