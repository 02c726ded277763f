import type { MessageFailure, WaitReason } from '@wakeline/domain/satellite/message-states';
import type { SatelliteNetwork, TerminalGateway } from '@wakeline/domain/satellite/networks';

/** A transmission that a server has taken to submit it. */
export interface ClaimedPart {
  readonly partId: number;
  readonly messageId: number;
  readonly accountId: number;
  readonly gateway: TerminalGateway;
  readonly lane: string;
  /** Card or IMEI of the terminal, as it was entered. */
  readonly cardNumber: string;
  readonly network: SatelliteNetwork;
  readonly text: string;
  readonly urgent: boolean;
  /** Number of this attempt: the fence of its outcome. */
  readonly attempt: number;
}

/** What became known when a part was submitted. `detail` is the response of the other side; empty: none. */
export type GatewayOutcome =
  | { readonly state: 'accepted'; readonly providerId: string | null; readonly detail: string }
  /** Nothing was submitted. */
  | { readonly state: 'waiting'; readonly reason: WaitReason; readonly detail: string }
  | { readonly state: 'failed'; readonly reason: MessageFailure; readonly detail: string };

/** A way to the terminals of a network. */
export interface Gateway {
  /** Submits one part within a minute. Failures of the other side are outcomes, not rejections. */
  send(part: ClaimedPart): Promise<GatewayOutcome>;
}

/** The configured gateways. */
export type Gateways = ReadonlyMap<TerminalGateway, Gateway>;
