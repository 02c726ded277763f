import type { BeidouCoding } from '@wakeline/domain/satellite/beidou-coding';
import type { PositionReport } from './position-report.ts';

/** What a command machine sends, whatever its dialect. Times are epoch milliseconds; null: not part of the message. */
export type BeidouEvent =
  | CardEvent
  | SubordinatesEvent
  | MessageEvent
  | FeedbackEvent
  | PositionEvent
  | ReceiptsEvent
  | BeamsEvent
  | SelfTestEvent
  | { readonly type: 'time'; readonly time: number }
  | BeidouError;

/** The card in the machine. */
export interface CardEvent {
  readonly type: 'card';
  /** Null: no card is inserted. */
  readonly card: string | null;
  readonly serial: string | null;
  /** Address that reaches all subordinates. */
  readonly broadcast: string | null;
  /** 0: command machine; 1 to 3: classes of ordinary machines; 4 to 7: the same with authentication. */
  readonly kind: number | null;
  /** Seconds between two messages. */
  readonly frequency: number | null;
  /** 1 to 5. */
  readonly level: number | null;
  readonly encrypted: boolean | null;
  /** Number of subordinate cards. */
  readonly subordinates: number | null;
  /** Seconds between two messages and level of the global service. */
  readonly global: { readonly frequency: number; readonly level: number } | null;
}

/** Cards whose messages the machine also receives: a part of them in each event. */
export interface SubordinatesEvent {
  readonly type: 'subordinates';
  /** Number of all subordinate cards. */
  readonly total: number | null;
  readonly cards: readonly string[];
}

export type Reception = 'ordinary' | 'urgent' | 'broadcast' | 'stored' | 'stored-by-sender';

export interface MessageEvent {
  readonly type: 'message';
  readonly reception: Reception;
  readonly sender: string;
  readonly receiver: string | null;
  readonly sentAt: number | null;
  readonly content: BeidouContent;
  /** Whether the CRC of the radio link was right. */
  readonly intact: boolean | null;
}

export interface BeidouContent {
  /** `compressed`: a coding of the maker of the modem. */
  readonly coding: BeidouCoding | 'compressed';
  readonly bytes: Uint8Array;
  /** What it counts for. */
  readonly bits: number;
  /** Null: no text. Content of `code` that is no text of a known form is its hexadecimal digits. */
  readonly text: string | null;
  readonly position: PositionReport | null;
  /** When a terminal wrote it, if the content says so. */
  readonly writtenAt: number | null;
}

/** Why a request was refused; `done`: it was not. */
export type FeedbackOutcome =
  | 'done'
  | 'failed'
  /** Not enough signal of the satellites. */
  | 'no-signal'
  | 'low-battery'
  /** The service frequency has not elapsed. */
  | 'too-early'
  | 'cipher'
  | 'crc'
  /** The system does not allow the card to send. */
  | 'restrained'
  /** Radio silence is set, or over. */
  | 'silenced'
  | 'unsilenced'
  | 'power-not-locked'
  | 'no-card'
  | 'not-permitted';

/** What became of a request of ours: whether the radio sent it, never whether it arrived. */
export interface FeedbackEvent {
  readonly type: 'feedback';
  /** Letters of the request: `TXSQ`, `TXA`, `TCQ`. */
  readonly command: string | null;
  readonly outcome: FeedbackOutcome;
  /** With `too-early`: when to repeat the request. */
  readonly waitSeconds: number | null;
  readonly time: number | null;
}

export interface PositionEvent {
  readonly type: 'position';
  /** `determined`: by the satellite service; `reported`: by the receiver of the terminal. */
  readonly source: 'determined' | 'reported';
  readonly card: string;
  readonly position: PositionReport;
}

/** When messages to a card were sent and received. */
export interface ReceiptsEvent {
  readonly type: 'receipts';
  readonly card: string;
  readonly receipts: readonly { readonly sentAt: number; readonly receivedAt: number }[];
}

/** Signal of the satellites' beams, 0 to 4; all 0: no signal. */
export interface BeamsEvent {
  readonly type: 'beams';
  /** Power of the beams of BeiDou-2, from beam 1. */
  readonly power: readonly number[];
  /** Beams of BeiDou-3 with a signal. */
  readonly regional: readonly { readonly beam: number; readonly power: number }[];
}

export interface SelfTestEvent {
  readonly type: 'self-test';
  /** State of the card and the hardware, 0: good. */
  readonly cardState: number;
  readonly hardwareState: number;
  /** As the machine counts it. */
  readonly battery: number;
  readonly restrained: boolean;
  readonly silenced: boolean;
  readonly power: readonly number[];
}

/**
 * Bytes without meaning.
 *
 * - `garbage`: outside frames and sentences
 * - `incomplete`: a start without the rest
 * - `checksum`: the checksum is wrong
 * - `oversize`: longer than every known frame or sentence
 * - `unknown`: no frame or sentence that this program knows
 * - `malformed`: fields with values that they cannot have
 */
export interface BeidouError {
  readonly type: 'error';
  readonly error: 'garbage' | 'incomplete' | 'checksum' | 'oversize' | 'unknown' | 'malformed';
  readonly detail: string;
}

/** What codecs of times need. */
export interface Clock {
  /** Epoch milliseconds of the receipt. */
  readonly now: number;
  /** Minutes by which the clock of the machine is ahead of UTC. */
  readonly offset: number;
}
