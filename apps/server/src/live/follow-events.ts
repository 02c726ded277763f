import type { EventSource } from '../db/events.ts';
import type { Channels } from './channels.ts';
import type { SessionChecks } from './session-checks.ts';

/** Brings what changed in the database to the consoles that see it. Answers how to stop that. */
export function followEvents(events: EventSource, channels: Channels, sessions: SessionChecks): () => void {
  const cleanups = [
    events.on('trackers', ({ accountId, changed, removed }) => {
      channels.get(accountId)?.trackersChanged(changed, removed);
    }),
    events.on('groups', ({ accountId, groupId }) => {
      channels.get(accountId)?.groupChanged(groupId);
      // One that was deleted is taken from the users who were given it; one that was moved, from those who see where it
      // was, and is given to those who see where it is.
      sessions.checkMatching(
        ({ caller }) => caller.accountId === accountId && caller.groupIds !== null,
        'sight',
      );
    }),
    events.on('changed', ({ what, accountId, userId }) => {
      for (const { console } of channels.members()) {
        const { caller } = console;
        const isRecipient =
          (accountId === null || accountId === caller.accountId) &&
          (userId === null || userId === caller.userId);
        if (isRecipient && console.welcomed) console.send({ type: 'changed', what });
      }
    }),
    events.on('log', ({ accountId, seq }) => channels.get(accountId)?.advanceLog(seq)),
    events.on('account', ({ accountId }) =>
      sessions.checkMatching(({ caller }) => caller.accountId === accountId, 'changed'),
    ),
    events.on('rights', ({ userId }) =>
      sessions.checkMatching(({ caller }) => caller.userId === userId, 'changed'),
    ),
    events.on('session-ended', ({ userId, tokenHash }) => {
      for (const { console } of [...channels.members()]) {
        const { caller } = console;
        const isEnded = tokenHash === null || tokenHash === caller.tokenHash.toString('hex');
        if (caller.userId === userId && isEnded) console.refuse('session-gone');
      }
    }),
    // Missed events are unknown, so every console reloads its picture.
    events.onGap(() => channels.refuseAll()),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}
