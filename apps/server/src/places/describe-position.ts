import type { Language } from '@wakeline/contract/entities/user-config';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import type { Gazetteer, Place } from './gazetteer.ts';

/** Metres: closer than this to its centre, a position is at the place. */
const AT_PLACE_METRES = 1_500;
/** Metres: a position farther from every place is at sea or on ice. */
const MAX_DISTANCE = 300_000;

const DIRECTIONS = {
  zh_CN: ['北', '东北', '东', '东南', '南', '西南', '西', '西北'],
  en_US: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
} as const satisfies Record<Language, readonly string[]>;

/** Describes a position by the nearest place: `距阳朔 12 km（东北）`, `12 km NE of Yangshuo`; empty when none is near. */
export function describePosition(gazetteer: Gazetteer, at: Coordinates, language: Language): string {
  const nearest = gazetteer.nearest(at, MAX_DISTANCE);
  if (nearest === null) return '';
  const name = placeName(nearest.place, language);
  if (nearest.distance < AT_PLACE_METRES) return name;
  const distance = formatDistance(nearest.distance);
  const direction = DIRECTIONS[language][directionIndex(bearing(nearest.place, at))];
  if (language === 'en_US') return `${distance} ${direction} of ${name}`;
  return `距${/^\p{Script=Han}/u.test(name) ? name : ` ${name}`} ${distance}（${direction}）`;
}

export function placeName(place: Pick<Place, 'chinese' | 'english'>, language: Language): string {
  return language === 'zh_CN' && place.chinese !== '' ? place.chinese : place.english;
}

/** `850 m`, `3.4 km`, `12 km`. */
export function formatDistance(metres: number): string {
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`;
  const kilometres = metres / 1_000;
  return `${kilometres < 9.95 ? kilometres.toFixed(1) : Math.round(kilometres)} km`;
}

const RADIANS = Math.PI / 180;

/** Initial bearing of the great circle, degrees clockwise from north (Snyder, Map Projections, 1987, equation 5-4b). */
function bearing(from: Coordinates, to: Coordinates): number {
  const east = (to.longitude - from.longitude) * RADIANS;
  const [a, b] = [from.latitude * RADIANS, to.latitude * RADIANS];
  const y = Math.sin(east) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(east);
  return (Math.atan2(y, x) / RADIANS + 360) % 360;
}

function directionIndex(degrees: number): 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 {
  return (Math.round(degrees / 45) % 8) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
}
