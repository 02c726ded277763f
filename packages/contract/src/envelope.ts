import { z } from 'zod';
import type { ErrorName } from './errors.ts';

/** Every answer of the service, also of a failure, comes in this envelope with HTTP status 200. */
export const envelope = z.object({
  result_code: z.string(),
  result_msg: z.string(),
  /** The operation's result; of a failure, what `failure` says. */
  result: z.unknown(),
});

export type Envelope = z.infer<typeof envelope>;

/** `result` of a failure: its name, and facts such as the field that is wrong. */
export const failure = z.object({
  error: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});

export type Failure = {
  readonly error: ErrorName;
  readonly details: Readonly<Record<string, string | number>>;
};
