import type { Operation, PayloadOf, ResultOf } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import type { Caller } from '../identity/caller.ts';
import type { Call } from './call.ts';

/** Carries out an operation, after access has been checked and the payload parsed. */
export type Handler<O extends Operation> = (
  payload: PayloadOf<O>,
  caller: O['access'] extends 'public' ? null : Caller,
  call: Call,
) => Promise<ResultOf<O> | JsonChunks<ResultOf<O>> | ByteChunks>;

/** One handler for each operation of the contract: a missing one does not compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Operations[Name]> };

/** A result too long for one string in memory, as chunks of its JSON text. */
export class JsonChunks<Result> {
  readonly chunks: AsyncIterable<string>;
  /** Only for the type checker: the type of the complete result. */
  declare readonly result: Result;

  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks;
  }
}

/** A result of bytes, as a stream; for operations that return bytes. */
export class ByteChunks {
  readonly chunks: AsyncIterable<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks;
  }
}
