/** A service outside did not answer, or not with what one can read. Its address, which may have a key in it, is not told. */
export class ExternalServiceError extends Error {
  override readonly name = 'OutsideError';
}

export interface ExternalResponse {
  readonly status: number;
  readonly json: unknown;
}

/** What is read of an answer at most, and how long it may take. */
export interface ExternalRequestLimits {
  readonly maxBytes: number;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Gives up at once. */
  readonly signal: AbortSignal;
}

/**
 * Asks a service of the operator's choice for JSON, without following redirections.
 *
 * @throws ExternalServiceError whatever goes wrong; an answer with a status above 299 is none, as long as it is JSON.
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
    throw new ExternalServiceError(`the ${service} cannot be reached: ${errorCodeOf(error)}`);
  }
  if (text === null) throw new ExternalServiceError(`the ${service} answers more than ${maxBytes} bytes`);
  try {
    return { status: response.status, json: JSON.parse(text) };
  } catch {
    throw new ExternalServiceError(`the ${service} answers ${response.status}, and no JSON`);
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

/** `ECONNREFUSED`, `TimeoutError`: what went wrong on the way, as Node's fetch has it in its cause. */
function errorCodeOf(error: unknown): string {
  const { code, name } = Object(error instanceof Error ? (error.cause ?? error) : error) as Record<
    string,
    unknown
  >;
  return String(typeof code === 'string' ? code : name);
}
