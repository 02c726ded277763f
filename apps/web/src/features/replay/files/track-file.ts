import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';

/** File extensions of the formats that the server reads; the server checks the content. */
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

/** The error that the server would return for a file; null: accepted. */
export function validateTrackFile({ name, size }: Pick<File, 'name' | 'size'>): NamedError | null {
  const lower = name.toLowerCase();
  if (!TRACK_FILE_EXTENSIONS.some((extension) => lower.endsWith(extension)))
    return new NamedError('track-file-type');
  if (size > LIMITS.trackFileBytes) return new NamedError('track-file-too-large');
  if (size === 0) return new NamedError('track-file-empty');
  return null;
}
