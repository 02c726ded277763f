import type { z } from 'zod';
import type { ErrorName } from './errors.ts';
import type { Roles } from './roles.ts';

/** Permission levels of a login, highest first: each includes the ones after it. */
export const PERMISSIONS = ['holder', 'administrator', 'editor', 'viewer'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * Who may call an operation.
 *
 * - `public`: everyone, without a session.
 * - `session`: every signed-in user, and programs with a token.
 * - `person`: every signed-in user, but no programs. For operations that protect the login itself.
 * - an object: signed-in users with at least this permission and, if `roles` is set, one of these visible functions;
 *   programs within the scope of their token, unless `person` is set. (Logins changed with a token would outlive the
 *   token.)
 */
export type Access =
  | 'public'
  | 'session'
  | 'person'
  | {
      readonly permission: Permission;
      readonly roles: Roles | null;
      /** Replaces `roles` if the payload's `trackerIds` has several devices. */
      readonly multiTrackerRoles?: Roles;
      readonly person?: true;
    };

/** The access that a call requires, given its payload. */
export function accessFor(access: Access, { trackerIds }: { readonly trackerIds?: unknown }): Access {
  if (typeof access !== 'object' || access.multiTrackerRoles === undefined) return access;
  const hasSeveralTrackers = Array.isArray(trackerIds) && new Set(trackerIds).size > 1;
  return hasSeveralTrackers ? { ...access, roles: access.multiTrackerRoles } : access;
}

/**
 * What a call changes. `none`: nothing. `own`: only the caller's own data (session, settings, read state).
 * `account`: data or rights of others in the account; these calls are written to the audit log.
 */
export type Effect = 'none' | 'own' | 'account';

/** One operation of the service: the single definition of its name, schemas, access and failures. */
export interface Operation<
  Payload extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
  Failure extends ErrorName = ErrorName,
> {
  readonly name: string;
  /** Operations of live events have their own sub-prefix: `{prefix}/live/{name}`. */
  readonly group?: OperationGroup;
  /** One sentence for the API page. */
  readonly summary: string;
  readonly access: Access;
  readonly effect: Effect;
  /** Maximum bytes of a request without its file, if more than `LIMITS.bodyBytes`; never for public operations. */
  readonly bodyBytes?: number;
  /** Maximum bytes of a request with a file; unset: the payload has no file, and the general limit applies. */
  readonly uploadBytes?: number;
  /** Failure of a larger request; one of `errors`. */
  readonly uploadTooLarge?: Failure;
  /** The cost grows with the requested range: the number of concurrent calls per user is limited. */
  readonly heavy?: true;
  /** `bytes`: the response is binary, as the description of the result says. Failures still have the envelope. */
  readonly responseType?: 'bytes';
  readonly payload: Payload;
  readonly result: Result;
  /** Failures specific to this operation; COMMON_ERRORS can occur in every operation. */
  readonly errors: readonly Failure[];
}

/** Sub-prefixes of the service. */
export type OperationGroup = 'live';

/** Path of an operation relative to the service prefix. */
export function operationPath({ name, group }: Pick<Operation, 'name' | 'group'>): string {
  return group === undefined ? name : `${group}/${name}`;
}

/** Gives an operation its exact type. `operations.ts` lists all operations. */
export function operation<
  const Name extends string,
  Payload extends z.ZodObject,
  Result extends z.ZodType,
  const Failure extends ErrorName = never,
  // Default `undefined` instead of the union: `ByteOperationName` selects operations by this type.
  const ResponseType extends Pick<Operation, 'responseType'>['responseType'] = undefined,
  const Group extends OperationGroup | undefined = undefined,
>(
  value: Operation<Payload, Result, Failure> & Exactly<Name, ResponseType, Group>,
): Operation<Payload, Result, Failure> & Exactly<Name, ResponseType, Group> {
  return value;
}

interface Exactly<Name, ResponseType, Group> {
  readonly name: Name;
  readonly responseType?: ResponseType;
  readonly group?: Group;
}

export type PayloadOf<O extends Operation> = z.output<O['payload']>;
/** What a caller may pass: fields with defaults are optional. */
export type PayloadInput<O extends Operation> = z.input<O['payload']>;
export type ResultOf<O extends Operation> = z.output<O['result']>;
