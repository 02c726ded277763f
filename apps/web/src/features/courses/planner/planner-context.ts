import type { Course, CourseEvent } from '@wakeline/domain/courses/event';
import type { EventIndex } from '@wakeline/domain/courses/event-index';
import { type CourseVariation, variations } from '@wakeline/domain/courses/variations';
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

/**
 * The event with its objects by id. In panels it may be a little older than on the map: they are rendered in the background,
 * so that the map responds first.
 */
export const EventIndexContext = createContext<EventIndex | null>(null);

export function useEventIndex(): EventIndex {
  const index = use(EventIndexContext);
  if (index === null) throw new Error('outside of a planner');
  return index;
}

export function useEvent(): CourseEvent {
  return useEventIndex().event;
}

/** The displayed course; null: all controls. */
export function useCourse(): Course | null {
  const { courses } = useEvent();
  const { courseId } = usePlanner();
  return courses.find(({ id }) => id === courseId) ?? null;
}

/** The variations of a course, and the displayed one; null: all. */
export function useVariations(course: Course | null): {
  readonly list: readonly CourseVariation[];
  readonly variation: CourseVariation | null;
} {
  const code = usePlannerState((state) => state.variationCode);
  const list = useMemo(() => (course === null ? [] : variations(course).list), [course]);
  const [only] = list;
  const variation =
    list.length === 1 && only !== undefined ? only : (list.find((one) => one.code === code) ?? null);
  return { list, variation };
}
