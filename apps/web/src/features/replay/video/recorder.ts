import type { seekableWebm } from './seekable-webm.ts';
import { MAX_VIDEO_BYTES } from './video-plan.ts';

/**
 * WebM codecs in order of preference. VP9 files would be smaller, but on slow machines encoding next to map rendering
 * dropped frames.
 */
const TYPES = ['video/webm;codecs=vp8', 'video/webm;codecs=vp9', 'video/webm'] as const;
/** Maximum frame rate and bit rate: a map has fine lines and little movement. */
const FRAME_RATE = 30;
const BITS_PER_SECOND = 6_000_000;
/** Interval of recorded chunks, milliseconds. */
const SLICE_MS = 500;
/**
 * Interval of key frames, to which players can seek, milliseconds. Recorders without this option choose it
 * themselves.
 */
const KEY_FRAME_MS = 2_000;

/** The WebM type that this browser can record; null: none. */
export function videoType(): string | null {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return null;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

export interface Recording {
  /** Bytes so far. */
  bytes(): number;
  /** Duration so far, milliseconds. */
  elapsed(): number;
  /** Whether the maximum size is reached. */
  isFull(): boolean;
  /** Pauses or resumes; paused time is not in the video. */
  setPaused(isPaused: boolean): void;
  /**
   * Finishes the recording.
   *
   * @throws Error if the browser failed to record
   */
  finish(): Promise<{ readonly blob: Blob; readonly milliseconds: number }>;
  cancel(): void;
}

/**
 * Records a canvas from now on.
 *
 * @param writer writes the final file
 * @throws DOMException `SecurityError` if the canvas is tainted
 */
export function record(
  canvas: HTMLCanvasElement,
  type: string,
  writer: Promise<typeof seekableWebm>,
): Recording {
  const stream = canvas.captureStream(FRAME_RATE);
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
