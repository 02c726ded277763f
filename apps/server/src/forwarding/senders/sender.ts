import type { Outcome } from '../../delivery/channels/channel.ts';
import type { ForwardMessage } from '../request-body.ts';
import type { ForwardTargetRow } from '../targets.ts';

/** What a target needs to be reached. */
export type Destination = Pick<
  ForwardTargetRow,
  | 'target_id'
  | 'kind'
  | 'url'
  | 'topic'
  | 'protocol_version'
  | 'user_name'
  | 'sealed_password'
  | 'secret_version'
>;

/** Sends messages to targets. Never rejects for failures of the other side. */
export interface Sender {
  /** Resolves when the target has accepted the message, or has not. */
  send(target: Destination, message: ForwardMessage): Promise<Outcome>;
  /** Closes connections that are not in use; null: all of them. */
  close(unusedSince: number | null): Promise<void>;
}
