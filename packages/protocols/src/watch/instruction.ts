import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { areFields } from '../delimited-text.ts';
import { encodeCall, encodedNames, type InstructionEncoders } from '../encode-call.ts';
import type {
  EncodedInstruction,
  InstructionRefusal,
  ReceiptEvent,
  TerminalFrame,
  TerminalInstruction,
} from '../protocol.ts';
import { type Head, writeFrame } from './framing.ts';
import type { Message } from './message.ts';

/**
 * Instructions ("GPRS Communication Protocol" 1.8, section 3): a keyword and its values. The device repeats the keyword,
 * which is the key of the receipt: one instruction is outstanding per device. TS is answered with the settings as text.
 */
const TIMEOUT = 60_000;
const DISCONNECTING = new Set<InstructionCall['name']>(['restart', 'factoryReset', 'powerOff', 'server']);

type Content = readonly string[] | InstructionRefusal;

const ENCODERS = {
  locate: () => ['CR'],
  reportInterval: ({ moving, stationary }) =>
    stationary === undefined ? ['UPLOAD', String(moving)] : 'not-encodable',
  uploadInterval: ({ interval }) => ['UPLOAD', String(interval)],
  server: ({ host, port }) => ['IP', host, String(port)],
  sosNumbers: ({ numbers }) => ['SOS', ...numbers],
  centreNumber: ({ number }) => ['CENTER', number],
  listenIn: ({ number }) => ['MONITOR', number],
  callBack: ({ number }) => ['CALL', number],
  findDevice: () => ['FIND'],
  restart: () => ['RESET'],
  factoryReset: () => ['FACTORY'],
  powerOff: () => ['POWEROFF'],
  batteryAlarm: ({ enabled }) => ['LOWBAT', enabled ? '1' : '0'],
  readParameters: () => ['TS'],
  // UTF-16, big-endian, as hexadecimal digits.
  textMessage: ({ text, speak }) =>
    speak === true ? 'not-encodable' : ['MESSAGE', Buffer.from(text, 'utf16le').swap16().toString('hex')],
  freeText: ({ text }) =>
    /^[A-Za-z][A-Za-z0-9_]{1,19}(?:,|$)/.test(text) ? text.split(',') : 'not-encodable',
} as const satisfies InstructionEncoders<null, Content>;

export const WATCH_INSTRUCTIONS = encodedNames(ENCODERS);

export function encodeInstruction(
  call: InstructionCall,
  head: Head,
): EncodedInstruction | InstructionRefusal {
  const content = encodeCall<null, Content>(ENCODERS, call, null);
  if (content === null) return 'not-supported';
  if (typeof content === 'string') return content;
  if (!areFields(content, '[]*,')) return 'not-encodable';
  const [keyword = ''] = content;
  return {
    bytes: writeFrame(head, content.join(',')),
    receipts: [keyword],
    timeout: TIMEOUT,
    mayDisconnect: DISCONNECTING.has(call.name),
  };
}

export function createReceipt({ deviceId, keyword, fields, raw }: Message): ReceiptEvent {
  const text = fields.length === 0 ? null : fields.join(',');
  return { type: 'receipt', deviceId, key: keyword, outcome: 'accepted', text, raw };
}

/** Contents with which the server answers a message of the device. */
const REPLIES = /^(?:LK|AL|TKQ2?|INIT,1|TK,[01]|JXTKR,[01])$/;

/** The device side: reads an instruction; null if the content is a reply. A text message is answered by voice. */
export function readInstruction(
  head: Head,
  content: string,
  speak: () => TerminalFrame,
): TerminalInstruction | null {
  if (REPLIES.test(content)) return null;
  const keyword = content.split(',')[0] ?? '';
  return {
    description: content,
    receipts: (outcome) => {
      // Nothing refuses an instruction: a watch that does not do it stays silent.
      if (outcome === 'reject') return [];
      return [writeFrame(head, outcome === 'wrong-key' ? 'PEDO' : keyword)];
    },
    ...(keyword === 'MESSAGE' && { upload: () => [speak()] }),
  };
}
