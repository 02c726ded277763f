import type { PlacePaths } from '../places/geocoder-template.ts';
import { InvalidValueError } from './values.ts';

/** Parses an http or https URL with placeholders in braces. */
export function serviceUrl(text: string): string {
  const filled = text.replaceAll(/\{\w+\}/g, '0');
  const protocol = URL.canParse(filled) ? new URL(filled).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new InvalidValueError('is not a URL such as https://places.example/search?q={keywords}');
}

/** `regeocode.formatted_address`: names and numbers separated by dots. */
export function jsonPath(text: string): string {
  if (isPath(text)) return text;
  throw new InvalidValueError('is not a path such as result.address');
}

const EMPTY_PATHS: PlacePaths = { list: '', name: '', detail: '', latitude: '', longitude: '', location: '' };

/** `{"name": "path", ...}`: the paths of the places in a response. */
export function placePaths(text: string): PlacePaths {
  const given = parseJson(text);
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    const entries = Object.entries(given);
    const isValid = entries.every(
      ([name, path]) =>
        Object.hasOwn(EMPTY_PATHS, name) && typeof path === 'string' && (path === '' || isPath(path)),
    );
    const paths: PlacePaths = { ...EMPTY_PATHS, ...(given as Partial<PlacePaths>) };
    const hasCoordinates = paths.location !== '' || (paths.latitude !== '' && paths.longitude !== '');
    if (isValid && hasCoordinates && paths.name + paths.detail !== '') return paths;
  }
  throw new InvalidValueError(
    `is not a JSON object of paths such as {"list": "pois", "name": "name", "location": "location"} (${Object.keys(EMPTY_PATHS).join(', ')})`,
  );
}

function isPath(text: string): boolean {
  return /^[\w-]+(\.[\w-]+)*$/.test(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
