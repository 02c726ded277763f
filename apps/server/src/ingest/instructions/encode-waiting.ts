import { instructionCall } from '@wakeline/domain/instructions/check-values';
import type { InstructionRefusal, InstructionTarget } from '@wakeline/protocols/protocol';
import type { WaitingInstruction } from '../../instructions/claim.ts';
import type { InstructionPeer } from './peer.ts';

/** An instruction as it is sent. */
interface Encoded {
  readonly bytes: Uint8Array;
  readonly receiptKeys: readonly string[];
  readonly timeout: number;
}

/** Encodes a stored instruction for a device: as the text with which it was stored, else as the protocol has it. */
export function encodeWaiting(
  { name, parameters, written }: Pick<WaitingInstruction, 'name' | 'parameters' | 'written'>,
  peer: InstructionPeer,
  target: InstructionTarget,
): Encoded | InstructionRefusal {
  // The device has got another protocol since, which may understand something else by the text.
  if (written !== null && written.protocol !== peer.protocolName) return 'not-supported';
  const call =
    written === null
      ? instructionCall(name, parameters)
      : instructionCall('freeText', { text: written.text });
  const encoded = peer.encodeInstruction(call, target);
  if (typeof encoded === 'string') return encoded;
  const { bytes, receipts, textReceipt, timeout } = encoded;
  const expectsText = written !== null && written.receipt !== null;
  const isAdded = expectsText && textReceipt !== undefined && !receipts.includes(textReceipt);
  return { bytes, receiptKeys: isAdded ? [...receipts, textReceipt] : receipts, timeout };
}
