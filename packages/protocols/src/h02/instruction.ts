import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import type {
  EncodedInstruction,
  InstructionRefusal,
  InstructionTarget,
  ReceiptEvent,
  TerminalInstruction,
} from '../protocol.ts';
import { CONFIRMED_NAMES, UNCONFIRMED_NAMES, writeInstructionTexts } from './instruction-texts.ts';
import { type Sentence, writeSentence } from './sentence.ts';

/**
 * Instructions and their confirmations V4 ("GPS Tracker Communication Protocol" v1.0.5, sections 2.5, 2.6 and 4). V4
 * repeats the name of the instruction and its time: their pair is the key. The time is not that of the day but counts
 * the seconds of the serial, so that it is unique, and the same when an instruction is repeated.
 */
const VENDOR = 'HQ';
const TIMEOUT = 30_000;
const DISCONNECTING = new Set<InstructionCall['name']>(['restart', 'factoryReset', 'server']);
const TIME = /^\d{6}$/;
const RESULT_CODE = /^[0-9A-Fa-f]{2}$/;
const SUCCESS = 0x80;
const NOT_SUPPORTED = 0x01;
const OUT_OF_RANGE = 0x02;
const CUT_OFF = 'S20';

export function encodeInstruction(
  call: InstructionCall,
  { deviceId, serial, model }: InstructionTarget,
): EncodedInstruction | InstructionRefusal {
  const texts = writeInstructionTexts(call, model);
  if (typeof texts === 'string') return texts;
  const time = timeOf(serial);
  const bytes = texts.map(({ name, time: timeAt, fields }) => {
    const before = timeAt === 'first' ? [time] : [];
    const after = timeAt === 'last' ? [time] : [];
    return writeSentence(VENDOR, deviceId, [name, ...before, ...fields, ...after]);
  });
  const receipts = texts
    .filter(({ isConfirmed }) => isConfirmed)
    .map(({ name, time: timeAt }) => keyOf(name, timeAt === null ? null : time));
  return {
    bytes: Buffer.concat(bytes),
    receipts,
    timeout: TIMEOUT,
    mayDisconnect: DISCONNECTING.has(call.name),
  };
}

/** hhmmss of the second of a day that the serial counts: 65,535 is 18:12:15. */
function timeOf(serial: number): string {
  return new Date(serial * 1000).toISOString().slice(11, 19).replaceAll(':', '');
}

function keyOf(name: string, time: string | null): string {
  return time === null ? name : `${name}:${time}`;
}

/**
 * The receipt in a confirmation, from its fields before the position: name, result, time. Without a name, as Cantrack
 * confirms a text, it has no key.
 */
export function createReceipt({ deviceId, raw }: Sentence, confirmation: readonly string[]): ReceiptEvent {
  const [name = '', ...rest] = confirmation;
  const last = rest.at(-1) ?? '';
  const hasTime = TIME.test(last);
  const results = (hasTime ? rest.slice(0, -1) : rest).filter((field) => field !== '');
  return {
    type: 'receipt',
    deviceId,
    key: name === '' ? null : keyOf(name, hasTime ? last : null),
    outcome: outcomeOf(name, results),
    text: results.length === 0 ? null : results.join(','),
    raw,
  };
}

function outcomeOf(name: string, results: readonly string[]): ReceiptEvent['outcome'] {
  const [first = ''] = results;
  if (/^(?:error|fail)/i.test(first)) return 'rejected';
  if (RESULT_CODE.test(first)) return outcomeOfCode(Number.parseInt(first, 16));
  // Some devices only repeat the fields of S20 and do not cut off: that is no success.
  return name === CUT_OFF && /^\d$/.test(first) ? 'rejected' : 'accepted';
}

function outcomeOfCode(code: number): ReceiptEvent['outcome'] {
  if (code >= SUCCESS) return 'accepted';
  if (code === NOT_SUPPORTED) return 'not-supported';
  return code === OUT_OF_RANGE ? 'malformed' : 'rejected';
}

/** A confirmation without a position and a clock. */
const NO_POSITION = ['000000', 'V', '0000.0000', 'N', '00000.0000', 'E', '0.00', '0', '000000', 'FFFFFFFF'];

/** The device side: reads an instruction; null if the text is none. */
export function readInstruction({ vendor, deviceId, kind, fields }: Sentence): TerminalInstruction | null {
  const isConfirmed = CONFIRMED_NAMES.has(kind);
  // A heartbeat is answered with its own name and nothing else.
  if ((!isConfirmed && !UNCONFIRMED_NAMES.has(kind)) || (kind === 'XT' && fields.length === 0)) return null;
  const time = fields.find((field) => TIME.test(field)) ?? null;
  return {
    description: [kind, ...fields].join(','),
    receipts: (outcome) => {
      if (!isConfirmed) return [];
      const name = outcome === 'wrong-key' ? `${kind}0` : kind;
      const result = outcome === 'reject' ? '00' : '80';
      const rest = time === null ? [] : [time, ...NO_POSITION];
      return [writeSentence(vendor, deviceId, ['V4', name, result, ...rest])];
    },
  };
}
