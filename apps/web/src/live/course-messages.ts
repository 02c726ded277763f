import type { CoursesMessage } from '@wakeline/client/live/connect-live';

type Listener = (message: CoursesMessage) => void;

const listeners = new Set<Listener>();

/** Passes a message about an orienteering event to the open planners. */
export function publishCourses(message: CoursesMessage): void {
  for (const listener of listeners) listener(message);
}

/** Calls the listener for each message until the returned function is called. */
export function subscribeToCourses(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
