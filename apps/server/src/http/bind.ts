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

/** The fields of a body, and whether they are form texts or JSON values. */
export interface CallBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly encoding: 'form' | 'json';
}

/** An operation with its handler. */
export interface BoundOperation {
  readonly operation: Operation;
  /** Returns the text of the envelope (in chunks if the result is long), or bytes. Throws on failure. */
  run(
    body: CallBody,
    caller: Caller | null,
    call: Call,
  ): Promise<string | AsyncIterable<string> | ByteChunks>;
}

export interface BindOptions {
  /** Validate results and failures against the contract. For tests: it costs as much as producing them. */
  readonly validateResponses: boolean;
}

/** Combines access check, payload parsing, handler and response. */
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
        // `access` has just been checked; the type system cannot infer what that says about the caller.
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

/** Attempts of one call whose caller's rights keep changing while it runs. */
const MAX_ATTEMPTS = 5;

/** Runs a handler again if its transaction finds other rights than the handler started with. */
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

/** All operations of the contract, bound to their handlers. */
export function bindOperations(handlers: Handlers, options: BindOptions): readonly BoundOperation[] {
  return Object.values(OPERATIONS).map((operation: Operation) =>
    bindOperation(operation, handlers[operation.name as keyof Handlers] as Handler<Operation>, options),
  );
}

function validateResult(operation: Operation, result: unknown): unknown {
  const parsed = operation.result.safeParse(result);
  if (!parsed.success)
    throw new Error(`${operation.name} returned a result that violates its contract: ${parsed.error}`);
  return result;
}

function checkDeclared(operation: Operation, error: unknown): void {
  if (!(error instanceof NamedError)) return;
  const declared: readonly string[] = [...COMMON_ERRORS, ...operation.errors];
  if (!declared.includes(error.errorName)) {
    throw new Error(`${operation.name} failed with ${error.errorName}, which its contract does not declare`);
  }
}
