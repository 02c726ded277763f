import type { EventSource } from '../db/events.ts';
import type { Channels } from './channels.ts';
import type { SessionChecks } from './session-checks.ts';

/** Brings what changed in the database to the consoles that see it. Answers how to stop that. */
export function followEvents(events: EventSource, channels: Channels, sessions: SessionChecks): () => void {
  const stop = [
    events.on('trackers', ({ accountId, changed, removed }) => {
      channels.get(accountId)?.trackersChanged(changed, removed);
    }),
    events.on('groups', ({ accountId, groupId }) => {
      channels.get(accountId)?.groupChanged(groupId);
      // One that was deleted is taken from the users who were given it; one that was moved, from those who see where it
      // was, and is given to those who see where it is.
      sessions.checkThose(
        ({ caller }) => caller.accountId === accountId && caller.groupIds !== null,
        'sight',
      );
    }),
    events.on('changed', ({ what, accountId, userId }) => {
      for (const { console } of channels.members()) {
        const { caller } = console;
        const meant =
          (accountId === null || accountId === caller.accountId) &&
          (userId === null || userId === caller.userId);
        if (meant && console.welcomed) console.send({ type: 'changed', what });
      }
    }),
    events.on('log', ({ accountId, seq }) => channels.get(accountId)?.advanceLog(seq)),
    events.on('account', ({ accountId }) =>
      sessions.checkThose(({ caller }) => caller.accountId === accountId, 'changed'),
    ),
    events.on('rights', ({ userId }) =>
      sessions.checkThose(({ caller }) => caller.userId === userId, 'changed'),
    ),
    events.on('session-ended', ({ userId, tokenHash }) => {
      for (const { console } of [...channels.members()]) {
        const { caller } = console;
        const ended = tokenHash === null || tokenHash === caller.tokenHash.toString('hex');
        if (caller.userId === userId && ended) console.refuse('session-gone');
      }
    }),
    // Missed events are unknown, so every console reloads its picture.
    events.onGap(() => channels.refuseAll()),
  ];
  return () => {
    for (const end of stop) end();
  };
}
