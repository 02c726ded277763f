import type { Track } from '@wakeline/domain/tracks/track';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { NOTHING_POINTED, type PointedStore } from '../pointed-store.ts';
import { type Axis, type Span, shareAt, timeAt } from './axis.ts';
import { PLOT_LEFT, PLOT_RIGHT } from './draw-plot.ts';

/** Pixels below which a hand that moved has clicked. */
const STILL = 4;
/** Share of the axis that a key moves by, and with Page Up or Page Down. */
const KEY_STEP = 1 / 200;
const PAGE_STEP = 1 / 10;

interface ChartPointerOptions {
  readonly track: Track;
  readonly axis: Axis;
  readonly pointed: PointedStore;
  /** The moment of the replay, where keys begin. */
  readonly now: () => number;
  readonly onSeek: (time: number) => void;
  readonly onSpan: (span: Span) => void;
}

/** Two shares of the axis between which a hand, or a key with Shift, selects. */
export interface Band {
  readonly from: number;
  readonly to: number;
}

/** Pointer and keys over the charts: what is pointed at, a click, a span that is drawn up. */
export function useChartPointer({ track, axis, pointed, now, onSeek, onSpan }: ChartPointerOptions) {
  const [band, setBand] = useState<Band | null>(null);
  /** Where the hand went down: share of the axis, and pixels of the page. */
  const held = useRef<{ readonly share: number; readonly x: number } | null>(null);

  function shareOf({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
    const box = currentTarget.getBoundingClientRect();
    const width = Math.max(1, box.width - PLOT_LEFT - PLOT_RIGHT);
    return Math.min(1, Math.max(0, (clientX - box.left - PLOT_LEFT) / width));
  }

  function select({ from, to }: Band): void {
    setBand(null);
    const times = [timeAt(track, axis, from), timeAt(track, axis, to)].sort((a, b) => a - b);
    const [start = 0, end = 0] = times;
    if (end > start) onSpan({ start, end });
  }

  function move(to: number, extend: boolean): void {
    const here = shareAt(track, axis, pointed.getState().time ?? now());
    const share = Math.min(1, Math.max(0, to));
    setBand(extend ? { from: band?.from ?? here, to: share } : null);
    pointed.setState({ time: timeAt(track, axis, share), by: 'chart' });
  }

  return {
    band,
    handlers: {
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const share = shareOf(event);
        pointed.setState({ time: timeAt(track, axis, share), by: 'chart' });
        const start = held.current;
        if (start !== null && Math.abs(event.clientX - start.x) >= STILL)
          setBand({ from: start.share, to: share });
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { share: shareOf(event), x: event.clientX };
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const start = held.current;
        held.current = null;
        if (start === null) return;
        const share = shareOf(event);
        if (Math.abs(event.clientX - start.x) >= STILL) select({ from: start.share, to: share });
        else onSeek(timeAt(track, axis, share));
        // A finger leaves nothing behind that it points at.
        if (event.pointerType !== 'mouse') pointed.setState(NOTHING_POINTED);
      },
      onPointerCancel() {
        held.current = null;
        setBand(null);
        pointed.setState(NOTHING_POINTED);
      },
      onPointerLeave() {
        if (held.current === null) pointed.setState(NOTHING_POINTED);
      },
      onBlur() {
        setBand(null);
        if (held.current === null) pointed.setState(NOTHING_POINTED);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const here = shareAt(track, axis, pointed.getState().time ?? now());
        const to = {
          ArrowLeft: here - KEY_STEP,
          ArrowRight: here + KEY_STEP,
          PageDown: here - PAGE_STEP,
          PageUp: here + PAGE_STEP,
          Home: 0,
          End: 1,
        }[event.key];
        if (to !== undefined) move(to, event.shiftKey);
        else if (event.key === 'Enter' && band !== null) select(band);
        else if (event.key === 'Enter') onSeek(timeAt(track, axis, here));
        else if (event.key === 'Escape' && pointed.getState().time !== null) {
          setBand(null);
          pointed.setState(NOTHING_POINTED);
        } else return;
        event.preventDefault();
      },
    },
  };
}
