import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';

/** Endings of the formats that the server reads; it looks into the file itself. */
export const TRACK_FILE_EXTENSIONS = [
  '.gpx',
  '.kml',
  '.kmz',
  '.fit',
  '.csv',
  '.nmea',
  '.nma',
  '.log',
  '.txt',
];

/** Why a file cannot be one with tracks, as the server would say it; null: it can be. */
export function validateTrackFile({ name, size }: Pick<File, 'name' | 'size'>): NamedError | null {
  const lower = name.toLowerCase();
  if (!TRACK_FILE_EXTENSIONS.some((extension) => lower.endsWith(extension)))
    return new NamedError('track-file-type');
  if (size > LIMITS.trackFileBytes) return new NamedError('track-file-too-large');
  if (size === 0) return new NamedError('track-file-empty');
  return null;
}
