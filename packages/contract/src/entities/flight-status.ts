import { FLIGHT_PHASES, type FlightPhase } from '@wakeline/domain/aviation/flight-memory';
import { z } from 'zod';
import { instant } from '../fields.ts';

/** See `packages/domain/src/aviation/flight-status.ts`. */
export const flightStatus = z
  .object({
    phase: z.enum(Object.keys(FLIGHT_PHASES) as [FlightPhase, ...FlightPhase[]]),
    climb: z.number().nullable().describe('smoothed rate of climb, m/s'),
    takeoff: instant.nullable().describe('of the open leg, or of the last one until it is in block'),
    landing: instant.nullable(),
    silentAt: instant
      .nullable()
      .describe(
        'when it is silent if it sends no position until then, by the server clock; null: it does not fly',
      ),
  })
  .describe('of a device that is bound to a plane; omitted: it is not, or has not reported since');
