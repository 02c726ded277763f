import type { TaskDefinition } from '../../tasks/kinds.ts';
import type { NoticeSearch } from './select-notices.ts';

export interface DeleteNoticesSubject {
  /** Login and address of the requester. */
  readonly login: string;
  readonly address: string;
  readonly search: NoticeSearch;
  readonly count: number;
}

/** Deletes the notices that match a filter, if they are too many for one call. */
export const deleteNoticesTask: TaskDefinition<DeleteNoticesSubject, 'deleteNotices'> = {
  kind: 'deleteNotices',
  name: ({ count }) => ({ zh_CN: `删除 ${count} 条通知`, en_US: `Delete ${count} notifications` }),
  cancellable: false,
  workload: 'small',
  limited: true,
  // The remaining ones are still listed, and can be selected again.
  retryAccess: null,
};
