import type { PlacePaths } from '../places/geocoder-template.ts';
import { Refused } from './values.ts';

/** An http or https address, with places in braces for what is sent. */
export function serviceUrl(text: string): string {
  const filled = text.replaceAll(/\{\w+\}/g, '0');
  const protocol = URL.canParse(filled) ? new URL(filled).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new Refused('is not an address such as https://places.example/search?q={keywords}');
}

/** `regeocode.formatted_address`: names and numbers with points between. */
export function jsonPath(text: string): string {
  if (isPath(text)) return text;
  throw new Refused('is not a path such as result.address');
}

const NONE: PlacePaths = { list: '', name: '', detail: '', latitude: '', longitude: '', location: '' };

/** `{"name": "path", ...}`: where the places of an answer stand. */
export function placePaths(text: string): PlacePaths {
  const given = parsed(text);
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    const entries = Object.entries(given);
    const known = entries.every(
      ([name, path]) =>
        Object.hasOwn(NONE, name) && typeof path === 'string' && (path === '' || isPath(path)),
    );
    const paths: PlacePaths = { ...NONE, ...(given as Partial<PlacePaths>) };
    const placed = paths.location !== '' || (paths.latitude !== '' && paths.longitude !== '');
    if (known && placed && paths.name + paths.detail !== '') return paths;
  }
  throw new Refused(
    `is not a JSON object of paths such as {"list": "pois", "name": "name", "location": "location"} (${Object.keys(NONE).join(', ')})`,
  );
}

function isPath(text: string): boolean {
  return /^[\w-]+(\.[\w-]+)*$/.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
