import { LIMITS } from '@wakeline/contract/limits';

/**
 * Milliseconds over which state changes are merged at most. It is not visible to people, and sockets write up to 25
 * times less.
 */
export const MAX_COALESCE_MS = 40;
/**
 * Sending pauses for this multiple of its duration, up to `MAX_COALESCE_MS`, so it takes at most a fifth of a
 * processor.
 */
export const REST_FACTOR = 4;
/** Changed trackers per message: more at once would delay the reports of devices. */
export const TRACKERS_PER_STEP = 250;
/** A console with more unsent bytes than this is slow: its states are merged until it has caught up. */
export const SLOW_BYTES = 256 * 1024;
/** States per message; a full picture of many trackers is split. */
export const STATES_PER_MESSAGE = 2_000;
/** Milliseconds for the first message of a console, which is sent when the socket opens. */
export const HELLO_TIMEOUT_MS = 10_000;
/**
 * A console sends a hello, and now and then another refresh interval; more messages between two heartbeats are abuse.
 */
export const MAX_MESSAGES_PER_HEARTBEAT = 60;
/** Unanswered heartbeats after which a connection counts as broken. */
export const MAX_MISSED_HEARTBEATS = 3;
/**
 * Milliseconds between two session checks of an open console. A check extends a used session, and closes the console
 * of an expired one.
 */
export const SESSION_CHECK_INTERVAL_MS = 60_000;
/** Milliseconds between two polls of a server that does not receive the changes of commits. */
export const STANDBY_POLL_INTERVAL_MS = 1_000;
/** Milliseconds over which changes of traffic are merged. */
export const TRAFFIC_INTERVAL_MS = 250;
export const HEARTBEAT_INTERVAL_MS = LIMITS.heartbeatMs;
