import type { Language } from '@wakeline/contract/entities/user-config';
import type { TaskDefinition } from '../../tasks/kinds.ts';

export interface SendEobBdMsgsOutcome {
  readonly stored: number;
  readonly refused: number;
}

export interface SendEobBdMsgsSubject {
  /** Requester: each message is stored with the rights that they have then. */
  readonly userId: number;
  readonly bdUserIds: readonly number[];
  readonly content: string;
  readonly urgent: boolean;
  /** A message that has the key of its terminal is not stored again. */
  readonly requestKey: string;
  readonly language: Language;
  readonly timeZone: string;
  /** Numbers of terminals after the run. */
  readonly outcome?: SendEobBdMsgsOutcome;
}

export const sendEobBdMsgsTask: TaskDefinition<SendEobBdMsgsSubject, 'sendEobBdMsgs'> = {
  kind: 'sendEobBdMsgs',
  name: ({ bdUserIds: { length: count }, outcome }) => ({
    zh_CN: `向 ${count} 个终端发送卫星消息${outcome === undefined ? '' : `：已提交${outcome.stored}个，失败${outcome.refused}个`}`,
    en_US: `Send a satellite message to ${count} terminals${outcome === undefined ? '' : `: ${outcome.stored} stored, ${outcome.refused} refused`}`,
  }),
  // What was stored may have been sent.
  cancellable: false,
  workload: 'small',
  limited: true,
  // Terminals would get a text later than its user intended: they send it again.
  retryAccess: null,
};
