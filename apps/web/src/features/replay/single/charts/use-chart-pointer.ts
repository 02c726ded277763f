import type { Track } from '@wakeline/domain/tracks/track';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type HoverStore, NOTHING_HOVERED } from '../hover-store.ts';
import { type Axis, type Span, shareAt, timeAt } from './axis.ts';
import { PLOT_LEFT, PLOT_RIGHT } from './draw-plot.ts';

/** Pixels below which a pointer movement counts as a click. */
const DRAG_TOLERANCE = 4;
/** Fractions of the axis for arrow keys, and for Page Up and Page Down. */
const KEY_STEP = 1 / 200;
const PAGE_STEP = 1 / 10;

interface ChartPointerOptions {
  readonly track: Track;
  readonly axis: Axis;
  readonly hoverStore: HoverStore;
  /** The current time of the replay, where key moves start. */
  readonly now: () => number;
  readonly onSeek: (time: number) => void;
  readonly onSpanChange: (span: Span) => void;
}

/** A selection on the axis by drag, or by keys with Shift, as fractions. */
export interface Band {
  readonly from: number;
  readonly to: number;
}

/** Pointer and keyboard input of the charts: hover, click to seek, and drag to select a range. */
export function useChartPointer({ track, axis, hoverStore, now, onSeek, onSpanChange }: ChartPointerOptions) {
  const [band, setBand] = useState<Band | null>(null);
  /** Start of the drag: fraction of the axis, and pixels of the page. */
  const drag = useRef<{ readonly share: number; readonly x: number } | null>(null);

  function shareOf({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
    const box = currentTarget.getBoundingClientRect();
    const width = Math.max(1, box.width - PLOT_LEFT - PLOT_RIGHT);
    return Math.min(1, Math.max(0, (clientX - box.left - PLOT_LEFT) / width));
  }

  function select({ from, to }: Band): void {
    setBand(null);
    const times = [timeAt(track, axis, from), timeAt(track, axis, to)].sort((a, b) => a - b);
    const [start = 0, end = 0] = times;
    if (end > start) onSpanChange({ start, end });
  }

  function move(to: number, extend: boolean): void {
    const here = shareAt(track, axis, hoverStore.getState().time ?? now());
    const share = Math.min(1, Math.max(0, to));
    setBand(extend ? { from: band?.from ?? here, to: share } : null);
    hoverStore.setState({ time: timeAt(track, axis, share), by: 'chart' });
  }

  return {
    band,
    handlers: {
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const share = shareOf(event);
        hoverStore.setState({ time: timeAt(track, axis, share), by: 'chart' });
        const start = drag.current;
        if (start !== null && Math.abs(event.clientX - start.x) >= DRAG_TOLERANCE)
          setBand({ from: start.share, to: share });
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { share: shareOf(event), x: event.clientX };
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const start = drag.current;
        drag.current = null;
        if (start === null) return;
        const share = shareOf(event);
        if (Math.abs(event.clientX - start.x) >= DRAG_TOLERANCE) select({ from: start.share, to: share });
        else onSeek(timeAt(track, axis, share));
        // Touch leaves no hover behind.
        if (event.pointerType !== 'mouse') hoverStore.setState(NOTHING_HOVERED);
      },
      onPointerCancel() {
        drag.current = null;
        setBand(null);
        hoverStore.setState(NOTHING_HOVERED);
      },
      onPointerLeave() {
        if (drag.current === null) hoverStore.setState(NOTHING_HOVERED);
      },
      onBlur() {
        setBand(null);
        if (drag.current === null) hoverStore.setState(NOTHING_HOVERED);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const here = shareAt(track, axis, hoverStore.getState().time ?? now());
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
        else if (event.key === 'Escape' && hoverStore.getState().time !== null) {
          setBand(null);
          hoverStore.setState(NOTHING_HOVERED);
        } else return;
        event.preventDefault();
      },
    },
  };
}
