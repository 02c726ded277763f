import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { Role } from './roles.ts';

/** What a login may do at least: every permission includes those after it. */
export type Permission = 'holder' | 'administrator' | 'editor' | 'viewer';

/**
 * Who may call an operation. `public`: anybody, without a session. `session`: anybody signed in.
 * Otherwise: signed in, with at least this permission and, where `role` is given, with that visible function.
 */
export type Access = 'public' | 'session' | { readonly permission: Permission; readonly role: Role | null };

/** One call of the service: the only place where its name, shape, rights and failures are written. */
export interface Operation<
  Payload extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
  Failure extends ErrorName = ErrorName,
> {
  readonly name: string;
  /** A sentence for the API page. */
  readonly summary: string;
  readonly access: Access;
  readonly payload: Payload;
  readonly result: Result;
  /** Failures of its own. Those that any call can meet (COMMON_ERRORS) are not repeated here. */
  readonly errors: readonly Failure[];
}

/** Gives an operation its exact type; the list of all operations is `operations.ts`. */
export function operation<
  const Name extends string,
  Payload extends z.ZodObject,
  Result extends z.ZodType,
  const Failure extends ErrorName = never,
>(
  value: Operation<Payload, Result, Failure> & { readonly name: Name },
): Operation<Payload, Result, Failure> & { readonly name: Name } {
  return value;
}

export type PayloadOf<O extends Operation> = z.output<O['payload']>;
/** What a caller may pass: defaults may be left out. */
export type PayloadInput<O extends Operation> = z.input<O['payload']>;
export type ResultOf<O extends Operation> = z.output<O['result']>;
