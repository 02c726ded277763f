/**
 * An external service did not respond, or its response is not usable. The message leaves out the address, which may
 * contain a key.
 */
export class ExternalServiceError extends Error {
  override readonly name = 'ExternalServiceError';
  /** Whether the response was larger than allowed. */
  readonly isTooLarge: boolean;
  /** Of the connection: `ECONNREFUSED`, `TimeoutError`; null: the service responded. */
  readonly code: string | null;

  constructor(message: string, { isTooLarge = false, code = null as string | null } = {}) {
    super(message);
    this.isTooLarge = isTooLarge;
    this.code = code;
  }
}

export interface ExternalResponse {
  readonly status: number;
  readonly json: unknown;
}

/** Limits for the size and the duration of a response. */
export interface ExternalRequestLimits {
  readonly maxBytes: number;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/**
 * Requests JSON from a service that the operator has configured, without following redirects.
 *
 * @throws ExternalServiceError on any failure. A JSON response with a status above 299 is returned, not thrown.
 */
export async function fetchExternalJson(
  service: string,
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { maxBytes, timeoutMs, signal }: ExternalRequestLimits,
): Promise<ExternalResponse> {
  let response: Response;
  let text: string | null;
  try {
    response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': 'Wakeline', ...init.headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    text = await readUpTo(response, maxBytes);
  } catch (error) {
    const code = errorCodeOf(error);
    throw new ExternalServiceError(`the ${service} cannot be reached: ${code}`, { code });
  }
  if (text === null)
    throw new ExternalServiceError(`the ${service} returned more than ${maxBytes} bytes`, {
      isTooLarge: true,
    });
  try {
    return { status: response.status, json: JSON.parse(text) };
  } catch {
    throw new ExternalServiceError(`the ${service} returned status ${response.status} without JSON`);
  }
}

async function readUpTo(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `ECONNREFUSED`, `TimeoutError`: the cause of the failure, which Node's fetch puts into `cause`. */
function errorCodeOf(error: unknown): string {
  const { code, name } = Object(error instanceof Error ? (error.cause ?? error) : error) as Record<
    string,
    unknown
  >;
  return String(typeof code === 'string' ? code : name);
}
