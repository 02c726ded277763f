import { type InstructionName, instructionOf } from '../catalogue.ts';
import type { Parameter, ParameterValue } from '../parameter.ts';

const TIMES = ['0700', '2200'] as const;
const PHONE = '13800000001';

/** Valid values of an instruction, for an example of its text. */
export function exampleValues(name: InstructionName): Readonly<Record<string, ParameterValue>> {
  const entries = Object.entries(instructionOf(name).parameters);
  return Object.fromEntries(
    entries.map(([parameter, definition], index) => [parameter, exampleOf(definition, index)]),
  );
}

function exampleOf(parameter: Parameter, index: number): ParameterValue {
  switch (parameter.kind) {
    case 'integer':
      return parameter.initial ?? parameter.ranges[0]?.[0] ?? 0;
    case 'decimal':
      return parameter.max / 4;
    case 'switch':
      return parameter.initial ?? false;
    case 'choice':
      return parameter.options[0]?.value ?? '';
    case 'clock':
      return TIMES[index % TIMES.length] ?? '0000';
    case 'host':
      return 'example.com';
    case 'phone':
      return PHONE;
    case 'phones':
      return [PHONE];
    case 'text':
      return 'text';
  }
}
