import { VIEW_COURSES } from '@wakeline/contract/courses/events';
import type { EventSource } from '../db/events.ts';
import { hasAccess } from '../identity/access.ts';
import type { Channels } from './channels.ts';
import type { SessionChecks } from './session-checks.ts';

/** Forwards database events to the consoles that may see the changes. Returns a function that stops it. */
export function followEvents(events: EventSource, channels: Channels, sessions: SessionChecks): () => void {
  const cleanups = [
    events.on('trackers', ({ accountId, changed, removed }) => {
      channels.get(accountId)?.trackersChanged(changed, removed);
    }),
    events.on('transferred', ({ from, to, trackerIds }) => {
      channels.get(from)?.trackersChanged([], trackerIds);
      channels.get(to)?.trackersChanged(trackerIds, []);
    }),
    events.on('groups', ({ accountId, groupId }) => {
      channels.get(accountId)?.groupChanged(groupId);
      // A deleted group leaves the scope of its users. A moved group leaves the scope of its old parents and enters
      // that of its new ones.
      sessions.checkMatching(
        ({ caller }) => caller.accountId === accountId && caller.groupIds !== null,
        'scope',
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
    events.on('courses', ({ accountId, eventId, revision, userName, overwritten }) => {
      for (const console of channels.get(accountId)?.consoles ?? []) {
        if (console.welcomed && hasAccess(VIEW_COURSES, console.caller))
          console.send({ type: 'courses', eventId, revision, userName, overwritten });
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
