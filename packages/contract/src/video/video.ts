import { z } from 'zod';
import { emptyResult, id, instant, uid } from '../fields.ts';
import { eventCode } from '../matches/event-page.ts';
import { EDIT_MATCHES, VIEW_MATCHES } from '../matches/matches.ts';
import { operation } from '../operation.ts';
import { eventVideo, recordingFields, videoStateFields } from './event-video.ts';

/** A recording as the organiser sees it. */
export const matchRecording = z.object({
  ...recordingFields,
  seconds: recordingFields.seconds.nullable(),
  isRunning: z.boolean().describe('still being recorded; it has no length yet'),
});
export type MatchRecording = z.output<typeof matchRecording>;

export const matchVideo = z.object({
  ...videoStateFields,
  enabled: z.boolean().describe('this server receives video: WAKELINE_RTMP_PORT'),
  address: z.string().nullable().describe('where encoders send the stream, without the key'),
  keyTime: instant.nullable().describe('when the stream key was created; null: there is none'),
  viewers: z.int().nonnegative(),
  bitrate: z.int().nonnegative().nullable().describe('bits per second; null: not live'),
  record: z.boolean().describe('streams are recorded'),
  publish: z.boolean().describe('recordings are on the public page after the end'),
  recordings: z.array(matchRecording).describe('the latest first'),
  usedBytes: z.int().nonnegative().describe('recordings of the account'),
  maxBytes: z.int().nonnegative(),
  retentionDays: z.int().nonnegative().describe('after which new recordings are deleted'),
  hls: z.boolean().describe('iPhones before iOS 17.1 can play: WAKELINE_FFMPEG'),
  abilities: z.object({ edit: z.boolean() }),
});
export type MatchVideo = z.output<typeof matchVideo>;

export const queryVideo = operation({
  name: 'queryVideo',
  group: 'live',
  summary: 'The live video of a match: its state, where it is sent to, and its recordings.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({ uid, matchId: id }),
  result: matchVideo,
  errors: ['match-unknown'],
});

export const renewStreamKey = operation({
  name: 'renewStreamKey',
  group: 'live',
  summary: 'Creates the stream key of a match, shown only now. A former key ends at once, with its stream.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id }),
  result: z.object({ address: z.string(), key: z.string() }),
  errors: ['match-unknown', 'match-archived', 'video-off'],
});

export const endVideo = operation({
  name: 'endVideo',
  group: 'live',
  summary: 'Ends the video of a match and revokes its stream key.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id }),
  result: emptyResult,
  errors: ['match-unknown', 'video-not-started'],
});

export const setMatchRecording = operation({
  name: 'setMatchRecording',
  group: 'live',
  summary: 'Whether the streams of a match are recorded, from now on, and whether recordings are public.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, record: z.boolean(), publish: z.boolean() }),
  result: emptyResult,
  errors: ['match-unknown', 'match-archived'],
});

export const deleteMatchRecording = operation({
  name: 'deleteMatchRecording',
  group: 'live',
  summary: 'Deletes a recording of a match.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, recordingId: id }),
  result: emptyResult,
  errors: ['match-unknown', 'match-recording-unknown', 'match-recording-running'],
});

export const queryEventVideo = operation({
  name: 'queryEventVideo',
  group: 'live',
  summary:
    'The video of a public event: its state and addresses, for a page of the video alone. The snapshot of the public page has the same.',
  access: 'public',
  effect: 'none',
  payload: z.object({ code: eventCode }),
  result: eventVideo.extend({ title: z.string().describe('of the event') }),
  errors: ['event-unknown'],
});
