import { NamedError } from '@wakeline/contract/errors';
import type { LoadedTrack } from './loaded-track.ts';
import type { FinishMessage, TracksEventMessage, TracksRequestMessage } from './tracks-messages.ts';

/** The page's end of the worker that makes tracks of what the server answers. One thing is asked of it at a time. */
export interface TracksLink {
  /** Begins an answer. */
  startResponse(message: Extract<TracksRequestMessage, { type: 'begin' }>): void;
  /** Hands a piece of it over; resolves when the worker has taken enough of them for more. */
  sendBytes(bytes: Uint8Array): Promise<void>;
  /** Resolves with the fixes of the answer, after its tracks were told. */
  endResponse(message: Extract<TracksRequestMessage, { type: 'end' }>): Promise<number>;
  finish(message: FinishMessage): Promise<void>;
  evict(trackerIds: readonly number[]): void;
  stop(): void;
}

/** Bytes that may wait for the worker. */
const MAX_PENDING_BYTES = 8 * 1_048_576;

/** What makes the tracks: a worker of the page. */
export type TracksWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

export function openTracksWorker(): TracksWorker {
  return new Worker(new URL('./tracks-worker.ts', import.meta.url), { type: 'module' });
}

/** @throws NamedError `answer-malformed` from what is waited for when the bytes are no tracks, or the worker cannot be loaded. */
export function startTracksLink(worker: TracksWorker, onTrack: (track: LoadedTrack) => void): TracksLink {
  let broken: NamedError | null = null;
  let pendingBytes = 0;
  let drain: PromiseWithResolvers<void> | null = null;
  let result: PromiseWithResolvers<number> | null = null;

  const send = (request: TracksRequestMessage, transfer: Transferable[] = []) =>
    worker.postMessage(request, transfer);

  function fail(reason: string): void {
    broken = new NamedError('answer-malformed', { reason });
    drain?.resolve();
    result?.reject(broken);
    drain = result = null;
  }

  function waitForResult(): Promise<number> {
    if (broken !== null) return Promise.reject(broken);
    result = Promise.withResolvers();
    return result.promise;
  }

  worker.addEventListener('message', ({ data }: MessageEvent<TracksEventMessage>) => {
    if (data.type === 'track') onTrack(data.track);
    else if (data.type === 'failed') fail(data.message);
    else if (data.type === 'read') {
      pendingBytes -= data.bytes;
      if (pendingBytes >= MAX_PENDING_BYTES) return;
      drain?.resolve();
      drain = null;
    } else {
      result?.resolve(data.type === 'ended' ? data.fixes : 0);
      result = null;
    }
  });
  // A file that cannot be loaded is told by an event without a message.
  worker.addEventListener('error', ({ message }) => fail(message ?? 'the worker could not be loaded'));

  return {
    startResponse(request) {
      broken = null;
      pendingBytes = 0;
      send(request);
    },
    async sendBytes(bytes) {
      pendingBytes += bytes.length;
      // What lies in a part of a buffer cannot be handed over.
      const transferable = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
      send({ type: 'bytes', bytes: transferable }, [transferable.buffer]);
      if (pendingBytes < MAX_PENDING_BYTES || broken !== null) return;
      drain ??= Promise.withResolvers();
      await drain.promise;
    },
    endResponse(request) {
      send(request);
      return waitForResult();
    },
    async finish(request) {
      send(request);
      await waitForResult();
    },
    evict: (trackerIds) => send({ type: 'forget', trackerIds }),
    stop: () => worker.terminate(),
  };
}
