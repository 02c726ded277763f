import { INSTRUCTION_NAMES } from '@wakeline/domain/instructions/catalogue';
import { MAX_RECEIPT_LENGTH, MAX_TEXT_LENGTH } from '@wakeline/domain/instructions/texts/instruction-text';
import { z } from 'zod';
import { text } from '../fields.ts';

const receiptText = text.trim().min(1).max(MAX_RECEIPT_LENGTH);

/** A text with which the devices of a model take an instruction. The handler checks it against the model's protocol. */
export const instructionText = z.object({
  instruction: z.enum(INSTRUCTION_NAMES),
  text: text
    .max(MAX_TEXT_LENGTH)
    .describe('with a placeholder for each value: `TIMER,{moving},{stationary?60}#`'),
  receipt: z
    .object({
      success: receiptText.describe('the answer contains it if the instruction succeeded'),
      failure: receiptText.nullable().default(null).describe('the answer contains it if it failed'),
    })
    .nullable()
    .default(null)
    .describe('null: the receipt of the protocol is the result'),
  repeatable: z
    .boolean()
    .default(false)
    .describe('sending it again does no more than sending it once, so it is repeated if no receipt comes'),
  sms: z.boolean().default(false).describe('the devices accept the same text as a text message'),
});

export const instructionTexts = z.array(instructionText).max(INSTRUCTION_NAMES.length);
