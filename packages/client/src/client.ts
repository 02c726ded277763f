import { envelope, failure } from '@wakeline/contract/envelope';
import { type ErrorName, isErrorName, NamedError, SUCCESS_CODE } from '@wakeline/contract/errors';
import type { PayloadInput, ResultOf } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import { toFormBody } from './form-body.ts';

/** The specification's time for one call. */
const CALL_TIMEOUT_MS = 120_000;

export interface ClientOptions {
  /** Origin of the server, without a slash at the end; '' for the page's own. */
  readonly baseUrl: string;
  /** Service prefix, `/service`. */
  readonly prefix: string;
  /** By default the platform's. */
  readonly fetch?: typeof fetch;
  /** Session token, for programs without a cookie store. The console has none: its cookie goes by itself. */
  readonly token?: () => string | null;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Client {
  /**
   * Calls an operation of the contract and answers its result.
   *
   * @throws NamedError with the name of the failure; its message is the server's sentence in the user's language.
   * `network-failed` and `timed-out` (after 120 s) when no answer came, `answer-malformed` when it was none of ours.
   * An aborted `signal` throws the signal's own reason.
   */
  call<Name extends OperationName>(
    operation: Name,
    payload: PayloadInput<Operations[Name]>,
    options?: CallOptions,
  ): Promise<ResultOf<Operations[Name]>>;
}

/** Makes a caller of the service at `baseUrl + prefix`. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  return {
    async call(operation, payload, { signal } = {}) {
      const token = options.token?.() ?? null;
      const deadline = AbortSignal.timeout(CALL_TIMEOUT_MS);
      let body: unknown;
      try {
        const response = await send(`${options.baseUrl}${options.prefix}/${operation}`, {
          method: 'POST',
          body: toFormBody(payload),
          credentials: 'same-origin',
          signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
          ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
        });
        body = JSON.parse(await response.text());
      } catch (error) {
        signal?.throwIfAborted();
        if (deadline.aborted) throw new NamedError('timed-out');
        if (error instanceof SyntaxError) throw new NamedError('answer-malformed');
        throw new NamedError('network-failed', {
          reason: error instanceof Error ? error.message : 'unknown',
        });
      }
      return readAnswer(body) as ResultOf<Operations[typeof operation]>;
    },
  };
}

/** What the answer carries; a failure is thrown. The result's shape is the server's promise and is not checked again. */
function readAnswer(body: unknown): unknown {
  const answer = envelope.safeParse(body);
  if (!answer.success) {
    // Answers without an envelope (unknown path, too large a body, overload) are `{error, message}`.
    const { error, message } = Object(body) as Record<string, unknown>;
    if (typeof error === 'string' && isErrorName(error)) throw new NamedError(error, {}, String(message));
    throw new NamedError('answer-malformed');
  }
  if (answer.data.result_code === SUCCESS_CODE) return answer.data.result;
  const said = failure.safeParse(answer.data.result);
  if (!said.success) throw new NamedError('answer-malformed');
  // A name that this program does not know yet is shown by its sentence.
  const name: ErrorName = isErrorName(said.data.error) ? said.data.error : 'internal';
  throw new NamedError(name, said.data.details, answer.data.result_msg);
}
