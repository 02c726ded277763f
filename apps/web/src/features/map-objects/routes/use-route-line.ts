import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { useEffect, useState } from 'react';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import { useDrawing } from '../drawing/use-drawing.ts';
import type { FormProps } from '../forms/form-props.ts';
import type { RouteFields, RouteMethod, RouteSubject } from './route-subject.ts';
import type { RouteLine } from './save-route.ts';
import { useRoutePlan } from './use-route-plan.ts';

interface RouteLineOptions extends Pick<FormProps<'route'>, 'view' | 'subject' | 'snapTo'> {
  /** Current form fields: they define the style of the line and the kind of travel for planning. */
  readonly fields: RouteFields;
}

/** State of a route's line: drawn, planned from stops, or unchanged. */
export function useRouteLine({ view, subject, snapTo, fields }: RouteLineOptions) {
  const [method, setMethod] = useState<RouteMethod>(subject.method);
  const [reversed, setReversed] = useState(false);
  const [startAt, setStartAt] = useState(subject.startAt);
  const drawing = useDrawing(view, {
    kind: method === 'unchanged' ? null : 'line',
    color: fields.color,
    start: subject.start,
    snapTo,
  });
  const { surface, state } = drawing;
  const drawn = state?.drawn?.kind === 'line' ? state.drawn.line : null;
  const finished = state?.finished === true ? drawn : null;

  // The first finished line is extended by the given start.
  useEffect(() => {
    if (startAt === null || finished === null) return;
    setStartAt(null);
    surface?.put({ kind: 'line', line: [startAt, ...finished] });
  }, [startAt, finished, surface]);

  const stops = method === 'plan' && startAt === null ? finished : null;
  const plan = useRoutePlan(fields.type, stops);
  const planned = stops === null ? null : (plan.data ?? null);
  const { setPreview } = useObjectsStore.getState();
  useEffect(() => {
    setPreview(
      planned === null
        ? null
        : {
            line: planned.dataPoints.map(([lng, lat]): Position => [lng, lat]),
            color: fields.color,
            weight: fields.weight,
          },
    );
  }, [planned, fields.color, fields.weight, setPreview]);
  useEffect(() => () => setPreview(null), [setPreview]);

  /** @throws NamedError `drawing-unfinished`, or the error of the planning */
  function line(): RouteLine {
    if (method === 'unchanged') return { method, reversed };
    if (finished === null) throw new NamedError('drawing-unfinished');
    if (method === 'hand') return { method, line: finished };
    if (planned === null || stops === null) throw plan.error ?? new NamedError('drawing-unfinished');
    return { method, stops, line: planned.dataPoints };
  }

  /** The part of the draft that concerns the line. */
  const draft = {
    method,
    start: finished === null ? null : { kind: 'line', line: finished },
    startAt,
  } as const satisfies Partial<RouteSubject>;

  function changeMethod(next: RouteMethod): void {
    // A line drawn by hand may have more stops than a routing service accepts.
    if (next === 'plan' && drawn !== null && drawn.length > LIMITS.routeFlags) surface?.clear();
    setMethod(next);
  }

  function reverse(): void {
    if (method === 'unchanged') setReversed(!reversed);
    else if (finished !== null) surface?.put({ kind: 'line', line: finished.toReversed() });
  }

  return {
    method,
    reversed,
    startAt,
    drawing,
    stops: stops?.length ?? 0,
    plan,
    line,
    draft,
    changeMethod,
    reverse,
  };
}
