import type { MESSAGE_EVIDENCE, MessageFailure, WaitReason } from '@wakeline/domain/satellite/message-states';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';

/** A transmission that a server has taken to submit it. */
export interface ClaimedPart {
  readonly partId: number;
  readonly messageId: number;
  readonly accountId: number;
  readonly gateway: MessageGateway;
  /** Of a lane, one part is in flight at a time. */
  readonly lane: string;
  /** Card number or IMEI, phone number, e-mail address or WeChat openid; empty for Weibo. */
  readonly receiver: string;
  /** Who wrote it: login, card number, phone number, address. */
  readonly sender: string;
  /** Of the terminal of the message; null: it was deleted. */
  readonly terminalName: string | null;
  readonly text: string;
  readonly urgent: boolean;
  /** Of an e-mail of a terminal: in the address to which its receiver can reply. */
  readonly replyToken: string | null;
  /** Where the terminal was, degrees WGS-84. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  /** Seconds that the lane pauses after it; null: as long as the gateway says. */
  readonly pause: number | null;
  /** Number of this attempt: the fence of its outcome. */
  readonly attempt: number;
}

interface Submitted {
  /** By which the gateway knows the part. */
  readonly providerId: string | null;
  /** Response of the other side; empty: none. */
  readonly detail: string;
  /** The lane sends nothing before these milliseconds have passed. */
  readonly pauseMs?: number;
}

/** What became known when a part was submitted. */
export type GatewayOutcome =
  | (Submitted & { readonly state: 'accepted' })
  | (Submitted & { readonly state: 'sent'; readonly evidence: (typeof MESSAGE_EVIDENCE)['sent'][number] })
  | (Submitted & { readonly state: 'delivered'; readonly evidence: 'receipt' })
  /**
   * Nothing was submitted. `waitMs`: so the other side says, and the whole lane waits; omitted: the part waits, longer after
   * each attempt.
   */
  | {
      readonly state: 'waiting';
      readonly reason: WaitReason;
      readonly detail: string;
      readonly waitMs?: number;
    }
  | { readonly state: 'failed'; readonly reason: MessageFailure; readonly detail: string };

export interface CheckResult {
  readonly isWorking: boolean;
  /** One line for the operator, in English. */
  readonly detail: string;
}

/** A way by which messages leave the server. */
export interface Gateway {
  /** Whether this server submits for it now; omitted: always. */
  readonly isReady?: () => boolean;
  /** The other side recognizes a part that is sent twice: one whose server was lost is sent again. */
  readonly recognizesRepeats?: true;
  /** Submits one part within a minute. Failures of the other side are outcomes, not rejections. */
  send(part: ClaimedPart): Promise<GatewayOutcome>;
  /** Connects and signs in, and sends nothing. */
  check(): Promise<CheckResult>;
}

/** The configured gateways. */
export type Gateways = ReadonlyMap<MessageGateway, Gateway>;
