import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { AddressRefusedError, type OutgoingGuard } from '../../outgoing/guard.ts';

/** Bytes of a response that are read. */
const MAX_RESPONSE_BYTES = 4_096;

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
  readonly timeoutMs: number;
}

export interface PostResponse {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
}

/**
 * Sends a POST request to an address that a user entered. Redirects are not followed; the timeout covers everything.
 * Rejects with AddressRefusedError, or with the error of the connection.
 */
export async function post(
  guard: OutgoingGuard,
  { url, headers, body, timeoutMs }: PostRequest,
): Promise<PostResponse> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // Addresses are not resolved, so that the guard's lookup does not see them.
  if (isIP(host) !== 0 && !guard.allows(host)) throw new AddressRefusedError('not an allowed address');
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const request = send(
      target,
      { method: 'POST', headers, lookup: guard.lookup, signal, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        const finish = () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8'),
          });
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length < MAX_RESPONSE_BYTES) return;
          finish();
          response.destroy();
        });
        response.on('end', finish);
        response.on('error', (error) => reject(signal.aborted ? signal.reason : error));
      },
    );
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.end(body);
  });
}
