import { LIMITS } from '@wakeline/contract/limits';

/** State changes of so many milliseconds go out together at most: a person sees no difference, the sockets write 25 times less. */
export const MAX_COALESCE_MS = 40;
/** Sending rests so many times as long as it took, up to `COALESCE_MS`: it takes a fifth of a processor, not more. */
export const REST_FACTOR = 4;
/** A console with so many bytes still to send is slow: its states are merged until it has caught up. */
export const SLOW_BYTES = 256 * 1024;
/** States in one message; a full picture of many trackers comes in several. */
export const STATES_PER_MESSAGE = 2_000;
/** Time for the first message of a console, milliseconds: it comes with the opening of the socket. */
export const HELLO_TIMEOUT_MS = 10_000;
/** A console says hello and changes its refresh now and then; this many messages between two beats are abuse. */
export const MAX_MESSAGES_PER_HEARTBEAT = 60;
/** Beats that a console may leave unanswered before its connection counts as broken. */
export const MAX_MISSED_HEARTBEATS = 3;
/** How often an open console's session is looked up again, milliseconds: a used session stays, an ended one closes it. */
export const SESSION_CHECK_INTERVAL_MS = 60_000;
/** How often a server that is not the engine asks the database for changes, milliseconds. */
export const STANDBY_POLL_INTERVAL_MS = 1_000;
export const HEARTBEAT_INTERVAL_MS = LIMITS.heartbeatMs;
