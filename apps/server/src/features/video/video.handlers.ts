import { NamedError } from '@wakeline/contract/errors';
import type { MatchRecording } from '@wakeline/contract/video/video';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { findMatchByCode } from '../../races/find-match.ts';
import { lockMatch, lockOpenMatch, readMatch, recordMatchChange } from '../../races/matches.ts';
import {
  deleteRecordingRow,
  lockRecording,
  readRecordedBytes,
  readRecordings,
} from '../../video/recording-rows.ts';
import type { VideoConfig } from '../../video/video-config.ts';
import { endVideo, readVideo, renewKey, setRecording, stateOf } from '../../video/video-rows.ts';
import { isPublicMatch, type VideoService } from '../../video/video-service.ts';
import { readEventVideo } from './event-video.ts';
import { canEditVideo, canViewVideo } from './video.policy.ts';
import { videoAddresses } from './video-addresses.ts';

export interface VideoDependencies {
  readonly db: Db;
  readonly files: Pick<Files, 'remove' | 'discard'>;
  readonly prefix: string;
  /** Null: this server receives no video. */
  readonly service: VideoService | null;
  readonly config: VideoConfig | null;
  /** Host under which encoders reach the server; null: the one of the console. */
  readonly publicHost: string | null;
}

type VideoOperation =
  | 'deleteMatchRecording'
  | 'endVideo'
  | 'queryEventVideo'
  | 'queryVideo'
  | 'renewStreamKey'
  | 'setMatchRecording';

/** Live video of matches. */
export function videoHandlers({
  db,
  files,
  prefix,
  service,
  config,
  publicHost,
}: VideoDependencies): Pick<Handlers, VideoOperation> {
  const addresses = videoAddresses(prefix);

  function addressFor(hostname: string | null): string | null {
    const host = publicHost ?? hostname;
    if (service === null || host === null) return null;
    return `rtmp://${host.includes(':') ? `[${host}]` : host}:${service.rtmpPort}/live`;
  }

  async function ownRecordings(matchId: number): Promise<MatchRecording[]> {
    const rows = await readRecordings(db, matchId);
    return rows.map((row) => ({
      recordingId: row.recording_id,
      startTime: row.started_at.getTime(),
      seconds: row.seconds,
      bytes: row.bytes ?? 0,
      url: addresses.ownRecordingOf(row.recording_id),
      isRunning: row.file_id === null,
    }));
  }

  return {
    async queryVideo({ matchId }, caller, { now, hostname }) {
      const match = await readMatch(db, caller.accountId, matchId);
      const video = await readVideo(db, matchId);
      return {
        ...stateOf(video, now),
        enabled: service !== null,
        address: addressFor(hostname),
        keyTime: video.key_hash === null ? null : (video.key_at?.getTime() ?? null),
        viewers: service?.viewers.countOf(matchId) ?? 0,
        bitrate: service?.bitrateOf(matchId) ?? null,
        record: video.record,
        publish: video.publish,
        recordings: await ownRecordings(matchId),
        usedBytes: await readRecordedBytes(db, caller.accountId),
        maxBytes: config?.recordingBytes ?? 0,
        retentionDays: config?.recordingDays ?? 0,
        hls: service?.hls !== null && service !== null,
        abilities: { edit: canEditVideo(caller) && match.state !== 'archived' },
      };
    },

    async renewStreamKey({ matchId }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const address = addressFor(call.hostname);
        if (address === null) throw new NamedError('video-off');
        const key = await renewKey(tx, matchId, call.now);
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, { action: 'renewStreamKey', target: match.name });
        return { address, key };
      });
    },

    async endVideo({ matchId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockMatch(tx, caller.accountId, matchId);
        const video = await readVideo(tx, matchId);
        const { state } = stateOf(video, call.now);
        if (state === 'waiting') throw new NamedError('video-not-started');
        await endVideo(tx, video, call.now);
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, { action: 'endVideo', target: match.name, before: { state } });
      });
      return {};
    },

    async setMatchRecording({ matchId, record, publish }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const before = await readVideo(tx, matchId);
        await setRecording(tx, matchId, { record, publish });
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, {
          ...{ action: 'setMatchRecording', target: match.name },
          before: { record: before.record, publish: before.publish },
          after: { record, publish },
        });
      });
      return {};
    },

    async deleteMatchRecording({ matchId, recordingId }, caller, call) {
      const fileId = await transactionAs(db, caller, call, async (tx) => {
        const match = await lockMatch(tx, caller.accountId, matchId);
        const recording = await lockRecording(tx, matchId, recordingId);
        await deleteRecordingRow(tx, recordingId);
        await files.remove(tx, [recording.file_id]);
        await recordMatchChange(tx, match, call.now);
        const before = { startTime: recording.started_at.getTime(), bytes: recording.bytes };
        await recordAudit(tx, caller, call, { action: 'deleteMatchRecording', target: match.name, before });
        return recording.file_id;
      });
      await files.discard([fileId]);
      return {};
    },

    async queryEventVideo({ code }, _anonymous, { now, signedInCaller }) {
      const match = await findMatchByCode(db, code);
      const mayView =
        match !== null &&
        (isPublicMatch(match) ||
          (signedInCaller?.accountId === match.account_id && canViewVideo(signedInCaller)));
      if (!mayView) throw new NamedError('event-unknown');
      const video = await readEventVideo({ db, prefix, service }, { matchId: match.match_id, code }, now);
      return { ...video, title: match.live_conf.title || match.name };
    },
  };
}
