import type { Scene } from './pretend-device.ts';
import { airfield } from './scenes/airfield.ts';
import { airlines } from './scenes/airlines.ts';
import { cityPeople } from './scenes/city-people.ts';
import { cityTraffic } from './scenes/city-traffic.ts';
import { depot } from './scenes/depot.ts';
import { fishing } from './scenes/fishing.ts';
import { harbour } from './scenes/harbour.ts';
import { trailRace } from './scenes/race.ts';

/** Everything that the demo shows. */
export function fleet(): readonly Scene[] {
  return [harbour(), fishing(), airfield(), airlines(), trailRace(), cityTraffic(), cityPeople(), depot()];
}
