import type { seekableWebm } from './seekable-webm.ts';
import { MAX_VIDEO_BYTES } from './video-plan.ts';

/** What browsers record a WebM with. VP9 would be smaller, and is too much for a weak machine that draws a map beside it: it left pictures out. */
const TYPES = ['video/webm;codecs=vp8', 'video/webm;codecs=vp9', 'video/webm'] as const;
/** Pictures in a second at most, and bits: a map has fine lines and little that moves. */
const PICTURES = 30;
const BITS_PER_SECOND = 6_000_000;
/** What is recorded is handed over this often, milliseconds. */
const SLICE_MS = 500;
/** A player can go to a key frame, milliseconds between two of them. Recorders that do not know the option choose by themselves. */
const KEY_FRAME_MS = 2_000;

/** What this browser records a WebM with; null: it cannot. */
export function videoType(): string | null {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return null;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

export interface Recording {
  /** Bytes so far. */
  bytes(): number;
  /** How long it is so far, milliseconds. */
  elapsed(): number;
  /** Whether it is as large as one may be. */
  isFull(): boolean;
  /** Holds it while nothing is drawn, and goes on; nothing of that is in the video. */
  setPaused(held: boolean): void;
  /**
   * Ends it.
   *
   * @throws Error when the browser could not record it.
   */
  finish(): Promise<{ readonly blob: Blob; readonly milliseconds: number }>;
  cancel(): void;
}

/**
 * Records what is drawn on a canvas from now on.
 *
 * @param writer writes the file at the end.
 * @throws DOMException `SecurityError` when something was drawn that this page may not read.
 */
export function record(
  canvas: HTMLCanvasElement,
  type: string,
  writer: Promise<typeof seekableWebm>,
): Recording {
  const stream = canvas.captureStream(PICTURES);
  const options: MediaRecorderOptions & { readonly videoKeyFrameIntervalDuration: number } = {
    mimeType: type,
    videoBitsPerSecond: BITS_PER_SECOND,
    videoKeyFrameIntervalDuration: KEY_FRAME_MS,
  };
  const recorder = new MediaRecorder(stream, options);
  const chunks: Blob[] = [];
  let bytes = 0;
  let failure: unknown = null;
  let since: number | null = performance.now();
  let before = 0;
  recorder.ondataavailable = ({ data }) => {
    chunks.push(data);
    bytes += data.size;
  };
  recorder.onerror = (event) => {
    failure = 'error' in event ? event.error : new Error('the recorder failed');
  };
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.start(SLICE_MS);

  function end(): void {
    if (since !== null) before += performance.now() - since;
    since = null;
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }

  return {
    bytes: () => bytes,
    elapsed: () => before + (since === null ? 0 : performance.now() - since),
    isFull: () => bytes >= MAX_VIDEO_BYTES,
    setPaused(isPaused) {
      if (isPaused === (since === null)) return;
      if (isPaused) {
        before += performance.now() - (since ?? 0);
        since = null;
        recorder.pause();
      } else {
        since = performance.now();
        recorder.resume();
      }
    },
    async finish() {
      end();
      await stopped;
      if (failure !== null) throw failure;
      const recorded = new Blob(chunks, { type });
      const write = await writer;
      return { blob: recorded.size === 0 ? recorded : await write(recorded, before), milliseconds: before };
    },
    cancel: end,
  };
}
