import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of planes, legs and landing places. */
export function aviationRows({ database: { db }, clock }: World, { uniqueName }: Makers) {
  const tailNumber = () => `B-${uniqueName().slice(4)}`;
  const place = () => ({ landingPlaceName: uniqueName(), latitude: 25.2, longitude: 110.3 });

  async function createPlane({ accountId }: Owner): Promise<number> {
    const at = new Date(clock.now());
    const { plane_id } = await db
      .insertInto('plane')
      .values({
        account_id: accountId,
        tail_number: tailNumber(),
        hex_address: null,
        kind: 5,
        model: 'H135',
        layout: '',
        group_id: null,
        icon: 'helicopter',
        tracker_id: null,
        thresholds: '{}',
        note: '',
        created_at: at,
        changed_at: at,
      })
      .returning('plane_id')
      .executeTakeFirstOrThrow();
    return plane_id;
  }

  async function createLandingPlace({ accountId }: Owner): Promise<number> {
    const { landing_place_id } = await db
      .insertInto('landing_place')
      .values({
        account_id: accountId,
        name: uniqueName(),
        code: null,
        latitude: 25.2,
        longitude: 110.3,
        elevation: null,
        radius: 300,
        note: '',
      })
      .returning('landing_place_id')
      .executeTakeFirstOrThrow();
    return landing_place_id;
  }

  async function createLeg(owner: Owner): Promise<number> {
    const found = {
      beganBefore: false,
      touchAndGos: 0,
      goArounds: 0,
      distance: 1_000,
      fixes: 10,
      lost: false,
    };
    const { leg_id } = await db
      .insertInto('leg')
      .values({
        account_id: owner.accountId,
        plane_id: await createPlane(owner),
        tracker_id: null,
        started_at: clock.now() - 3_600_000,
        ended_at: clock.now(),
        found: JSON.stringify(found),
        changed_at: new Date(clock.now()),
      })
      .returning('leg_id')
      .executeTakeFirstOrThrow();
    return leg_id;
  }

  async function createFlight({ accountId }: Owner): Promise<number> {
    const at = new Date(clock.now());
    const place = JSON.stringify({ ident: 'ZGKL', landingPlaceId: null, name: 'Guilin' });
    const { flight_id } = await db
      .insertInto('flight')
      .values({
        account_id: accountId,
        flight_number: 'CA1',
        plane_id: null,
        departure: place,
        arrival: place,
        takeoff_time: at,
        arrival_time: new Date(clock.now() + 3_600_000),
        route_id: null,
        alternate: null,
        people_on_board: null,
        note: '',
        series_id: null,
        created_at: at,
        changed_at: at,
      })
      .returning('flight_id')
      .executeTakeFirstOrThrow();
    return flight_id;
  }
  const flight = () => ({
    flightNumber: 'CA1',
    departure: { ident: 'ZGKL' },
    arrival: { ident: 'ZGNN' },
    takeoffTime: clock.now(),
    arrivalTime: clock.now() + 3_600_000,
  });

  return {
    YawDistanceOptions: rowWithoutIds(() => ({})),
    queryFlightsByPage: rowWithoutIds(() => ({})),
    createFlight: rowWithoutIds(flight),
    editFlight: {
      payload: async (owner) => ({ flightId: await createFlight(owner), ...flight() }),
      otherAccountError: 'flight-unknown',
    },
    cancelFlight: {
      payload: async (owner) => ({ flightId: await createFlight(owner) }),
      otherAccountError: 'flight-unknown',
    },
    deleteFlight: {
      payload: async (owner) => ({ flightIds: [await createFlight(owner)] }),
      otherAccountError: 'flight-unknown',
    },
    exportFlightsExcel: {
      payload: async (owner) => {
        await createFlight(owner);
        return {};
      },
      otherAccountError: null,
    },
    queryLegsByPage: rowWithoutIds(() => ({})),
    sumLegs: rowWithoutIds(() => ({ by: 'plane' as const })),
    correctLeg: {
      payload: async (owner) => ({ legId: await createLeg(owner), offBlock: clock.now() - 7_200_000 }),
      otherAccountError: 'leg-unknown',
    },
    exportLegsExcel: {
      payload: async (owner) => {
        await createLeg(owner);
        return {};
      },
      otherAccountError: null,
    },
    // Its device was deleted, so there is no track.
    exportLegIgc: {
      payload: async (owner) => ({ legId: await createLeg(owner) }),
      expectedError: 'track-none',
      otherAccountError: 'leg-unknown',
    },
    queryPlanesByPage: rowWithoutIds(() => ({})),
    createPlane: rowWithoutIds(() => ({ tailNumber: tailNumber(), kind: 'light' as const })),
    editPlane: {
      payload: async (owner) => ({
        planeId: await createPlane(owner),
        tailNumber: tailNumber(),
        kind: 'light' as const,
      }),
      otherAccountError: 'plane-unknown',
    },
    deletePlanes: {
      payload: async (owner) => ({ planeIds: [await createPlane(owner)] }),
      otherAccountError: 'plane-unknown',
    },
    queryPlaneBindings: {
      payload: async (owner) => ({ planeId: await createPlane(owner) }),
      otherAccountError: 'plane-unknown',
    },
    exportPlanesExcel: {
      payload: async (owner) => {
        await createPlane(owner);
        return {};
      },
      otherAccountError: null,
    },
    importPlanes: rowWithoutIds(() => ({
      file: new File([`tail number,kind\n${tailNumber()},light`], 'planes.csv'),
      save: true,
    })),
    batchCreateFlights: rowWithoutIds(() => ({
      file: new File(
        [
          'flight number,from,to,planned take-off,estimated arrival\n',
          'CA1,ZGKL,ZGNN,2027-01-01 08:00,2027-01-01 09:00',
        ],
        'flights.csv',
      ),
      save: true,
    })),
    getFlightTemplate: rowWithoutIds(() => ({ lang: 'en_US' })),
    getPlaneTemplate: rowWithoutIds(() => ({ lang: 'en_US' })),
    searchFields: rowWithoutIds(() => ({ keywords: 'ZGKL' })),
    queryField: rowWithoutIds(() => ({ ident: 'ZGKL' })),
    queryLandingPlaces: rowWithoutIds(() => ({})),
    createLandingPlace: rowWithoutIds(place),
    editLandingPlace: {
      payload: async (owner) => ({ landingPlaceId: await createLandingPlace(owner), ...place() }),
      otherAccountError: 'landing-place-unknown',
    },
    deleteLandingPlaces: {
      payload: async (owner) => ({ landingPlaceIds: [await createLandingPlace(owner)] }),
      otherAccountError: 'landing-place-unknown',
    },
  } satisfies Partial<Rows>;
}
