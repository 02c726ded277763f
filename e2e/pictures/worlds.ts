import { startDemoFleet } from '@wakeline/server/testing/demo-fleet';
import { createFleet, insertFleet } from '@wakeline/server/testing/large-fleet';
import { varyDevices } from '@wakeline/server/testing/vary-devices';
import { LOGIN, type ServerProcess } from '../support/server.ts';
import { EMPTY_AVIATION_SHEETS } from './aviation-sheets.ts';
import { EMPTY_COURSE_SHEETS } from './course-sheets.ts';
import { EMPTY_SHEETS, HARBOUR_SHEETS, LARGE_FLEET_SHEETS } from './device-sheets.ts';
import { EMPTY_LIVE_EVENT_SHEETS } from './live-event-sheets.ts';
import { EMPTY_MATCH_SHEETS } from './match-sheets.ts';
import { EMPTY_PEOPLE_SHEETS } from './people-sheets.ts';
import { populateAccount } from './populate-account.ts';
import { populateHarbour } from './populate-harbour.ts';
import { populateMap } from './populate-map.ts';
import { populateSatellite } from './populate-satellite.ts';
import { EMPTY_REPORT_SHEETS } from './report-sheets.ts';
import { EMPTY_SATELLITE_SHEETS } from './satellite-sheets.ts';
import { SHEETS, type Sheet } from './sheets.ts';
import { populateVideo, VIDEO_SHEETS } from './video-sheets.ts';

const LARGE_FLEET = 100_000;

/** Sheets that are captured on one server, and what its account contains. */
export interface World {
  readonly sheets: readonly Sheet[];
  /** Whether the server receives live video. */
  readonly hasVideo?: boolean;
  /** Populates the account of a new server; returns what ends the population. */
  readonly populate: (server: ServerProcess) => Promise<() => Promise<void>>;
}

export const WORLDS: readonly World[] = [
  {
    sheets: SHEETS,
    async populate(server) {
      const stop = await startDemoFleet({ url: server.url, ports: server.ports, login: LOGIN, print: true });
      await populateAccount(server);
      await populateSatellite(server);
      await populateMap(server);
      return stop;
    },
  },
  {
    sheets: [
      ...EMPTY_SHEETS,
      ...EMPTY_SATELLITE_SHEETS,
      ...EMPTY_AVIATION_SHEETS,
      ...EMPTY_PEOPLE_SHEETS,
      ...EMPTY_REPORT_SHEETS,
      ...EMPTY_COURSE_SHEETS,
      ...EMPTY_MATCH_SHEETS,
      ...EMPTY_LIVE_EVENT_SHEETS,
    ],
    populate: async () => async () => undefined,
  },
  {
    sheets: HARBOUR_SHEETS,
    async populate(server) {
      await populateHarbour(server);
      return async () => undefined;
    },
  },
  { sheets: VIDEO_SHEETS, hasVideo: true, populate: populateVideo },
  {
    sheets: LARGE_FLEET_SHEETS,
    async populate(server) {
      // States are loaded when the server starts.
      await server.halt();
      await insertFleet(server.databaseUrl, createFleet(LARGE_FLEET));
      await varyDevices(server.databaseUrl);
      await server.run();
      return async () => undefined;
    },
  },
];
