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
  /** The fields as they stand: they decide how the line looks and for whom it is planned. */
  readonly fields: RouteFields;
}

/** The line of a route that is made: drawn, planned from stops, or kept as it is stored. */
export function useRouteLine({ view, subject, snapTo, fields }: RouteLineOptions) {
  const [method, setMethod] = useState<RouteMethod>(subject.method);
  const [reversed, setReversed] = useState(false);
  const [from, setFrom] = useState(subject.from);
  const drawing = useDrawing(view, {
    kind: method === 'keep' ? null : 'line',
    color: fields.color,
    start: subject.start,
    snapTo,
  });
  const { surface, state } = drawing;
  const drawn = state?.drawn?.kind === 'line' ? state.drawn.line : null;
  const finished = state?.finished === true ? drawn : null;

  // A route from a place begins there: the first line that is finished gets it as its start.
  useEffect(() => {
    if (from === null || finished === null) return;
    setFrom(null);
    surface?.put({ kind: 'line', line: [from, ...finished] });
  }, [from, finished, surface]);

  const stops = method === 'plan' && from === null ? finished : null;
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

  /** @throws NamedError `drawing-unfinished`, or why the line could not be planned. */
  function line(): RouteLine {
    if (method === 'keep') return { method, reversed };
    if (finished === null) throw new NamedError('drawing-unfinished');
    if (method === 'hand') return { method, line: finished };
    if (planned === null || stops === null) throw plan.error ?? new NamedError('drawing-unfinished');
    return { method, stops, line: planned.dataPoints };
  }

  /** What a draft keeps of it. */
  const draft = {
    method,
    start: finished === null ? null : { kind: 'line', line: finished },
    from,
  } as const satisfies Partial<RouteSubject>;

  function choose(next: RouteMethod): void {
    // More stops than a routing service takes were drawn as a line.
    if (next === 'plan' && drawn !== null && drawn.length > LIMITS.routeFlags) surface?.clear();
    setMethod(next);
  }

  function reverse(): void {
    if (method === 'keep') setReversed(!reversed);
    else if (finished !== null) surface?.put({ kind: 'line', line: finished.toReversed() });
  }

  return { method, reversed, from, drawing, stops: stops?.length ?? 0, plan, line, draft, choose, reverse };
}
