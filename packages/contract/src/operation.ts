import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { Roles } from './roles.ts';

/** What a login may do at least: every permission includes those after it. */
export const PERMISSIONS = ['holder', 'administrator', 'editor', 'viewer'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * Who may call an operation. `public`: anybody, without a session. `session`: anybody signed in, and programs with a
 * token. `person`: anybody signed in, but no program: what guards the login itself. Otherwise: signed in, with at least
 * this permission and, where `roles` are given, with one of these visible functions; programs within their token's scope,
 * or, where `person` is set, none: what a token makes of others' logins would outlive the token.
 */
export type Access =
  | 'public'
  | 'session'
  | 'person'
  | {
      readonly permission: Permission;
      readonly roles: Roles | null;
      /** The functions that count in place of `roles` for a payload whose `trackerIds` name several devices. */
      readonly manyTrackers?: Roles;
      readonly person?: true;
    };

/** The access that one call requires: that of its operation, unless the payload names several devices. */
export function accessFor(access: Access, { trackerIds }: { readonly trackerIds?: unknown }): Access {
  if (typeof access !== 'object' || access.manyTrackers === undefined) return access;
  const hasSeveralTrackers = Array.isArray(trackerIds) && new Set(trackerIds).size > 1;
  return hasSeveralTrackers ? { ...access, roles: access.manyTrackers } : access;
}

/**
 * What a call leaves behind. `none`: nothing. `own`: only what is the caller's (session, settings, read marks).
 * `account`: what others of the account see or may do; each such call is written into the audit log.
 */
export type Effect = 'none' | 'own' | 'account';

/** One call of the service: the only place where its name, shape, rights and failures are written. */
export interface Operation<
  Payload extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
  Failure extends ErrorName = ErrorName,
> {
  readonly name: string;
  /** Calls of live events are under a sub-prefix of their own: `{prefix}/live/{name}`. */
  readonly group?: OperationGroup;
  /** A sentence for the API page. */
  readonly summary: string;
  readonly access: Access;
  readonly effect: Effect;
  /** Bytes of a request without its file, where a payload may be longer than `LIMITS.bodyBytes`: never of a public operation. */
  readonly bodyBytes?: number;
  /** Bytes of a request with a file in it; without it the payload has no file, and the limit is that of any call. */
  readonly uploadBytes?: number;
  /** Failure of a request with more than that; one of `errors`. */
  readonly uploadTooLarge?: Failure;
  /** What it reads or makes grows with what is asked for: one person has a few of these at once, counted before they begin. */
  readonly heavy?: true;
  /** The answer is bytes, as the result's description says, and not an envelope; failures are one all the same. */
  readonly answers?: 'bytes';
  readonly payload: Payload;
  readonly result: Result;
  /** Failures of its own. Those that any call can meet (COMMON_ERRORS) are not repeated here. */
  readonly errors: readonly Failure[];
}

/** Sub-prefixes of the service. */
export type OperationGroup = 'live';

/** Where an operation is called, below the service prefix and a slash. */
export function operationPath({ name, group }: Pick<Operation, 'name' | 'group'>): string {
  return group === undefined ? name : `${group}/${name}`;
}

/** Gives an operation its exact type; the list of all operations is `operations.ts`. */
export function operation<
  const Name extends string,
  Payload extends z.ZodObject,
  Result extends z.ZodType,
  const Failure extends ErrorName = never,
  // What is left out is known to be left out: callers of bytes take only those that answer them.
  const Answers extends Pick<Operation, 'answers'>['answers'] = undefined,
  const Group extends OperationGroup | undefined = undefined,
>(
  value: Operation<Payload, Result, Failure> & Exactly<Name, Answers, Group>,
): Operation<Payload, Result, Failure> & Exactly<Name, Answers, Group> {
  return value;
}

interface Exactly<Name, Answers, Group> {
  readonly name: Name;
  readonly answers?: Answers;
  readonly group?: Group;
}

export type PayloadOf<O extends Operation> = z.output<O['payload']>;
/** What a caller may pass: defaults may be left out. */
export type PayloadInput<O extends Operation> = z.input<O['payload']>;
export type ResultOf<O extends Operation> = z.output<O['result']>;
