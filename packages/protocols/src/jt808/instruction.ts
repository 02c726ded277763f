import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { encodeCall } from '../encode-call.ts';
import type { EncodedInstruction, InstructionRefusal } from '../protocol.ts';
import { type Address, MAX_BODY_LENGTH, writeFrame } from './header.ts';
import { encodersOf, type InstructionContext, type PlatformMessage } from './instruction-encoders.ts';

/** The result of a photo takes up to two minutes, because the camera has to start. */
const PHOTO_TIMEOUT = 120_000;
const TIMEOUT = 30_000;
/** Receipt key of texts that have no serial. */
export const TEXT_RECEIPT = 'text';
const DISCONNECTING = new Set<InstructionCall['name']>(['restart', 'factoryReset', 'powerOff', 'server']);

/** `8103:7`: the answered message and its serial; `0104:7`: a result message and the serial that it repeats. */
export function receiptKeyOf(messageId: number, serial: number): string {
  return `${messageId.toString(16).padStart(4, '0')}:${serial}`;
}

/** Encodes an instruction for a terminal with this address. */
export function encodeInstruction(
  call: InstructionCall,
  address: Address,
  context: InstructionContext,
  serial: number,
): EncodedInstruction | InstructionRefusal {
  const message = encodeMessage(call, context);
  if (message === 'not-supported' || message === 'not-encodable') return message;
  const { id, body, result } = message;
  const receipts = [receiptKeyOf(id, serial)];
  if (result === 'text') receipts.push(TEXT_RECEIPT);
  else if (result !== undefined) receipts.push(receiptKeyOf(result, serial));
  return {
    bytes: writeFrame(id, address, serial, body),
    receipts,
    ...(call.name === 'freeText' && { textReceipt: TEXT_RECEIPT }),
    timeout: call.name === 'photo' ? PHOTO_TIMEOUT : TIMEOUT,
    mayDisconnect: DISCONNECTING.has(call.name),
  };
}

function encodeMessage(
  call: InstructionCall,
  context: InstructionContext,
): PlatformMessage | InstructionRefusal {
  try {
    const message = encodeCall(encodersOf(context), call, context);
    if (message === null) return 'not-supported';
    return typeof message !== 'string' && message.body.length > MAX_BODY_LENGTH ? 'not-encodable' : message;
  } catch (error) {
    // A text has a character that GBK does not have.
    if (error instanceof RangeError) return 'not-encodable';
    throw error;
  }
}
