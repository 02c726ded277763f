import { type ReplayClock, rateOf, stop } from '@wakeline/domain/replay/replay-clock';
import { useCallback, useEffect, useRef, useState } from 'react';
import { captureFrames, type DrawMap, getFrameSize } from '../../../map/capture-frames.ts';
import type { MapView } from '../../../map/map-view.ts';
import { loadWithTimeout } from '../../../service/chunk-failure.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { drawFrame, type FrameTexts, videoSize } from './draw-frame.ts';
import { type Recording, record } from './recorder.ts';

export type RecordingState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'recording';
      /** Whether it is paused: the page is hidden, or the replay is paused. */
      readonly isPaused: boolean;
      /** Progress, 0 to 1. */
      readonly progress: number;
      readonly bytes: number;
      /** The displayed time. */
      readonly time: number;
    }
  | { readonly phase: 'done'; readonly blob: Blob; readonly milliseconds: number; readonly full: boolean }
  | { readonly phase: 'failed'; readonly reason: 'tainted' | 'nothing' | string };

/** The range to record (epoch ms), at a speed level. */
export interface RecordingRequest {
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

interface RecordingOptions {
  readonly view: MapView;
  readonly clock: ClockStore;
  readonly type: string;
  readonly frameTexts: (time: number) => FrameTexts;
  readonly logo: CanvasImageSource | null;
}

/**
 * How long the last frame is recorded, and the maximum time to wait until the recorder has written it on a slow
 * machine. Milliseconds.
 */
const LAST_FRAME_MS = 700;
const MAX_LAST_FRAME_MS = 15_000;
/** Interval of progress updates, milliseconds. */
const PROGRESS_INTERVAL_MS = 250;

/** Records the map while the replay clock plays a range; restores the clock afterwards. */
export function useRecording(options: RecordingOptions) {
  const [state, setState] = useState<RecordingState>({ phase: 'idle' });
  const running = useRef<{ end(save: boolean): void }>(null);
  const latest = useRef(options);
  latest.current = options;

  const start = useCallback((request: RecordingRequest) => {
    running.current = startRecording(latest.current, request, (next) => {
      if (next.phase !== 'recording') running.current = null;
      setState(next);
    });
  }, []);
  const finish = useCallback(() => running.current?.end(true), []);
  const cancel = useCallback(() => {
    running.current?.end(false);
    setState({ phase: 'idle' });
  }, []);
  useEffect(() => () => running.current?.end(false), []);
  return { state, start, finish, cancel };
}

function startRecording(
  { view, clock, type, frameTexts, logo }: RecordingOptions,
  { from, to, level }: RecordingRequest,
  onState: (state: RecordingState) => void,
): { end(save: boolean): void } | null {
  const before = clock.get();
  const canvas = document.createElement('canvas');
  const { width, height } = getFrameSize(view);
  Object.assign(canvas, videoSize(width, height));
  const context = canvas.getContext('2d', { alpha: false });
  let recording: Recording | null = null;
  let isStopped = false;
  let reportedAt = 0;
  /** When the last frame was drawn, and the bytes written by then. */
  let last: { readonly since: number; readonly bytes: number } | null = null;

  function end(save: boolean): void {
    if (isStopped) return;
    isStopped = true;
    stopCapture();
    unsubscribe();
    document.removeEventListener('visibilitychange', updatePaused);
    clock.change((now) => ({ ...stop(now), time: before.time, level: before.level }));
    if (!save) {
      recording?.cancel();
      return;
    }
    if (recording === null) {
      onState({ phase: 'failed', reason: 'nothing' });
      return;
    }
    const full = recording.isFull();
    recording
      .finish()
      .then(
        ({ blob, milliseconds }) =>
          onState(
            blob.size === 0
              ? { phase: 'failed', reason: 'nothing' }
              : { phase: 'done', blob, milliseconds, full },
          ),
        fail,
      );
  }

  function fail(error: unknown): void {
    end(false);
    onState({ phase: 'failed', reason: failureReason(error) });
  }

  const isAtEnd = () => clock.get().time >= Math.min(to, clock.get().end);
  const isPaused = () => document.hidden || !(clock.get().playing || isAtEnd());

  function updatePaused(): void {
    recording?.setPaused(isPaused());
  }

  function recordFrame(drawMap: DrawMap): void {
    if (isStopped || context === null) return;
    const { time } = clock.get();
    try {
      drawFrame(context, drawMap, logo, frameTexts(time));
      recording ??= record(canvas, type, writer);
    } catch (error) {
      fail(error);
      return;
    }
    catchUp(recording);
    const now = performance.now();
    if (last !== null && isWritten(recording, last, now)) {
      end(true);
      return;
    }
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    const progress = Math.min(1, Math.max(0, (time - from) / Math.max(1, to - from)));
    onState({ phase: 'recording', isPaused: isPaused(), progress, bytes: recording.bytes(), time });
    if (recording.isFull()) end(true);
  }

  /** Skips ahead on a slow machine, so that the video keeps its speed with fewer frames. */
  function catchUp(video: Recording): void {
    const due = from + video.elapsed() * rateOf(level);
    if (clock.get().playing && !document.hidden)
      clock.change((now) => ({ ...now, time: Math.min(now.end, Math.max(now.time, due)) }));
  }

  /** Stops at the end of the range, after its last frame is drawn. */
  function checkEnd(): void {
    updatePaused();
    if (isStopped || !isAtEnd()) return;
    unsubscribe();
    last ??= { since: performance.now(), bytes: recording?.bytes() ?? 0 };
  }

  const writer = loadWithTimeout(async () => (await import('./seekable-webm.ts')).seekableWebm);
  // Reports a failed import of the writer at the start, not after minutes of recording.
  writer.catch((error: unknown) => {
    if (!isStopped) fail(error);
  });
  const startClock = (now: ReplayClock): ReplayClock => ({ ...now, time: from, level, playing: true });
  const stopCapture = captureFrames(view, recordFrame);
  const unsubscribe = clock.subscribe(checkEnd);
  document.addEventListener('visibilitychange', updatePaused);
  onState({ phase: 'recording', isPaused: false, progress: 0, bytes: 0, time: from });
  clock.change(startClock);
  return isStopped ? null : { end };
}

function isWritten(
  recording: Recording,
  { since, bytes }: { readonly since: number; readonly bytes: number },
  now: number,
): boolean {
  const elapsed = now - since;
  return elapsed >= MAX_LAST_FRAME_MS || (elapsed >= LAST_FRAME_MS && recording.bytes() > bytes);
}

function failureReason(error: unknown): string {
  if (error instanceof DOMException && error.name === 'SecurityError') return 'tainted';
  return error instanceof Error ? error.message : 'unknown';
}
