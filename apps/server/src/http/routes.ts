import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../identity/caller.ts';

/** Registers routes other than operations: files, map archives. */
export type Routes = (fastify: FastifyInstance, tools: RouteTools) => void | Promise<void>;

export interface RouteTools {
  /** `/service` */
  readonly prefix: string;
  /** Counts a request for its address. Rejects with NamedError `too-many-requests` above the limit per minute. */
  readonly checkRate: (request: FastifyRequest) => Promise<void>;
  /** Null: anonymous. */
  readonly callerOf: (request: FastifyRequest) => Promise<Caller | null>;
  /** Sends the named failure of a thrown value. */
  readonly refuse: (
    thrown: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller | null,
  ) => FastifyReply;
}
