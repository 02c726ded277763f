import { COMMON_ERRORS, NamedError } from '@wakeline/contract/errors';
import { accessFor, type Operation } from '@wakeline/contract/operation';
import { OPERATIONS } from '@wakeline/contract/operations';
import { checkAccess, checkUid } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import { successPieces, successText } from './answer.ts';
import type { Call } from './call.ts';
import { formReader } from './form.ts';
import { BytePieces, type Handler, type Handlers, JsonPieces } from './handler.ts';
import { readBySchema } from './payload.ts';
import { RightsChanged } from './transaction-as.ts';

/** The fields of a body, and whether they are texts of a form or values of JSON. */
export interface Body {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly encoding: 'form' | 'json';
}

/** An operation with what carries it out. */
export interface Bound {
  readonly operation: Operation;
  /** Answers the text of the envelope, in pieces where the result is long, or the bytes that stand for it. Failures are thrown. */
  run(body: Body, caller: Caller | null, call: Call): Promise<string | AsyncIterable<string> | BytePieces>;
}

export interface BindOptions {
  /** Whether results and failures are checked against the contract: in tests; it costs as much as making them. */
  readonly checkAnswers: boolean;
}

/** Puts access check, reading of the payload, handler and answer together. */
export function bind<O extends Operation>(operation: O, handler: Handler<O>, options: BindOptions): Bound {
  const readForm = formReader(operation.payload);
  return {
    operation,
    async run({ fields, encoding }, caller, call) {
      checkAccess(operation.access, caller);
      checkUid(fields.uid, caller);
      const given = encoding === 'form' ? readForm(fields) : fields;
      const payload = readBySchema<O['payload']>(operation.payload, given, call.language);
      const access = accessFor(operation.access, payload);
      checkAccess(access, caller);
      const result = await withRights(caller, (current) => {
        // What `access` says of the caller has just been checked; the type system cannot see it.
        const may = (operation.access === 'public' ? null : current) as Parameters<typeof handler>[1];
        return handler(payload, may, { ...call, access });
      }).catch((error: unknown) => {
        if (options.checkAnswers) checkDeclared(operation, error);
        throw error;
      });
      if (result instanceof BytePieces) return result;
      if (result instanceof JsonPieces) return successPieces(result.pieces);
      return successText(options.checkAnswers ? checked(operation, result) : result);
    },
  };
}

/** Changes of a caller's rights that one call follows; nobody's rights change more often while it runs. */
const MOST_STARTS = 5;

/** Starts a handler again as often as its transaction finds other rights than it was started with. */
async function withRights<Result>(
  caller: Caller | null,
  run: (caller: Caller | null) => Promise<Result>,
  starts = 1,
): Promise<Result> {
  try {
    return await run(caller);
  } catch (error) {
    if (!(error instanceof RightsChanged) || starts === MOST_STARTS) throw error;
    return withRights(error.caller, run, starts + 1);
  }
}

/** Every operation of the contract, bound. */
export function bindAll(handlers: Handlers, options: BindOptions): readonly Bound[] {
  return Object.values(OPERATIONS).map((operation: Operation) =>
    bind(operation, handlers[operation.name as keyof Handlers] as Handler<Operation>, options),
  );
}

function checked(operation: Operation, result: unknown): unknown {
  const read = operation.result.safeParse(result);
  if (!read.success)
    throw new Error(`${operation.name} answers what its contract does not say: ${read.error}`);
  return result;
}

function checkDeclared(operation: Operation, error: unknown): void {
  if (!(error instanceof NamedError)) return;
  const declared: readonly string[] = [...COMMON_ERRORS, ...operation.errors];
  if (!declared.includes(error.errorName)) {
    throw new Error(`${operation.name} fails with ${error.errorName}, which its contract does not say`);
  }
}
