import { join } from 'node:path';
import type { EventVideo } from '@wakeline/contract/video/event-video';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { type PublicMatch, readEventVideo } from '../features/video/event-video.ts';
import { serveVideo } from '../features/video/serve-video.ts';
import type { VideoDependencies } from '../features/video/video.handlers.ts';
import type { Files } from '../files/files.ts';
import type { Routes } from '../http/routes.ts';
import { VideoService } from '../video/video-service.ts';

export interface VideoOptions {
  readonly db: Db;
  readonly files: Files;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly config: Pick<Config, 'video' | 'deviceHost' | 'devicePublicHost' | 'dataDir' | 'prefix'>;
}

export interface VideoComposition {
  readonly handlers: VideoDependencies;
  readonly routes: Routes;
  /** The video of a public page; null: no stream yet. @param now epoch milliseconds */
  readEventVideo(match: PublicMatch, now: number): Promise<EventVideo | null>;
  /** Starts receiving, if configured; returns the function that stops it. */
  start(): Promise<() => Promise<void>>;
}

/** Composes live video. Without a port, matches keep their recordings, and no stream is received. */
export function createVideo({ db, files, events, clock, log, config }: VideoOptions): VideoComposition {
  const { video, deviceHost: host, dataDir, prefix, devicePublicHost: publicHost } = config;
  const folder = join(dataDir, 'video');
  const service =
    video === null ? null : new VideoService({ db, files, events, clock, log, host, folder, config: video });
  return {
    handlers: { db, files, prefix, service, config: video, publicHost },
    routes: serveVideo({ db, files, service, now: () => clock.now() }),
    async readEventVideo(match, now) {
      const read = await readEventVideo({ db, prefix, service }, match, now);
      return read.state === 'waiting' ? null : read;
    },
    async start() {
      await service?.start();
      return async () => service?.stop();
    },
  };
}
