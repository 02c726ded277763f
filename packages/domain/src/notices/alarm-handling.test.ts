import { expect, test } from 'vitest';
import { type AlarmRequest, applyAlarmStep, HANDLED_TYPES, isAlarm } from './alarm-handling.ts';
import { NOTICE_TYPES } from './notice-type.ts';

const OPEN = { state: 'open', ownerId: null } as const;
const OWN = { state: 'acknowledged', ownerId: 1 } as const;
const THEIRS = { state: 'acknowledged', ownerId: 2 } as const;
const DELETED_OWNER = { state: 'acknowledged', ownerId: null } as const;
const DONE = { state: 'resolved', ownerId: 2 } as const;
const RESOLVED_BY_ME = { state: 'resolved', ownerId: 1 } as const;

test('treats the types that a person looks after as alarms', () => {
  expect(NOTICE_TYPES.filter((noticeType) => isAlarm({ noticeType }))).toEqual([...HANDLED_TYPES]);
  expect(NOTICE_TYPES.filter((noticeType) => !isAlarm({ noticeType }))).toEqual([
    'CLOCK',
    'SAFE',
    'RUNNING',
    'STOP',
    'VOICE',
    'BDNOTICE',
    'RISE',
    'EXPIRING',
    'STAY',
    'IDLING',
  ]);
  expect(isAlarm({ noticeType: 'RISE', task: {} })).toBe(true);
  expect(isAlarm({ noticeType: 'YAW', task: { deviation: { kind: 'off' } } })).toBe(true);
  expect(isAlarm({ noticeType: 'YAW', task: { deviation: { kind: 'back' } } })).toBe(false);
});

const request = (step: AlarmRequest['step'], takeOver = false) => ({ step, userId: 1, takeOver });

test.each([
  ['acknowledges an open alarm', OPEN, request('acknowledge'), 'acknowledge', OWN],
  ['takes an alarm over', THEIRS, request('acknowledge', true), 'takeOver', OWN],
  ['takes an alarm of a deleted user over', DELETED_OWNER, request('acknowledge', true), 'takeOver', OWN],
  [
    'acknowledges an open alarm that was to be taken over',
    OPEN,
    request('acknowledge', true),
    'acknowledge',
    OWN,
  ],
  ['comments an open alarm', OPEN, request('comment'), 'comment', OPEN],
  ['comments an alarm of another user', THEIRS, request('comment'), 'comment', THEIRS],
  ['comments a resolved alarm', DONE, request('comment'), 'comment', DONE],
  ['resolves an open alarm', OPEN, request('resolve'), 'resolve', RESOLVED_BY_ME],
  ['resolves an own alarm', OWN, request('resolve'), 'resolve', RESOLVED_BY_ME],
  [
    'resolves an alarm of another user after taking it over',
    THEIRS,
    request('resolve', true),
    'resolve',
    RESOLVED_BY_ME,
  ],
  ['reopens a resolved alarm', DONE, request('reopen'), 'reopen', OPEN],
])('%s', (_, current, requested, step, standing) => {
  expect(applyAlarmStep(current, requested)).toEqual({ refusal: null, step, standing });
});

test.each([
  ['a second acknowledgement by another user', THEIRS, request('acknowledge'), 'alarm-acknowledged'],
  ['a second acknowledgement by the owner', OWN, request('acknowledge'), 'alarm-acknowledged'],
  ['taking over an own alarm', OWN, request('acknowledge', true), 'alarm-acknowledged'],
  ['acknowledging a resolved alarm', DONE, request('acknowledge'), 'alarm-resolved'],
  ['resolving an alarm of another user', THEIRS, request('resolve'), 'alarm-acknowledged'],
  ['resolving an alarm of a deleted user', DELETED_OWNER, request('resolve'), 'alarm-acknowledged'],
  ['resolving a resolved alarm', DONE, request('resolve', true), 'alarm-resolved'],
  ['reopening an open alarm', OPEN, request('reopen'), 'alarm-not-resolved'],
  ['reopening an acknowledged alarm', OWN, request('reopen'), 'alarm-not-resolved'],
])('refuses %s', (_, current, requested, refusal) => {
  expect(applyAlarmStep(current, requested)).toEqual({ refusal });
});
