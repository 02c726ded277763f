import type { VideoConfig } from '../video/video-config.ts';
import { createReader, type ReaderContext, type VariableTable } from './reader.ts';
import { integer, nonEmptyText, port } from './values.ts';

const GIGABYTE = 1_000_000_000;

export const VIDEO_VARIABLES = {
  WAKELINE_RTMP_PORT: {
    meaning: 'port on WAKELINE_DEVICE_HOST to which encoders send live video of events by RTMP; 0: off',
    default: '0',
    parse: port,
  },
  WAKELINE_VIDEO_STREAMS: {
    meaning: 'maximum live streams at once',
    default: '10',
    parse: integer('a number of streams', 1, 100),
  },
  WAKELINE_VIDEO_VIEWERS: {
    meaning: 'maximum viewers of live video at once',
    default: '500',
    parse: integer('a number of viewers', 1, 100_000),
  },
  WAKELINE_VIDEO_VIEWERS_PER_ADDRESS: {
    meaning: 'maximum viewers of live video from one address; a mobile network can use one address for many',
    default: '100',
    parse: integer('a number of viewers', 1, 100_000),
  },
  WAKELINE_VIDEO_RECORDING_GB: {
    meaning: 'gigabytes of recordings per account; 0: nothing is recorded',
    default: '20',
    parse: integer('a number of gigabytes', 0, 1_000_000),
  },
  WAKELINE_VIDEO_RECORDING_DAYS: {
    meaning: 'days after which new recordings are deleted',
    default: '90',
    parse: integer('a number of days', 1, 36_500),
  },
  WAKELINE_FFMPEG: {
    meaning:
      'path of ffmpeg, which cuts live video into segments of HLS for iPhones before iOS 17.1. Without it they play no live video',
    default: null,
    parse: nonEmptyText(1_024),
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;

/** Null: no video is received. */
export function readVideoConfig(context: ReaderContext): VideoConfig | null {
  const { optional, value, requireWith } = createReader(VIDEO_VARIABLES, context);
  const rtmpPort = value('WAKELINE_RTMP_PORT');
  if (rtmpPort === 0) {
    if (context.environment.WAKELINE_RTMP_PORT !== '0') {
      requireWith('WAKELINE_VIDEO_', 'WAKELINE_RTMP_PORT');
      requireWith('WAKELINE_FFMPEG', 'WAKELINE_RTMP_PORT');
    }
    return null;
  }
  return {
    rtmpPort,
    maxStreams: value('WAKELINE_VIDEO_STREAMS'),
    maxViewers: value('WAKELINE_VIDEO_VIEWERS'),
    maxViewersPerAddress: value('WAKELINE_VIDEO_VIEWERS_PER_ADDRESS'),
    recordingBytes: value('WAKELINE_VIDEO_RECORDING_GB') * GIGABYTE,
    recordingDays: value('WAKELINE_VIDEO_RECORDING_DAYS'),
    ffmpeg: optional('WAKELINE_FFMPEG'),
  };
}
