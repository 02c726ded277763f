import type { ServerMessage } from '@wakeline/contract/live/messages';
import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import { scheduleFrame } from './schedule-frame.ts';

export type TrafficMessage = Omit<Extract<ServerMessage, { type: 'traffic' }>, 'type'>;

/** Objects of feeds in the visible area. Listeners are called at most once a frame. */
export interface TrafficStore {
  put(message: TrafficMessage): void;
  clear(): void;
  getObjects(): ReadonlyMap<string, TrafficObject>;
  /** Objects in the area when it was last loaded: more than are drawn, if there are too many. */
  getTotal(): number;
  subscribe(listener: () => void): () => void;
}

export function createTrafficStore(schedule: (task: () => void) => void): TrafficStore {
  const objects = new Map<string, TrafficObject>();
  const listeners = new Set<() => void>();
  let total = 0;
  let isScheduled = false;

  function notify(): void {
    if (isScheduled) return;
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      for (const listener of listeners) listener();
    });
  }

  return {
    put(message) {
      if (message.full) objects.clear();
      if (message.total !== null) total = message.total;
      for (const objectId of message.removed) objects.delete(objectId);
      for (const object of message.objects) objects.set(object.objectId, object);
      notify();
    },
    clear() {
      objects.clear();
      total = 0;
      notify();
    },
    getObjects: () => objects,
    getTotal: () => total,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The traffic of this page. */
export const trafficStore = createTrafficStore(scheduleFrame);
