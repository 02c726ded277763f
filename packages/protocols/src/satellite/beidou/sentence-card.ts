import type { Decoded } from './decoding.ts';
import type { CardEvent, SubordinatesEvent } from './event.ts';
import { cardOf, numberOf, textOf } from './fields.ts';
import type { BeidouRequest } from './request.ts';
import { type Sentence, writeSentence } from './sentence.ts';

/**
 * | sentence | fields                                                                                                |
 * | -------- | ----------------------------------------------------------------------------------------------------- |
 * | CCICA    | type (0: card, 1: subordinates), frame                                                                |
 * | BDICI    | card, serial, broadcast address, kind, seconds, level, E or N (encrypted or not), subordinates        |
 * | BDICZ    | number of subordinates, cards                                                                         |
 * | CCICR    | 0, 00                                                                                                 |
 * | BDICP    | card, broadcast address, ..., 14th seconds, 15th level, 18th and 19th of the global service,          |
 * |          | 20th subordinates, 22nd own and 23rd joined groups                                                    |
 *
 * Without a card, its number is zeros. Level 0 of BDICP is 5.
 */
const ICP = { frequency: 13, level: 14, globalFrequency: 17, globalLevel: 18, subordinates: 19, length: 23 };
const MIN_ICP_FIELDS = 20;

export function writeCardRequest(
  request: BeidouRequest & { type: 'card' | 'subordinates' },
  dialect: '2.1' | 'BD-3',
): Buffer | null {
  if (dialect === 'BD-3') return request.type === 'card' ? writeSentence('CCICR', [0, '00']) : null;
  if (request.type === 'card') return writeSentence('CCICA', [0, '00']);
  return writeSentence('CCICA', [1, String(request.frame).padStart(2, '0')]);
}

export function readCardRequest({ fields }: Sentence): Decoded<BeidouRequest> {
  const [type, frame] = [numberOf(fields, 0), numberOf(fields, 1)];
  if (type === 0) return { type: 'card' };
  return type === 1 && frame !== null ? { type: 'subordinates', frame } : `type ${textOf(fields, 0)}`;
}

export function readCard({ fields }: Sentence): Decoded<CardEvent> {
  if (fields.length < 8) return `${fields.length} fields`;
  const protection = textOf(fields, 6);
  return {
    type: 'card',
    card: cardOf(fields, 0),
    serial: readSerial(fields),
    broadcast: cardOf(fields, 2),
    kind: numberOf(fields, 3),
    frequency: numberOf(fields, 4),
    level: numberOf(fields, 5),
    encrypted: protection === 'E' ? true : protection === 'N' ? false : null,
    subordinates: numberOf(fields, 7),
    global: null,
  };
}

export function writeCard(event: CardEvent): Buffer {
  const { card, serial, broadcast, kind, frequency, level, encrypted, subordinates } = event;
  return writeSentence('BDICI', [
    card ?? '0000000',
    serial ?? '00000000',
    broadcast ?? '0000000',
    kind ?? 0,
    frequency ?? 0,
    level ?? 0,
    encrypted === true ? 'E' : 'N',
    subordinates ?? 0,
  ]);
}

export function readSubordinates({ fields }: Sentence): Decoded<SubordinatesEvent> {
  const total = numberOf(fields, 0);
  const cards = fields.slice(1).map((_, index) => cardOf(fields, index + 1));
  if (total === null || cards.includes(null)) return 'no list of cards';
  return { type: 'subordinates', total, cards: cards.filter((card) => card !== null) };
}

export function writeSubordinates({ total, cards }: SubordinatesEvent): Buffer {
  return writeSentence('BDICZ', [total ?? cards.length, ...cards]);
}

export function readRegionalCard({ fields }: Sentence): Decoded<CardEvent> {
  if (fields.length < MIN_ICP_FIELDS) return `${fields.length} fields`;
  const [frequency, level] = [numberOf(fields, ICP.globalFrequency), numberOf(fields, ICP.globalLevel)];
  return {
    type: 'card',
    card: cardOf(fields, 0),
    serial: null,
    broadcast: cardOf(fields, 1),
    kind: null,
    frequency: numberOf(fields, ICP.frequency),
    level: numberOf(fields, ICP.level) === 0 ? 5 : numberOf(fields, ICP.level),
    encrypted: null,
    subordinates: numberOf(fields, ICP.subordinates),
    global: frequency !== null && frequency > 0 && level !== null ? { frequency, level } : null,
  };
}

export function writeRegionalCard(event: CardEvent): Buffer {
  const fields: (string | number)[] = Array.from({ length: ICP.length }, () => 0);
  fields[0] = event.card ?? '0000000';
  fields[1] = event.broadcast ?? '0000000';
  fields[ICP.frequency] = event.frequency ?? 0;
  fields[ICP.level] = event.level === 5 ? 0 : (event.level ?? 0);
  fields[ICP.globalFrequency] = event.global?.frequency ?? 0;
  fields[ICP.globalLevel] = event.global?.level ?? 0;
  fields[ICP.subordinates] = event.subordinates ?? 0;
  return writeSentence('BDICP', fields);
}

/** Zeros without a card. */
function readSerial(fields: readonly Buffer[]): string | null {
  const serial = textOf(fields, 1);
  return /^[0-9]{1,16}$/.test(serial) && Number(serial) > 0 ? serial : null;
}
