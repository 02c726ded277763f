import { seek } from '@wakeline/domain/replay/replay-clock';
import { type HTMLAttributes, type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { type ClockStore, useClock } from '../clock-store.ts';

/** Fraction of the time that a key moves by. */
const KEY_STEP = 0.01;

/** A slider along the time of a replay. */
export interface Scrub {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  /** Milliseconds from start to end, at least 1. */
  readonly length: number;
  /** The current time in full seconds, epoch milliseconds: precise enough for screen readers. */
  readonly now: number;
  /** The current position: 0 to 1, in drawing precision. */
  readonly progress: number;
  /** Props that make the box a slider. */
  readonly slider: HTMLAttributes<HTMLDivElement>;
}

/** @param onChangeComplete called after a seek, when the pointer is released */
export function useScrub(clock: ClockStore, onChangeComplete: () => void): Scrub {
  const box = useRef<HTMLDivElement>(null);
  const start = useClock(clock, (state) => state.start);
  const end = useClock(clock, (state) => state.end);
  const length = Math.max(1, end - start);
  // A tenth of a pixel is precise enough for drawing.
  const progress = useClock(clock, ({ time }) => Math.round(((time - start) / length) * 20_000) / 20_000);
  const now = useClock(clock, ({ time }) => Math.floor(time / 1_000) * 1_000);

  function scrub({ clientX }: PointerEvent): void {
    const frame = box.current?.getBoundingClientRect();
    if (!frame || frame.width === 0) return;
    clock.change((before) => seek(before, start + ((clientX - frame.left) / frame.width) * length));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: KEY_STEP, ArrowUp: KEY_STEP, ArrowLeft: -KEY_STEP, ArrowDown: -KEY_STEP }[
      event.key
    ];
    const to = event.key === 'Home' ? start : event.key === 'End' ? end : null;
    if (step === undefined && to === null) return;
    event.preventDefault();
    clock.change((before) => seek(before, to ?? before.time + (step ?? 0) * length));
    onChangeComplete();
  }

  const slider: HTMLAttributes<HTMLDivElement> = {
    onKeyDown,
    onPointerDown(event) {
      event.currentTarget.setPointerCapture(event.pointerId);
      scrub(event);
    },
    onPointerMove(event) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event);
    },
    onPointerUp: onChangeComplete,
    onPointerCancel: onChangeComplete,
  };
  return { box, start, end, length, now, progress, slider };
}
