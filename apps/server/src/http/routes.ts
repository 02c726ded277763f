import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../identity/caller.ts';

/** What a part of the server serves besides operations: files, archives of maps. */
export type Routes = (fastify: FastifyInstance, tools: RouteTools) => void | Promise<void>;

export interface RouteTools {
  /** `/service` */
  readonly prefix: string;
  /** Counts a request for its address. Rejects with NamedError `too-many-requests` where that has had enough in this minute. */
  readonly checkRate: (request: FastifyRequest) => Promise<void>;
  /** Null: nobody who is signed in. */
  readonly callerOf: (request: FastifyRequest) => Promise<Caller | null>;
  /** Answers with the name of what went wrong. */
  readonly refuse: (
    thrown: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller | null,
  ) => FastifyReply;
}
