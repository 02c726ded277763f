import { NamedError } from '@wakeline/contract/errors';
import type { LoadedTrack } from './loaded-track.ts';
import type { LastWork, TracksNews, TracksWork } from './tracks-messages.ts';

/** The page's end of the worker that makes tracks of what the server answers. One thing is asked of it at a time. */
export interface TracksLink {
  /** Begins an answer. */
  begin(work: Extract<TracksWork, { type: 'begin' }>): void;
  /** Hands a piece of it over; resolves when the worker has taken enough of them for more. */
  bytes(bytes: Uint8Array): Promise<void>;
  /** Resolves with the fixes of the answer, after its tracks were told. */
  end(work: Extract<TracksWork, { type: 'end' }>): Promise<number>;
  finish(work: LastWork): Promise<void>;
  forget(trackerIds: readonly number[]): void;
  stop(): void;
}

/** Bytes that may wait for the worker. */
const MOST_WAITING = 8 * 1_048_576;

/** What makes the tracks: a worker of the page. */
export type TracksWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

export function openTracksWorker(): TracksWorker {
  return new Worker(new URL('./tracks-worker.ts', import.meta.url), { type: 'module' });
}

/** @throws NamedError `answer-malformed` from what is waited for when the bytes are no tracks, or the worker cannot be loaded. */
export function startTracksLink(worker: TracksWorker, onTrack: (track: LoadedTrack) => void): TracksLink {
  let broken: NamedError | null = null;
  let waiting = 0;
  let room: PromiseWithResolvers<void> | null = null;
  let result: PromiseWithResolvers<number> | null = null;

  const say = (work: TracksWork, transfer: Transferable[] = []) => worker.postMessage(work, transfer);

  function fail(reason: string): void {
    broken = new NamedError('answer-malformed', { reason });
    room?.resolve();
    result?.reject(broken);
    room = result = null;
  }

  function awaited(): Promise<number> {
    if (broken !== null) return Promise.reject(broken);
    result = Promise.withResolvers();
    return result.promise;
  }

  worker.addEventListener('message', ({ data }: MessageEvent<TracksNews>) => {
    if (data.type === 'track') onTrack(data.track);
    else if (data.type === 'failed') fail(data.message);
    else if (data.type === 'read') {
      waiting -= data.bytes;
      if (waiting >= MOST_WAITING) return;
      room?.resolve();
      room = null;
    } else {
      result?.resolve(data.type === 'ended' ? data.fixes : 0);
      result = null;
    }
  });
  // A file that cannot be loaded is told by an event without a message.
  worker.addEventListener('error', ({ message }) => fail(message ?? 'the worker could not be loaded'));

  return {
    begin(work) {
      broken = null;
      waiting = 0;
      say(work);
    },
    async bytes(bytes) {
      waiting += bytes.length;
      // What lies in a part of a buffer cannot be handed over.
      const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
      say({ type: 'bytes', bytes: own }, [own.buffer]);
      if (waiting < MOST_WAITING || broken !== null) return;
      room ??= Promise.withResolvers();
      await room.promise;
    },
    end(work) {
      say(work);
      return awaited();
    },
    async finish(work) {
      say(work);
      await awaited();
    },
    forget: (trackerIds) => say({ type: 'forget', trackerIds }),
    stop: () => worker.terminate(),
  };
}
