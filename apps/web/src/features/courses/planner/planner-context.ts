import type { Control, Course, CourseEvent } from '@wakeline/domain/courses/event';
import { type EventIndex, indexEvent } from '@wakeline/domain/courses/event-index';
import { createContext, use, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Planner, PlannerState } from './planner-store.ts';

export interface PlannerContextValue {
  readonly planner: Planner;
  readonly eventId: number;
  readonly canEdit: boolean;
  /** The course that is displayed and edited; null: all controls. */
  readonly courseId: string | null;
  readonly showCourse: (courseId: string | null) => void;
}

export const PlannerContext = createContext<PlannerContextValue | null>(null);

export function usePlanner(): PlannerContextValue {
  const value = use(PlannerContext);
  if (value === null) throw new Error('outside of a planner');
  return value;
}

export function usePlannerState<Value>(select: (state: PlannerState) => Value): Value {
  return useStore(usePlanner().planner.store, select);
}

export function useEvent(): CourseEvent {
  return usePlannerState(({ draft }) => draft.event);
}

/** The event with its objects by id. */
export function useEventIndex(): EventIndex {
  const event = useEvent();
  return useMemo(() => indexEvent(event), [event]);
}

/** The displayed course; null: all controls. */
export function useCourse(): Course | null {
  const { courses } = useEvent();
  const { courseId } = usePlanner();
  return courses.find(({ id }) => id === courseId) ?? null;
}

/** The selected control; null: none is. */
export function useSelectedControl(): Control | null {
  const { controls } = useEvent();
  const selection = usePlannerState((state) => state.selection);
  return selection?.kind === 'control' ? (controls.find(({ id }) => id === selection.id) ?? null) : null;
}
