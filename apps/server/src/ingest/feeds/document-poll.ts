import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP } from 'node:net';
import type { FeedError } from '@wakeline/contract/trackers/feeds';
import { decodeAircraftJson } from '@wakeline/protocols/adsb/aircraft-json';
import { AddressRefusedError, type OutgoingGuard } from '../../outgoing/guard.ts';
import { retryDelay, toFeedError } from './feed-failure.ts';
import type { FeedRun } from './feed-run.ts';
import type { FeedConnector } from './outgoing-connection.ts';

/** Bytes of a document: 10,000 aircraft have some 5 MB. */
const MAX_BYTES = 16 * 1_048_576;
const REQUEST_TIMEOUT = 10_000;

/** Requests a document periodically: `aircraft.json`. Redirects are not followed. */
export function pollDocument(
  run: FeedRun,
  { url, seconds }: { readonly url: string; readonly seconds: number },
  guard: OutgoingGuard,
  isFull: boolean,
): FeedConnector {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let full = isFull;

  async function poll(): Promise<void> {
    if (!full) {
      const error = await request();
      if (stopping.signal.aborted) return;
      failures = error === null ? 0 : failures + 1;
      run.setState(error === null ? 'connected' : 'failed', error);
    }
    timer = setTimeout(
      () => void poll(),
      failures === 0 ? seconds * 1_000 : Math.max(seconds * 1_000, retryDelay(failures)),
    );
    timer.unref();
  }

  async function request(): Promise<FeedError | null> {
    try {
      const response = await fetchDocument(new URL(url), guard, stopping.signal);
      if (response.statusCode !== 200) {
        response.destroy();
        return 'http-status';
      }
      const text = await readText(response);
      const messages = text === null ? null : decodeAircraftJson(text);
      if (messages === null) return 'response-invalid';
      run.receiveDocument(messages);
      return null;
    } catch (error) {
      return toFeedError(error);
    }
  }

  run.setState('connecting');
  void poll();
  return {
    setEngineFull(isEngineFull) {
      full = isEngineFull;
    },
    close() {
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

function fetchDocument(url: URL, guard: OutgoingGuard, stopping: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !guard.allows(host)) throw new AddressRefusedError('not an allowed address');
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(REQUEST_TIMEOUT)]);
  const headers = { accept: 'application/json', 'user-agent': 'Wakeline' };
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    get(url, { lookup: guard.lookup, headers, signal, agent: false }, resolve).on('error', (error) => {
      reject(
        error.name === 'AbortError' ? Object.assign(new Error('no response'), { code: 'ETIMEDOUT' }) : error,
      );
    });
  });
}

/** Null: more than `MAX_BYTES`. */
async function readText(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
