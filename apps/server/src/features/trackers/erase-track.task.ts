import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface EraseTrackSubject {
  readonly trackerId: number;
  readonly trackerName: string;
}

/** The history of a tracker that was removed. The task comes with the removal, so nobody requests one, or can cancel it. */
export const eraseTrackTask: TaskDefinition<EraseTrackSubject, 'eraseTrack'> = {
  kind: 'eraseTrack',
  name: ({ trackerName }) => ({
    zh_CN: `删除轨迹：${trackerName}`,
    en_US: `Delete track: ${trackerName}`,
  }),
  cancellable: false,
  limited: false,
};
