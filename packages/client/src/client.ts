import { isErrorName, NamedError, SUCCESS_CODE } from '@wakeline/contract/errors';
import { GROUPS, type GroupsOf, type OperationTable } from '@wakeline/contract/groups';
import {
  type OperationGroup,
  operationPath,
  type PayloadInput,
  type ResultOf,
} from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { toFormBody } from './form-body.ts';

/** Default timeout of a call, given by the specification. */
const CALL_TIMEOUT_MS = 120_000;

export interface ClientOptions<Table extends OperationTable = Operations> {
  /** Origin of the server, without a trailing slash; '' for the page's own. */
  readonly baseUrl: string;
  /** Service prefix, `/service`. */
  readonly prefix: string;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** Session token, for programs without a cookie store. The console passes none: the browser sends its cookie. */
  readonly token?: () => string | null;
  /** Sub-prefixes of operations; default: those of the contract. */
  readonly groups?: GroupsOf<Table>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Replaces the client's own `fetch` for this call, for example to report upload progress. */
  readonly fetch?: typeof fetch;
  /** Milliseconds until the call is aborted; default: 120 s, as in the specification. */
  readonly timeout?: number;
}

export interface Client<Table extends OperationTable = Operations> {
  /**
   * Calls an operation of the contract and returns its result.
   *
   * @throws NamedError with the name of the failure; its message is the server's text in the user's language.
   * `network-failed` or `timed-out` (after 120 s) if there was no response, `answer-malformed` if the response is not
   * valid. If `signal` is aborted, its reason is thrown.
   */
  call<Name extends keyof Table & string>(
    operation: Name,
    payload: PayloadInput<Table[Name]>,
    options?: CallOptions,
  ): Promise<ResultOf<Table[Name]>>;
  /**
   * Calls an operation that returns bytes. The server streams them while it reads the data, so there is no timeout;
   * abort with `signal`.
   *
   * @throws NamedError as `call` does; a failure after the first byte is an error of the stream.
   */
  stream<Name extends ByteOperationName<Table>>(
    operation: Name,
    payload: PayloadInput<Table[Name]>,
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/** Operations that return bytes. */
export type ByteOperationName<Table extends OperationTable = Operations> = {
  [Name in keyof Table & string]: 'bytes' extends Table[Name]['responseType'] ? Name : never;
}[keyof Table & string];

/** Creates a client of the service at `baseUrl + prefix`. */
export function createClient<Table extends OperationTable = Operations>(
  options: ClientOptions<Table>,
): Client<Table> {
  const groups: Readonly<Record<string, OperationGroup>> = options.groups ?? GROUPS;
  const send = options.fetch ?? ((input, init) => fetch(input, init));

  function post(
    name: string,
    payload: Readonly<Record<string, unknown>>,
    signal: AbortSignal | null,
    fetchWith: typeof fetch = send,
  ): Promise<Response> {
    const token = options.token?.() ?? null;
    const group = groups[name];
    const path = operationPath(group === undefined ? { name } : { name, group });
    return fetchWith(`${options.baseUrl}${options.prefix}/${path}`, {
      method: 'POST',
      body: toFormBody(payload),
      credentials: 'same-origin',
      signal,
      ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    });
  }

  return {
    async call(operation, payload, { signal, fetch: fetchWith, timeout = CALL_TIMEOUT_MS } = {}) {
      const deadline = AbortSignal.timeout(timeout);
      let body: unknown;
      try {
        const combinedSignal = signal ? AbortSignal.any([signal, deadline]) : deadline;
        const response = await post(operation, payload, combinedSignal, fetchWith);
        body = JSON.parse(await response.text());
      } catch (error) {
        signal?.throwIfAborted();
        if (deadline.aborted) throw new NamedError('timed-out');
        throw toNamedError(error);
      }
      return readEnvelope(body) as ResultOf<Table[typeof operation]>;
    },

    async stream(operation, payload, { signal } = {}) {
      let body: unknown;
      try {
        // `Name` is a type parameter, so TypeScript cannot see that every possible payload is an object.
        const fields = payload as Readonly<Record<string, unknown>>;
        const response = await post(operation, fields, signal ?? null);
        const type = response.headers.get('content-type');
        if (type?.startsWith('application/octet-stream') && response.body !== null) return response.body;
        body = JSON.parse(await response.text());
      } catch (error) {
        signal?.throwIfAborted();
        throw toNamedError(error);
      }
      readEnvelope(body);
      throw new NamedError('answer-malformed');
    },
  };
}

function toNamedError(error: unknown): NamedError {
  if (error instanceof SyntaxError) return new NamedError('answer-malformed');
  return new NamedError('network-failed', { reason: error instanceof Error ? error.message : 'unknown' });
}

/** Returns the result of a response, or throws its failure. The shape of the result is not checked again. */
function readEnvelope(body: unknown): unknown {
  const { result_code: code, result_msg: text, result, error, message } = toFields(body);
  if (typeof code !== 'string' || typeof text !== 'string') {
    // Responses without an envelope (unknown path, body too large, overload) are `{error, message}`.
    if (typeof error === 'string' && isErrorName(error)) throw new NamedError(error, {}, String(message));
    throw new NamedError('answer-malformed');
  }
  if (code === SUCCESS_CODE) return result;
  const failure = toFields(result);
  const details = readDetails(failure.details);
  if (typeof failure.error !== 'string' || details === null) throw new NamedError('answer-malformed');
  // The server may be newer: an unknown name is reported as `internal` with the server's message.
  throw new NamedError(isErrorName(failure.error) ? failure.error : 'internal', details, text);
}

/** The fields of an object; none of anything else. Not by the contract's schemas: the login page does without zod. */
function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Details of a failure; null: they have another shape. */
function readDetails(value: unknown): Readonly<Record<string, string | number>> | null {
  const isValid =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((detail) => typeof detail === 'string' || typeof detail === 'number');
  return isValid ? { ...value } : null;
}
