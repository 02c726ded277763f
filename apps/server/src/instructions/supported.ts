import { findModel } from '@wakeline/domain/devices/find-model';
import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { InstructionCall, InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { InstructionRefusal, StreamProtocol } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import type { InstructionTarget } from '../trackers/instruction-targets.ts';
import { ownTextNames, ownTextOf, type TextTarget } from './own-texts.ts';

/**
 * Device ids that every protocol can write; encoders are only asked whether they can encode. Some protocols have another
 * form for a short id.
 */
const SAMPLE_IDS = ['123456789012345', '123456789012'];
/** Some instructions contain the password of the device. */
const SAMPLE_PASSWORD = '123456';

type SupportTarget = TextTarget & Pick<InstructionTarget, 'imei'>;

/** The instructions that a device supports: texts of its own model, and those of its protocol that its model lists. */
export function supportedBy(target: SupportTarget): readonly InstructionName[] {
  return [...new Set([...encodedFor(target), ...ownTextNames(target)])];
}

function encodedFor({ protocol, model, imei }: SupportTarget): readonly InstructionName[] {
  const found = streamProtocol(protocol);
  if (found === null) return [];
  const encodable = found.instructionsOf?.(model, imei) ?? found.instructions;
  const known = findModel(model);
  if (known === null || known.protocol !== protocol || known.instructions.length === 0) return encodable;
  return encodable.filter((name) => known.instructions.includes(name));
}

/** Whether no form of a device's frames can express these values; null: one can. */
export function findRefusal(
  call: InstructionCall,
  { protocol, model }: Pick<TextTarget, 'protocol' | 'model'>,
): InstructionRefusal | null {
  const found = streamProtocol(protocol);
  if (found === null) return 'not-supported';
  const device = { model, plainCoordinates: false };
  let refusal: InstructionRefusal = 'not-supported';
  for (const deviceId of SAMPLE_IDS) {
    const session = found.session({ authCode: () => '', findDevice: () => device });
    const sample = { deviceId, serial: 1, now: 0, model, password: SAMPLE_PASSWORD };
    const encoded = session.encodeInstruction(call, sample);
    if (typeof encoded !== 'string') return null;
    if (encoded === 'not-encodable') refusal = encoded;
  }
  return refusal;
}

/** Whether an instruction can be sent to a device as a text message. */
export function acceptsSms(name: InstructionName, target: SupportTarget): boolean {
  const own = ownTextOf(name, target);
  if (own !== null) return own.sms;
  const protocol = streamProtocol(target.protocol);
  return protocol !== null && protocol.encodeSms !== null && supportedBy(target).includes(name);
}

/** Details of the device for its text messages. */
interface SmsDevice {
  readonly protocol: ProtocolName | null;
  readonly model: string;
  readonly password: string;
  /** The text of its own model as which the instruction was stored; null: none. */
  readonly text: string | null;
}

/** The text message of an instruction. */
export function writeSms(
  call: InstructionCall,
  { protocol, model, password, text }: SmsDevice,
): string | InstructionRefusal {
  const encode = streamProtocol(protocol)?.encodeSms ?? null;
  if (text === null) return encode?.(call, { model, password }) ?? 'not-supported';
  // A protocol with text messages may put a password before the text.
  return encode?.({ name: 'freeText', values: { text } }, { model, password }) ?? text;
}

/** What a text message of a device says about an instruction; null: it is no receipt. */
export function readSmsReceipt({ protocol }: Pick<TextTarget, 'protocol'>, text: string) {
  return streamProtocol(protocol)?.readSmsReceipt?.(text) ?? null;
}

/** Whether devices of a protocol send receipts by text message. */
export function sendsSmsReceipts({ protocol }: Pick<TextTarget, 'protocol'>): boolean {
  return streamProtocol(protocol)?.readSmsReceipt !== undefined;
}

function streamProtocol(name: ProtocolName | null): StreamProtocol | null {
  const protocol = PROTOCOLS.find((candidate) => candidate.name === name);
  return protocol?.kind === 'stream' ? protocol : null;
}
