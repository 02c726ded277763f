import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface RemoveDevicesSubject {
  /** Login and address of the requester, and the devices as the audit log names them. */
  readonly login: string;
  readonly address: string;
  readonly target: string;
  readonly count: number;
  /** First and last id of each run of ids: devices registered together have ids in a row. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Removes devices that are still registered, and erases the history of all of them. The batch removal adds the task. */
export const removeDevicesTask: TaskDefinition<RemoveDevicesSubject, 'removeTrackers'> = {
  kind: 'removeTrackers',
  name: ({ count }) => ({
    zh_CN: `删除 ${count} 台设备及其轨迹`,
    en_US: `Remove ${count} devices and their tracks`,
  }),
  cancellable: false,
  workload: 'erasure',
  limited: false,
  // Devices that are left are still in the list, where users select and remove them again.
  retryAccess: null,
};

/** @param trackerIds in ascending order */
export function toRanges(trackerIds: readonly number[]): RemoveDevicesSubject['ranges'] {
  const ranges: [number, number][] = [];
  for (const id of trackerIds) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}

export function idsOf(ranges: RemoveDevicesSubject['ranges']): readonly number[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}
