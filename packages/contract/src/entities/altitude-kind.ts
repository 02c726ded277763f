import { ALTITUDE_KINDS } from '@wakeline/domain/aviation/altitude-kind';
import { z } from 'zod';

export const altitudeKind = z
  .literal(Object.values(ALTITUDE_KINDS))
  .describe('1: above mean sea level, 2: above the ellipsoid WGS 84, 3: pressure altitude; omitted: 1');
