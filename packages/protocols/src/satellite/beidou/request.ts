import type { EncodedText } from '@wakeline/domain/satellite/beidou-coding';

/** What a server requests of a command machine, whatever its dialect. */
export type BeidouRequest =
  /** Which card is inserted. */
  | { readonly type: 'card' }
  /** The subordinate cards, a part of them: from 1. */
  | { readonly type: 'subordinates'; readonly frame: number }
  | MessageRequest
  /** The last position of a subordinate card. */
  | { readonly type: 'position'; readonly card: string }
  /** Messages that the system stored: the newest, those of a sender, or the receipts of a receiver. */
  | { readonly type: 'messages'; readonly query: 'newest' }
  | { readonly type: 'messages'; readonly query: 'by-sender' | 'receipts'; readonly card: string }
  /** The position of the machine. */
  | { readonly type: 'locate' }
  /** Repeated output each `interval` seconds; 0: once. */
  | { readonly type: 'beams' | 'self-test' | 'time'; readonly interval: number };

export interface MessageRequest {
  readonly type: 'message';
  readonly receiver: string;
  /** Urgent messages have few bits and precede others. */
  readonly urgent: boolean;
  /** Whether the receiver's terminal confirms the receipt. Sentences of BeiDou-2 cannot request it. */
  readonly receipt: boolean;
  readonly content: EncodedText;
}

/**
 * Why a request is not encoded.
 *
 * - `not-supported`: the dialect has no such request
 * - `card`: no card number, or the dialect cannot address it
 * - `empty`: no content
 * - `oversize`: longer than every message of the dialect
 * - `range`: another value outside what the dialect can express
 */
export type BeidouRefusal = 'not-supported' | 'card' | 'empty' | 'oversize' | 'range';
