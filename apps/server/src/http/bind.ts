import { COMMON_ERRORS, NamedError } from '@wakeline/contract/errors';
import { accessFor, type Operation } from '@wakeline/contract/operation';
import { OPERATIONS } from '@wakeline/contract/operations';
import { checkAccess, checkUid } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import type { Call } from './call.ts';
import { successChunks, successText } from './envelope.ts';
import { createFormReader } from './form.ts';
import { ByteChunks, type Handler, type Handlers, JsonChunks } from './handler.ts';
import { parseBySchema } from './payload.ts';
import { RightsChanged } from './transaction-as.ts';

/** The fields of a body, and whether they are texts of a form or values of JSON. */
export interface CallBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly encoding: 'form' | 'json';
}

/** An operation with what carries it out. */
export interface BoundOperation {
  readonly operation: Operation;
  /** Answers the text of the envelope, in pieces where the result is long, or the bytes that stand for it. Failures are thrown. */
  run(
    body: CallBody,
    caller: Caller | null,
    call: Call,
  ): Promise<string | AsyncIterable<string> | ByteChunks>;
}

export interface BindOptions {
  /** Whether results and failures are checked against the contract: in tests; it costs as much as making them. */
  readonly validateResponses: boolean;
}

/** Puts access check, reading of the payload, handler and answer together. */
export function bindOperation<O extends Operation>(
  operation: O,
  handler: Handler<O>,
  options: BindOptions,
): BoundOperation {
  const readForm = createFormReader(operation.payload);
  return {
    operation,
    async run({ fields, encoding }, caller, call) {
      checkAccess(operation.access, caller);
      checkUid(fields.uid, caller);
      const input = encoding === 'form' ? readForm(fields) : fields;
      const payload = parseBySchema<O['payload']>(operation.payload, input, call.language);
      const access = accessFor(operation.access, payload);
      checkAccess(access, caller);
      const result = await retryWithCurrentRights(caller, (current) => {
        // What `access` says of the caller has just been checked; the type system cannot see it.
        const allowedCaller = (operation.access === 'public' ? null : current) as Parameters<
          typeof handler
        >[1];
        return handler(payload, allowedCaller, { ...call, access });
      }).catch((error: unknown) => {
        if (options.validateResponses) checkDeclared(operation, error);
        throw error;
      });
      if (result instanceof ByteChunks) return result;
      if (result instanceof JsonChunks) return successChunks(result.chunks);
      return successText(options.validateResponses ? validateResult(operation, result) : result);
    },
  };
}

/** Changes of a caller's rights that one call follows; nobody's rights change more often while it runs. */
const MAX_ATTEMPTS = 5;

/** Starts a handler again as often as its transaction finds other rights than it was started with. */
async function retryWithCurrentRights<Result>(
  caller: Caller | null,
  run: (caller: Caller | null) => Promise<Result>,
  attempt = 1,
): Promise<Result> {
  try {
    return await run(caller);
  } catch (error) {
    if (!(error instanceof RightsChanged) || attempt === MAX_ATTEMPTS) throw error;
    return retryWithCurrentRights(error.caller, run, attempt + 1);
  }
}

/** Every operation of the contract, bound. */
export function bindOperations(handlers: Handlers, options: BindOptions): readonly BoundOperation[] {
  return Object.values(OPERATIONS).map((operation: Operation) =>
    bindOperation(operation, handlers[operation.name as keyof Handlers] as Handler<Operation>, options),
  );
}

function validateResult(operation: Operation, result: unknown): unknown {
  const parsed = operation.result.safeParse(result);
  if (!parsed.success)
    throw new Error(`${operation.name} answers what its contract does not say: ${parsed.error}`);
  return result;
}

function checkDeclared(operation: Operation, error: unknown): void {
  if (!(error instanceof NamedError)) return;
  const declared: readonly string[] = [...COMMON_ERRORS, ...operation.errors];
  if (!declared.includes(error.errorName)) {
    throw new Error(`${operation.name} fails with ${error.errorName}, which its contract does not say`);
  }
}
