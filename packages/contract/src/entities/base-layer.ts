import { z } from 'zod';
import { LANGUAGES } from './user-config.ts';

/** Coordinate systems of base layers: WGS-84 (GPS), and GCJ-02, the offset datum of maps of mainland China. */
export const COORDINATE_SYSTEMS = ['wgs84', 'gcj02'] as const;
export type CoordinateSystem = (typeof COORDINATE_SYSTEMS)[number];

/** A base map. Operators define base maps in the file named by `WAKELINE_BASE_LAYERS`. */
export const baseLayer = z.object({
  index: z.int().nonnegative().describe('position in the list; stored by the browser together with the name'),
  key: z.string().describe('identifier'),
  names: z.record(z.enum(LANGUAGES), z.string()),
  kind: z.enum(['raster', 'pmtiles', 'style', 'blank']),
  /** The help-point screen offers satellite, roadmap, terrain and sea. */
  type: z.enum(['roadmap', 'satellite', 'terrain', 'sea', 'themed', 'blank']),
  coordinates: z.enum(COORDINATE_SYSTEMS),
  /**
   * URL templates with {z}, {x}, {y}, {-y} or {quadkey}; for `pmtiles` and `style` a single URL. API keys are filled
   * in.
   */
  urls: z.array(z.string()),
  scheme: z.enum(['xyz', 'tms', 'quadkey']),
  tileSize: z.int().positive(),
  minZoom: z.int().nonnegative(),
  maxZoom: z.int().positive(),
  attribution: z.string(),
  chart: z.boolean().describe('nautical chart: switching to or from it requires confirmation'),
});
export type BaseLayer = z.infer<typeof baseLayer>;
