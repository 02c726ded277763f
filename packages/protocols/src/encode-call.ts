import type {
  InstructionCall,
  InstructionName,
  InstructionValues,
} from '@wakeline/domain/instructions/catalogue';

/** One function per instruction that a protocol can express. `Context` is what the protocol needs about the device. */
export type InstructionEncoders<Context, Result> = {
  readonly [Name in InstructionName]?: (values: InstructionValues<Name>, context: Context) => Result;
};

/** The names of the instructions that have an encoder. */
export function encodedNames(encoders: InstructionEncoders<never, unknown>): readonly InstructionName[] {
  return Object.keys(encoders) as readonly InstructionName[];
}

/** Encodes a call with the encoder of its name; null: there is none. */
export function encodeCall<Context, Result>(
  encoders: InstructionEncoders<Context, Result>,
  { name, values }: InstructionCall,
  context: Context,
): Result | null {
  // The type of an encoder and that of the values belong to the same name, which TypeScript cannot follow.
  const encode = encoders[name] as ((values: unknown, context: Context) => Result) | undefined;
  return encode === undefined ? null : encode(values, context);
}
