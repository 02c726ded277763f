import type { NoticeType } from '../notices/notice-type.ts';

export type StatusNotice = Extract<NoticeType, 'RUNNING' | 'STOP'>;

/** The notices of started and stopped movement. They are created only while a user of the account wants them. */
export const STATUS_NOTICES: readonly StatusNotice[] = ['RUNNING', 'STOP'];
