import { NamedError } from '@wakeline/contract/errors';
import type { LoadedTrack } from './loaded-track.ts';
import type {
  FinishMessage,
  SetupMessage,
  TracksEventMessage,
  TracksRequestMessage,
} from './tracks-messages.ts';

/** The page's side of the worker that builds tracks. One request at a time. */
export interface TracksLink {
  setUp(message: SetupMessage): void;
  /** Starts a response. */
  startResponse(message: Extract<TracksRequestMessage, { type: 'start' }>): void;
  /** Sends a chunk; resolves when the worker is ready for more. */
  sendBytes(bytes: Uint8Array): Promise<void>;
  /** Resolves with the number of fixes in the response, after its tracks were published. */
  endResponse(message: Extract<TracksRequestMessage, { type: 'end' }>): Promise<number>;
  finish(message: FinishMessage): Promise<void>;
  evict(trackerIds: readonly number[]): void;
  stop(): void;
}

/** Maximum bytes that may be queued for the worker. */
const MAX_PENDING_BYTES = 8 * 1_048_576;

/** The worker, or its replacement in tests. */
export type TracksWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

export function openTracksWorker(): TracksWorker {
  return new Worker(new URL('./tracks-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * @throws NamedError `answer-malformed` from the pending call if the bytes are not tracks, or the worker cannot be
 * loaded
 */
export function startTracksLink(worker: TracksWorker, onTrack: (track: LoadedTrack) => void): TracksLink {
  let failure: NamedError | null = null;
  let pendingBytes = 0;
  let drain: PromiseWithResolvers<void> | null = null;
  let result: PromiseWithResolvers<number> | null = null;

  const send = (request: TracksRequestMessage, transfer: Transferable[] = []) =>
    worker.postMessage(request, transfer);

  function fail(reason: string): void {
    failure = new NamedError('answer-malformed', { reason });
    drain?.resolve();
    result?.reject(failure);
    drain = result = null;
  }

  function waitForResult(): Promise<number> {
    if (failure !== null) return Promise.reject(failure);
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
      result?.resolve(data.type === 'responseFinished' ? data.fixes : 0);
      result = null;
    }
  });
  // If the worker file cannot be loaded, the event has no message.
  worker.addEventListener('error', ({ message }) => fail(message ?? 'the worker could not be loaded'));

  return {
    setUp: send,
    startResponse(request) {
      failure = null;
      pendingBytes = 0;
      send(request);
    },
    async sendBytes(bytes) {
      pendingBytes += bytes.length;
      // A view of part of a buffer cannot be transferred.
      const transferable = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
      send({ type: 'bytes', bytes: transferable }, [transferable.buffer]);
      if (pendingBytes < MAX_PENDING_BYTES || failure !== null) return;
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
    evict: (trackerIds) => send({ type: 'evict', trackerIds }),
    stop: () => worker.terminate(),
  };
}
