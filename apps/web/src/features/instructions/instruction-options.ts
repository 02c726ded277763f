import type { Language } from '@wakeline/contract/entities/user-config';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import {
  INSTRUCTION_NAMES,
  type InstructionName,
  instructionOf,
} from '@wakeline/domain/instructions/catalogue';
import { INSTRUCTION_TOPICS, type InstructionTopic } from '@wakeline/domain/instructions/instruction';

export type Supported = ResultOf<Operations['querySupportedInstructions']>;

/** An instruction of the list. */
export interface InstructionOption {
  readonly name: InstructionName;
  readonly title: string;
  readonly dangerous: boolean;
  /** Devices that do not support it; it can be sent if there are none. */
  readonly unsupported: number;
  /** Devices that accept it as a text message. */
  readonly sms: number;
}

export interface TopicOptions {
  readonly topic: InstructionTopic;
  readonly options: readonly InstructionOption[];
}

/**
 * The instructions that at least one device supports, by topic in the order of the catalogue; all of them if no device
 * has a known protocol. Devices with an unknown protocol do not exclude an instruction: the server sees their protocol
 * when they connect.
 */
export function groupSupported(
  { list, total, unknown }: Supported,
  language: Language,
): readonly TopicOptions[] {
  const entries = new Map(list.map((entry) => [entry.instruction, entry]));
  const listed = INSTRUCTION_NAMES.flatMap((name) => {
    const entry = entries.get(name);
    if (entry === undefined && unknown < total) return [];
    const { title, topic, dangerous = false } = instructionOf(name);
    const unsupported = total - unknown - (entry?.devices ?? 0);
    const sms = entry?.sms ?? 0;
    return { topic, option: { name, title: title[language], dangerous, unsupported, sms } };
  });
  return INSTRUCTION_TOPICS.flatMap((topic) => {
    const options = listed.filter((one) => one.topic === topic).map(({ option }) => option);
    return options.length === 0 ? [] : { topic, options };
  });
}
