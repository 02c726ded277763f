import { createDrivenSchedule } from '../../movement/driven-schedule.ts';
import { concatSchedules, createStop } from '../../movement/itinerary.ts';
import type { Schedule } from '../../movement/schedule.ts';
import type { Waypoint } from '../../movement/waypoint.ts';
import { createDevices, type DeviceSpec } from '../device-specs.ts';
import { MOTION_PROFILES } from '../motion-profiles.ts';
import type { Scene } from '../simulated-device.ts';
import { parseWaypoints, reverseRoute, withSpeeds } from '../waypoints.ts';
import type { Workdays } from '../workdays.ts';

/** Routes from runway to runway: longitude, latitude, altitude in metres. */
const ROUTES = [
  {
    name: 'GX8871',
    to: '广州',
    way: parseWaypoints(
      '110.0395,25.2050,174 110.0395,25.2310,174 110.10,25.35,1500 110.45,25.20,5200 111.00,24.85,8900 112.10,24.25,8900 112.85,23.80,4200 113.22,23.55,1100 113.30,23.43,180 113.305,23.405,15',
    ),
  },
  {
    name: 'GX8902',
    to: '南宁',
    way: parseWaypoints(
      '110.0395,25.2310,174 110.0395,25.2050,174 110.00,25.05,1800 109.70,24.60,6100 109.20,23.90,8400 108.60,23.10,5000 108.35,22.75,1500 108.20,22.64,300 108.172,22.608,128',
    ),
  },
  {
    name: 'CSN3247',
    to: '长沙',
    way: parseWaypoints(
      '110.0395,25.2050,174 110.0395,25.2310,174 110.20,25.45,2200 110.90,26.00,7400 112.00,27.00,9200 112.85,27.75,4800 113.18,28.02,1200 113.217,28.160,300 113.219,28.190,66',
    ),
  },
  {
    name: 'CES5786',
    to: '昆明',
    way: parseWaypoints(
      '110.0395,25.2310,174 110.0395,25.2050,174 109.70,25.10,2600 108.60,25.00,8100 106.50,25.05,10100 104.40,25.15,10100 103.40,25.20,5600 103.02,25.15,3000 102.935,25.104,2104',
    ),
  },
  {
    name: 'CCA1312',
    to: '北京',
    way: parseWaypoints(
      '110.0395,25.2050,174 110.0395,25.2310,174 110.30,25.60,3000 111.20,27.00,9800 112.60,30.50,10700 113.80,34.50,10700 115.20,38.20,9800 116.00,39.40,3600 116.45,39.85,900 116.594,40.060,35',
    ),
  },
  {
    name: 'CQH9527',
    to: '上海',
    way: parseWaypoints(
      '110.0395,25.2310,174 110.0395,25.2050,174 110.30,25.00,2600 111.60,25.80,9500 114.50,28.00,10400 118.20,30.20,10400 120.20,30.90,5200 121.10,31.15,1200 121.335,31.197,3',
    ),
  },
] as const;

/** Speed in km/h by altitude: 250 kn below 10,000 ft (ICAO annex 11 appendix 4), faster above. */
function createAirspeed(cruise: number): (altitude: number) => number {
  return (altitude) => {
    if (altitude < 220) return 230;
    if (altitude < 3_050) return 430;
    return Math.min(cruise, 430 + (altitude - 3_050) * 0.075);
  };
}

function createFlight(route: readonly Waypoint[], cruise: number): Schedule {
  return createDrivenSchedule(withSpeeds(route, 4_000, createAirspeed(cruise)), {
    ...MOTION_PROFILES.airliner,
    speed: cruise,
  });
}

const AIRLINE_WORKDAYS: Workdays = {
  ...{ hours: [6, 24], weekday: [2, 4], weekend: [1, 3], pause: [20, 60] },
  movingStep: 180,
};

function createSpecs(): DeviceSpec[] {
  return ROUTES.map(({ name, to, way: route }, index): DeviceSpec => {
    const outbound = createFlight(route, 790 + index * 12);
    const inbound = createFlight(reverseRoute(route), 800 + index * 9);
    const turnaround = 35 * 60;
    const schedule = concatSchedules([
      outbound,
      createStop(outbound.at(outbound.duration), turnaround),
      inbound,
      createStop(inbound.at(inbound.duration), turnaround),
    ]);
    return {
      name,
      label: `桂林-${to}`,
      icon: 'airliner',
      protocol: 'jt808',
      model: index % 2 === 0 ? 'A320' : 'B737',
      schedule,
      phase: 0,
      workdays: AIRLINE_WORKDAYS,
      interval: 3,
      historyInterval: 15,
      gsm: null,
    };
  });
}

/** Airliners between Guilin and six cities. */
export function createAirlines(): Scene {
  return { group: '航班 Airlines', devices: createDevices(4, createSpecs()) };
}
