import type { Operation, PayloadOf, ResultOf } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import type { Caller } from '../identity/caller.ts';
import type { Call } from './call.ts';

/** What carries out an operation. Its access has been checked and its payload read before it is called. */
export type Handler<O extends Operation> = (
  payload: PayloadOf<O>,
  caller: O['access'] extends 'public' ? null : Caller,
  call: Call,
) => Promise<ResultOf<O> | JsonChunks<ResultOf<O>> | ByteChunks>;

/** One handler for each operation of the contract: a missing one does not compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Operations[Name]> };

/** A result too long to be one string in memory, as the pieces of its JSON text. */
export class JsonChunks<Result> {
  readonly chunks: AsyncIterable<string>;
  /** Only for the type checker: what the pieces make together. */
  declare readonly result: Result;

  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks;
  }
}

/** A result that is bytes, as they come; for operations that answer them. */
export class ByteChunks {
  readonly chunks: AsyncIterable<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks;
  }
}
