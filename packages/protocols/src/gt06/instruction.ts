import { asBuffer } from '../as-buffer.ts';
import type { ReceiptEvent, TerminalInstruction } from '../protocol.ts';
import { encodeFrame, type Packet } from './framing.ts';

/**
 * An instruction of the server (Concox GT06 v1.8.1 section 6.1), in a short frame:
 *
 * | bytes | meaning                                                                    |
 * | ----- | -------------------------------------------------------------------------- |
 * | 1     | length of the server flag and the text                                     |
 * | 4     | server flag, which the receipt repeats                                     |
 * | n     | text, ASCII                                                                |
 * | 2     | language of the reply: 1 Chinese, 2 English                                |
 *
 * Receipts are the texts 0x15 and 0x21 (`text.ts`). Some firmwares return the flag 0 instead of that of the instruction.
 */
export const INSTRUCTION = 0x80;
const FLAG_LENGTH = 4;
const ENGLISH = 2;
const LONG_TEXT = 0x21;
const ASCII = 1;

/**
 * Texts of a refusal: `error`, `fail`, `invalid`, `unknown`, and of `DYD` those that say why the fuel is not cut (Concox
 * GT06 v1.8.1 section 6.3). "Already in the state of fuel supply cut off" is a success.
 */
const REFUSALS = /error|fail|invalid|unknown|unvalued fix|speed limit/i;
const UNKNOWN_INSTRUCTION = /unknown (command|instruction)|not support/i;

export function writeInstruction(text: string, serial: number): Buffer {
  const content = Buffer.allocUnsafe(1 + FLAG_LENGTH + text.length + 2);
  content[0] = FLAG_LENGTH + text.length;
  content.writeUInt32BE(serial, 1);
  content.write(text, 1 + FLAG_LENGTH, 'latin1');
  content.writeUInt16BE(ENGLISH, content.length - 2);
  return encodeFrame({ id: INSTRUCTION, content, serial, extended: false });
}

export function receiptKeyOf(flag: number): string {
  return `flag:${flag}`;
}

export function createReceipt(
  deviceId: string,
  { flag, text }: { readonly flag: number; readonly text: string },
  raw: Uint8Array,
): ReceiptEvent {
  const key = flag === 0 ? null : receiptKeyOf(flag);
  return { type: 'receipt', deviceId, key, outcome: outcomeOf(text), text, raw };
}

/** What the text of a receipt means. */
export function outcomeOf(text: string): ReceiptEvent['outcome'] {
  if (UNKNOWN_INSTRUCTION.test(text)) return 'not-supported';
  return REFUSALS.test(text) ? 'rejected' : 'accepted';
}

/** The device side: reads an instruction; null if it is none. */
export function readInstruction({ id, content, serial }: Packet): TerminalInstruction | null {
  const length = content[0] ?? 0;
  if (id !== INSTRUCTION || length < FLAG_LENGTH || content.length < 1 + length) return null;
  const flag = asBuffer(content).readUInt32BE(1);
  const text = content.toString('latin1', 1 + FLAG_LENGTH, 1 + length);
  return {
    description: text,
    receipts: (outcome) => [
      writeText(outcome === 'wrong-key' ? flag + 1 : flag, outcome === 'reject' ? 'Error!' : 'OK!', serial),
    ],
  };
}

function writeText(flag: number, text: string, serial: number): Buffer {
  const content = Buffer.allocUnsafe(FLAG_LENGTH + 1 + text.length);
  content.writeUInt32BE(flag, 0);
  content[FLAG_LENGTH] = ASCII;
  content.write(text, FLAG_LENGTH + 1, 'latin1');
  return encodeFrame({ id: LONG_TEXT, content, serial, extended: true });
}
