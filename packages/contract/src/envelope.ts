import { z } from 'zod';
import type { ErrorName } from './errors.ts';

/** Every response of the service, including failures, has this envelope and HTTP status 200. */
export const envelope = z.object({
  result_code: z.string(),
  result_msg: z.string(),
  /** The operation's result, or `failure`. */
  result: z.unknown(),
});

export type Envelope = z.infer<typeof envelope>;

/** `result` of a failed call: the name of the failure, and details such as the invalid field. */
export const failure = z.object({
  error: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});

export type Failure = {
  readonly error: ErrorName;
  readonly details: Readonly<Record<string, string | number>>;
};
