import {
  type InstructionCall,
  type InstructionName,
  instructionOf,
} from '@wakeline/domain/instructions/catalogue';
import { instructionCall } from '@wakeline/domain/instructions/check-values';
import type { Parameter, ParameterValue } from '@wakeline/domain/instructions/parameter';

/** Free texts of which each protocol can contain at least one. The first one has a result on JT/T 808 devices as well. */
const FREE_TEXTS = ['CXZT', 'AX01', 'A10', 'AT+GTRTO=gv300,1,,,,,,0001$'];
/** Which value of a range: protocols can express different parts of it. */
const VARIANTS = ['initial', 'min', 'max'] as const;
type Variant = (typeof VARIANTS)[number];

/** Calls of an instruction with valid values: a protocol that has the instruction can express at least one of them. */
export function sampleCalls(name: InstructionName): readonly InstructionCall[] {
  if (name === 'freeText') return FREE_TEXTS.map((text) => ({ name, values: { text } }));
  return VARIANTS.map((variant) => {
    const values: Record<string, ParameterValue> = {};
    for (const [parameter, definition] of Object.entries(instructionOf(name).parameters)) {
      if (definition.optional !== true) values[parameter] = sampleValue(definition, variant);
    }
    return instructionCall(name, values);
  });
}

function sampleValue(parameter: Parameter, variant: Variant): ParameterValue {
  switch (parameter.kind) {
    case 'integer': {
      const min = parameter.ranges.at(-1)?.[0] ?? 0;
      if (variant === 'max') return parameter.ranges.at(-1)?.[1] ?? min;
      return variant === 'min' ? min : (parameter.initial ?? Math.max(1, min));
    }
    case 'decimal':
      return 22.5;
    case 'switch':
      return parameter.initial ?? true;
    case 'choice':
      return parameter.options[0]?.value ?? '';
    case 'text':
      return 'ABC';
    case 'host':
      return '203.0.113.5';
    case 'clock':
      return '0730';
    case 'phone':
      return '13900000000';
    case 'phones':
      return ['13900000000'];
  }
}
