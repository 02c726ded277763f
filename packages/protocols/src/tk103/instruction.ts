import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import type {
  EncodedInstruction,
  InstructionRefusal,
  InstructionTarget,
  ReceiptEvent,
  TerminalInstruction,
} from '../protocol.ts';
import { TEXT_RECEIPT, writeInstructionText } from './instruction-texts.ts';
import { createReply, type Sentence } from './sentence.ts';

/**
 * Instructions and receipts. A receipt has no number: its key is its command, and one instruction is outstanding per
 * device. A text in ZC03 can answer any instruction of the comma form.
 */
const TIMEOUT = 30_000;
const DISCONNECTING = new Set<InstructionCall['name']>(['restart', 'powerOff', 'server']);
const REFUSALS = /error|fail|invalid|wrong/i;

/** @param isComma form in which the device sends its messages */
export function encodeInstruction(
  call: InstructionCall,
  { deviceId, password }: InstructionTarget,
  isComma: boolean,
): EncodedInstruction | InstructionRefusal {
  const written = writeInstructionText(call, isComma, password);
  if (typeof written === 'string') return written;
  const { text, receipt } = written;
  return {
    bytes: isComma ? Buffer.from(text, 'latin1') : createReply({ deviceId, isComma }, text),
    receipts: receipt === null ? [] : [receipt],
    timeout: TIMEOUT,
    mayDisconnect: DISCONNECTING.has(call.name),
  };
}

/** @param text what the device says besides the command; null: nothing */
export function createReceipt({ deviceId, command, raw }: Sentence, text: string | null): ReceiptEvent {
  const isRefusal = command === TEXT_RECEIPT && text !== null && REFUSALS.test(text);
  return { type: 'receipt', deviceId, key: command, outcome: isRefusal ? 'rejected' : 'accepted', text, raw };
}

const FIXED = /^\(([0-9A-Za-z]{12})(A[A-Z]\d\d)([^()]*)\)$/;
const COMMA = /^\[begin\]sms2,\*([^[\]]*)\*,\[end\]$/;
/** The server's replies to messages of the device. */
const REPLIES: ReadonlySet<string> = new Set(['AP01', 'AP05', 'AS01']);
const WITHOUT_RECEIPT = 'AR00';
const WITHOUT_POSITION = '000000V0000.0000N00000.0000E000.0000000000.0000000000L00000000';
const LOCATE = 'AP00';
const LOCATED = 'BP04';

/** The device side: reads an instruction; null if the text is none. */
export function readInstruction(text: string, deviceId: string): TerminalInstruction | null {
  const [, content] = COMMA.exec(text) ?? [];
  if (content !== undefined) {
    return {
      description: content,
      receipts: (outcome) => {
        const command = outcome === 'wrong-key' ? 'ZC20,000000,000000,255,65535,65535,0' : null;
        const result = outcome === 'reject' ? 'error' : 'ok';
        return [Buffer.from(`(${deviceId},${command ?? `ZC03,000000,000000,$${result}$`})`, 'latin1')];
      },
    };
  }
  const [, id = '', command = '', values = ''] = FIXED.exec(text) ?? [];
  if (command === '' || REPLIES.has(command)) return null;
  return {
    description: `${command}${values}`,
    receipts: (outcome) => {
      // Nothing in the fixed form refuses an instruction: a device that does not do it stays silent.
      if (command === WITHOUT_RECEIPT || outcome === 'reject') return [];
      const isLocate = command === LOCATE;
      const name = isLocate ? LOCATED : `B${command.slice(1)}`;
      if (outcome === 'wrong-key') return [createReply({ deviceId: id, isComma: false }, 'BX99')];
      return [
        createReply({ deviceId: id, isComma: false }, `${name}${isLocate ? WITHOUT_POSITION : values}`),
      ];
    },
  };
}
