import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LiveStream } from './live-stream.ts';
import type { ProcessReport, ProcessRequest, Refusal } from './messages.ts';
import { createPublisherServer } from './publishers.ts';
import { Viewer } from './viewer.ts';

/*
 * The process that receives live video by RTMP and serves it as HTTP-FLV on the loopback address. It has neither the database
 * nor secrets: the server decides who may publish. It ends with the server.
 */

/** Interval of the bit rates, milliseconds. */
const RATE_INTERVAL_MS = 5_000;

type StartRequest = Extract<ProcessRequest, { readonly type: 'start' }>;
type Authorization = { matchId: number } | { refusal: Refusal };

const streams = new Map<number, LiveStream>();
const closers = new Map<number, () => void>();
const waiting = new Map<number, (authorization: Authorization) => void>();
let lastRequestId = 0;

function report(message: ProcessReport): void {
  // A closed channel ends the process anyway.
  process.send?.(message, undefined, undefined, () => undefined);
}

function authorize(key: string, address: string): Promise<Authorization> {
  lastRequestId += 1;
  const requestId = lastRequestId;
  report({ type: 'authorize', requestId, key, address });
  return new Promise((resolve) => waiting.set(requestId, resolve));
}

async function start({ host, rtmpPort, maxStreams, token }: StartRequest): Promise<void> {
  const rtmp = createPublisherServer({
    authorize,
    open(matchId, address, close) {
      if (streams.has(matchId)) return 'stream-publisher-present';
      if (streams.size >= maxStreams) return 'stream-limit';
      streams.set(matchId, new LiveStream(matchId));
      closers.set(matchId, close);
      report({ type: 'started', matchId, address });
      return null;
    },
    push: (matchId, tag) => streams.get(matchId)?.push(tag, performance.now()),
    close(matchId) {
      streams.get(matchId)?.end();
      streams.delete(matchId);
      closers.delete(matchId);
      report({ type: 'stopped', matchId });
    },
    refused: (refusal, address) => report({ type: 'refused', refusal, address }),
    failed: ({ message }, address) => report({ type: 'protocol-error', message, address }),
  });
  const flv = createServer((request, response) => serveStream(token, request, response));
  // Streams last for hours.
  flv.requestTimeout = 0;
  flv.listen(0, '127.0.0.1');
  rtmp.listen(rtmpPort, host);
  await Promise.all([once(flv, 'listening'), once(rtmp, 'listening')]);
  report({ type: 'listening', rtmpPort: portOf(rtmp), flvPort: portOf(flv) });
  setInterval(reportRates, RATE_INTERVAL_MS);
}

/** `GET /{token}/{matchId}.flv`; with `?lossless` every frame. */
function serveStream(token: string, request: IncomingMessage, response: ServerResponse): void {
  const [, given, matchId, query] =
    /^\/([\w-]+)\/(\d{1,10})\.flv(\?lossless)?$/.exec(request.url ?? '') ?? [];
  const stream = given === token ? streams.get(Number(matchId)) : undefined;
  if (stream === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'video/x-flv' });
  response.flushHeaders();
  const viewer = new Viewer(response, query !== undefined);
  response.on('close', () => stream.viewers.delete(viewer));
  response.on('error', () => undefined);
  stream.add(viewer);
}

function reportRates(): void {
  const rates = [...streams.values()].map((stream) => {
    const bitrate = Math.round((stream.bytes * 8_000) / RATE_INTERVAL_MS);
    stream.bytes = 0;
    return [stream.matchId, bitrate] as const;
  });
  if (rates.length > 0) report({ type: 'rates', rates });
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  return (server.address() as AddressInfo).port;
}

process.on('message', (message: ProcessRequest) => {
  if (message.type === 'start') void start(message);
  else if (message.type === 'close') closers.get(message.matchId)?.();
  else {
    const { requestId, matchId, refusal } = message;
    waiting.get(requestId)?.(matchId === null ? { refusal: refusal ?? 'stream-unavailable' } : { matchId });
    waiting.delete(requestId);
  }
});
process.on('disconnect', () => process.exit());
// The server ends it; a signal to the whole group would end streams before the server has stored them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
