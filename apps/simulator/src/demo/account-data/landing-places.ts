import type { LandingPlaceForm } from '@wakeline/contract/aviation/landing-places';
import { THRESHOLD } from '../scenes/airfield.ts';

const AIRFIELD_RADIUS = 2_000;

/** Fields that the airport data does not have. */
export const LANDING_PLACES: readonly LandingPlaceForm[] = [
  {
    landingPlaceName: '阳朔机场 Airfield',
    code: 'YSF',
    latitude: THRESHOLD.latitude,
    longitude: THRESHOLD.longitude,
    elevation: 140,
    radius: AIRFIELD_RADIUS,
    note: '通用机场，跑道 02/20',
  },
  {
    landingPlaceName: '兴安直升机坪 Helipad',
    code: 'XAH',
    latitude: 25.2,
    longitude: 110.44,
    elevation: 240,
    radius: 300,
    note: '医院院内',
  },
  {
    landingPlaceName: '荔浦临时起降点 Strip',
    code: null,
    latitude: 24.49,
    longitude: 110.39,
    elevation: 165,
    radius: 800,
    note: '草地，雨后关闭 Grass, closed after rain',
  },
];
