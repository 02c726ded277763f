import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import type { InstructionText } from '@wakeline/domain/instructions/texts/instruction-text';

/** Fields of the dialog. Those that are not displayed are undefined. */
export interface TextFields {
  readonly instruction: InstructionName;
  readonly text: string;
  readonly result: 'protocol' | 'text';
  readonly success?: string | undefined;
  readonly failure?: string | undefined;
  readonly repeatable?: boolean | undefined;
  readonly sms?: boolean | undefined;
}

export function toFields(text: InstructionText | null): Partial<TextFields> {
  if (text === null) return { text: '', result: 'protocol', repeatable: false, sms: false };
  const { instruction, receipt, repeatable, sms } = text;
  return {
    instruction,
    text: text.text,
    result: receipt === null ? 'protocol' : 'text',
    success: receipt?.success ?? '',
    failure: receipt?.failure ?? '',
    repeatable,
    sms,
  };
}

export function toText({
  instruction,
  text,
  result,
  success,
  failure,
  repeatable,
  sms,
}: TextFields): InstructionText {
  const failed = failure?.trim() ?? '';
  return {
    instruction,
    text,
    receipt:
      result === 'protocol'
        ? null
        : { success: success?.trim() ?? '', failure: failed === '' ? null : failed },
    repeatable: repeatable === true && instructionOf(instruction).dangerous !== true,
    sms: sms === true,
  };
}
