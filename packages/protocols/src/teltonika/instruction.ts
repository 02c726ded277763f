import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import type { EncodedInstruction, InstructionRefusal, SmsTarget, TerminalInstruction } from '../protocol.ts';
import { type Payload, writePacket } from './framing.ts';
import { writeInstructionText } from './instruction-texts.ts';
import { isProfessional } from './models.ts';
import { COMMAND, RESPONSE, readTexts, writeText } from './texts.ts';

/** A response has no identifier, so this key is that of every instruction. */
export const RESPONSE_KEY = 'response';
const RECEIPT_TIMEOUT = 30_000;
const LOSES_CONNECTION = new Set<InstructionCall['name']>(['server', 'apn']);
/** Encodes an instruction as a codec 12 packet, for TCP: the document describes none over UDP. */
export function encodeInstruction(
  call: InstructionCall,
  model: string,
): EncodedInstruction | InstructionRefusal {
  const text = writeInstructionText(call, { professional: isProfessional(model) });
  if (text === 'not-supported' || text === 'not-encodable') return text;
  return {
    bytes: writePacket(writeText(COMMAND, text)),
    // The device restarts without a response.
    receipts: call.name === 'restart' ? [] : [RESPONSE_KEY],
    timeout: RECEIPT_TIMEOUT,
    mayDisconnect: LOSES_CONNECTION.has(call.name),
  };
}

/**
 * An SMS starts with login and password, each followed by a space, also if they are empty. The account has one text for
 * both: the password, or login and password with a space between them.
 */
export function encodeSms(
  call: InstructionCall,
  { model, password }: SmsTarget,
): string | InstructionRefusal {
  const text = writeInstructionText(call, { professional: isProfessional(model) });
  if (text === 'not-supported' || text === 'not-encodable') return text;
  return password.includes(' ') ? `${password} ${text}` : ` ${password} ${text}`;
}

/** The device side: reads the commands of a packet. `wrong-key` has no meaning here: responses have no identifier. */
export function readInstructions(payload: Payload): readonly TerminalInstruction[] {
  const texts = readTexts(payload);
  if (typeof texts === 'string') return [];
  return texts
    .filter(({ type }) => type === COMMAND)
    .map(({ text }) => ({
      description: text,
      receipts: (outcome) =>
        text === 'cpureset'
          ? []
          : [writePacket(writeText(RESPONSE, outcome === 'reject' ? 'Error: rejected' : `${text} OK`))],
    }));
}
