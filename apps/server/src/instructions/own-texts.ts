import { NamedError } from '@wakeline/contract/errors';
import type { InstructionCall, InstructionName } from '@wakeline/domain/instructions/catalogue';
import { textCarrierOf } from '@wakeline/domain/instructions/texts/carriers';
import type { InstructionText, WrittenText } from '@wakeline/domain/instructions/texts/instruction-text';
import { writeText } from '@wakeline/domain/instructions/texts/write-text';
import type { InstructionTarget } from '../trackers/instruction-targets.ts';

export type TextTarget = Pick<InstructionTarget, 'protocol' | 'model' | 'texts'>;

/** The text with which a device takes an instruction by its own model, before any message of its protocol; null: none. */
export function ownTextOf(
  name: InstructionName,
  { protocol, model, texts }: TextTarget,
): InstructionText | null {
  if (textCarrierOf(protocol, model) === null) return null;
  return texts.find(({ instruction }) => instruction === name) ?? null;
}

/** The instructions that a device takes as text. */
export function ownTextNames(target: TextTarget): readonly InstructionName[] {
  if (textCarrierOf(target.protocol, target.model) === null) return [];
  return target.texts.map(({ instruction }) => instruction);
}

/** A call as the text of the device's model; null: it has none for the instruction. */
export function writeOwnText(
  call: InstructionCall,
  target: TextTarget,
): WrittenText | 'not-encodable' | null {
  const { protocol, model } = target;
  const own = ownTextOf(call.name, target);
  const carrier = textCarrierOf(protocol, model);
  if (own === null || carrier === null || protocol === null) return null;
  const text = writeText(own, call.values, carrier);
  if (typeof text !== 'string') return 'not-encodable';
  const { receipt, repeatable } = own;
  return { protocol, text, receipt, repeatable };
}

/**
 * The texts of an instruction by device, if their model has one.
 *
 * @throws NamedError `instruction-not-encodable`
 */
export function writeOwnTexts(
  call: InstructionCall,
  targets: readonly InstructionTarget[],
): ReadonlyMap<number, WrittenText> {
  const written = new Map<number, WrittenText>();
  // Devices of one model share the array of its texts.
  const byTexts = new Map<string, Map<InstructionTarget['texts'], WrittenText | null>>();
  for (const target of targets) {
    const kind = `${target.protocol} ${target.model}`;
    const known = byTexts.get(kind) ?? new Map<InstructionTarget['texts'], WrittenText | null>();
    byTexts.set(kind, known);
    let text = known.get(target.texts);
    if (text === undefined) {
      const result = writeOwnText(call, target);
      if (result === 'not-encodable') throw new NamedError('instruction-not-encodable');
      text = result;
      known.set(target.texts, text);
    }
    if (text !== null) written.set(target.trackerId, text);
  }
  return written;
}
