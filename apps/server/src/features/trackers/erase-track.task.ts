import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface EraseTrackSubject {
  readonly trackerId: number;
  readonly trackerName: string;
}

/** Erases the history of a removed tracker. The removal adds the task, so users can neither request nor cancel it. */
export const eraseTrackTask: TaskDefinition<EraseTrackSubject, 'eraseTrack'> = {
  kind: 'eraseTrack',
  name: ({ trackerName }) => ({
    zh_CN: `删除轨迹：${trackerName}`,
    en_US: `Delete track: ${trackerName}`,
  }),
  cancellable: false,
  workload: 'erasure',
  limited: false,
  // The engine erases what is left at its next start or daily.
  retryAccess: null,
};
