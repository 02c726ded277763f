import { z } from 'zod';
import { LANGUAGES } from './user-config.ts';

/** Coordinate systems of base layers: GPS's own, and the offset one of maps of mainland China. */
export const COORDINATE_SYSTEMS = ['wgs84', 'gcj02'] as const;
export type CoordinateSystem = (typeof COORDINATE_SYSTEMS)[number];

/** A map that lies under everything else. Operators define them in the file of `WAKELINE_BASE_LAYERS`. */
export const baseLayer = z.object({
  index: z.int().nonnegative().describe('place in the list; what a browser remembers, with the name'),
  key: z.string().describe('name for programs'),
  names: z.record(z.enum(LANGUAGES), z.string()),
  kind: z.enum(['raster', 'pmtiles', 'style', 'blank']),
  /** satellite, roadmap, terrain and sea are the types that the help-point screen offers. */
  type: z.enum(['roadmap', 'satellite', 'terrain', 'sea', 'themed', 'blank']),
  coordinates: z.enum(COORDINATE_SYSTEMS),
  /** Templates with {z}, {x}, {y}, {-y} or {quadkey}; of `pmtiles` and `style` the one address. Keys are filled in. */
  urls: z.array(z.string()),
  scheme: z.enum(['xyz', 'tms', 'quadkey']),
  tileSize: z.int().positive(),
  minZoom: z.int().nonnegative(),
  maxZoom: z.int().positive(),
  attribution: z.string(),
  chart: z.boolean().describe('a sea chart: going to it or from it is asked first'),
});
export type BaseLayer = z.infer<typeof baseLayer>;
