/** A service outside did not answer, or not with what one can read. Its address, which may have a key in it, is not told. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

export interface OutsideAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** What is read of an answer at most, and how long it may take. */
export interface OutsideLimits {
  readonly bytes: number;
  /** Milliseconds. */
  readonly patience: number;
  /** Gives up at once. */
  readonly signal: AbortSignal;
}

/**
 * Asks a service of the operator's choice for JSON, without following redirections.
 *
 * @throws OutsideError whatever goes wrong; an answer with a status above 299 is none, as long as it is JSON.
 */
export async function outsideJson(
  what: string,
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { bytes, patience, signal }: OutsideLimits,
): Promise<OutsideAnswer> {
  let response: Response;
  let text: string | null;
  try {
    response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': 'Wakeline', ...init.headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    text = await readAtMost(response, bytes);
  } catch (error) {
    throw new OutsideError(`the ${what} cannot be reached: ${kindOf(error)}`);
  }
  if (text === null) throw new OutsideError(`the ${what} answers more than ${bytes} bytes`);
  try {
    return { status: response.status, json: JSON.parse(text) };
  } catch {
    throw new OutsideError(`the ${what} answers ${response.status}, and no JSON`);
  }
}

async function readAtMost(response: Response, most: number): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** `ECONNREFUSED`, `TimeoutError`: what went wrong on the way, as Node's fetch has it in its cause. */
function kindOf(error: unknown): string {
  const { code, name } = Object(error instanceof Error ? (error.cause ?? error) : error) as Record<
    string,
    unknown
  >;
  return String(typeof code === 'string' ? code : name);
}
