import { createAirfield } from './scenes/airfield.ts';
import { createAirlines } from './scenes/airlines.ts';
import { createCityPeople } from './scenes/city-people.ts';
import { createCityTraffic } from './scenes/city-traffic.ts';
import { createDepot } from './scenes/depot.ts';
import { createFishing } from './scenes/fishing.ts';
import { createHarbour } from './scenes/harbour.ts';
import { createTrailRace } from './scenes/race.ts';
import type { Scene } from './simulated-device.ts';

/** All scenes of the demo. */
export function createFleet(): readonly Scene[] {
  return [
    createHarbour(),
    createFishing(),
    createAirfield(),
    createAirlines(),
    createTrailRace(),
    createCityTraffic(),
    createCityPeople(),
    createDepot(),
  ];
}
