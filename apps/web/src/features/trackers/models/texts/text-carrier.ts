import type { TrackModel } from '@wakeline/contract/trackers/models';
import { findModel } from '@wakeline/domain/devices/find-model';
import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import { INSTRUCTION_NAMES, type InstructionName } from '@wakeline/domain/instructions/catalogue';
import { type TextCarrier, textCarrierOf } from '@wakeline/domain/instructions/texts/carriers';

/** What a protocol encodes without texts. */
export interface ProtocolInstructions {
  readonly protocol: ProtocolName;
  readonly instructions: readonly InstructionName[];
}

/** What the texts of a model in the form depend on. */
export interface TextContext {
  /** Null: the devices cannot take texts. */
  readonly carrier: TextCarrier | null;
  /** Instructions that the devices take without texts. */
  readonly encoded: readonly InstructionName[];
}

interface FormModel {
  readonly modelName: string | undefined;
  readonly protocol: ProtocolName | undefined;
  readonly basedOn: string | undefined;
}

/** The carrier and instructions of a model as the form has it. */
export function textContextOf(
  { modelName, protocol, basedOn }: FormModel,
  models: readonly TrackModel[],
  protocols: readonly ProtocolInstructions[],
): TextContext {
  const base = models.find((model) => model.modelId === null && model.modelName === basedOn);
  const used = protocol ?? base?.protocol ?? null;
  const ofProtocol = protocols.find((item) => item.protocol === used)?.instructions ?? [];
  const isLimited = base !== undefined && base.protocol === used && base.instructions.length > 0;
  // Texts of the catalogue count like messages of the protocol.
  const texts = (findModel(basedOn ?? '')?.texts ?? []).map(({ instruction }) => instruction);
  return {
    carrier: textCarrierOf(used, basedOn ?? modelName ?? ''),
    encoded: isLimited
      ? [...ofProtocol.filter((name) => base.instructions.includes(name)), ...texts]
      : ofProtocol,
  };
}

/** Instructions for which the form has a text or offers one. The free text carries the others. */
export const TEXT_INSTRUCTIONS = INSTRUCTION_NAMES.filter((name) => name !== 'freeText');
