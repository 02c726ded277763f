import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { EventArchive } from '../events/event-archive.ts';
import { startSmsDelivery } from '../features/instructions/sms-delivery.ts';
import { startScheduleJobs } from '../features/reports/schedules/schedule-jobs.ts';
import type { FileStorage } from '../files/file-storage.ts';
import type { Files } from '../files/files.ts';
import { createGatewaySender } from '../messages/gateway.ts';
import type { Places } from '../places/open-places.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import type { Delivery } from './delivery.ts';
import { startEventArchiving } from './event-archiving.ts';
import { startFlightJobs } from './flight-jobs.ts';
import type { ForwardingComposition } from './forwarding.ts';
import { startMaintenance } from './maintenance.ts';
import type { SatelliteComposition } from './satellite.ts';
import { startValidityJobs } from './validity-jobs.ts';

export interface WorkerOptions {
  readonly db: Db;
  readonly eventArchive: EventArchive | null;
  readonly config: Pick<Config, 'sms' | 'inboundSms'>;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventSource;
  readonly files: Files;
  readonly storage: FileStorage;
  readonly uploadFolder: string;
  readonly places: Places;
  readonly delivery: Delivery;
  readonly forwarding: ForwardingComposition;
  readonly satellite: SatelliteComposition;
  readonly tasks: TaskQueue;
  /** Whether this process does what only one may do. */
  readonly isLeader: () => boolean;
}

/** Starts everything that happens without a device or a console: deliveries, schedules, clean-up. Returns the stop functions. */
export function startWorker(options: WorkerOptions): (() => Promise<void>)[] {
  const { db, eventArchive, config, clock, log, events, files, storage, uploadFolder, tasks, isLeader } =
    options;
  const { places, delivery, forwarding, satellite } = options;
  const stopMaintenance = startMaintenance({ db, clock, log, files, storage, uploadFolder, isLeader });
  const stops = [
    async () => stopMaintenance(),
    delivery.start({ log, events, addresses: places.addresses, files }),
    startScheduleJobs({ db, clock, log, tasks }),
    forwarding.start({ log, events, isLeader }),
    satellite.start({ events, isLeader }),
  ];
  if (eventArchive !== null) stops.push(startEventArchiving({ db, eventArchive, clock, log, isLeader }));
  if (config.sms !== null) {
    const sender = createGatewaySender(config.sms);
    const hasInbound = config.inboundSms !== null;
    const stopSms = startSmsDelivery({ db, clock, log, events, sender, hasInbound });
    stops.push(async () => stopSms());
  }
  const stopValidityJobs = startValidityJobs({ db, clock, log, isLeader });
  const stopFlightJobs = startFlightJobs({ db, clock, log, isLeader });
  stops.push(
    async () => stopValidityJobs(),
    async () => stopFlightJobs(),
  );
  return stops;
}
