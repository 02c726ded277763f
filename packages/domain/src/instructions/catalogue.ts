import { ALARM_INSTRUCTIONS } from './alarm-instructions.ts';
import { CONNECTION_INSTRUCTIONS } from './connection-instructions.ts';
import { CONTROL_INSTRUCTIONS } from './control-instructions.ts';
import type { Instruction } from './instruction.ts';
import { text, type ValuesOf } from './parameter.ts';
import { POSITION_INSTRUCTIONS } from './position-instructions.ts';
import { VOICE_INSTRUCTIONS } from './voice-instructions.ts';

const OTHER_INSTRUCTIONS = {
  readParameters: {
    title: text('读取参数', 'Read parameters'),
    topic: 'other',
    kind: 'query',
    parameters: {},
  },
  textMessage: {
    title: text('文字下发', 'Text message'),
    topic: 'other',
    kind: 'action',
    parameters: {
      text: { kind: 'text', title: text('内容', 'Text'), characters: 'plain', maxLength: 160 },
      speak: { kind: 'switch', title: text('语音播报', 'Read aloud'), optional: true },
    },
  },
  freeText: {
    title: text('自定义指令', 'Free text'),
    topic: 'other',
    kind: 'action',
    dangerous: true,
    parameters: {
      text: { kind: 'text', title: text('指令内容', 'Instruction'), characters: 'free', maxLength: 200 },
    },
  },
} as const satisfies Readonly<Record<string, Instruction>>;

/**
 * The instructions of the product by name. A protocol has an encoder for those that it can express, and a model lists
 * those that its documents describe (`packages/domain/src/devices/models.ts`).
 */
export const INSTRUCTIONS = {
  ...POSITION_INSTRUCTIONS,
  ...CONNECTION_INSTRUCTIONS,
  ...ALARM_INSTRUCTIONS,
  ...CONTROL_INSTRUCTIONS,
  ...VOICE_INSTRUCTIONS,
  ...OTHER_INSTRUCTIONS,
} as const;

export type InstructionName = keyof typeof INSTRUCTIONS;
export const INSTRUCTION_NAMES = Object.keys(INSTRUCTIONS) as readonly InstructionName[];

/** The values of an instruction's parameters, after `findValueProblems` found none. */
export type InstructionValues<Name extends InstructionName> = ValuesOf<
  (typeof INSTRUCTIONS)[Name]['parameters']
>;

/** An instruction with its values. */
export type InstructionCall = {
  [Name in InstructionName]: { readonly name: Name; readonly values: InstructionValues<Name> };
}[InstructionName];

/** The instruction, with the type that all have in common. */
export function instructionOf(name: InstructionName): Instruction {
  return INSTRUCTIONS[name];
}
