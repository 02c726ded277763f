import { parseCardNumber } from '@wakeline/domain/satellite/beidou-card';

/**
 * What an operator's platform pushes as JSON over HTTP (BdDataBean of a public client): three lists, each of which may
 * be absent. Times are epoch milliseconds.
 */
export interface OperatorPush {
  readonly messages: readonly PushedMessage[];
  readonly positions: readonly PushedPosition[];
  readonly receipts: readonly PushedReceipt[];
}

/** An item of `communicationList`. */
export interface PushedMessage {
  readonly sender: string;
  readonly receiver: string;
  /** `msgContent`, hexadecimal. */
  readonly content: Uint8Array;
  readonly time: number;
}

/** An item of `positionList`. */
export interface PushedPosition {
  readonly card: string;
  readonly latitude: number;
  readonly longitude: number;
  /** `high`, metres. */
  readonly altitude: number | null;
  /** `dtHigh`, metres. */
  readonly anomaly: number | null;
  readonly time: number;
}

/** An item of `receiptList`: the message with this `dataId` was sent by the radio, or received by the other side. */
export interface PushedReceipt {
  /** 24 hexadecimal digits, lower case. */
  readonly dataId: string;
  readonly sender: string;
  readonly receiver: string;
  readonly state: 'sent' | 'received';
  readonly time: number;
}

/**
 * Why a push is refused as a whole: its sender repeats it.
 *
 * - `json`: no JSON object
 * - `lists`: none of the three lists, or one is no list
 * - `too-many`: more items than a push may have
 * - `card`, `content`, `position`, `receipt`, `time`: an item has an invalid value
 */
export type PushError = 'json' | 'lists' | 'too-many' | 'card' | 'content' | 'position' | 'receipt' | 'time';

/** Items of one push, of all lists. */
export const MAX_PUSH_ITEMS = 1_000;
/** 14,000 bits. */
const MAX_CONTENT_BYTES = 1_750;
const MAX_HEIGHT = 10_000_000;
/** Times in seconds, or of no year that a platform can have. */
const MIN_TIME = Date.UTC(2010, 0, 1);
const MAX_TIME = Date.UTC(2100, 0, 1);

type Item = Readonly<Record<string, unknown>>;

/** Decodes the body of a push; never throws. */
export function readPush(text: string): OperatorPush | PushError {
  const body = parseObject(text);
  if (body === null) return 'json';
  const lists = [body.communicationList, body.positionList, body.receiptList].map((list) => list ?? []);
  if (!lists.every(Array.isArray)) return 'lists';
  if (body.communicationList == null && body.positionList == null && body.receiptList == null) return 'lists';
  if (lists.reduce((sum, list) => sum + list.length, 0) > MAX_PUSH_ITEMS) return 'too-many';
  const [messages, positions, receipts] = [
    readItems(lists[0] ?? [], readMessage),
    readItems(lists[1] ?? [], readPosition),
    readItems(lists[2] ?? [], readReceipt),
  ];
  if (typeof messages === 'string') return messages;
  if (typeof positions === 'string') return positions;
  if (typeof receipts === 'string') return receipts;
  return { messages, positions, receipts };
}

function readItems<T extends object>(
  list: readonly unknown[],
  read: (item: Item) => T | PushError,
): readonly T[] | PushError {
  const items: T[] = [];
  for (const value of list) {
    if (!isObject(value)) return 'lists';
    const item = read(value);
    if (typeof item === 'string') return item;
    items.push(item);
  }
  return items;
}

function readMessage(item: Item): PushedMessage | PushError {
  const [sender, receiver] = [readCard(item.sourceAddr), readCard(item.destAddr)];
  if (sender === null || receiver === null) return 'card';
  const digits = item.msgContent;
  if (typeof digits !== 'string' || !/^([0-9A-Fa-f]{2})+$/.test(digits)) return 'content';
  if (digits.length > MAX_CONTENT_BYTES * 2) return 'content';
  const time = readTime(item.time);
  if (time === null) return 'time';
  return { sender, receiver, content: Uint8Array.from(Buffer.from(digits, 'hex')), time };
}

function readPosition(item: Item): PushedPosition | PushError {
  const card = readCard(item.userAddr);
  if (card === null) return 'card';
  const [latitude, longitude] = [readNumber(item.latitude, 90), readNumber(item.longitude, 180)];
  if (latitude === null || longitude === null) return 'position';
  const time = readTime(item.time);
  if (time === null) return 'time';
  const [altitude, anomaly] = [readNumber(item.high, MAX_HEIGHT), readNumber(item.dtHigh, MAX_HEIGHT)];
  return { card, latitude, longitude, altitude, anomaly, time };
}

function readReceipt(item: Item): PushedReceipt | PushError {
  const { dataId } = item;
  if (typeof dataId !== 'string' || !/^[0-9A-Fa-f]{24}$/.test(dataId)) return 'receipt';
  const [sender, receiver] = [readCard(item.sourceAddr), readCard(item.destAddr)];
  if (sender === null || receiver === null) return 'card';
  const flag = Number(item.flag);
  if (flag !== 1 && flag !== 2) return 'receipt';
  const time = readTime(item.time);
  if (time === null) return 'time';
  return { dataId: dataId.toLowerCase(), sender, receiver, state: flag === 1 ? 'sent' : 'received', time };
}

/** Cards are numbers or texts. */
function readCard(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && parseCardNumber(text) !== null ? text : null;
}

/** A number, or its text, whose absolute value is at most `max`; null for anything else. */
function readNumber(value: unknown, max: number): number | null {
  const isDecimal = typeof value === 'string' && /^-?[0-9]{1,9}(\.[0-9]{1,12})?$/.test(value);
  const number = isDecimal ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= max ? number : null;
}

function readTime(value: unknown): number | null {
  const time = readNumber(
    typeof value === 'string' && /^[0-9]{13}$/.test(value) ? Number(value) : value,
    MAX_TIME,
  );
  return time !== null && Number.isInteger(time) && time >= MIN_TIME ? time : null;
}

function parseObject(text: string): Item | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
