import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { areFields } from '../delimited-text.ts';
import { encodeCall, encodedNames, type InstructionEncoders } from '../encode-call.ts';
import type {
  EncodedInstruction,
  InstructionRefusal,
  InstructionTarget,
  ReceiptEvent,
  TerminalInstruction,
} from '../protocol.ts';
import { encodeFrame, FIRST_FLAG, FLAGS, FROM_DEVICE, FROM_SERVER, nextFlag } from './framing.ts';
import { type Message, toPrintable } from './message.ts';

/**
 * Instructions (T622 GPRS protocol V1.2 section 3): a command and its values. The device repeats flag and command, with
 * `OK`, the requested values or the number of an error. A10 is answered with a position of event 34 and the same flag.
 * Times must stay UTC, so B36 is not used. Pictures are not supported, so D03 is not used.
 */
const TIMEOUT = 30_000;
const DISCONNECTING = new Set<InstructionCall['name']>(['restart', 'factoryReset', 'server']);
const LOCATE = 'A10';
/** A12 and A15 count tens of seconds. */
const INTERVAL_UNIT = 10;
/** Output 1 connected to ground or released, the others unchanged; speed 0: immediately. */
const CUT = ['C01', '0', '12222'];
const RESTORE = ['C01', '0', '02222'];
const SLEEP_LEVELS = { normal: '0', sleep: '1', deepSleep: '2' } as const;
const FREE_TEXT = /^[A-F]\d\d(?:,|$)/;
const DELIMITERS = '*$@,';

/** Commands with their values, in order. */
type Commands = readonly (readonly string[])[] | InstructionRefusal;

const ENCODERS = {
  locate: () => [[LOCATE]],
  reportInterval: ({ moving, stationary }) => {
    if ([moving, stationary ?? 0].some((seconds) => seconds % INTERVAL_UNIT !== 0)) return 'not-encodable';
    const tracking = ['A12', String(moving / INTERVAL_UNIT)];
    if (stationary === undefined) return [tracking];
    // The interval while the engine is off, and its switch.
    return [tracking, ['A15', String(stationary / INTERVAL_UNIT)], ['A16', '1']];
  },
  uploadInterval: ({ interval }) =>
    interval % INTERVAL_UNIT === 0 ? [['A12', String(interval / INTERVAL_UNIT)]] : 'not-encodable',
  angleReport: ({ angle }) => [['A13', String(angle)]],
  // In minutes; a part of a minute counts as one.
  heartbeat: ({ interval }) => [['A11', String(Math.ceil(interval / 60))]],
  workingMode: ({ mode }) => [['A73', SLEEP_LEVELS[mode]]],
  // 1: over TCP. The access point without values stays.
  server: ({ host, port }) => [['A21', '1', host, String(port), '', '', '']],
  sosNumbers: ({ numbers }) => [['A71', ...numbers]],
  overspeed: ({ speed, seconds }) => (seconds === undefined ? [['B07', String(speed)]] : 'not-encodable'),
  cutOil: () => [CUT],
  restoreOil: () => [RESTORE],
  restart: () => [['F01']],
  factoryReset: () => [['F11']],
  readParameters: () => [['E91']],
  freeText: ({ text }) => (FREE_TEXT.test(text) ? [text.split(',')] : 'not-encodable'),
} as const satisfies InstructionEncoders<null, Commands>;

export const MEITRACK_INSTRUCTIONS = encodedNames(ENCODERS);

export function encodeInstruction(
  call: InstructionCall,
  { deviceId, serial }: InstructionTarget,
): EncodedInstruction | InstructionRefusal {
  const commands = encodeCall<null, Commands>(ENCODERS, call, null);
  if (commands === null) return 'not-supported';
  if (typeof commands === 'string') return commands;
  if (!commands.every((values) => areFields(values, DELIMITERS))) return 'not-encodable';
  const flag = FIRST_FLAG + (serial % FLAGS);
  const frames = commands.map((values) =>
    encodeFrame(FROM_SERVER, { flag, body: Buffer.from([deviceId, ...values].join(','), 'latin1') }),
  );
  return {
    bytes: Buffer.concat(frames),
    receipts: commands.map(([command = '']) => keyOf(command, flag)),
    timeout: TIMEOUT,
    mayDisconnect: DISCONNECTING.has(call.name),
  };
}

function keyOf(command: string, flag: number): string {
  return `${command}:${String.fromCharCode(flag)}`;
}

/** The receipt of A10 in the position that answers it. */
export function createLocationReceipt({ deviceId, flag, raw }: Message): ReceiptEvent {
  return { type: 'receipt', deviceId, key: keyOf(LOCATE, flag), outcome: 'accepted', text: null, raw };
}

const OK = 'OK';
const ERROR = /^(?:\d{1,3}|err.*)$/i;

/** The receipt of any other command: `OK`, values, or the number of an error. */
export function createReceipt({ deviceId, flag, command, content, raw }: Message): ReceiptEvent {
  const text = toPrintable(content);
  const outcome = ERROR.test(text) ? 'rejected' : 'accepted';
  const isBare = text === '' || text.toUpperCase() === OK;
  return { type: 'receipt', deviceId, key: keyOf(command, flag), outcome, text: isBare ? null : text, raw };
}

/** Position without a clock and without a fix, as the device sends it after a start. */
const NO_POSITION = 'AAA,34,0.000000,0.000000,000000000000,V,0,0,0,0,0,0,0,0';
const VERSION = 'E91,FWV1.00,00000001';
const SOME_ERROR = '1';

/** The device side: reads an instruction from the body of a frame. */
export function readInstruction(flag: number, body: string): TerminalInstruction {
  const [deviceId = '', command = ''] = body.split(',');
  const responses: Readonly<Record<string, string>> = { [LOCATE]: NO_POSITION, E91: VERSION };
  return {
    description: body.slice(deviceId.length + 1),
    receipts: (outcome) => {
      const response =
        outcome === 'reject' ? `${command},${SOME_ERROR}` : (responses[command] ?? `${command},${OK}`);
      const responseFlag = outcome === 'wrong-key' ? nextFlag(flag) : flag;
      return [
        encodeFrame(FROM_DEVICE, {
          flag: responseFlag,
          body: Buffer.from(`${deviceId},${response}`, 'latin1'),
        }),
      ];
    },
  };
}
